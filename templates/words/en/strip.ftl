strip = The strip.
strip-held = The strip: the first { $n } right, the rest is told at Reveal.
strip-all = The strip: all { $n } terms right.
strip-breaks = The strip: { $n } right, then it breaks.
strip-right = The strip: the first { $n } right.
strip-public =
    { $n ->
        [one] The strip: { $n } term, all public.
       *[other] The strip: { $n } terms, all public.
    }
strip-hidden =
    { $n ->
        [one] The strip: { $n } term, { $public } public, { $hidden } hidden until Reveal.
       *[other] The strip: { $n } terms, { $public } public, { $hidden } hidden until Reveal.
    }
strip-tried = The strip: { $n } of { $of } public terms right.
strip-tried-made = The strip: { $n } of { $of } public terms right, { $made } more made.
strip-stage = { $n } of { $of } open ones right.
