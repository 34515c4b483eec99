confirm-what = What happens
confirm-no-way-back = This cannot be taken back.
confirm-plan = The plan
confirm-back = Not now
confirm-slug = To go on, type { $name }
confirm-slug-wrong = Type the season’s address, { $name }, to go on.
consequence-commit =
    { $n ->
        [one] { $n } problem is fixed: its statement and its solution cannot be changed from then on.
       *[other] { $n } problems are fixed: their statements and solutions cannot be changed from then on.
    }
consequence-schedule =
    { $n ->
        [one] Everybody sees the title, the settings and the dates, but not yet the { $n } problem. The settings cannot be changed from then on; the dates can be moved, with a reason.
       *[other] Everybody sees the title, the settings and the dates, but not yet the { $n } problems. The settings cannot be changed from then on; the dates can be moved, with a reason.
    }
consequence-open =
    { $n ->
        [one] { $n } problem becomes public, and everybody who has an account can submit.
       *[other] { $n } problems become public, and everybody who has an account can submit.
    }
consequence-open-at-once = Problems and settings cannot be changed from then on; the dates can be moved, with a reason.
consequence-freeze =
    { $n ->
        [one] { $n } person has taken part so far. Nobody can submit any more.
       *[other] { $n } people have taken part so far. Nobody can submit any more.
    }
consequence-queue =
    { $n ->
        [one] { $n } submission is still in the queue.
       *[other] { $n } submissions are still in the queue.
    }
consequence-reveal = The solutions of { $n ->
        [one] { $n } problem
       *[other] { $n } problems
    } and { $of ->
        [one] { $of } submission
       *[other] { $of } submissions
    } become public, and practice opens.
consequence-shows-hidden = “{ $problem }” is hidden, and is shown again: withdraw it before if it must not count.
consequence-finalize =
    { $n ->
        [one] { $n } submission is judged again. If nothing differs, the results are fixed.
       *[other] { $n } submissions are judged again. If nothing differs, the results are fixed.
    }
consequence-cancel = { $n ->
        [one] { $n } person has
       *[other] { $n } people have
    } sent { $of ->
        [one] { $of } submission
       *[other] { $of } submissions
    }. No results come of them, and no solution is revealed.
consequence-withdraw =
    { $n ->
        [one] Nobody gets points for “{ $problem }” any more; { $n } person has submitted to it.
       *[other] Nobody gets points for “{ $problem }” any more; { $n } people have submitted to it.
    }
consequence-show-reveals = The show begins at once for everybody, and reveals the season as it goes on, whatever date was announced. It can be paused; what it has shown stays public.
consequence-show = The show runs from its beginning for everybody, and every page of the site says so until it is over.
consequence-delete-draft = The draft is lost, with its versions and its report.
consequence-delete =
    { $n ->
        [one] The draft, its { $n } problem and its log are lost. Its address is free again.
       *[other] The draft, its { $n } problems and its log are lost. Its address is free again.
    }
plan-opens = Opens on { $at }, in { $away }.
plan-opens-at = Opens on { $at }.
plan-blackout = Boards keep still from { $at }, for the last { $away }.
plan-blackout-open = Boards keep still from { $at }.
plan-ends = Ends on { $at }, after { $away }.
plan-ends-at = Ends on { $at }.
plan-reveals = The Reveal begins { $at }.
plan-by-hand = Ends when an organizer ends it.
plan-moment = { $at } { $of } at { $to }, { $zone } ({ $utc })
confirm-commit = Commit the problems
confirm-delete = Delete the draft
consequence-offer = It waits until an organizer has read it. The organizer agrees, or sends it back with a note. What follows happens when they agree.
consequence-agree = It becomes problem { $n } of { $season }, with { $name } as setter. { $name } is told.
consequence-hand-in = It becomes problem { $n } of { $season }, with you as setter: you do not rank on it.
consequence-replace = What counts is sent again for its authors to the new problem, in the old order, with receipts of its own. It costs nobody an attempt. Everybody is told that the problem was replaced, and its authors what was sent again.
consequence-questions =
    { $n ->
        [one] { $n } question is unanswered.
       *[other] { $n } questions are unanswered.
    }
replace-preview = What “{ $title }” would say
replace-nothing = There is nothing to send again. If nobody has points yet, you can go back and let every attempt be sent again.
replace-changed =
    { $n ->
        [one] { $n } submission would be sent again
       *[other] { $n } submissions would be sent again
    }; the verdict or score of { $changed ->
        [0] none
       *[other] { $changed }
    } changes.
replace-left = There was no time to judge { $n } of them for this page.
confirm-looks-again = That comes by itself. This page looks again every two seconds.
confirm-as-read = As contestants will read it
consequence-correct = It stands above the statement of “{ $problem }”, with its date, for as long as the problem is there. Everybody is told of it at once. The log keeps it.
consequence-correct-before = It stands above the statement of “{ $problem }”, with its date, from the opening on. The log keeps it.
