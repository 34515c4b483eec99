//! LaTeX into words. Layout (spaces, sizes, alignment, tags) ends here.

use super::ReadError;
use super::token::{Delimiter, Kind, Raw, Token};
use super::unicode;

/// Commands that only place or decorate.
const LAYOUT: &[&str] = &[
    ",",
    ";",
    ":",
    "!",
    ">",
    " ",
    "/",
    "\n",
    "thinspace",
    "medspace",
    "thickspace",
    "negthinspace",
    "enspace",
    "displaystyle",
    "textstyle",
    "scriptstyle",
    "limits",
    "nolimits",
    "nonumber",
    "notag",
    "hfill",
    "strut",
    "mathstrut",
    "allowbreak",
    "nobreak",
    "noindent",
    "middle",
    "centering",
    "cancel",
    "bcancel",
    "xcancel",
    "mathop",
    "mathrel",
    "mathbin",
    "mathord",
    "ensuremath",
    "\r",
    "\t",
];
/// Layout that has an argument in braces.
const LAYOUT_WITH_ARGUMENT: &[&str] = &[
    "tag",
    "label",
    "hspace",
    "vspace",
    "phantom",
    "vphantom",
    "hphantom",
    "color",
    "textcolor",
];
/// Environments that only align.
const ALIGNMENT: &[&str] = &[
    "equation",
    "align",
    "aligned",
    "gather",
    "gathered",
    "split",
    "alignat",
    "alignedat",
    "multline",
    "eqnarray",
    "displaymath",
    "math",
    "flalign",
];

/// Reads the words of `source[from..to]`; places count from the beginning of `source`.
///
/// A character that is no LaTeX spoils only the formula in which it stands: it becomes an invalid
/// word, and what is wrong with it is in the second list, in order.
pub(super) fn lex(
    source: &str,
    from: usize,
    to: usize,
) -> Result<(Vec<Token<'_>>, Vec<Invalid>), ReadError> {
    let mut lexer = Lexer {
        source,
        at: from,
        end: to,
        environments: Vec::new(),
        tokens: Vec::with_capacity((to - from) / 2),
        invalid: Vec::new(),
    };
    while let Some(letter) = lexer.peek() {
        lexer.step(letter)?;
    }
    Ok((lexer.tokens, lexer.invalid))
}

/// A character that is no LaTeX.
pub(super) struct Invalid {
    pub(super) byte: usize,
    letter: char,
}

impl Invalid {
    /// What is wrong with it.
    pub(super) fn error(&self, source: &str) -> ReadError {
        let (found, expected) = match self.letter {
            '%' => (
                "`%`, which begins a comment in LaTeX".to_owned(),
                r"`\%` for percent",
            ),
            '$' => ("`$` inside a formula".to_owned(), "the rest of the formula"),
            letter if letter.is_control() => (
                format!("the control character U+{:04X}", u32::from(letter)),
                "LaTeX",
            ),
            letter => (format!("the character `{letter}`"), "LaTeX"),
        };
        ReadError::new(source, self.byte, found, expected)
    }
}

struct Lexer<'s> {
    source: &'s str,
    at: usize,
    end: usize,
    /// Whether each environment that stands open is a table, in which `&` means something.
    environments: Vec<bool>,
    tokens: Vec<Token<'s>>,
    invalid: Vec<Invalid>,
}

impl<'s> Lexer<'s> {
    fn rest(&self) -> &'s str {
        &self.source[self.at..self.end]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn push(&mut self, start: usize, kind: Kind<'s>) {
        self.tokens.push(Token {
            kind,
            start,
            end: self.at,
        });
    }

    fn error(&self, at: usize, found: impl Into<String>, expected: impl Into<String>) -> ReadError {
        ReadError::new(self.source, at, found, expected)
    }

