daily-title = The problem of the day
daily-problem-day-sequence-dojo = The problem of the day · Sequence Dojo
daily-explained = One problem a day, the same for everybody, from midnight to midnight UTC. Send a program as often as you like: your shortest right one has the place, by bytes, then by time. It counts for nothing but your streak: the days in a row on which you solved the problem of that day.
daily-left = What you wrote for yesterday’s problem, { $title }, is on <a href="/daily/{ $at }">its page</a>.
daily-explained-visitor = You need no account. Your streak stays in this browser.
daily-solved-today = solved today
daily-solve-it = Solve it
daily-sign-in = Sign in to keep a streak
daily-keep = Register to keep your streak on every machine
daily-how = How it goes
daily-the-days-before = The days before
daily-day = Day
daily-you = You
daily-your-program = Your program
daily-send = Send it
daily-solved-day = solved on the day
daily-solvers =
    { $n ->
        [0] nobody has solved it yet
        [one] { $n } has solved it
       *[other] { $n } have solved it
    }
daily-streak =
    { $n ->
        [0] no streak yet
        [one] { $n } day in a row
       *[other] { $n } days in a row
    }
daily-next = next one { $at }
daily-from = From <a href="/seasons/{ $season }">{ $title }</a>.
daily-own-page = Solutions and boards are on <a href="/seasons/{ $season }/problems/{ $problem }">its own page</a>.
daily-terms = A program must print { $n } terms, the first of them a({ $index }). You see { $public } of them; the others are hidden.
daily-terms-all = A program must print { $n } terms, the first of them a({ $index }).
daily-hidden-wrong = All terms that you see are right, and a hidden one is not.
daily-place =
    { $n ->
        [one] Solved in { $n } byte: place { $rank } of { $of } today.
       *[other] Solved in { $n } bytes: place { $rank } of { $of } today.
    }
daily-shared =
    { $n ->
        [one] { $title } 🟩🟩🟩🟩 { $n } byte, place { $rank } of { $of } · the problem of the day, { $at }
       *[other] { $title } 🟩🟩🟩🟩 { $n } bytes, place { $rank } of { $of } · the problem of the day, { $at }
    }
daily-solved-before = You have solved it in this browser: { $what }
refused-daily-elsewhere = Today’s problem is solved on its own page.
daily-over = This day is over. Solve its problem if you like: it counts for no place and no streak. <a href="/daily">Today’s problem</a> counts.
daily-late =
    { $n ->
        [one] All terms are right: { $n } byte. The day is over, so this counts for no place and no streak.
       *[other] All terms are right: { $n } bytes. The day is over, so this counts for no place and no streak.
    }
daily-place-then =
    { $n ->
        [one] On that day you solved it in { $n } byte: place { $rank } of { $of }.
       *[other] On that day you solved it in { $n } bytes: place { $rank } of { $of }.
    }
daily-bytes =
    { $n ->
        [one] { $n } byte
       *[other] { $n } bytes
    }
daily-shortest = Shortest
