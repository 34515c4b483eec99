resolver-final-ranks = Final ranks
resolver-after-title = final ranks, from the bottom
resolver-nobody = Nobody is on the board.
resolver-steps = Steps
resolver-back = Back
resolver-next = Next
resolver-problems-person = Problems of this person
resolver-revealed-so-far = Revealed so far
resolver-title = Final ranks – { $season }
resolver-title-rank = Rank { $rank }: { $name } – { $season }
resolver-shown = { $n } of { $of } revealed
resolver-shown-on = { $n } of { $of } revealed; Enter goes on
resolver-ahead =
    { $n ->
        [0] Level with { $name }.
        [one] { $n } point ahead of { $name }.
       *[other] { $n } points ahead of { $name }.
    }
resolver-cut = Only the { $n } best of them are shown. <a href="/seasons/{ $season }/leaderboard">Whole board</a>
resolver-up =
    { $n ->
        [one] up { $n } place
       *[other] up { $n } places
    }
resolver-no-change = no change
resolver-down =
    { $n ->
        [one] down { $n } place
       *[other] down { $n } places
    }
resolver-change = Before the bonuses for methods: { $points } points, rank { $before }. With them: +{ $bonus }, rank { $rank }, { $moved }.
