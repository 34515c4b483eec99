common-questions = Questions
message-empty = there is no text
message-long = the text has { $n } characters; at most { $of } are taken
refused-no-question = there is no question { $id } that you may see
ask-not-now = this season takes no questions now
ask-too-many =
    { $n ->
        [1] one question of yours waits for an answer already; ask again once it has one
       *[other] { $n } questions of yours wait for an answer already; ask again once one has it
    }
answer-meanwhile = answered meanwhile by { $name }: “{ $text }”
questions-title = { $season }, questions
questions-ask = Ask the organizers
questions-closed = This season takes no questions now.
questions-sign-in = <a href="{ $address }">Sign in</a> to ask.
questions-explained = The organizers see who asks, nobody else does. If they answer for everybody, your question is shown without your name.
questions-whole-season = The whole season
questions-yours = Your question
questions-send = Send the question
questions-all = All questions
questions-own = Your questions
questions-own-problems = Questions about your problems, and your own
questions-any-state = open and answered
questions-open = open
questions-answered = answered
questions-filter = Show
questions-told = Answered for everybody
questions-about = about “{ $problem }”,
questions-answer-to-all = Answer to everybody
questions-waits = No answer yet.
questions-answering = { $name } is answering,
questions-go = Open
questions-state-wrong = a question is “open” or “answered”
questions-link = Ask a question
question-title = Question { $id }
question-asks = Send it again if you mean it.
question-draft-of = Proposed by @{ $name }
question-answer = Answer
question-claim = I am answering this
question-claim-explained = Other organizers see your name here.
question-usual = Answers that you gave before
question-use = Begin with this one
question-to = Who reads it
question-to-asker = Only the person who asks
question-to-all = Everybody; the question is shown without a name
question-send = Send the answer
question-propose = Propose an answer
question-propose-explained = The organizers see what you propose, and send it or something else.
question-keep-draft = Keep the proposal
announce-draft = this season is a draft that nobody knows of
announce-names-problem = This names the problem “{ $problem }” of “{ $season }”, which has not opened.
announce-to-you = to you,
common-announcements = Announcements
announce-tell = Tell something
announce-about = About
announce-site = the whole site
announce-person-hint = (empty: everybody)
announce-text = What you tell
announce-send = Tell
announce-told = What was told
announce-unread =
    { $n ->
        [1] 1 announcement that you have not dismissed
       *[other] { $n } announcements that you have not dismissed
    }
announce-more = All announcements
announce-others =
    { $n ->
        [one] { $n } other announcement
       *[other] { $n } other announcements
    }
announce-dismiss = Dismiss
announce-dismiss-all = Dismiss all
announce-news-title = { $season }: { $text }
account-did-asked = Your question was sent.
account-did-answered = The answer was sent.
account-did-told = It was told.
account-did-delete-draft = The draft is deleted.
account-did-it = Done.
organize-open-questions =
    { $n ->
        [0] No open question
        [1] 1 open question
       *[other] { $n } open questions
    }
change-not-committed = the problem “{ $problem }” is not committed
change-no-correction = the season is { $state }; no statement is corrected now
change-no-holding = the season is { $state }; no problem is hidden or shown now
change-held = the problem “{ $problem }” is hidden already
change-not-held = the problem “{ $problem }” is not hidden
correction-told = Correction: { $text }
hold-told = The problem “{ $problem }” is hidden for now; points stay. { $reason }
release-told = The problem “{ $problem }” is shown again. { $reason }
withdraw-told = The problem “{ $problem }” was withdrawn: nobody gets points for it. { $reason }
dates-told = Dates have changed. { $what } { $reason }
organize-correct = Correct the wording of a problem
organize-correction = What is right
organize-correct-look = See how it will look
organize-correct-go = Publish the correction
organize-correct-explained = Nothing is published yet. Once it is, it stands above the statement and in the log, with its date, and stays. The statement itself does not change.
organize-hold = Hide a problem, or show it again
organize-hold-go = Hide it
organize-release = Show it again
organize-hold-explained = While it is hidden nobody reads it or submits to it. Points stay, and the log keeps both.
organize-held = hidden: { $reason }
problem-held = The organizers have hidden this problem for now: { $reason }
problem-correction = Correction
refused-held = the organizers have hidden this problem for now: { $reason }
refused-hidden = the organizers have hidden this problem for now