    /// A word that spoils its formula.
    fn invalid(&mut self, start: usize, letter: char) {
        self.invalid.push(Invalid {
            byte: start,
            letter,
        });
        self.push(start, Kind::Invalid);
    }

    fn step(&mut self, letter: char) -> Result<(), ReadError> {
        let start = self.at;
        if letter == '\\' {
            return self.backslash(start);
        }
        self.at += letter.len_utf8();
        match letter {
            ' ' | '\t' | '\n' | '\r' | '~' | '\u{a0}' | '\u{2009}' | '\u{202f}' | '\u{200b}'
            | '\u{feff}' => {}
            'a'..='z' | 'A'..='Z' => self.push(start, Kind::Letter(letter)),
            '0'..='9' => self.push(start, Kind::Digit(letter)),
            '+' | '-' | '=' | '<' | '>' | '(' | ')' | '[' | ']' | '{' | '}' | '^' | '_' | '|'
            | ',' | ';' | '.' | ':' | '!' | '\'' | '*' | '/' => {
                self.push(start, Kind::Char(letter));
            }
            '&' => {
                if self.environments.last() == Some(&true) {
                    self.push(start, Kind::Char('&'));
                }
            }
            '%' | '$' => self.invalid(start, letter),
            _ => self.other(start, letter),
        }
        Ok(())
    }

    /// A character beyond ASCII that has a LaTeX spelling.
    fn other(&mut self, start: usize, letter: char) {
        if letter.is_ascii() {
            self.invalid(start, letter);
            return;
        }
        if let Some((mark, _)) = unicode::script(letter) {
            // A run of raised or lowered characters is one exponent or subscript.
            self.push(start, Kind::Char(mark));
            self.push(start, Kind::Char('{'));
            self.at = start;
            while let Some((also, plain)) = self.peek().and_then(unicode::script) {
                if also != mark {
                    break;
                }
                let here = self.at;
                self.at += self.peek().map_or(0, char::len_utf8);
                self.push(here, unicode::plain_kind(plain));
            }
            self.push(start, Kind::Char('}'));
            return;
        }
        if letter == '°' {
            self.push(start, Kind::Command("degree"));
            return;
        }
        if let Some(kind) = unicode::kind(letter) {
            self.push(start, kind);
            return;
        }
        self.invalid(start, letter);
    }

    fn backslash(&mut self, start: usize) -> Result<(), ReadError> {
        self.at += 1;
        let rest = self.rest();
        let letters = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
        let length = if letters > 0 {
            letters
        } else {
            match rest.chars().next() {
                Some(letter) => letter.len_utf8(),
                None => {
                    return Err(self.error(start, "a backslash at the end", "a command after it"));
                }
            }
        };
        let name = &rest[..length];
        self.at += length;
        match name {
            "\\" | "newline" | "cr" => {
                self.skip_optional();
                self.push(start, Kind::Break);
            }
            "quad" | "qquad" => self.push(start, Kind::Quad),
            "begin" | "end" => self.environment(start, name)?,
            "left" | "bigl" | "Bigl" | "biggl" | "Biggl" => {
                self.delimiter(start, name, Some(true))?;
            }
            "right" | "bigr" | "Bigr" | "biggr" | "Biggr" => {
                self.delimiter(start, name, Some(false))?;
            }
            "big" | "Big" | "bigg" | "Bigg" | "bigm" | "Bigm" => {
                self.delimiter(start, name, None)?;
            }
            "lvert" => self.push(start, Kind::Open(Delimiter::Bar)),
            "rvert" => self.push(start, Kind::Close(Delimiter::Bar)),
            "lVert" => self.push(start, Kind::Open(Delimiter::DoubleBar)),
            "rVert" => self.push(start, Kind::Close(Delimiter::DoubleBar)),
            "vert" | "mid" => self.push(start, Kind::Char('|')),
            "Vert" => self.push(start, Kind::Command("|")),
            "langle" => self.push(start, Kind::Open(Delimiter::Angle)),
            "rangle" => self.push(start, Kind::Close(Delimiter::Angle)),
            "lfloor" => self.push(start, Kind::Open(Delimiter::Floor)),
            "rfloor" => self.push(start, Kind::Close(Delimiter::Floor)),
            "lceil" => self.push(start, Kind::Open(Delimiter::Ceiling)),
            "rceil" => self.push(start, Kind::Close(Delimiter::Ceiling)),
            "{" | "lbrace" => self.push(start, Kind::Open(Delimiter::Curly)),
            "}" | "rbrace" => self.push(start, Kind::Close(Delimiter::Curly)),
            "lbrack" => self.push(start, Kind::Char('[')),
            "rbrack" => self.push(start, Kind::Char(']')),
            "text" | "textrm" | "textnormal" | "textit" | "textbf" | "mbox" | "hbox" | "textsf"
            | "texttt" => {
                let text = self.braced(name)?;
                self.push(start, Kind::Raw(Raw::Text, text));
            }
            "unit" | "si" => {
                let text = self.braced(name)?;
                self.push(start, Kind::Raw(Raw::Unit, text));
            }
            _ if LAYOUT.contains(&name) => {}
            _ if LAYOUT_WITH_ARGUMENT.contains(&name) => {
                if self.rest().starts_with('*') {
                    self.at += 1;
                }
                self.braced(name)?;
            }
            _ => self.push(start, Kind::Command(name)),
        }
        Ok(())
    }

