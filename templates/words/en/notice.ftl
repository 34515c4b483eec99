notice-cancelled = This season was cancelled. What it had shown stays; nothing more is taken, scored or revealed.
notice-not-final = Results are not final.
notice-provisional = Results are not final; the <a href="/docs/rules#what-you-submit">bonus for methods</a> is still to come.
notice-scores-kept = Scores and ranks are shown from Reveal on.
notice-ended = Submissions ended on { $at }.
notice-ended-with-bonus = Submissions ended on { $at }; the scores have their bonus for methods.
notice-ended-judging = Submissions ended on { $at }, and those received before are being judged.
notice-hidden-until-reveal = What was submitted after { $at } stays hidden until the Reveal shows it.
notice-hidden-until-scores = What was submitted after { $at } stays hidden until the season has its scores.
notice-bonuses-kept = Boards do not change until the Reveal, which opens them problem by problem and brings the bonus for methods.
notice-kept-until-reveal = Boards do not change until the Reveal, which opens them problem by problem.
