//! Tests that a slip in one symbol is noticed, in formulas of all kinds.

use super::*;
use crate::notation;

/// Formulas in which every symbol matters.
const FORMULAS: &[&str] = &[
    r"v^2 = v_0^2 + 2 a s",
    r"F = -k x - \gamma v + F_0 \cos(\omega t)",
    r"E = \frac{1}{2} m v^2 + m g h - \frac{G M m}{r}",
    r"T = 2 \pi \sqrt{\frac{L}{g}} \left(1 + \frac{\theta^2}{16}\right)",
    r"I = I_0 e^{-\mu x} + I_1",
    r"U = U_0 (1 - e^{-500 t})",
    r"y = 0.05 \sin(800 t + \phi)",
    r"h f = W + 2.3 \unit{eV}",
    r"C = C_1 + 47 \unit{pF}",
    r"N = N(0) e^{-\lambda t}",
    r"\Delta U = U(b) - U(a)",
    r"E_n = E_n^{(0)} + \lambda E_n^{(1)} + \lambda^2 E_n^{(2)}",
    r"\Delta G = \Delta G^\circ + R T \ln Q",
    r"Y_1^0 = \sqrt{\frac{3}{4 \pi}} \cos\theta",
    r"j = \frac{1}{r^2} \frac{d}{dr}\left(r^2 E\right)",
    r"c = k T \frac{\partial^2}{\partial T^2}(T \ln Z)",
    r"P = \operatorname{Im}(S) + 3 Q",
    r"\rho = \psi^* \psi + |\chi|^2",
    r"|s\rangle = \frac{1}{\sqrt{2}}(|+\rangle|-\rangle - |-\rangle|+\rangle)",
    r"N = \int_{|x| > a} f(x) dx",
    r"F = \mu \nabla B|_{z = z_0}",
    r"\mathbf{v} = \omega \times \mathbf{r} + \mathbf{u}",
    r"\frac{d^2 x}{dt^2} + 2 \beta \frac{dx}{dt} + \omega_0^2 x = f \cos(\omega t)",
    r"\lambda = \frac{h}{\sqrt{2 m (E - V)}}",
    r"p = \frac{n R T}{V - n b} - \frac{a n^2}{V^2}",
    r"L = \frac{1}{2} m (\dot{x}^2 + \dot{y}^2) - \frac{1}{2} k (x - y)^2",
    r"Q = m c (T_2 - T_1) + m L",
    r"S = k \ln\left(1 + e^{-\epsilon/(k T)}\right)",
    r"\frac{1}{f} = (n - 1)\left(\frac{1}{R_1} - \frac{1}{R_2}\right)",
    r"x = \frac{-b + \sqrt{b^2 - 4 a c}}{2 a}",
    r"B = \frac{\mu_0 I R^2}{2 (R^2 + z^2)^{3/2}}",
    r"a < b + 2 c",
    r"y = \int_0^a x^2 e^{-b x} dx",
    r"V = 10^{-9} R^2 I + 5",
    r"z = \tanh(700 x) + y",
    r"[\hat{x}, \hat{p}] = i \hbar + \hat{A}\hat{B} - \hat{B}\hat{A}",
    r"m \frac{dv}{dt} = m g - 6 \pi \eta R v",
    r"\sigma = \sum_{i=1}^{4} q_i x_i^2",
];

/// A command that is easily written by mistake.
fn slip_of_command(name: &str) -> Option<&'static str> {
    Some(match name {
        "sin" => r"\cos",
        "cos" => r"\sin",
        "omega" | "lambda" | "mu" | "theta" | "phi" | "gamma" | "psi" | "chi" | "rho" => r"\kappa",
        _ => return None,
    })
}

/// A sign that is easily written by mistake. A `d` may be a differential and stays.
fn slip_of_sign(sign: char) -> Option<String> {
    Some(match sign {
        '9' => "2".to_owned(),
        '0'..='8' => (sign.to_digit(10)? + 1).to_string(),
        '+' => "-".to_owned(),
        '-' => "+".to_owned(),
        '<' => ">".to_owned(),
        'd' => return None,
        letter if letter.is_ascii_alphabetic() => "w".to_owned(),
        _ => return None,
    })
}

/// The formula with each of its symbols changed, one at a time.
fn slips(formula: &str) -> Vec<String> {
    let mut slips = Vec::new();
    let mut at = 0;
    while let Some(sign) = formula[at..].chars().next() {
        let mut end = at + sign.len_utf8();
        let slip = if sign == '\\' {
            let rest = &formula[end..];
            let length = rest.find(|letter: char| !letter.is_ascii_alphabetic());
            let name = &rest[..length.unwrap_or(rest.len())];
            end += name.len().max(1);
            if matches!(name, "unit" | "operatorname") {
                end += formula[end..].find('}').unwrap_or(0);
            }
            slip_of_command(name).map(str::to_owned)
        } else {
            slip_of_sign(sign)
        };
        if let Some(slip) = slip {
            slips.push(format!("{}{slip}{}", &formula[..at], &formula[end..]));
        }
        at = end;
    }
    slips
}

#[test]
fn slips_of_one_symbol_are_seen() {
    let context = Context::default();
    let mut compared = 0;
    for right in FORMULAS {
        let reference = notation::read(right).unwrap_or_else(|error| panic!("{right}: {error}"));
        assert!(compare(&reference, &reference, &context).equivalent);
        for slip in slips(right) {
            let Ok(wrong) = notation::read(&slip) else {
                continue;
            };
            let there = compare(&reference, &wrong, &context);
            let back = compare(&wrong, &reference, &context);
            assert!(
                !there.equivalent && !back.equivalent,
                "{right} {slip} {there:?}"
            );
            compared += 1;
        }
    }
    assert!(compared > 340, "{compared}");
}
