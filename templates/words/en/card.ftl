card-all-public =
    { $n ->
        [one] { $n } term, all of them public
       *[other] { $n } terms, all of them public
    }
card-hidden =
    { $n ->
        [one] { $n } term, { $hidden } of them hidden until Reveal
       *[other] { $n } terms, { $hidden } of them hidden until Reveal
    }
card-next = { $terms }, … what comes next?
card-by = by { $name }
card-bytes-by =
    { $n ->
        [one] { $n } byte, by { $name }
       *[other] { $n } bytes, by { $name }
    }
card-solved-rating =
    { $n ->
        [one] { $n } problem solved, rating { $rating }
       *[other] { $n } problems solved, rating { $rating }
    }
card-rank = Rank { $rank } of { $of } in { $season }
card-site = Find the rule. Write it short.
card-site-says = Integer sequences as programs
card-problems-in-seasons =
    { $n ->
        [one] { $problems } in { $n } season
       *[other] { $problems } in { $n } seasons
    }
card-place = { $rank }. { $name } { $total }
card-season = { $problems }, { $people }
