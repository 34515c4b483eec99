//! Decides which formulas of a solution are taken as its final answers.

use serde::{Deserialize, Serialize};

use super::WrittenFormula;
use crate::problem::AnswerRule;

/// The formulas that are taken as final answers, if not every formula may be one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TakenAnswers {
    /// Whether they are in boxes; without any box they are the last formulas.
    pub boxed: bool,
    /// Their numbers, from 1.
    pub formulas: Vec<usize>,
}

impl TakenAnswers {
    /// The final answers of a solution with `boxes` boxes, to a problem with `answers` of them.
    pub(super) fn of(
        rule: AnswerRule,
        written: &[WrittenFormula],
        boxes: usize,
        answers: usize,
    ) -> Option<Self> {
        let AnswerRule::Box = rule else { return None };
        let first_box = boxes.saturating_sub(answers);
        let first = written.len().saturating_sub(answers);
        let is_taken = |(at, one): &(usize, &WrittenFormula)| match boxes {
            0 => *at >= first,
            _ => one.boxed.is_some_and(|own| own >= first_box),
        };
        Some(Self {
            boxed: boxes > 0,
            formulas: (written.iter().enumerate())
                .filter(is_taken)
                .map(|(at, _)| at + 1)
                .collect(),
        })
    }

    /// Whether the formula at a position is one of them.
    pub(super) fn contain(&self, position: usize) -> bool {
        self.formulas.contains(&(position + 1))
    }

    /// A sentence that tells the student which formulas were taken.
    pub(super) fn told(&self) -> String {
        let numbers: Vec<String> = self.formulas.iter().map(ToString::to_string).collect();
        let numbers = numbers.join(", ");
        match (self.boxed, self.formulas.as_slice()) {
            (true, []) => "no formula can be found in the last box, which is the answer".to_owned(),
            (false, []) => "there is no box and no formula to take for the answer".to_owned(),
            (true, _) => format!("the answer is what the last box holds: formula {numbers}"),
            (false, _) => format!("nothing stands in a box, so the answer is formula {numbers}"),
        }
    }
}

