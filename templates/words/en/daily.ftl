daily-title = The problem of the day
daily-problem-day-sequence-dojo = The problem of the day · Sequence Dojo
daily-explained = One old problem a day, the same for everybody, from midnight to midnight UTC. It counts for nothing but your streak: the days in a row on which you solved the problem of that day.
daily-solved-today = solved today
daily-find-shorter-one = Find a shorter one
daily-solve-it = Solve it
daily-sign-in = Sign in to keep a streak
daily-the-days-before = The days before
daily-day = Day
daily-you = You
daily-solved-day = solved on the day
daily-streak =
    { $n ->
        [0] no streak yet
        [one] { $n } day in a row
       *[other] { $n } days in a row
    }
daily-next = the next one comes at { $at }
daily-from = From <a href="/seasons/{ $season }">{ $title }</a>.
daily-none = No season was revealed before today, so there is no old problem yet. <a href="/seasons">Look at the seasons</a>.
