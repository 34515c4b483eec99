//! Reads brackets, bars, tuples and matrices.

use super::parser::{Parser, Result};
use super::remarks::{ends_operand, relate};
use super::token::{Raw, TokenKind};
use super::words;
use crate::notation::vocabulary::{Delimiter, Lines, Role, environment};
use crate::tree::{Bracket, Expr, Formula, Function, MatrixStyle};

impl Parser<'_, '_> {
    /// A bracket of any kind with its content.
    pub(super) fn bracket(&mut self) -> Result<Expr> {
        let open = self.next;
        let delimiter = match self.tokens[open].kind {
            TokenKind::Char('{') => return self.group_in_braces(),
            TokenKind::Char('[') => Delimiter::Square,
            TokenKind::Open(delimiter) => delimiter,
            _ => Delimiter::Round,
        };
        self.next += 1;
        let mut members = self.bracketed(Self::members)?;
        if delimiter == Delimiter::Empty {
            return self.close_empty(members, open);
        }
        // `\left\{ … \right.` around cases.
        let is_cases = delimiter == Delimiter::Curly
            && self.at_close(Delimiter::Empty)
            && matches!(members.as_slice(), [Expr::Matrix(MatrixStyle::Plain, _)]);
        if is_cases {
            self.next += 1;
            if let Some(Expr::Matrix(_, rows)) = members.pop() {
                return Ok(cases(rows));
            }
        }
        if let Some(bracket) = self.half_open(delimiter, members.len()) {
            self.next += 1;
            return Ok(Expr::Tuple(bracket, members));
        }
        if !self.at_close(delimiter) {
            let column = super::column(self.source, self.tokens[open].start);
            return Err(self.unexpected(&format!(
                "`{}` that closes the `{}` of column {column}",
                delimiter.closing(),
                delimiter.opening()
            )));
        }
        self.next += 1;
        self.closed(delimiter, members, open)
    }

    /// Whether two expressions in this bracket are a half-open interval: `[a, b)`.
    fn half_open(&self, delimiter: Delimiter, members: usize) -> Option<Bracket> {
        let (other, bracket) = match delimiter {
            Delimiter::Square => (Delimiter::Round, Bracket::RightOpen),
            Delimiter::Round => (Delimiter::Square, Bracket::LeftOpen),
            _ => return None,
        };
        (members == 2 && self.at_close(other)).then_some(bracket)
    }

    /// `{…}`: an invisible group. A subscript after it continues the subscript inside: `{v_0}_x`.
    fn group_in_braces(&mut self) -> Result<Expr> {
        let mut inside = self.braced(Self::expr)?;
        if let Expr::Symbol(symbol) = &mut inside
            && let Some(index) = &mut symbol.subscript
            && self.take('_')
        {
            index.push_str(&self.subscript()?);
        }
        Ok(inside)
    }

    /// Expressions with commas between them, or semicolons if commas are decimal.
    pub(super) fn members(&mut self) -> Result<Vec<Expr>> {
        let mut members = vec![self.expr()?];
        while self.take(',') || self.take(';') {
            members.push(self.expr()?);
        }
        Ok(members)
    }

    /// What a closed bracket means.
    fn closed(&self, delimiter: Delimiter, mut members: Vec<Expr>, open: usize) -> Result<Expr> {
        let single = members.len() == 1;
        let kind = match delimiter {
            Delimiter::Square => Bracket::Square,
            Delimiter::Curly => Bracket::Curly,
            Delimiter::Angle => Bracket::Angle,
            _ => Bracket::Round,
        };
        let one = |members: &mut Vec<Expr>| members.pop().unwrap_or(Expr::Infinity);
        match delimiter {
            Delimiter::Round | Delimiter::Square | Delimiter::Curly if single => {
                Ok(one(&mut members))
            }
            Delimiter::Round | Delimiter::Square | Delimiter::Curly => {
                Ok(Expr::Tuple(kind, members))
            }
            Delimiter::Angle if !single => Ok(Expr::Tuple(kind, members)),
            _ if !single => Err(self.error(
                open,
                format!(
                    "{} expressions between `{}`",
                    members.len(),
                    delimiter.opening()
                ),
                "one",
            )),
            Delimiter::Angle => Ok(Expr::Average(Box::new(one(&mut members)))),
            Delimiter::Bar => Ok(Expr::Function(Function::Abs, members)),
            Delimiter::DoubleBar => Ok(Expr::Function(Function::Norm, members)),
            Delimiter::Floor => Ok(Expr::Function(Function::Floor, members)),
            Delimiter::Ceiling => Ok(Expr::Function(Function::Ceiling, members)),
            Delimiter::Empty => Ok(one(&mut members)),
        }
    }

