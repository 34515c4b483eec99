change-state-draft = a draft
change-state-scheduled = scheduled
change-state-open = open
change-state-frozen = frozen
change-state-revealed = revealed
change-state-final = final
change-state-cancelled = cancelled
change-done-schedule = scheduled
change-done-open = opened
change-done-freeze = frozen
change-done-reveal = revealed
change-done-finalize = made final
change-done-cancel = cancelled
change-illegal = the season is { $state } and cannot be { $what }: { $why }
change-illegal-final = what is final is never changed
change-illegal-cancelled = it was called off
change-illegal-already = it is so already
change-illegal-draft = it is to be scheduled first
change-illegal-scheduled = it is to be opened first
change-illegal-open = it is to be frozen first
change-illegal-frozen = it is to be revealed first
change-illegal-back = a season never goes back
change-missing = the season cannot be { $what } yet: { $why }
change-conflict = somebody else has just changed the season; look at it again
change-no-rejudging = there is no rejudging { $id } in this season
need-problems = it needs at least one problem
need-commitments = these problems are to be committed: { $name }
need-opening-date = it needs the time at which it opens
need-freezing-date = it needs the time at which it freezes, or to be frozen by hand
need-end-after-opening = it must end after it opens
need-blackout-after-opening = boards must keep still from a moment after the opening
need-blackout-before-end = boards must keep still from a moment before the end
need-reveal-after-end = the Reveal must begin after the end
need-scoring = the scoring version `{ $version }` is not known
need-runtime = nothing says which sandbox made its terms; import it again
need-empty-queue = submissions that wait to be judged: { $n }
need-no-internal = submissions that failed by our fault and are to be judged again: { $n }
need-bonuses = the final scores are not computed yet
need-verified = what is stored of these problems is not what was committed to: { $name }
need-no-rejudge = rejudgings to be applied or discarded: { $id }
change-no-judges = there is nothing here to judge the season again with
change-committed-late = the season is { $state } and its problems can no longer be committed
change-elsewhere = the replay elsewhere gave { $hash } and our results are { $of }
change-replay = the replay of the season differs: { $what }
change-replay-more = the replay of the season differs: { $what }; and { $n } more
change-parameters = the parameters of the season have just changed; hand the problem in again
change-draft-replaced = the draft has just been replaced or handed in; look at it again
change-takes-no-more = the season is { $state } and takes no more problems
change-takes-none = the season takes no problems now
change-takes-full = the season has { $n } problems, which is all that it takes
change-takes-versions = the season is open and takes only new versions of problems that were withdrawn; a new problem goes into a season that has not opened yet
change-slug-taken = the season has a problem `{ $problem }` already; give this one another address (its slug)
change-slug-of-another = `{ $problem }` was somebody else's problem and is withdrawn; give this one another address (its slug)
change-other-sandbox = the terms of the season are made by the sandbox { $of }, this server has { $hash }; tell the organizers
change-no-archive-cancelled = the season is cancelled and has no archive
change-no-archive-yet = the season is { $state } and its archive is made once it is revealed
change-not-again = the season is { $state } and its submissions are not judged again
change-filter-empty = no judged submission fits the filter
change-no-problem = there is no problem `{ $problem }` in this season
change-no-user = there is no user `{ $name }`
change-rejudging-runs = rejudging { $id } is running: wait until it is ready
change-rejudging-applied = rejudging { $id } is applied already
change-rejudging-discarded = rejudging { $id } is discarded already
change-rejudging-failed = the judge failed on { $n } submissions of rejudging { $id }; discard it and make a new one
change-results-stand = the season is { $state } and its results cannot be changed
change-no-reason = a public reason is needed
change-reason-long = a reason may have at most { $n } characters
change-no-submission = there is no submission { $id } in this season
change-practice = practice is no part of the contest
change-submission-out = submission { $id } is out of the contest already
change-not-author = only its author can withdraw a submission
change-not-open = a submission can be withdrawn only while the season is open
change-submission-in = submission { $id } is not out of the contest
change-author-deleted = submission { $id } is of { $name }, who has deleted the account: what that withdrew stays out
change-author-out = submission { $id } is of { $name }, who is out of the season: take { $name } back in
change-author-withdrew = its author has withdrawn submission { $id }: that stays out
change-person-in = { $name } is not out of the season
change-problem-out = the problem “{ $problem }” is out of the contest already
change-other-terms = in the sandbox of this program the setters' programs of these problems give other terms: { $name }
change-same-sandbox = the season is judged by the sandbox of this program already
change-sandbox-stands = the season is { $state } and its sandbox cannot be changed
change-problem-because = problem `{ $problem }`: { $why }
change-two-sandboxes = then submissions would count that were judged by different sandboxes; judge the whole season again
change-not-frozen = the season is { $state } and not frozen
change-no-results = the season is { $state } and has no results
change-show-early = the show cannot begin before the season has ended and has its scores
change-show-not-started = the show was not started yet
need-opening-ahead = it must open in the future; it can be opened now instead
need-freezing-ahead = it must end in the future
change-not-valid = with the season's parameters these problems are not valid: { $name }
change-person-out = { $name } is out of the season already
change-no-incident = there is no incident { $id } in this season that nobody has seen to
doubt-far-opening =
    { $n ->
        [one] The season would open in { $n } day, which is a year or more.
       *[other] The season would open in { $n } days, which is a year or more.
    }
doubt-short-season =
    { $n ->
        [one] The season would take less than { $n } minute.
       *[other] The season would take less than { $n } minutes.
    }
doubt-long-season =
    { $n ->
        [one] The season would take { $n } day, which is more than a year.
       *[other] The season would take { $n } days, which is more than a year.
    }
doubt-far-reveal =
    { $n ->
        [one] The Reveal would begin { $n } day after the end, which is more than a year.
       *[other] The Reveal would begin { $n } days after the end, which is more than a year.
    }
doubt-at-once = The season opens now for everybody, and there is no way back.
doubt-stranger = { $name } has neither submitted to this season nor set a problem of it.
need-reveal-ahead = the Reveal must begin in the future
need-blackout-ahead = boards must keep still from a moment in the future
change-dates = the season is { $state } and its dates cannot be moved
change-has-opened = the season has opened, so its opening cannot be moved
change-no-date = no date is another than before
change-no-end = the season has no date at which it ends
change-end-moved = somebody has moved the end meanwhile, and this would move it again; look at the dates, and extend once more if that is meant
change-account-deleted = The account was deleted.
change-no-draft = there is no draft { $id } that can still become a problem
change-draft-not-valid = draft { $id } is not valid for this season: { $why }
change-no-replacing = the season is { $state }; problems are replaced while it is open
replace-told = The problem “{ $problem }” was replaced by “{ $by }”. { $reason }
replace-told-version = The problem “{ $problem }” was replaced by a new version. { $reason }
change-told-back = What you submitted to “{ $problem }” counts again. { $reason }
replace-sent-again =
    { $n ->
        [one] Your submission to “{ $problem }” was sent again for you. That costs no attempt.
       *[other] { $n } of your submissions to “{ $problem }” were sent again for you. That costs no attempt.
    }
