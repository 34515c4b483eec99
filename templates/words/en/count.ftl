count-problems =
    { $n ->
        [one] { $n } problem
       *[other] { $n } problems
    }
count-points =
    { $n ->
        [one] { $n } point
       *[other] { $n } points
    }
count-submissions =
    { $n ->
        [one] { $n } submission
       *[other] { $n } submissions
    }
count-bytes =
    { $n ->
        [one] { $n } byte
       *[other] { $n } bytes
    }
count-contestants =
    { $n ->
        [one] { $n } contestant
       *[other] { $n } contestants
    }
count-seconds =
    { $n ->
        [one] { $n } second
       *[other] { $n } seconds
    }
count-minutes =
    { $n ->
        [one] { $n } minute
       *[other] { $n } minutes
    }
count-hours =
    { $n ->
        [one] { $n } hour
       *[other] { $n } hours
    }
count-days =
    { $n ->
        [one] { $n } day
       *[other] { $n } days
    }
count-millions = { $n } million
count-billions = { $n } billion
time-ago = { $n } ago
time-now = just now
time-in = in { $n }
# As which language scripts write a date of the reader's own zone: a tag of BCP 47.
time-locale = en-GB
time-own = { $at } ({ $utc } UTC)
time-over = now
time-day = { $at } { $of }
time-moment = { $at } { $of }, { $to } UTC
time-day-hour = { $at }, { $to }
time-month-1 = Jan
time-month-2 = Feb
time-month-3 = Mar
time-month-4 = Apr
time-month-5 = May
time-month-6 = Jun
time-month-7 = Jul
time-month-8 = Aug
time-month-9 = Sep
time-month-10 = Oct
time-month-11 = Nov
time-month-12 = Dec
