rejudge-apply = Apply
rejudge-discard = Discard
rejudge-old-beside-new = Old beside new
rejudge-old-verdict = Old verdict
rejudge-old-score = Old score
rejudge-new-verdict = New verdict
rejudge-new-score = New score
rejudge-title = Rejudging { $id } of { $season }
rejudge-number = Rejudging { $id }
rejudge-state =
    { $n ->
        [one] { $n } submission, { $left } still to be judged; verdict or score changes for { $changed }.
       *[other] { $n } submissions, { $left } still to be judged; verdict or score changes for { $changed }.
    }
