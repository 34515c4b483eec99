model-title = Models on { $title }
model-prompt = Prompt: { $what }.
model-problems =
    { $n ->
        [one] { $n } problem.
       *[other] { $n } problems.
    }
model-answer-count =
    { $n ->
        [one] { $n } answer.
       *[other] { $n } answers.
    }
model-versions = Asked with dojo { $what }, read by grader { $n }.
model-money = They cost { $what }, in the money of the prices.
model-money-unknown =
    { $n ->
        [one] The cost of { $n } answer is not known.
       *[other] The cost of { $n } answers is not known.
    }
model-without-reference =
    { $n ->
        [one] { $n } problem without a reference is asked and not graded.
       *[other] { $n } problems without a reference are asked and not graded.
    }
model-partial =
    { $n ->
        [one] Partial: { $n } answer is missing or failed, and is in no mean.
       *[other] Partial: { $n } answers are missing or failed, and are in no mean.
    }
model-means = Means and their intervals
model-means-drawing = Final and Step of each model with 95 % intervals, in percent
model-means-legend = Filled: Final, every final answer is matched. Open: Step, formulas of the reference solutions that are
    reached. Lines: 95 % intervals over problems.
model-differences = Differences of Final
model-differences-legend = Row less column, in percent, problem by problem, with the 95 % interval. Bold: the interval does
    not hold 0.
model-difference = Final of { $name } less that of { $what }: { $score } points, between { $low } and { $high }.
model-difference-sure = The interval does not hold 0.
model-difference-unsure = The interval holds 0.
model-undecided =
    { $n ->
        [one] { $name } cannot be told apart here; { $n } problem would be needed.
       *[other] { $name } cannot be told apart here; some { $n } problems would be needed.
    }
model-undecided-several = { $name } cannot be told apart here; some { $n } problems would tell the clearest of them apart.
model-pairs = { $n } pairs of models
model-unread-rows =
    { $n ->
        [one] { $n } row of the data set cannot be read: it was asked of nobody, and is in no mean.
       *[other] { $n } rows of the data set cannot be read: they were asked of nobody, and are in no mean.
    }
model-pair = { $name } and { $what }
model-table = By difficulty
model-table-legend = Final / Full / Step in percent, and mean seconds an answer.
model-model = Model
model-domains = Step by domain and difficulty
model-domain = Domain
model-domains-legend = Formulas of the reference solutions that are reached, in percent; in brackets, of how many problems.
model-cell = { $problem }: { $score } % of the steps, { $what }
model-answers = Every answer
model-answers-legend = A cell a problem, in the order of the steps that are reached on average; the fuller its colour, the more steps are reached. With several samples it is
    their mean.
model-statuses = What became of the answers
model-statuses-legend = What was cut off counts as far as it came. What is empty counts 0, and so does what was refused without a
    text.
model-first-wrong = First wrong steps
model-first-wrong-legend = Labels that the rules can name; most need a person.
model-left-out =
    { $n ->
        [one] { $n } problem is left out:
       *[other] { $n } problems are left out:
    }
model-scatter = Steps over time
model-scatter-legend = Mean seconds an answer, on a logarithmic scale, and steps reached. The area is the money that an answer costs; an open
    circle costs nobody knows what. A line joins what is one model of a server: its efforts, or texts and images.
model-scatter-drawing = Step of each model over its mean seconds an answer
model-dot = { $name }: { $score } % in { $after } s
model-dot-cost = { $name }: { $score } % in { $after } s, { $what } an answer
model-wrong-drawing = First wrong steps of each model by label, as bars
model-wrong-part = { $name }: { $n }
model-asked-only = Without a reference
model-asked-only-legend = These problems were asked, and are not graded.
asked-title = { $problem }, models on { $title }
asked-question = Question
asked-answers = Answers
asked-sample = Sample
asked-status = Status
asked-final = Final answers
asked-step = Steps, %
asked-right = right
asked-wrong = wrong
asked-no-reference = There is no reference to compare with.
asked-answer-of = { $name }, sample { $n }
asked-final-right = final answers right
asked-final-wrong = final answers wrong
asked-steps = { $score } % of the steps
asked-eed = EED { $eed } of 100
asked-first-wrong = First wrong step: <a href="#{ $name }formula-{ $n }">formula { $n }</a>, { $why }.
asked-text = Text of { $name }, sample { $n }
asked-formulas = Formulas of { $name }, sample { $n }
asked-reached = What { $name } reached, sample { $n }
asked-reasoning =
    { $n ->
        [one] Reasoning, { $n } character
       *[other] Reasoning, { $n } characters
    }
model-by-eed = How near answers come
model-by-eed-legend = Accuracy in percent and EED of 100, each ± half of its 95 % interval; shares of problems by EED, in percent; and how many answers judged right or wrong tell as much as one judged by EED.
model-samples = Several answers to a problem
model-samples-legend = pass@k: in how many percent of the problems at least one of k answers has every final answer.
model-judges = Judges
model-judges-legend = The mean score that a model gave as a judge, in percent, ± half of its 95 % interval. A judge is named by what it judged and by its model.
model-modalities = How problems were asked
model-modalities-legend = Answers to the text of a problem, and answers to its text with its images.
