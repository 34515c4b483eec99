submission-waiting-announced = Waiting for the judge.
submission-running = Running
submission-fault = Our fault
submission-fault-announced = The judge failed. This was our fault.
submission-fault-explained = It was tried several times. The organizers have been told and will have it judged again; it does not cost you an attempt.
submission-held = Public terms right
submission-held-announced = The public terms are right. The rest is told at Reveal.
submission-held-headline = The public terms are right.
submission-held-why = Whether the hidden ones are right too is told to nobody before Reveal: no score, no rank. Verdicts of this season come in steps of ten seconds.
submission-held-for-ever = Whether the hidden ones are right too is told to nobody: this season was cancelled.
submission-send-another = Send another
submission-practice = Practice: it is judged. It counts on the board of all time and on your page, and never in the season.
submission-withdraw-this-submission = Withdraw this submission
submission-withdraw-explained = It counts no longer, and it stays an attempt.
submission-printed = See what it printed
submission-receipt = Receipt
submission-plain-text = Plain text
submission-transcript = Transcript of the model
submission-transcript-file = As a file
submission-transcript-explained = Published by who runs the model. Its SHA-256 stands in the notes, which were fixed with the submission.
submission-transcript-prompt = The prompt, { $name }, into which each question was put
submission-transcript-question = What it was asked first
submission-transcript-round = Answer { $n }
submission-transcript-told = What it was told of it:
submission-source-numbered-lines = Source, numbered lines
after-rank = Rank { $rank } of { $of } on this problem.
after-rank-behind =
    { $n ->
        [0] Rank { $rank } of { $of } on this problem, and nobody’s program is shorter.
        [one] Rank { $rank } of { $of } on this problem, { $n } byte behind the shortest.
       *[other] Rank { $rank } of { $of } on this problem, { $n } bytes behind the shortest.
    }
after-best = <a href="/submissions/{ $id }">Submission { $id }</a> stays your best: rank { $rank } of { $of } on this problem.
after-best-behind =
    { $n ->
        [0] <a href="/submissions/{ $id }">Submission { $id }</a> stays your best: rank { $rank } of { $of } on this problem, and nobody’s program is shorter.
        [one] <a href="/submissions/{ $id }">Submission { $id }</a> stays your best: rank { $rank } of { $of } on this problem, { $n } byte behind the shortest.
       *[other] <a href="/submissions/{ $id }">Submission { $id }</a> stays your best: rank { $rank } of { $of } on this problem, { $n } bytes behind the shortest.
    }
after-all-time = That is on the <a href="/seasons/{ $season }/problems/{ $problem }/all-time">board of all time</a>, with the season and practice together.
after-record = A record: { $what }.
after-before = Without it you would have rank { $rank }.
after-first = You had no place here before.
after-above = Just above: <a href="/@{ $name }">{ $shown }</a>.
after-below = Just below: <a href="/@{ $name }">{ $shown }</a>.
after-next = Next unsolved problem: <a href="/seasons/{ $season }/problems/{ $problem }">{ $title }</a>
submission-waiting = Your { $what } waits for the judge.
submission-ahead =
    { $n ->
        [0] It is next.
        [one] { $n } submission before it.
       *[other] { $n } submissions before it.
    }
submission-stored = It is stored; nothing is lost if you leave this page.
submission-running-now = The judge { $what } now.
submission-running-announced = The judge works on the { $what }.
submission-fault-headline = The judge failed, not your { $what }.
submission-held-bytes =
    { $n ->
        [one] { $n } byte of <a href="/docs/spec#5-canonical-source">canonical source</a>.
       *[other] { $n } bytes of <a href="/docs/spec#5-canonical-source">canonical source</a>.
    }
submission-reload = This page reloads itself every few seconds. <a href="/submissions/{ $id }">Reload now</a>
submission-title = { $verdict } – submission { $id }
submission-share-text = { $name } at { $title }, a problem of { $season }.
submission-no-method = unspecified
submission-disqualified = Disqualified by the organizers: { $reason }
submission-withdrawn = Withdrawn by its author: { $reason }
submission-version-withdrawn = This version of the problem was withdrawn, 0 points for everyone: { $reason }
submission-carried = The problem was replaced. This is <a href="/submissions/{ $id }">submission { $id }</a>, sent again for its author; it is no attempt.
