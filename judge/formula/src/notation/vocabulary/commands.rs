//! The table of commands.

use super::{Command, Delimiter, InNames, Macro, Operator, Role};
use crate::tree::{Accent, Function, IntegralKind, Relation, SeriesKind};

const fn row(name: &'static str, role: Role) -> Command {
    Command {
        name,
        role,
        shown: "",
        typed: "",
        canonical: name,
        in_names: InNames::No,
        is_upright: false,
        notes: 0,
    }
}

/// A letter, shown by a character.
const fn letter(name: &'static str, shown: &'static str) -> Command {
    row(name, Role::Letter).in_names().shown(shown)
}

/// A sign that occurs in names, with the character that shows it.
const fn mark(name: &'static str, shown: &'static str) -> Command {
    row(name, Role::Mark).in_names().shown(shown)
}

const fn function(name: &'static str, function: Function) -> Command {
    row(name, Role::Function(function))
}

const fn relation(name: &'static str, relation: Relation) -> Command {
    row(name, Role::Relation(relation))
}

const fn consequence(name: &'static str) -> Command {
    row(name, Role::Consequence)
}

const fn layout(name: &'static str) -> Command {
    row(name, Role::Layout)
}

const fn vector(name: &'static str) -> Command {
    row(name, Role::Vector)
}

const fn bold(name: &'static str) -> Command {
    row(name, Role::Bold)
}

const fn accent(name: &'static str, accent: Accent) -> Command {
    row(name, Role::Accent(accent))
}

impl Command {
    const fn shown(mut self, character: &'static str) -> Self {
        self.shown = character;
        self
    }

    const fn typed(mut self, characters: &'static str) -> Self {
        self.typed = characters;
        self
    }

    /// With this many groups after it that are ignored.
    const fn with_notes(mut self, notes: u8) -> Self {
        self.notes = notes;
        self
    }

    /// Another spelling of a command.
    const fn like(mut self, canonical: &'static str) -> Self {
        self.canonical = canonical;
        self
    }

    const fn in_names(mut self) -> Self {
        self.in_names = InNames::Command;
        self
    }

    const fn upright(mut self) -> Self {
        self.is_upright = true;
        self
    }

    const fn as_word(mut self) -> Self {
        self.in_names = InNames::Word;
        self
    }
}