    fn skip_spaces(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    /// `[2pt]` after a line break.
    fn skip_optional(&mut self) {
        if !self.rest().starts_with('[') {
            return;
        }
        let near = self.rest().bytes().take(20);
        let Some(length) = near.into_iter().position(|byte| byte == b']') else {
            return;
        };
        let inside = &self.rest()[1..length];
        let is_length = inside.ends_with(|letter: char| letter.is_ascii_lowercase())
            && inside.starts_with(|letter: char| {
                letter.is_ascii_digit() || letter == '-' || letter == '.'
            });
        if is_length {
            self.at += length + 1;
        }
    }

    /// The raw text in the braces that follow.
    fn braced(&mut self, name: &str) -> Result<&'s str, ReadError> {
        self.skip_spaces();
        let open = self.at;
        if !self.rest().starts_with('{') {
            let found = self.found_here();
            return Err(self.error(open, found, format!(r"`{{` after `\{name}`")));
        }
        let mut level = 0_usize;
        let mut escaped = false;
        for (offset, byte) in self.rest().bytes().enumerate() {
            match byte {
                _ if escaped => escaped = false,
                b'\\' => escaped = true,
                b'{' => level += 1,
                b'}' => {
                    level -= 1;
                    if level == 0 {
                        self.at = open + offset + 1;
                        return Ok(&self.source[open + 1..open + offset]);
                    }
                }
                _ => {}
            }
        }
        Err(self.error(
            self.end,
            "the end",
            format!(
                r"`}}` that closes `\{name}{{` of column {}",
                super::column(self.source, open)
            ),
        ))
    }

    fn found_here(&self) -> String {
        match self.peek() {
            None => "the end".to_owned(),
            Some(letter) => format!("`{}`", letter.escape_debug()),
        }
    }

    fn environment(&mut self, start: usize, name: &str) -> Result<(), ReadError> {
        let environment = self.braced(name)?;
        let bare = environment.strip_suffix('*').unwrap_or(environment);
        let aligns = ALIGNMENT.contains(&bare);
        if name == "begin" {
            if matches!(bare, "alignat" | "alignedat" | "array")
                && self.rest().trim_start().starts_with('{')
            {
                self.braced(name)?;
            }
            self.environments.push(!aligns);
            if !aligns {
                self.push(start, Kind::Begin(environment));
            }
            return Ok(());
        }
        match self.environments.pop() {
            Some(table) if table != aligns => {
                if !aligns {
                    self.push(start, Kind::End(environment));
                }
                Ok(())
            }
            _ => Err(self.error(
                start,
                format!(r"`\end{{{environment}}}`"),
                format!(r"`\begin{{{environment}}}` before it"),
            )),
        }
    }

