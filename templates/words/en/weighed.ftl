weighed-meter = { $n } of at most { $of }
weighed-meter-over = { $n } of at most { $of }, see line { $line }
weighed-accepted = It is no table of answers.
weighed-accepted-if = It is no table of answers, if its <a href="/docs/scoring-v0.3#3-2-the-neutral-form">neutral form</a> prints the same.
weighed-neutral = The program as its data is counted
weighed-line = Line of the source
weighed-bytes = Bytes
weighed-neutral-line = As it is counted
weighed-size =
    { $n ->
        [one] { $n } byte without what does not count (<a href="/docs/spec#5-canonical-source">canonical form</a>); bonus { $bonus } when all terms are right.
       *[other] { $n } bytes without what does not count (<a href="/docs/spec#5-canonical-source">canonical form</a>); bonus { $bonus } when all terms are right.
    }
weighed-heaviest = Most of its data:
weighed-place =
    { $n ->
        [one] line { $line }, { $what } ({ $n } byte)
       *[other] line { $line }, { $what } ({ $n } bytes)
    }
