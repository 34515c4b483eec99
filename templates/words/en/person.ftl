person-account = Your account and all your submissions
person-private = { $name } keeps this page private. Boards show what they show of everybody.
person-private-own = Nobody but you sees this page.
person-no-board = On no board yet.
person-share-text =
    { $n ->
        [one] { $n } problem solved at Sequence Dojo.
       *[other] { $n } problems solved at Sequence Dojo.
    }
person-rating = <a href="/docs/rules#rating">rating</a> { $rating }
person-solved =
    { $n ->
        [one] { $n } problem solved
       *[other] { $n } problems solved
    }
person-since = here since { $at }
person-rank = rank { $rank } of { $of }
person-season-solved = { $n } solved
person-season-rating = rating { $before } → { $after }
person-problems-of = Problems of { $season }
person-badges = Badges
badge-shortest = shortest of all time
badge-first-solver = first solver
badge-whole-season = whole season solved
person-out = you are disqualified. The reason: { $reason }
person-model = It ranks among models, never among people.
person-records = Records
person-practice = Practice
person-practice-explained = Solved when the season was over. It counts here and on the boards of all time, and never in the season.
person-practice-solved = Problems solved in practice
