//! Measures how long grading a derivation takes.
//!
//! `cargo run --release -p formula --example grade_bench -- [TIMES]`, by default 101 times: 30
//! formulas against a graph of 24, among them integrals, derivatives and vectors. The formulas are
//! the graph's own and six that are near to them.

#![allow(clippy::unwrap_used, reason = "a benchmark fails by panicking")]
#![allow(clippy::print_stdout, reason = "figures are its output")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use formula::credit::{Grader, Settings};
use formula::problem::{Node, Problem};

const PROBLEM: &str = include_str!("../tests/cases/derivation.json");

const NEAR: [&str; 6] = [
    r"\rho = \epsilon_0 A e^{-b r} / r",
    r"A r e^{-b r} = r^2 f(r)",
    r"Q = 8 \pi \epsilon_0 A",
    r"\nabla \cdot \mathbf{E} = \frac{A (1 - b r) e^{-b r}}{r^2}",
    r"\int_0^\infty r e^{-b r} dr = \frac{1}{b^2}",
    r"E = \frac{Q}{4 \pi \epsilon_0 r^2}",
];

fn main() {
    let times: usize = std::env::args()
        .nth(1)
        .map_or(101, |text| text.parse().expect("TIMES is a number"));
    let problem = Problem::read(PROBLEM.as_bytes()).unwrap();
    let own = problem.nodes.iter().map(Node::latex);
    let formulas: Vec<&str> = own.chain(NEAR).collect();
    let solution = format!("$${}$$", formulas.join("$$\n\n$$"));
    let started = Instant::now();
    let grader = Grader::new(&problem, &Settings::default()).unwrap();
    println!("the problem is ready after {:?}", started.elapsed());
    let report = grader.grade(&solution);
    println!(
        "{} formulas against {} nodes, {} match",
        report.formulas_scored,
        problem.nodes.len(),
        report.formulas_matched
    );
    let mut took: Vec<Duration> = (0..times.max(1))
        .map(|_| {
            let started = Instant::now();
            black_box(grader.grade(black_box(&solution)));
            started.elapsed()
        })
        .collect();
    took.sort_unstable();
    println!(
        "graded {} times: median {:?}, fastest {:?}, slowest {:?}",
        took.len(),
        took[took.len() / 2],
        took[0],
        took[took.len() - 1]
    );
}