    /// What follows a size command. `opens` is `None` for `\big`, which does not say.
    fn delimiter(
        &mut self,
        start: usize,
        name: &str,
        opens: Option<bool>,
    ) -> Result<(), ReadError> {
        self.skip_spaces();
        let rest = self.rest();
        let table: &[(&str, Delimiter, Option<bool>)] = &[
            ("(", Delimiter::Round, Some(true)),
            (")", Delimiter::Round, Some(false)),
            ("[", Delimiter::Square, Some(true)),
            ("]", Delimiter::Square, Some(false)),
            (r"\lbrack", Delimiter::Square, Some(true)),
            (r"\rbrack", Delimiter::Square, Some(false)),
            (r"\{", Delimiter::Curly, Some(true)),
            (r"\}", Delimiter::Curly, Some(false)),
            (r"\lbrace", Delimiter::Curly, Some(true)),
            (r"\rbrace", Delimiter::Curly, Some(false)),
            ("|", Delimiter::Bar, None),
            (r"\|", Delimiter::DoubleBar, None),
            (r"\lvert", Delimiter::Bar, Some(true)),
            (r"\rvert", Delimiter::Bar, Some(false)),
            (r"\vert", Delimiter::Bar, None),
            (r"\lVert", Delimiter::DoubleBar, Some(true)),
            (r"\rVert", Delimiter::DoubleBar, Some(false)),
            (r"\Vert", Delimiter::DoubleBar, None),
            (r"\langle", Delimiter::Angle, Some(true)),
            (r"\rangle", Delimiter::Angle, Some(false)),
            ("<", Delimiter::Angle, Some(true)),
            (">", Delimiter::Angle, Some(false)),
            (r"\lfloor", Delimiter::Floor, Some(true)),
            (r"\rfloor", Delimiter::Floor, Some(false)),
            (r"\lceil", Delimiter::Ceiling, Some(true)),
            (r"\rceil", Delimiter::Ceiling, Some(false)),
            (".", Delimiter::Empty, None),
            ("/", Delimiter::Empty, None),
        ];
        let Some((text, delimiter, own)) = table.iter().find(|(text, ..)| rest.starts_with(text))
        else {
            let found = self.found_here();
            return Err(self.error(self.at, found, format!(r"a bracket or bar after `\{name}`")));
        };
        self.at += text.len();
        let kind = match (own, opens) {
            _ if *text == "/" => Kind::Char('/'),
            // `\left)` is a bracket that opens nothing we know of.
            (Some(own), Some(opens)) if *own != opens => {
                return Err(self.error(
                    start,
                    format!(r"`\{name}{text}`"),
                    "a bracket that faces the other way",
                ));
            }
            (Some(true), _) | (None, Some(true)) => Kind::Open(*delimiter),
            (Some(false), _) | (None, Some(false)) => Kind::Close(*delimiter),
            (None, None) if *delimiter == Delimiter::Bar => Kind::Char('|'),
            (None, None) if *delimiter == Delimiter::DoubleBar => Kind::Command("|"),
            (None, None) => {
                return Err(self.error(start, format!(r"`\{name}{text}`"), "a bracket"));
            }
        };
        // Round and square ones need no hint which way they face.
        let kind = match kind {
            Kind::Open(Delimiter::Round) => Kind::Char('('),
            Kind::Close(Delimiter::Round) => Kind::Char(')'),
            Kind::Open(Delimiter::Square) => Kind::Char('['),
            Kind::Close(Delimiter::Square) => Kind::Char(']'),
            kind => kind,
        };
        self.push(start, kind);
        Ok(())
    }
}
