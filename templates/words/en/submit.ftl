submit-not-yet = This season is not open yet.
submit-over = This season takes no more submissions.
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