    /// `\left. f \right|_{x=0}`, `\left. F \right]_a^b`
    fn close_empty(&mut self, mut members: Vec<Expr>, open: usize) -> Result<Expr> {
        let (Some(body), true) = (members.pop(), members.is_empty()) else {
            return Err(self.error(open, "a list", "one expression"));
        };
        if self.at_close(Delimiter::Empty) {
            self.next += 1;
            return Ok(body);
        }
        if self.at_close(Delimiter::Bar) || self.at_close(Delimiter::Square) {
            self.next += 1;
            return self.evaluated(body);
        }
        Err(self.unexpected(r"`\right|`, `\right]` or `\right.`"))
    }

    /// `|x|`, `\|x\|`: a bar opens if an operand is expected, and the next one after an operand closes.
    pub(super) fn bars(&mut self) -> Result<Expr> {
        let open = self.next;
        let double = self.at_role(Role::DoubleBar);
        self.next += 1;
        let before = self.bars;
        self.bars = 1;
        self.level += 1;
        let inside = self.expr();
        self.level -= 1;
        self.bars = before;
        let inside = inside?;
        let closes = if double {
            self.at_role(Role::DoubleBar)
        } else {
            self.at('|')
        };
        if !closes {
            let column = super::column(self.source, self.tokens[open].start);
            return Err(self.unexpected(&format!("the bar that closes the one of column {column}")));
        }
        self.next += 1;
        let function = if double {
            Function::Norm
        } else {
            Function::Abs
        };
        Ok(Expr::Function(function, vec![inside]))
    }

    /// A matrix, column or list of cases.
    pub(super) fn matrix(&mut self) -> Result<Expr> {
        let begin = self.next;
        let TokenKind::Begin(name) = self.tokens[begin].kind else {
            return Err(self.unexpected(r"`\begin`"));
        };
        let Some(Lines::Rows(style)) = environment(name).map(|known| known.lines) else {
            return Err(self.error(
                begin,
                format!("the unknown environment `{name}`"),
                "a matrix, `cases` or `array`",
            ));
        };
        self.next += 1;
        let rows = self.bracketed(Self::rows)?;
        match self.peek().map(|token| token.kind) {
            Some(TokenKind::End(end)) if end == name => self.next += 1,
            _ => return Err(self.unexpected(&format!(r"`\end{{{name}}}`"))),
        }
        let length = rows[0].len();
        if let Some(row) = rows.iter().position(|row| row.len() != length) {
            return Err(self.error(
                begin,
                format!("row {} with {} entries", row + 1, rows[row].len()),
                format!("{length} like the first"),
            ));
        }
        Ok(match style {
            MatrixStyle::Cases => cases(rows),
            style => Expr::Matrix(style, rows),
        })
    }

    fn rows(&mut self) -> Result<Vec<Vec<Expr>>> {
        let mut rows = vec![vec![self.cell()?]];
        loop {
            match self.peek().map(|token| token.kind) {
                Some(TokenKind::Char('&')) => {
                    self.next += 1;
                    let cell = self.cell()?;
                    if let Some(row) = rows.last_mut() {
                        row.push(cell);
                    }
                }
                Some(TokenKind::Break) => {
                    self.next += 1;
                    if matches!(self.peek().map(|token| token.kind), Some(TokenKind::End(_))) {
                        return Ok(rows);
                    }
                    rows.push(vec![self.cell()?]);
                }
                _ => return Ok(rows),
            }
        }
    }

    /// A cell: an expression, or a condition with `,` or `if` before it.
    fn cell(&mut self) -> Result<Expr> {
        loop {
            match self.peek().map(|token| token.kind) {
                Some(TokenKind::Quad | TokenKind::Char(',' | ':')) => self.next += 1,
                Some(TokenKind::Raw(Raw::Text, text)) if leads_over(text) => self.next += 1,
                _ => break,
            }
        }
        if let Some(condition) = self.condition_in_brackets()? {
            return Ok(condition);
        }
        let mut formula = self.formula()?;
        self.further_values(&mut formula);
        while self.at(',') || self.at(';') || self.at('.') || self.at_words_behind() {
            self.next += 1;
        }
        Ok(as_value_or_condition(formula))
    }

