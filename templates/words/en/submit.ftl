submit-not-yet = This season is not open yet.
submit-over = This season takes no more submissions.
submit-hidden = The organizers have hidden this problem for now. Nobody can submit to it.
submit-kept = What you typed stays in the box.
submit-withdrawn = This problem was withdrawn; it takes no more submissions.
submit-ended = The season ended on { $at }. It takes no more submissions.
submit-late = The season ended on { $at }. Your text is below; it was not submitted.
submit-ends = Ends { $at }.
submit-opens = It opens { $at }.
submit-own-problem = You set this problem, so you cannot submit to it.
submit-barred = You are disqualified from this season, so you cannot submit to it.
submit-send = Submit
submit-reading = See how it is read
submit-sign-in = Sign in to submit
submit-draft-stays = Your draft stays in this browser.
submit-none-left = You have used all { $n } submissions to this problem.
submit-left =
    { $n ->
        [one] { $n } submission left.
       *[other] { $n } submissions left.
    }
submit-left-next =
    { $n ->
        [one] { $n } submission left; the next one is accepted { $at }.
       *[other] { $n } submissions left; the next one is accepted { $at }.
    }
submit-keys = Ctrl or ⌘ + Enter { $what }, with Shift submits.
submit-register = No account? <a href="{ $address }">Register</a>: a name and a password are enough.
source-empty = 0 bytes; fewer bytes are better.
source-limit = at most { $n } are accepted
source-limit-bytes =
    { $n ->
        [one] at most { $n } byte is accepted
       *[other] at most { $n } bytes are accepted
    }
source-bonus = bonus for shortness { $n }
source-selected = { $n } selected
source-open = a $$ is not closed in its paragraph
source-vim = Vim keys
source-worth =
    { $n ->
        [one] one byte less gives a point more
       *[other] { $n } bytes less give a point more
    }
source-shortest =
    { $n ->
        [one] shortest so far: { $n } byte
       *[other] shortest so far: { $n } bytes
    }
submit-versions = What is in the box
submit-draft = Your draft
submit-best = Your best
submit-earlier = Submitted earlier
submit-drafts = Other drafts in this browser
submit-version = No. { $id }: { $verdict }
submit-version-bytes =
    { $n ->
        [one] No. { $id }: { $verdict }, { $n } byte
       *[other] No. { $id }: { $verdict }, { $n } bytes
    }
submit-draft-of =
    { $n ->
        [one] { $at }, { $n } byte
       *[other] { $at }, { $n } bytes
    }
source-leave = Esc, then Tab leaves the box.
source-refused = The source { $why }
source-mark = starts with a byte-order mark
source-nul = contains a NUL character
source-cookie = has the coding cookie “{ $name }”; only utf-8 is accepted
source-large =
    { $n ->
        [one] has more than { $n } byte
       *[other] has more than { $n } bytes
    }
server-silent = The server gave no answer.
server-away = The server could not be reached.
submit-empty = Write something or choose a file.
submit-two-solutions = method and notes come either in solution.json or beside it, not in both
submit-preview = Contestants write and submit their solution here.
