//! Limits on the structure of a TOML text, checked on its tokens before it is parsed: parsers descend once for each
//! open bracket, also in a text in which brackets do not match, and each list or table takes about a kilobyte.

use std::ops::Range;
use toml_parser::Source;
use toml_parser::lexer::TokenKind::{
    Atom, BasicString, Dot, Equals, LeftCurlyBracket, LeftSquareBracket, LiteralString, RightCurlyBracket,
    RightSquareBracket, Whitespace,
};

/// The maximum number of lists and tables within one another.
pub const DEEPEST: usize = 32;
/// The maximum number of lists and tables in a file.
pub const MOST_TABLES: usize = 20_000;

/// What a text contains too much of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TooNested {
    /// The byte range of the first bracket or name beyond the limit.
    pub span: Range<usize>,
    /// What is wrong.
    pub problem: &'static str,
    /// The limit.
    pub expected: String,
}

/// Checks that a text does not contain more or deeper lists and tables than the limits. A dotted key opens a table for
/// each dot; a bracket that closes nothing is left to the parser.
///
/// # Errors
/// The first place beyond a limit.
pub fn check_nesting(text: &str) -> Result<(), TooNested> {
    let (mut open, mut tables, mut dots) = (Vec::new(), 0, 0);
    for token in Source::new(text).lex() {
        let span = token.span().start()..token.span().end();
        match token.kind() {
            LeftSquareBracket | LeftCurlyBracket => {
                open.push(token.kind());
                tables += 1;
                dots = 0;
            }
            RightSquareBracket => {
                open.pop_if(|kind| *kind == LeftSquareBracket);
                tables += dots;
                dots = 0;
            }
            RightCurlyBracket => {
                open.pop_if(|kind| *kind == LeftCurlyBracket);
                dots = 0;
            }
            Equals => {
                tables += dots;
                dots = 0;
            }
            Dot => dots += 1,
            Atom | BasicString | LiteralString | Whitespace => {}
            _ => dots = 0,
        }
        if open.len() + dots > DEEPEST {
            let expected = format!("at most {DEEPEST} within one another");
            return Err(TooNested { span, problem: "lists and tables are nested too deep", expected });
        }
        if tables > MOST_TABLES {
            return Err(TooNested {
                span,
                problem: "too many lists and tables",
                expected: format!("at most {MOST_TABLES}"),
            });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(text: &str) -> Option<&'static str> {
        check_nesting(text).err().map(|found| found.problem)
    }

    #[test]
    fn brackets_and_dots_count_as_levels() {
        const TOO_DEEP: Option<&str> = Some("lists and tables are nested too deep");
        let lists = |depth| format!("a = {}{}", "[".repeat(depth), "]".repeat(depth));
        assert_eq!(problem(&lists(DEEPEST)), None);
        assert_eq!(problem(&lists(DEEPEST + 1)), TOO_DEEP);
        assert_eq!(problem(&lists(5).repeat(1_000).replace("]a", "]\na")), None, "one after another");
        let dotted = |dots| format!("{}a = 1", "a.".repeat(dots));
        assert_eq!(problem(&dotted(DEEPEST)), None);
        assert_eq!(problem(&dotted(DEEPEST + 1)), TOO_DEEP);
        assert_eq!(problem("a = 0.5\nb = [0.25, 1.5, 2.5]\n".repeat(5_000).as_str()), None, "numbers have dots");
        // A line that opens a table and never closes it, with brackets that close another kind.
        assert_eq!(problem(&"phase = { from = 2[position]\n".repeat(DEEPEST + 1)), TOO_DEEP);
        assert_eq!(problem(&"a = { b ]\n".repeat(DEEPEST + 1)), TOO_DEEP);
        assert_eq!(problem(&format!("# {}\na = '{}'", "[".repeat(100), "{".repeat(100))), None, "comments and texts");
    }

    #[test]
    fn many_tables_are_refused_where_the_limit_is_exceeded() {
        const TOO_MANY: Option<&str> = Some("too many lists and tables");
        let lines = |count| "{},\n".repeat(count);
        assert_eq!(problem(&lines(MOST_TABLES)), None);
        assert_eq!(problem(&lines(MOST_TABLES + 1)), TOO_MANY);
        assert_eq!(check_nesting(&lines(MOST_TABLES + 9)).unwrap_err().span.start, 4 * MOST_TABLES);
        let dotted: String = (0..=MOST_TABLES / 4).map(|key| format!("a{key}.b.c.d.e = 1\n")).collect();
        assert_eq!(problem(&dotted), TOO_MANY);
    }
}
