physics-no-formula = There is no formula between $$ and $$, in a box, or in a paragraph of its own. Only those are graded; what stands between single dollars inside a sentence is an aside.
physics-proposal =
    { $n ->
        [one] One formula stands where it is not graded. This is how it would be:
       *[other] { $n } formulas stand where they are not graded. This is how they would be:
    }
physics-as-written = As you wrote it
physics-proposed = As it is graded
physics-use-this = Use this
physics-submit-as-it-stands = Submit it as it stands
physics-given-back = Nothing was submitted, and this was no attempt: not all that seems to be meant as a formula is graded. Use what is proposed, change the text, or submit it as it stands.
physics-given-back-unread = Nothing was submitted, and this was no attempt: not all of your formulas can be read. Change them, or submit the text as it stands.
physics-formulas-derivation = Formulas of the derivation
physics-line = Line
physics-as-read = As it was read
physics-says = Says
physics-graph-graded-explained = Matched: a formula of the derivation says it. Credited: a matched formula follows from it. Missed: neither. Answers have a double frame.
physics-graph-explained = An arrow leads from a formula to those that directly follow from it. Answers have a double frame.
physics-graph = Graph
physics-formulas-reference-solution = Formulas of the reference solution
physics-formula = Formula
physics-follows-from = Follows from
physics-answer-mark = answer
physics-reference-solution = Reference solution
physics-formulas-compared = Formulas that were compared with
physics-show-them = Show them
physics-solutions-link = All derivations with full marks, side by side
physics-how-graded = How it is graded
physics-grading-explained = Each formula between $$ and $$ is compared with the formulas of a reference solution. One that is found credits all that it follows from; the score is the credited share of 1,000.
physics-before-reveal-learn = Before Reveal you learn
physics-source-hint = Markdown; key steps between $$ and $$, asides between $ and $
physics-how-read-now = How your formulas are read
physics-reading-empty = While you write, each formula between $$ and $$ is shown here as the grader reads it.
physics-nothing-submitted-compared = Nothing was submitted or compared.
physics-kept-back = Scores of this season are shown from Reveal on.
physics-graph-heading = On the reference solution
physics-final-answers-right = Final answers that are right
physics-full-without-answers = Full marks, since all of the reference solution follows from what you wrote. A final answer is right here only if you wrote it down; that decides no score.
physics-formulas-match = Your formulas that match
physics-if-matches-counted = If only matches counted
physics-if-all-before-last = If all before the last match counted
physics-first-wrong-step = First wrong step
physics-it-is-nearly = It is nearly
physics-what-could-have-come = What could have come there
physics-perhaps = Perhaps
physics-how-near-final-answers = How near the final answers are
physics-your-formula = Your formula
physics-distance = Distance
physics-note = Note
physics-how-read-heading = How the formulas were read
physics-found =
    { $n ->
        [one] { $n } formula found
       *[other] { $n } formulas found
    }
physics-read = { $n } read
physics-unread = { $n } not read
physics-beyond = { $n } beyond the limit, not compared
physics-not-read = Not read: { $why }
physics-not-read-at = Not read (line { $line }, column { $column }): { $why }
physics-end = ⟵ end
physics-graph-matched = { $n } matched
physics-graph-credited = { $n } credited
physics-graph-missed = { $n } missed
physics-by-formula = formula { $n }
physics-through = through <a href="#node-{ $n }">{ $n }</a>
physics-constants = Constants:
physics-question = Question { $name }
physics-documents = <a href="/docs/physics">How derivations are graded</a>, <a href="/docs/physics-writing">how to write so that it is read</a>
physics-source-limit =
    { $n ->
        [one] At most { $size } and { $n } formula.
       *[other] At most { $size } and { $n } formulas.
    }
physics-source-example = Energy is conserved, so
physics-score = <strong>{ $n }</strong> of 1,000
physics-unread-cannot-count =
    { $n ->
        [one] { $n } formula could not be read and so cannot count; see below.
       *[other] { $n } formulas could not be read and so cannot count; see below.
    }
physics-eed-label = How near they are (<a href="/docs/physics-eed">EED</a>)
physics-eed = { $eed } of 100
physics-wrong = <a href="#formula-{ $n }">Formula { $n }</a>: { $why }.
physics-eed-explained = A matched answer has 100. For any other, the last of your formulas for the same quantity that matches nothing was compared, or the last that matches nothing. <a href="/docs/physics-eed">How it is measured</a>. It decides no score and no rank.
physics-distance-of =
    { $n ->
        [one] { $distance } of { $n } node
       *[other] { $distance } of { $n } nodes
    }
physics-headline-full = The whole reference solution follows from your formulas.
physics-headline-none = No formula of the reference solution was found in this derivation.
physics-headline-part = A part of the reference solution follows from your formulas.
physics-share-points = { $earned } of { $of } points
physics-share-formulas =
    { $n ->
        [one] { $earned } of { $n } formula
       *[other] { $earned } of { $n } formulas
    }
physics-shape-explained = An arrow leads from a formula to those that directly follow from it. Answers have a double frame. What you reach lights up; the formulas themselves come at Reveal.
physics-shape-text = The formulas themselves come at Reveal.
physics-feedback-graph = your score, how your formulas were read, and which formulas of the reference solution you reached, without their text
physics-feedback-score = your score, and how your formulas were read
physics-feedback-read = how your formulas were read; scores come at Reveal
physics-feedback-none = that it was graded; scores come at Reveal
graph-title = Graph of the reference solution
graph-formula = Formula { $index }
graph-formula-is = Formula { $index }, { $what }
graph-answer = Formula { $index }, a final answer
graph-answer-is = Formula { $index }, a final answer, { $what }
graph-size =
    { $n ->
        [one] { $n } formula.
       *[other] { $n } formulas.
    }
graph-credit = { $what }: { $numbers }.
graph-follows = { $index } follows from { $numbers }.
credit-matched = matched
credit-credited = credited
credit-missed = missed
physics-noun = derivation
physics-in-part = in part
physics-any = Any points
physics-best = derivation with full marks
physics-whole-column = Full
physics-whole-counted = Problems with full marks
physics-any-column = Any
physics-any-counted = Problems with any points
physics-nobody = Nobody has a point yet.
physics-nobody-whole = Nobody has full marks.
physics-order = Equal scores are ordered by the earlier submission, then the hash of the text. Matched are the formulas that say one of the reference solution, of those that were compared.
physics-judging = grades your derivation
physics-keys = shows how it is read
physics-headline-graded = The derivation was graded.
physics-headline-no-text = The derivation is no text: { $why }.
physics-headline-large = The derivation has { $n } bytes; at most { $of } are allowed.
physics-error-dae = diagram analysis: a figure was read wrongly
physics-error-ptae = theorem application: a law was used wrongly or where it does not hold
physics-error-mpue = modelling: the process was understood wrongly or in part
physics-error-cae = condition or assumption: a condition is invalid or was misapplied
physics-error-vre = variable relationship: quantities were related wrongly
physics-error-dce = derivation or computation: algebra, arithmetic, a sign or a factor
physics-error-ude = unit or dimension: units are inconsistent
