//! Names: symbols with accents, primes and subscripts, and units.

/// A mark over a symbol. Arrows and bold type set the vector flag of [`Symbol`]. Dots are derivatives, but after `d`
/// or `\partial` they are part of a symbol: `\frac{\partial L}{\partial \dot q}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Accent {
    /// `\hat`, `\widehat`
    Hat,
    /// `\bar`, `\overline`
    Bar,
    /// `\tilde`, `\widetilde`
    Tilde,
    /// `\check`
    Check,
    /// `\breve`
    Breve,
    /// `\acute`
    Acute,
    /// `\grave`
    Grave,
    /// `\mathring`
    Ring,
    /// `\underline`
    Underline,
    /// `\dot`
    Dot,
    /// `\ddot`
    DoubleDot,
}

impl Accent {
    /// The command, with its backslash.
    pub fn command(self) -> &'static str {
        match self {
            Self::Hat => r"\hat",
            Self::Bar => r"\bar",
            Self::Tilde => r"\tilde",
            Self::Check => r"\check",
            Self::Breve => r"\breve",
            Self::Acute => r"\acute",
            Self::Grave => r"\grave",
            Self::Ring => r"\mathring",
            Self::Underline => r"\underline",
            Self::Dot => r"\dot",
            Self::DoubleDot => r"\ddot",
        }
    }
}

/// A symbol with one canonical name for all its spellings: `\omega_{0}` and `\omega_0`, `v'_1` and `v_1'`, `\epsilon`
/// and `\varepsilon`, `\theta_{max}` and `\theta_{\max}`, `\vec a` and `\mathbf a` are each one symbol.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symbol {
    /// A letter, a name (`ans`), a command (`\alpha`) or a letter in a font (`\mathcal{L}`).
    pub base: String,
    /// Marks over it, innermost first.
    pub accents: Vec<Accent>,
    /// Whether it is written as a vector: `\vec`, `\mathbf`, `\boldsymbol`, or a hat over a small
    /// letter.
    pub vector: bool,
    /// Number of primes.
    pub primes: u8,
    /// A superscript that is not a power: `*`, `\dagger`, `+`, or text.
    pub label: Option<String>,
    /// The subscript, without braces around it and without spaces: `0`, `AB`, `max`, `1,x`.
    pub subscript: Option<String>,
}

impl Symbol {
    /// A symbol without marks.
    pub fn new(base: impl Into<String>) -> Self {
        Self {
            base: base.into(),
            accents: Vec::new(),
            vector: false,
            primes: 0,
            label: None,
            subscript: None,
        }
    }

    /// The symbol as a vector.
    #[must_use]
    pub fn as_vector(mut self) -> Self {
        self.vector = true;
        self
    }

    /// Replaces one letter by another, in the name and its scripts.
    pub(crate) fn replace(&mut self, letter: &str, with: &str) {
        let scripts = [&mut self.label, &mut self.subscript];
        let parts = scripts.into_iter().flatten().chain([&mut self.base]);
        for part in parts.filter(|part| part.contains(letter)) {
            *part = part.replace(letter, with);
        }
    }

    /// Whether it is a bare letter or name: no accents, primes, label, subscript or arrow.
    pub fn is_plain(&self) -> bool {
        self.accents.is_empty()
            && !self.vector
            && self.primes == 0
            && self.label.is_none()
            && self.subscript.is_none()
    }

    /// Whether it is the bare symbol `name`, such as `e` or `\pi`.
    pub fn is(&self, name: &str) -> bool {
        self.base == name && self.is_plain()
    }
}

impl std::fmt::Display for Symbol {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.name())
    }
}

/// A unit as written: a product of named units with whole exponents.
///
/// Names keep their prefix (`km`, `µF`): the reader has no table of units. `\mu` is `µ`, `\Omega` is `Ω`, `^\circ` is
/// `°`, `^\circ C` is `°C` and `\%` is `%`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Unit {
    /// The factors in order; none for `\unit{1}`.
    pub factors: Vec<UnitFactor>,
}

/// One named unit with its exponent.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct UnitFactor {
    /// The unit with its prefix: `km`, `µF`, `°C`.
    pub name: String,
    /// Its exponent, not zero.
    pub exponent: i32,
}

impl Unit {
    /// One unit to the first power.
    pub fn named(name: impl Into<String>) -> Self {
        Self {
            factors: vec![UnitFactor {
                name: name.into(),
                exponent: 1,
            }],
        }
    }

    /// The degree of arc, `^\circ`.
    pub fn degree() -> Self {
        Self::named("°")
    }

    /// The hundredth part, `\%`.
    pub fn percent() -> Self {
        Self::named("%")
    }
}

/// The Greek letters that number the components of tensors.
pub(crate) const INDEX_LETTERS: [&str; 9] = [
    r"\mu", r"\nu", r"\rho", r"\sigma", r"\lambda", r"\alpha", r"\beta", r"\gamma", r"\kappa",
];

/// The commands and characters of a subscript or label.
pub(crate) fn script_words(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let is_command = first == '\\';
        let end = rest[first.len_utf8()..]
            .find(|letter: char| !is_command || !letter.is_ascii_alphabetic())
            .map_or(rest.len(), |end| end + first.len_utf8());
        let (word, after) = rest.split_at(end);
        rest = after;
        Some(word)
    })
}
