benchmark-legend = Final: share of problems whose final answers are all matched. Step: mean share of the reference
    formulas that are matched or that a matched one follows from. Both in percent. EED: how near the final answers
    are, 0 to 100, by the edit distance of their trees.
benchmark-group = Group
benchmark-step = Step
benchmark-final-human = Final, human
benchmark-step-human = Step, human
benchmark-scores = Scores
benchmark-histogram = How many answers have which score
benchmark-level = Level
benchmark-formulas-that-match = Formulas that match
benchmark-no-answer = no answer
benchmark-right = right
benchmark-wrong = wrong
benchmark-title = Grades of { $title }
benchmark-unanswered =
    { $n ->
        [one] { $n } problem without an answer, counted as 0.
       *[other] { $n } problems without an answer, counted as 0.
    }
benchmark-failed =
    { $n ->
        [one] { $n } answer that could not be graded, counted as 0.
       *[other] { $n } answers that could not be graded, counted as 0.
    }
benchmark-left-out =
    { $n ->
        [one] { $n } problem is left out:
       *[other] { $n } problems are left out:
    }
benchmark-column =
    { $n ->
        [one] { $n } answer from { $from } to { $to }
       *[other] { $n } answers from { $from } to { $to }
    }
benchmark-answers =
    { $n ->
        [one] { $n } answer
       *[other] { $n } answers
    }
benchmark-plot = { $title }, in percent