/// The formulas of a solution, with those of its last box moved before the limit of what is compared: the answer
/// comes last in a text.
pub(super) fn with_last_box(written: Vec<WrittenFormula>, most: usize) -> Vec<WrittenFormula> {
    let last = written.iter().filter_map(|one| one.boxed).max();
    let is_last = |one: &WrittenFormula| last.is_some() && one.boxed == last;
    let needed: usize = written
        .iter()
        .filter(|one| is_last(one))
        .map(WrittenFormula::counted)
        .sum();
    if written.iter().map(WrittenFormula::counted).sum::<usize>() <= most {
        return written;
    }
    let mut length = 0;
    let mut ordered = Vec::with_capacity(written.len());
    let (own, others): (Vec<_>, Vec<_>) = written.into_iter().partition(is_last);
    let mut others = others.into_iter().peekable();
    while let Some(one) = others.next_if(|one| length + one.counted() + needed <= most) {
        length += one.counted();
        ordered.push(one);
    }
    ordered.extend(own);
    ordered.extend(others);
    ordered
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::{Grader, Report, Settings};
    use crate::problem::Problem;

    fn row(answer: &str, solution: &str, settings: &Settings) -> Report {
        let row = json!({"id": "1", "content": "c", "solution": "s", "answer": answer});
        let problem = Problem::read(row.to_string().as_bytes()).unwrap();
        Grader::new(&problem, settings).unwrap().grade(solution)
    }

    fn is_right(answer: &str, solution: &str) -> bool {
        row(answer, solution, &Settings::default()).final_correct
    }

    #[test]
    fn every_reference_is_right_as_an_answer_to_itself_in_every_form() {
        let lefts = [
            "",
            "v =",
            r"\delta y =",
            "S_2 - S_1 =",
            "y^2 =",
            r"\tan\varphi =",
            r"\frac{T_1}{T_2} =",
            "F(t) =",
            r"\vec{v} =",
            r"\lambda \approx \frac{2 a}{2} b =",
            "X = Y =",
            "-p =",
        ];
        let values = [
            r"2 m g + \frac{4 m v_0^2}{l}",
            r"\frac{7}{4}",
            r"a b",
            r"\sqrt{\frac{k (M + m)}{M m}}",
            r"\gamma B (2 J S + \gamma B)",
        ];
        let forms: [fn(&str) -> String; 12] = [
            |a| format!("$${a}$$"),
            |a| format!("$$\n{a}\n\n$$"),
            |a| format!("\\[ {a}. \\]"),
            |a| format!("So the answer is ${a}$."),
            |a| format!("So the answer is \\({a}\\), as we said"),
            |a| format!("- First.\n- ${a}$"),
            |a| format!("The final answer is \\boxed{{{a}}}."),
            |a| format!("The final answer is $\\boxed{{{a}}}$ then"),
            |a| format!("Answer: \\(\\boxed{{{a}}}\\)"),
            |a| format!("1. First.\n2. \\boxed{{\\displaystyle {a}\\,}}"),
            |a| format!("$$\\boxed{{{a}}}.$$"),
            |a| format!("**\\fbox{{${a}$}}**"),
        ];
        for left in lefts {
            for value in values {
                let reference = format!("{left} {value}").trim().to_owned();
                for form in forms {
                    let solution = form(&reference);
                    assert!(
                        is_right(&format!("$${reference}$$"), &solution),
                        "{solution}"
                    );
                }
                let bare = format!("we find \\boxed{{{value}}}.");
                assert!(
                    is_right(&format!("$${reference}$$"), &bare),
                    "{reference}: {bare}"
                );
            }
        }
    }

    #[test]
    fn what_stands_before_about_is_the_value() {
        for (answer, solution) in [
            (r"$$\frac43$$", r"\boxed{\frac43 \approx 1.33}"),
            (r"$$\frac43$$", r"$$\boxed{x = \frac43} \approx 1.33$$"),
            (
                r"$$v = \sqrt{\frac32 g l}$$",
                r"\boxed{v = \sqrt{\frac32 g l} \approx 1.22\sqrt{g l}}",
            ),
            (
                r"$$v = 9.9 \unit{m/s}$$",
                r"\boxed{v = \sqrt{2 \cdot 9.8 \cdot 5} \approx 9.9 \unit{m/s}}",
            ),
        ] {
            assert!(is_right(answer, solution), "{solution}");
        }
        assert!(!is_right(r"$$\frac43$$", r"\boxed{\frac53 \approx 1.33}"));
        assert!(!is_right(r"$$\frac43$$", r"\boxed{x = \frac43 = \frac53}"));
        // A name is not a value, although both formulas give it one.
        for (answer, solution) in [
            (
                r"$$T \approx 2.01 \unit{s}$$",
                r"\boxed{T \approx 2.10 \unit{s}}",
            ),
            (r"$$E \approx \frac35 N k T$$", r"$$E \approx q V$$"),
            (
                r"$$F \approx m g (1 + \frac{x}{2 L})$$",
                r"$$F \approx m g$$",
            ),
        ] {
            assert!(is_right(answer, answer), "{answer}");
            assert!(!is_right(answer, solution), "{solution}");
        }
    }

    #[test]
    fn only_the_last_box_is_the_answer() {
        let wrong = [
            r"First $T = 2 m g$. With the right sign: $$\boxed{T = 3 m g}$$",
            r"$$\boxed{2 m g}$$ Wait. $$\boxed{3 m g}$$",
            "$$2 m g$$ and then $$3 m g$$",
            r"\boxed{2 m g} is too simple, so \boxed{\text{nothing}}",
        ];
        for solution in wrong {
            assert!(!is_right("$$2 m g$$", solution), "{solution}");
        }
        let right = [
            r"$$\boxed{3 m g}$$ Wait. $$\boxed{2 m g}$$",
            r"\boxed{2 m g}. Write it into \boxed{}. Check: $$T = 5 m g$$",
            "$$T = 3 m g$$ No: $$T = 2 m g$$",
            "It is $2 m g$, where $g$ is known.",
        ];
        for solution in right {
            assert!(is_right("$$2 m g$$", solution), "{solution}");
        }
        let report = row("$$2 m g$$", right[0], &Settings::default());
        assert_eq!(report.answers.unwrap().formulas, [2]);
        assert_eq!(
            report.notes,
            ["the answer is what the last box holds: formula 2"]
        );
    }

    #[test]
    fn the_last_box_is_compared_whatever_stands_before_it() {
        let steps: Vec<String> = (0..70)
            .map(|n| format!("$$x_{{{n}}} = {n} y$$\n\n"))
            .collect();
        let steps = steps.concat();
        let solution = format!("{steps}\\boxed{{m g h}}");
        let report = row("$$m g h$$", &solution, &Settings::default());
        assert!(report.final_correct);
        assert_eq!((report.formulas_found, report.formulas_scored), (71, 60));
    }

    #[test]
    fn a_problem_says_whether_only_boxes_answer() {
        let graded = |rule: &str| {
            let problem = json!({"id": "1", "context": "", "answer": rule, "grading_standard": [
                {"index": 1, "formula": "$$a = b$$", "dependency": []},
                {"index": 2, "formula": "$$v = 3 t$$", "dependency": [1], "is_final_answer": true}]});
            let problem = Problem::read(problem.to_string().as_bytes()).unwrap();
            let grader = Grader::new(&problem, &Settings::default()).unwrap();
            grader.grade(r"$$a = b$$ $$v = 3 t$$ $$\boxed{v = 4 t}$$")
        };
        let (any, boxed) = (graded("any"), graded("box"));
        assert!(any.final_correct && any.answers.is_none());
        assert!(!boxed.final_correct && boxed.matched == [1]);
    }

    #[test]
    fn a_number_behind_about_is_held_to_the_figures_that_it_shows() {
        let reference = r"$$R \approx 4.2 \times 10^4 \unit{km}$$";
        assert!(is_right(reference, r"\boxed{4.22 \times 10^7 \unit{m}}"));
        assert!(!is_right(reference, r"\boxed{4.32 \times 10^7 \unit{m}}"));
        let exact = r"$$R = 4.2 \times 10^4 \unit{km}$$";
        assert!(!is_right(exact, r"\boxed{4.22 \times 10^7 \unit{m}}"));
    }
}
