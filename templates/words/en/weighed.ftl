weighed-meter = { $n } of at most { $of }
weighed-meter-over = { $n } of at most { $of }, see line { $line }
weighed-accepted = The policy accepts it.
weighed-accepted-if = The policy accepts it, if its neutral form prints the same.
weighed-neutral = The neutral form, which is weighed
weighed-line = Line of the source
weighed-bytes = Bytes
weighed-neutral-line = Neutral form
weighed-size =
    { $n ->
        [one] { $n } byte without what does not count (<a href="/docs/spec#5-canonical-source">canonical form</a>); bonus { $bonus } when all terms are right.
       *[other] { $n } bytes without what does not count (<a href="/docs/spec#5-canonical-source">canonical form</a>); bonus { $bonus } when all terms are right.
    }
weighed-heaviest = The heaviest:
weighed-place =
    { $n ->
        [one] line { $line }, { $what } ({ $n } byte)
       *[other] line { $line }, { $what } ({ $n } bytes)
    }