/// All commands.
#[rustfmt::skip]
pub(super) static COMMANDS: &[Command] = &[
    // Letters.
    letter("alpha", "α"), letter("beta", "β"), letter("gamma", "γ"), letter("delta", "δ"),
    letter("epsilon", "ε").typed("ϵ"), letter("varepsilon", "").like("epsilon"),
    letter("zeta", "ζ"), letter("eta", "η"), letter("theta", "θ"), letter("vartheta", "ϑ"),
    letter("iota", "ι"), letter("kappa", "κ"), letter("varkappa", "ϰ"), letter("lambda", "λ"),
    letter("mu", "μ").typed("µ"), letter("upmu", "").like("mu"), letter("textmu", "").like("mu"), letter("nu", "ν"), letter("xi", "ξ"), letter("omicron", "ο"),
    letter("pi", "π"), letter("varpi", "ϖ"), letter("rho", "ρ"), letter("varrho", "ϱ"),
    letter("sigma", "σ"), letter("varsigma", "ς"), letter("tau", "τ"), letter("upsilon", "υ"),
    letter("phi", "ϕ"), letter("varphi", "φ"), letter("chi", "χ"), letter("psi", "ψ"),
    letter("omega", "ω"),
    letter("upalpha", "").like("alpha"), letter("upbeta", "").like("beta"), letter("upgamma", "").like("gamma"),
    letter("updelta", "").like("delta"), letter("upepsilon", "").like("epsilon"), letter("upvarepsilon", "").like("epsilon"),
    letter("upeta", "").like("eta"), letter("uptheta", "").like("theta"), letter("upkappa", "").like("kappa"),
    letter("uplambda", "").like("lambda"), letter("upnu", "").like("nu"), letter("uppi", "").like("pi"),
    letter("uprho", "").like("rho"), letter("upsigma", "").like("sigma"), letter("uptau", "").like("tau"),
    letter("upphi", "").like("phi"), letter("upvarphi", "").like("varphi"), letter("upchi", "").like("chi"),
    letter("uppsi", "").like("psi"), letter("upomega", "").like("omega"), letter("Upomega", "").like("Omega"), letter("upGamma", "").like("Gamma"),
    letter("upDelta", "").like("Delta"), letter("Updelta", "").like("Delta"), letter("upTheta", "").like("Theta"),
    letter("upLambda", "").like("Lambda"), letter("upPi", "").like("Pi"), letter("upSigma", "").like("Sigma"),
    letter("upPhi", "").like("Phi"), letter("upPsi", "").like("Psi"), letter("upOmega", "").like("Omega"),
    letter("Gamma", "Γ"), letter("Delta", "Δ").typed("∆"), letter("Theta", "Θ"),
    letter("Lambda", "Λ"), letter("Xi", "Ξ"), letter("Pi", "Π"), letter("Sigma", "Σ"),
    letter("Upsilon", "Υ"), letter("Phi", "Φ"), letter("Psi", "Ψ"), letter("Omega", "Ω").typed("\u{2126}"),
    letter("varGamma", "").like("Gamma"), letter("varDelta", "").like("Delta"),
    letter("varTheta", "").like("Theta"), letter("varLambda", "").like("Lambda"),
    letter("varXi", "").like("Xi"), letter("varPi", "").like("Pi"),
    letter("varSigma", "").like("Sigma"), letter("varUpsilon", "").like("Upsilon"),
    letter("varPhi", "").like("Phi"), letter("varPsi", "").like("Psi"),
    letter("varOmega", "").like("Omega"),
    letter("digamma", "ϝ"), letter("hbar", "ℏ").typed("ħ"), letter("hslash", "").like("hbar"),
    letter("ell", "ℓ"), letter("aleph", "ℵ"),
    letter("wp", "℘"), letter("eth", "ð"),
    letter("Box", "□"), letter("square", "").like("Box"),
    letter("emptyset", "∅"), letter("varnothing", "").like("emptyset"),
    letter("ldots", "…").typed("⋯"), letter("cdots", "").like("ldots"),
    letter("dots", "").like("ldots"), letter("dotsc", "").like("ldots"),
    letter("dotsb", "").like("ldots"), letter("dotsm", "").like("ldots"),
    letter("dotsi", "").like("ldots"), letter("vdots", "").like("ldots").typed("⋮"),
    letter("ddots", "").like("ldots"),

    // Signs that stand in names.
    mark("odot", "⊙"), mark("ominus", "⊖"),
    mark("perp", "⊥"), mark("bot", "").like("perp"), mark("parallel", "∥"), mark("star", "⋆"), mark("dagger", "†"),
    mark("ddagger", "‡"), mark("gets", "←"), mark("leftrightarrow", "↔"), mark("uparrow", "↑"),
    mark("downarrow", "↓"), mark("triangle", "△"), mark("bigtriangleup", "").like("triangle"),
    mark("vartriangle", "").like("triangle"), mark("prime", "′"), mark("top", ""),
    row("inf", Role::Mark).as_word(), row("sup", Role::Mark).as_word(),
    row("circ", Role::Ring).in_names().shown("∘"), row("degree", Role::Degree).typed("°º"), row("textdegree", Role::Degree).like("degree"),
    row("%", Role::Percent), row("infty", Role::Infinity).in_names().shown("∞"),
    row("grad", Role::Says("grad")), row("gradient", Role::Says("grad")),
    row("curl", Role::Says("curl")), row("rot", Role::Says("curl")), row("divergence", Role::Says("div")),
    row("laplacian", Role::Says("laplacian")), row("Pr", Role::Says("Pr")),
    row("&", Role::Says("and")), row("exists", Role::Says("there is")).typed("∃"),
    row("dim", Role::Says("dim")), row("ker", Role::Says("ker")),
    row("rank", Role::Says("rank")), row("Res", Role::Says("Res")), row("gcd", Role::Says("gcd")),
    row("qif", Role::Says("if")), row("qand", Role::Says("and")), row("qor", Role::Says("or")), row("qthen", Role::Says("then")),
    row("nabla", Role::Nabla).in_names().shown("∇"), row("partial", Role::Partial).in_names().shown("∂"),
    row("dd", Role::Differential), row("differential", Role::Differential), row("d", Role::Differential),
    row("dif", Role::Differential), row("ud", Role::Differential), row("rmd", Role::Differential), row("differentialD", Role::Differential).typed("ⅆ"),

    // Functions.
    function("sin", Function::Sin).as_word(), function("sen", Function::Sin), function("cos", Function::Cos).as_word(),
    function("tan", Function::Tan).as_word(), function("tg", Function::Tan),
    function("cot", Function::Cot), function("ctg", Function::Cot),
    function("cotg", Function::Cot), function("sec", Function::Sec),
    function("csc", Function::Csc), function("cosec", Function::Csc),
    function("arcsin", Function::Arcsin), function("asin", Function::Arcsin),
    function("arccos", Function::Arccos), function("acos", Function::Arccos),
    function("arctan", Function::Arctan), function("atan", Function::Arctan),
    function("arctg", Function::Arctan), function("arccot", Function::Arccot).upright(),
    function("acot", Function::Arccot), function("arcctg", Function::Arccot),
    function("arcsec", Function::Arcsec).upright(), function("asec", Function::Arcsec),
    function("arccsc", Function::Arccsc).upright(), function("acsc", Function::Arccsc),
    function("sinh", Function::Sinh), function("sh", Function::Sinh),
    function("cosh", Function::Cosh), function("ch", Function::Cosh),
    function("tanh", Function::Tanh), function("th", Function::Tanh),
    function("coth", Function::Coth), function("cth", Function::Coth),
    function("sech", Function::Sech).upright(), function("csch", Function::Csch).upright(),
    function("arsinh", Function::Arsinh).upright(), function("arcsinh", Function::Arsinh),
    function("asinh", Function::Arsinh), function("arcosh", Function::Arcosh).upright(),
    function("arccosh", Function::Arcosh), function("acosh", Function::Arcosh),
    function("artanh", Function::Artanh).upright(), function("arctanh", Function::Artanh),
    function("atanh", Function::Artanh), function("arcoth", Function::Arcoth).upright(),
    function("arccoth", Function::Arcoth), function("acoth", Function::Arcoth),
    function("exp", Function::Exp).as_word(), function("ln", Function::Ln).as_word(),
    function("log", Function::Log).as_word(), function("lg", Function::Log),
    function("min", Function::Min).as_word(), function("max", Function::Max).as_word(),
    function("sgn", Function::Sgn).upright(), function("sign", Function::Sgn),
    function("Re", Function::Re), function("Im", Function::Im),
    function("arg", Function::Arg).as_word(), function("det", Function::Det).as_word(),
    function("Tr", Function::Trace).upright(), function("tr", Function::Trace), function("trace", Function::Trace),
    function("erf", Function::Erf).upright(),
    row("lim", Role::Limit).as_word(),

    // Relations.
    relation("equiv", Relation::Identical).typed("≡"),
    relation("coloneqq", Relation::Identical).typed("≔"),
    relation("coloneq", Relation::Identical), relation("colonequals", Relation::Identical),
    relation("defeq", Relation::Identical), relation("eqdef", Relation::Identical),
    relation("eqqcolon", Relation::Identical),
    relation("triangleq", Relation::Identical).typed("≜"),
    relation("doteq", Relation::Identical).typed("≐"),
    relation("approx", Relation::Approximately).typed("≈"),
    relation("simeq", Relation::Approximately).typed("≃"),
    relation("cong", Relation::Approximately).typed("≅"),
    relation("approxeq", Relation::Approximately).typed("≊"),
    relation("sim", Relation::Similar).typed("∼"), relation("asymp", Relation::Similar).typed("≍"),
    relation("propto", Relation::Proportional).typed("∝"), relation("varpropto", Relation::Proportional),
    relation("neq", Relation::NotEqual).in_names().shown("≠"), relation("ne", Relation::NotEqual),
    relation("lt", Relation::Less), relation("gt", Relation::Greater),
    relation("leq", Relation::LessOrEqual).in_names().shown("≤").typed("⩽≦"),
    relation("le", Relation::LessOrEqual), relation("leqslant", Relation::LessOrEqual),
    relation("leqq", Relation::LessOrEqual),
    relation("lesssim", Relation::LessOrEqual).typed("≲"),
    relation("lessapprox", Relation::LessOrEqual),
    relation("geq", Relation::GreaterOrEqual).in_names().shown("≥").typed("⩾≧"),
    relation("ge", Relation::GreaterOrEqual), relation("geqslant", Relation::GreaterOrEqual),
    relation("geqq", Relation::GreaterOrEqual),
    relation("gtrsim", Relation::GreaterOrEqual).typed("≳"),
    relation("gtrapprox", Relation::GreaterOrEqual),
    relation("nless", Relation::GreaterOrEqual), relation("nleq", Relation::Greater), relation("nleqslant", Relation::Greater),
    relation("ngtr", Relation::LessOrEqual), relation("ngeq", Relation::Less), relation("ngeqslant", Relation::Less),
    relation("ll", Relation::MuchLess).typed("≪"), relation("gg", Relation::MuchGreater).typed("≫"),
    relation("lll", Relation::MuchLess).typed("⋘"), relation("ggg", Relation::MuchGreater).typed("⋙"),
    relation("to", Relation::Tends).in_names().shown("→"),
    relation("rightarrow", Relation::Tends).in_names().like("to"),
    relation("longrightarrow", Relation::Tends).typed("⟶"),
    relation("mapsto", Relation::Tends).typed("↦"), relation("longmapsto", Relation::Tends),
    relation("in", Relation::In).typed("∈"), relation("given", Relation::Given).shown("|"),
    row("not", Role::Not),

    // Between formulas.
    consequence("Rightarrow").typed("⇒"), consequence("implies").typed("⟹"),
    consequence("Longrightarrow"), consequence("Leftrightarrow").typed("⇔"),
    consequence("iff").typed("⟺"), consequence("Longleftrightarrow"), consequence("Leftarrow"), consequence("leftarrow").in_names().like("gets"), consequence("longleftarrow").typed("⟵"),
    consequence("longleftrightarrow"),
    consequence("therefore").typed("∴"), consequence("because").typed("∵"),
    consequence("Longleftarrow"), consequence("impliedby"), consequence("leadsto").typed("⇝➔➜➡⟼"),
    consequence("rightsquigarrow"), consequence("Rrightarrow"), consequence("models"), consequence("xrightarrow").with_notes(1),
    consequence("xRightarrow").with_notes(1), consequence("xlongrightarrow").with_notes(1),
    consequence("xLeftrightarrow").with_notes(1), consequence("xleftrightarrow").with_notes(1),
    consequence("xleftarrow").with_notes(1),
    consequence("hookrightarrow"), consequence("curvearrowright").typed("↷"),
    consequence("vdash").typed("⊢"),
    consequence("land"), consequence("lor"), consequence("wedge").typed("∧"),
    consequence("vee").typed("∨"),

    // Operators.
    row("cdot", Role::Operator(Operator::Dot)).in_names().shown("⋅").typed("·∙"),
    row("ast", Role::Operator(Operator::Dot)).in_names().shown("∗"),
    row("bullet", Role::Operator(Operator::Dot)).in_names().shown("∙").typed("•"),
    row("times", Role::Operator(Operator::Times)).in_names().shown("×"),
    row("cross", Role::Operator(Operator::Times)), row("cp", Role::Operator(Operator::Times)),
    row("crossproduct", Role::Operator(Operator::Times)),
    row("vdot", Role::Operator(Operator::Dot)), row("dotproduct", Role::Operator(Operator::Dot)),
    row("otimes", Role::Operator(Operator::Joins(Function::Tensor))).in_names().shown("⊗"),
    row("oplus", Role::Operator(Operator::Joins(Function::DirectSum))).in_names().shown("⊕"),
    row("cap", Role::Operator(Operator::Joins(Function::Intersection))).shown("∩"),
    row("cup", Role::Operator(Operator::Joins(Function::Union))).shown("∪"),
    row("setminus", Role::Operator(Operator::Joins(Function::Difference))).shown("∖"),
    row("smallsetminus", Role::Operator(Operator::Joins(Function::Difference))).like("setminus"),
    row("div", Role::Operator(Operator::Over)).typed("÷"),
    row("pm", Role::Operator(Operator::PlusMinus)).in_names().shown("±"),
    row("mp", Role::Operator(Operator::MinusPlus)).in_names().shown("∓"),
    row("xlongequal", Role::Character('=')).with_notes(1),
    row("colon", Role::Character(':')), row("_", Role::Character('_')),
    row("*", Role::Character('*')), row("^", Role::Character('^')),
    row("cdotp", Role::Operator(Operator::Dot)).like("cdot"),
    row("centerdot", Role::Operator(Operator::Dot)).like("cdot"),

    // Integrals, sums, fractions, roots.
    row("int", Role::Integral(IntegralKind::Single)).typed("∫"), row("intop", Role::Integral(IntegralKind::Single)),
    row("iint", Role::Integral(IntegralKind::Double)).typed("∬"),
    row("iiint", Role::Integral(IntegralKind::Triple)).typed("∭"),
    row("oint", Role::Integral(IntegralKind::Closed)).typed("∮"), row("ointop", Role::Integral(IntegralKind::Closed)),
    row("varoint", Role::Integral(IntegralKind::Closed)), row("ointctrclockwise", Role::Integral(IntegralKind::Closed)).typed("∳"),
    row("ointclockwise", Role::Integral(IntegralKind::Closed)).typed("∲"),
    row("oiint", Role::Integral(IntegralKind::ClosedSurface)).typed("∯"),
    row("varoiint", Role::Integral(IntegralKind::ClosedSurface)),
    row("sum", Role::Series(SeriesKind::Sum)).typed("∑"),
    row("prod", Role::Series(SeriesKind::Product)).typed("∏"),
    row("frac", Role::Fraction), row("dfrac", Role::Fraction), row("tfrac", Role::Fraction),
    row("cfrac", Role::Fraction),
    row("flatfrac", Role::Fraction), row("nicefrac", Role::Fraction), row("sfrac", Role::Fraction),
    row("binom", Role::Binomial), row("dbinom", Role::Binomial), row("tbinom", Role::Binomial),
    row("sqrt", Role::Root).typed("√"), row("surd", Role::Root).like("sqrt"),

    row("mqty", Role::Table("matrix")), row("matrixquantity", Role::Table("matrix")),
    row("pmqty", Role::Table("pmatrix")), row("bmqty", Role::Table("bmatrix")),
    row("vmqty", Role::Table("vmatrix")), row("smqty", Role::Table("matrix")),
    row("mdet", Role::Table("vmatrix")), row("matrixdeterminant", Role::Table("vmatrix")),
    row("matrix", Role::Table("matrix")), row("pmatrix", Role::Table("pmatrix")),
    row("cases", Role::Table("cases")),

    // What makes another symbol of a symbol.
    vector("vec"), bold("mathbf"), bold("boldsymbol"), bold("bm"), bold("pmb"),
    vector("overrightarrow"), vector("overrightharpoon"), vector("underrightarrow"),
    vector("vv"), bold("mathbfit"), bold("symbf"), bold("bold"), bold("vb"),
    vector("va"), bold("vectorbold"), vector("vectorarrow"), accent("vectorunit", Accent::Hat),
    accent("hat", Accent::Hat), accent("widehat", Accent::Hat), accent("vu", Accent::Hat),
    accent("bar", Accent::Bar), accent("overline", Accent::Bar),
    accent("tilde", Accent::Tilde), accent("widetilde", Accent::Tilde),
    accent("check", Accent::Check), accent("widecheck", Accent::Check),
    accent("breve", Accent::Breve), accent("acute", Accent::Acute),
    accent("grave", Accent::Grave), accent("mathring", Accent::Ring),
    accent("underline", Accent::Underline), accent("uline", Accent::Underline).like("underline"),
    accent("uwave", Accent::Underline).like("underline"),
    accent("uuline", Accent::Underline).like("underline"),
    row("dot", Role::Dots(1)), row("ddot", Role::Dots(2)), row("dddot", Role::Dots(3)), row("ddddot", Role::Dots(4)),
    row("mathcal", Role::Font), row("cal", Role::Font).like("mathcal"),
    row("mathbb", Role::Font), row("mathds", Role::Font).like("mathbb"), row("mathbbm", Role::Font).like("mathbb"), row("slashed", Role::Font), row("mathscr", Role::Font), row("mathfrak", Role::Font),
    row("mathsf", Role::Font), row("mathtt", Role::Font),
    row("mathrm", Role::Roman), row("operatorname", Role::Roman), row("mathit", Role::Roman),
    row("mathnormal", Role::Roman), row("textup", Role::Roman), row("symup", Role::Roman),
    row("mathup", Role::Roman),
    row("ket", Role::State(1)), row("bra", Role::State(1)), row("braket", Role::State(3)),
    row("Ket", Role::State(1)).like("ket"), row("Bra", Role::State(1)).like("bra"),
    row("Braket", Role::State(3)).like("braket"), row("ip", Role::State(3)).like("braket"),
    row("innerproduct", Role::State(3)).like("braket"),
    row("mel", Role::State(3)).like("braket"), row("matrixel", Role::State(3)).like("braket"),
    row("prescript", Role::Prescript), row("ce", Role::Chemistry), row("tensor", Role::Macro(Macro::Indices)),
    row("indices", Role::Macro(Macro::Indices)),

    // Numbers with units.
    row("qty", Role::Quantity), row("SI", Role::Quantity),
    row("num", Role::Number), row("ang", Role::Angle),

    // What stands for something else.
    row("substack", Role::Macro(Macro::Stacked)),
    row("underbrace", Role::Macro(Macro::Underbrace)),
    row("overbrace", Role::Macro(Macro::Overbrace)),
    row("underbracket", Role::Macro(Macro::Underbrace)),
    row("overbracket", Role::Macro(Macro::Overbrace)),
    row("overset", Role::Macro(Macro::Noted)), row("underset", Role::Macro(Macro::Noted)),
    row("stackrel", Role::Macro(Macro::Noted)),
    row("over", Role::Macro(Macro::Over)), row("choose", Role::Macro(Macro::Choose)),
    row("dv", Role::Macro(Macro::Derivative)), row("odv", Role::Macro(Macro::Derivative)),
    row("derivative", Role::Macro(Macro::Derivative)), row("diff", Role::Macro(Macro::Derivative)),
    row("pdv", Role::Macro(Macro::Partial)), row("diffp", Role::Macro(Macro::Partial)),
    row("partialderivative", Role::Macro(Macro::Partial)),
    row("abs", Role::Macro(Macro::Fenced(Delimiter::Bar))),
    row("absolutevalue", Role::Macro(Macro::Fenced(Delimiter::Bar))), row("vqty", Role::Macro(Macro::Fenced(Delimiter::Bar))),
    row("pqty", Role::Macro(Macro::Fenced(Delimiter::Round))), row("bqty", Role::Macro(Macro::Fenced(Delimiter::Square))),
    row("Bqty", Role::Macro(Macro::Fenced(Delimiter::Curly))),
    row("norm", Role::Macro(Macro::Fenced(Delimiter::DoubleBar))),
    row("expval", Role::Macro(Macro::Mean)), row("ev", Role::Macro(Macro::Mean)),
    row("expectationvalue", Role::Macro(Macro::Mean)),
    row("ketbra", Role::Macro(Macro::Dyad)), row("dyad", Role::Macro(Macro::Dyad)),
    row("outerproduct", Role::Macro(Macro::Dyad)), row("op", Role::Macro(Macro::Dyad)),
    row("eval", Role::Macro(Macro::Placed)), row("evaluated", Role::Macro(Macro::Placed)),
    row("comm", Role::Macro(Macro::Paired(Delimiter::Square))),
    row("commutator", Role::Macro(Macro::Paired(Delimiter::Square))),
    row("acomm", Role::Macro(Macro::Paired(Delimiter::Curly))),
    row("anticommutator", Role::Macro(Macro::Paired(Delimiter::Curly))),
    row("pb", Role::Macro(Macro::Paired(Delimiter::Curly))),
    row("poissonbracket", Role::Macro(Macro::Paired(Delimiter::Curly))),
    row("rm", Role::Macro(Macro::Upright)),
    row("boxed", Role::Frame), row("fbox", Role::Frame), row("framebox", Role::Frame),
    row("Aboxed", Role::Frame), row("bbox", Role::Frame), row("ovalbox", Role::Frame),
    row("shadowbox", Role::Frame), row("highlight", Role::Frame), row("hl", Role::Frame),
    row("bf", Role::Macro(Macro::Emboldened)), row("bfseries", Role::Macro(Macro::Emboldened)),

    // Raw text.
    row("text", Role::Text), row("textrm", Role::Text), row("textnormal", Role::Text),
    row("textit", Role::Text), row("textbf", Role::Text), row("mbox", Role::Text),
    row("hbox", Role::Text), row("textsf", Role::Text), row("texttt", Role::Text),
    row("textsc", Role::Text), row("pu", Role::Text), row("textmd", Role::Text), row("emph", Role::Text), row("qq", Role::Text),
    row("unit", Role::Unit), row("si", Role::Unit),

    // Brackets.
    row("lvert", Role::Open(Delimiter::Bar)), row("rvert", Role::Close(Delimiter::Bar)),
    row("lVert", Role::Open(Delimiter::DoubleBar)), row("rVert", Role::Close(Delimiter::DoubleBar)),
    row("vert", Role::Bar), row("mid", Role::Bar).typed("∣"),
    row("|", Role::DoubleBar), row("Vert", Role::DoubleBar).typed("‖"),
    row("langle", Role::Open(Delimiter::Angle)).typed("⟨〈"),
    row("rangle", Role::Close(Delimiter::Angle)).typed("⟩〉"),
    row("lfloor", Role::Open(Delimiter::Floor)).typed("⌊"),
    row("rfloor", Role::Close(Delimiter::Floor)).typed("⌋"),
    row("lceil", Role::Open(Delimiter::Ceiling)).typed("⌈"),
    row("rceil", Role::Close(Delimiter::Ceiling)).typed("⌉"),
    row("{", Role::Open(Delimiter::Curly)), row("}", Role::Close(Delimiter::Curly)),
    row("lbrace", Role::Open(Delimiter::Curly)), row("rbrace", Role::Close(Delimiter::Curly)),
    row("lbrack", Role::Open(Delimiter::Square)), row("rbrack", Role::Close(Delimiter::Square)),
    row("left", Role::Size(Some(true))), row("bigl", Role::Size(Some(true))),
    row("Bigl", Role::Size(Some(true))), row("biggl", Role::Size(Some(true))),
    row("Biggl", Role::Size(Some(true))),
    row("right", Role::Size(Some(false))), row("bigr", Role::Size(Some(false))),
    row("Bigr", Role::Size(Some(false))), row("biggr", Role::Size(Some(false))),
    row("Biggr", Role::Size(Some(false))),
    row("big", Role::Size(None)), row("Big", Role::Size(None)), row("bigg", Role::Size(None)),
    row("Bigg", Role::Size(None)), row("bigm", Role::Size(None)), row("Bigm", Role::Size(None)),

    // Lines and layout.
    row("\\", Role::Break), row("newline", Role::Break), row("cr", Role::Break),
    row("quad", Role::Quad), row("qquad", Role::Quad), row("eqno", Role::Quad),
    row("hfill", Role::Quad), row("dotfill", Role::Quad), row("hrulefill", Role::Quad),
    row("leqno", Role::Quad), row("enspace", Role::Quad), row("qcomma", Role::Quad), row("forall", Role::Says("for all")).typed("∀"),
    row("begin", Role::Begin), row("end", Role::End),
    layout(","), layout(";"), layout(":"), layout("!"), layout(">"), layout(" "), layout("/"),
    layout("\n"), layout("\r"), layout("\t"), layout("thinspace"), layout("medspace"), layout("space"),
    layout("nobreakspace"),
    layout("thickspace"), layout("negthinspace"), layout("displaystyle"),
    layout("textstyle"), layout("scriptstyle"), layout("limits"), layout("nolimits"),
    layout("nonumber"), layout("notag"), layout("numberthis"), layout("qedhere"), layout("strut"), layout("mathstrut"),
    layout("allowbreak"), layout("nobreak"), layout("noindent"), layout("middle"),
    layout("centering"), layout("cancel"), layout("bcancel"), layout("xcancel"),
    row("mathop", Role::Macro(Macro::Classed)), row("mathrel", Role::Macro(Macro::Classed)),
    row("mathbin", Role::Macro(Macro::Classed)), row("mathord", Role::Macro(Macro::Classed)),
    layout("ensuremath"), layout("require").with_notes(1),
    layout("tag").with_notes(1), layout("label").with_notes(1), layout("hspace").with_notes(1),
    layout("vspace").with_notes(1), layout("phantom").with_notes(1),
    layout("vphantom").with_notes(1), layout("hphantom").with_notes(1),
    layout("color").with_notes(1), layout("textcolor").with_notes(1),
    layout("mathcolor").with_notes(1), layout("colorbox").with_notes(1),
    layout("fcolorbox").with_notes(2), layout("scalebox").with_notes(1),
    layout("raisebox").with_notes(1), layout("resizebox").with_notes(2),
    layout("parbox").with_notes(1), layout("vcenter"), layout("mspace").with_notes(1),
    layout("enclose").with_notes(1), layout("leftroot").with_notes(1), layout("uproot").with_notes(1),
    layout("lefteqn"),
    layout("class").with_notes(1), layout("cssId").with_notes(1), layout("style").with_notes(1),
    layout("htmlClass").with_notes(1), layout("htmlId").with_notes(1),
    layout("ref").with_notes(1), layout("eqref").with_notes(1), layout("cite").with_notes(1),
    layout("textcircled").with_notes(1).typed("①②③④⑤⑥⑦⑧⑨⑩"), layout("rule").with_notes(2),
    row("hskip", Role::Skip), row("kern", Role::Skip), row("mkern", Role::Skip),
    row("mskip", Role::Skip), layout("displaylines"), layout("eqalign"),
    layout("footnote").with_notes(1), layout("intertext").with_notes(1),
    layout("shortintertext").with_notes(1), layout("fontsize").with_notes(2),
    layout("tiny"), layout("scriptsize"), layout("footnotesize"), layout("small"),
    layout("normalsize"), layout("large"), layout("Large"), layout("LARGE"), layout("huge"),
    layout("Huge"), layout("boldmath"), layout("unboldmath"), layout("selectfont"),
    layout("scriptscriptstyle"), layout("displaylimits"), layout("relax"), layout("null"),
    layout("par"), layout("hline"), layout("smallskip"), layout("medskip"), layout("bigskip"),
    layout("indent"), layout("displaybreak"), layout("pagebreak"), layout("smash"),
    layout("llap"), layout("rlap"), layout("clap"), layout("mathllap"), layout("mathrlap"),
    layout("mathclap"), layout("hfil"), layout("normalfont"),
    row("mathclose", Role::Macro(Macro::Classed)), row("mathopen", Role::Macro(Macro::Classed)),
    row("mathpunct", Role::Macro(Macro::Classed)), row("mathinner", Role::Macro(Macro::Classed)),
    layout("negmedspace"),
    layout("negthickspace"), layout("("), layout(")"), layout("["), layout("]"), layout("-"),
    layout("checkmark").typed("✓✔✅☑"), layout("blacksquare").typed("■∎▪"), layout("qed"),
    layout("qedsymbol"), layout("bigstar").typed("★"), layout("blacktriangle"),
    layout("blacktriangleleft"), layout("blacktriangleright"), layout("blacklozenge"), layout("diamond"),
    layout("triangleright"), layout("rhd"), layout("Diamond"), layout("lozenge"),
    layout("clubsuit").typed("♣"), layout("heartsuit").typed("♥"), layout("diamondsuit").typed("♦"), layout("spadesuit").typed("♠"), layout("smiley"),
    layout("it"), layout("sl"), layout("sf"), layout("tt"),
    layout("href").with_notes(1),
];