    /// Further values for which a condition holds: `n = 1, 2, 3`. Takes nothing if a relation follows.
    fn further_values(&mut self, condition: &mut Formula) {
        let Some((_, last)) = condition.links.last_mut() else {
            return;
        };
        let start = self.next;
        let mut values = vec![last.clone()];
        while self.at(',')
            && self
                .peek_at(1)
                .is_some_and(|next| matches!(next.kind, TokenKind::Digit(_) | TokenKind::Letter(_)))
        {
            self.next += 1;
            match self.nested(Self::expr) {
                Ok(value) => values.push(value),
                Err(_) => values.clear(),
            }
            if values.is_empty() || self.relation().is_some() {
                self.next = start;
                self.read_ahead = None;
                return;
            }
        }
        if values.len() > 1 {
            *last = Expr::Tuple(Bracket::None, values);
        }
    }

    /// Whether the words that come next end a condition, in a language that puts them last: `r < R \text{ のとき}`.
    pub(super) fn at_words_behind(&self) -> bool {
        let ends = self.peek_at(1).is_some_and(|next| {
            next.is('&')
                || next.is(')')
                || matches!(next.kind, TokenKind::Break | TokenKind::End(_))
        });
        let says = |text: &str| text.trim().starts_with(words::is_ideograph);
        // `(\text{一维})` is a name.
        let follows = self.next > 0 && ends_operand(&self.tokens[self.next - 1]);
        follows
            && ends
            && matches!(self.peek().map(|token| token.kind), Some(TokenKind::Raw(Raw::Text, text)) if says(text))
    }

    /// A condition that fills its cell and is in brackets: `(t < 0)`.
    fn condition_in_brackets(&mut self) -> Result<Option<Expr>> {
        let open = self.next;
        if !self.at('(') {
            return Ok(None);
        }
        let after = self.tokens.past(open);
        let fills = self.tokens.get(after).is_some_and(|token| {
            matches!(
                token.kind,
                TokenKind::Char('&') | TokenKind::Break | TokenKind::End(_)
            )
        });
        if !fills || !relate(self.tokens.part(open + 1..after - 1)) {
            return Ok(None);
        }
        self.next += 1;
        // `\text{(inside, } r < R)`
        while let Some(TokenKind::Raw(Raw::Text, text)) = self.peek().map(|token| token.kind)
            && leads_over(text)
        {
            self.next += 1;
        }
        let condition = self.nested(Self::formula)?;
        self.next += usize::from(self.at_words_behind());
        // `(r < R, \text{ inside})`
        let is_text = |at: usize| {
            matches!(
                self.peek_at(at).map(|token| token.kind),
                Some(TokenKind::Raw(Raw::Text, _))
            )
        };
        if self.at(',') && is_text(1) && self.peek_at(2).is_some_and(|next| next.is(')')) {
            self.next += 2;
        }
        self.expect(')', "that closes a condition")?;
        Ok(Some(as_value_or_condition(condition)))
    }

    /// An expression, or a condition that begins with one.
    pub(super) fn value_or_condition(&mut self) -> Result<Expr> {
        if self.relation().is_some() {
            return Err(self.unexpected("a number, a symbol or a bracket"));
        }
        self.formula().map(as_value_or_condition)
    }
}

/// Cases. If no row has a condition, the rows are values that are all possible:
/// `x = \begin{cases} 1 \\ 3 \end{cases}`.
fn cases(rows: Vec<Vec<Expr>>) -> Expr {
    let is_value =
        |row: &Vec<Expr>| matches!(row.as_slice(), [value] if !matches!(value, Expr::Condition(_)));
    if rows.len() > 1 && rows.iter().all(is_value) {
        return Expr::Tuple(Bracket::Curly, rows.into_iter().flatten().collect());
    }
    Expr::Matrix(MatrixStyle::Cases, rows)
}

/// Whether words introduce the condition after them and are not part of it: `if`, `inside,`.
fn leads_over(text: &str) -> bool {
    const DENIALS: [&str; 8] = [
        "not", "except", "unless", "without", "never", "nicht", "außer", "sauf",
    ];
    let said = text.trim();
    let mut words_said = said.split(|letter: char| !letter.is_alphabetic());
    if words_said.any(|word| DENIALS.contains(&word)) {
        return false;
    }
    let last = said.rsplit(' ').next().unwrap_or_default();
    words::is_connective(said)
        || words::leads_to_case(last)
        || said.ends_with([',', ':']) && said.contains(char::is_alphabetic)
        || said.contains(' ') && words::is_connective(last)
}

fn as_value_or_condition(formula: Formula) -> Expr {
    match formula {
        Formula {
            first: Some(value),
            links,
            ..
        } if links.is_empty() => value,
        condition => Expr::Condition(Box::new(condition)),
    }
}
