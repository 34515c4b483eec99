seasons-title = Integer sequences as programs
seasons-title-derivations = Physics, step by step
seasons-heading-derivations = Find the law.<br>Show each step.
seasons-lead-derivations = Every problem is a situation in physics: you write how its answer follows, formula by formula. Each formula that is right gives the points of all that it follows from, however you write it.
seasons-lead = Every problem is a sequence of integers: you see its first terms and write a small Python program that prints them, and the ones that stay hidden. A judge runs your program in milliseconds, and among correct programs the shorter one ranks higher.
seasons-specimen = Write the program: type the missing letter
seasons-open-now = Open now
seasons-announced = Announced
seasons-drafts = Drafts
seasons-over = Over, results to come or just revealed
seasons-archive = Archive ({ $n })
seasons-archive-pages = Pages of the archive
seasons-keep =
    { $n ->
        [one] Keep it: { $n } byte
       *[other] Keep it: { $n } bytes
    }
seasons-keep-rank =
    { $n ->
        [one] Keep it: { $n } byte, rank { $rank } if you submit
       *[other] Keep it: { $n } bytes, rank { $rank } if you submit
    }
seasons-specimen-empty = Write the program
seasons-begin = There is no season yet, and visitors are told nothing but that. <a href="/docs/organizing">A short guide with pictures</a> shows each step. Next:
seasons-begin-people = <a href="/people/list">Make accounts for a class</a> from a list of names, or <a href="/people/invitations">make an invitation</a>.
seasons-begin-season = Make a season, by one of the links above.
seasons-new = New season of { $what }s
seasons-begin-problems = <a href="/setter">Write problems</a> for it, or let setters do so.
seasons-none = No season has been announced yet. Come back soon.
seasons-opens = opens { $at }
seasons-ends = ends { $at }
seasons-live = Live
seasons-reveals = begins { $at }
seasons-cancelled = cancelled { $at }
seasons-ended = ended { $at }
seasons-heading = Find the rule.<br>Write it short.
seasons-start = Start with “{ $title }”
seasons-old-problems = Look at all problems
seasons-rules = Read the rules
seasons-solved = you solved { $n }
news-feed = Sequence Dojo
news-improved =
    { $title }: { $name } needs { $n ->
        [one] { $n } byte
       *[other] { $n } bytes
    }. { $beaten }
news-open = has opened
news-frozen = has ended
news-frozen-reveal = has ended; its Reveal begins { $at }
news-calendar-reveal = Reveal of { $title }
news-live = is live: its Reveal has begun
news-scored = has its scores
news-revealed = is revealed
news-final = is final
news-cancelled = was cancelled
seasons-daily = Solve the problem of the day
