//! Limits on the structure of a TOML text, checked on its tokens before it is parsed: parsers descend once for each
//! open bracket, also in a text in which brackets do not match, and each list or table takes about a kilobyte.

use std::ops::Range;
use toml_parser::Source;
use toml_parser::lexer::TokenKind::{
    self, Atom, BasicString, Dot, Equals, LeftCurlyBracket, LeftSquareBracket, LiteralString, Newline,
    RightCurlyBracket, RightSquareBracket, Whitespace,
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

/// An open bracket: its kind, and the levels that it opens with those of the dotted key before it.
struct Open {
    kind: TokenKind,
    levels: usize,
}

/// Checks that a text does not contain more or deeper lists and tables than the limits. A dotted key opens a table for
/// each dot; the levels of a header are not added to those below it. A bracket that closes nothing is left to the
/// parser.
///
/// # Errors
/// The first place beyond a limit.
pub fn check_nesting(text: &str) -> Result<(), TooNested> {
    let (mut open, mut depth, mut tables): (Vec<Open>, usize, usize) = (Vec::new(), 0, 0);
    // The dots of the current name or number, and those of the key whose value follows.
    let (mut dots, mut of_key) = (0, 0);
    let (mut begins_line, mut in_header) = (true, false);
    for token in Source::new(text).lex() {
        let span = token.span().start()..token.span().end();
        let begun_line = std::mem::replace(&mut begins_line, token.kind() == Newline);
        match token.kind() {
            LeftSquareBracket | LeftCurlyBracket => {
                // The second bracket of the header of an entry of a list opens nothing of its own.
                tables += usize::from(!in_header);
                in_header |= token.kind() == LeftSquareBracket && open.is_empty() && begun_line;
                open.push(Open { kind: token.kind(), levels: 1 + of_key });
                depth += 1 + of_key;
                (dots, of_key) = (0, 0);
            }
            kind @ (RightSquareBracket | RightCurlyBracket) => {
                tables += if in_header { dots } else { 0 };
                let opening = if kind == RightSquareBracket { LeftSquareBracket } else { LeftCurlyBracket };
                depth -= open.pop_if(|open| open.kind == opening).map_or(0, |open| open.levels);
                in_header &= !open.is_empty();
                (dots, of_key) = (0, 0);
            }
            Equals => {
                tables += dots;
                (dots, of_key) = (0, dots);
            }
            Dot => dots += 1,
            Whitespace => begins_line = begun_line,
            Atom | BasicString | LiteralString => {}
            _ => (dots, of_key) = (0, 0),
        }
        if depth + of_key.max(dots) > DEEPEST {
            let expected = format!("at most {DEEPEST} within one another");
            return Err(TooNested { span, problem: "lists and tables are nested too deep", expected });
        }
        if tables > MOST_TABLES {
            let expected = format!("at most {MOST_TABLES}");
            return Err(TooNested { span, problem: "too many lists and tables", expected });
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
        let within = format!("{}a = {{ ", "a.".repeat(15)).repeat(3);
        assert_eq!(problem(&within), TOO_DEEP, "a table below a dotted key");
        assert_eq!(problem(&format!("{}a = 0.5\nb = 1.5\n", "a.".repeat(DEEPEST))), None, "one after another");
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
        assert_eq!(problem(&"a = [1.5]\n".repeat(MOST_TABLES)), None, "a number is no table");
        assert_eq!(problem(&"[a.b]\n".repeat(MOST_TABLES / 2 + 1)), TOO_MANY, "a header is");
        assert_eq!(problem(&"[[a]]\n".repeat(MOST_TABLES)), None, "an entry of a list is one");
        let dotted: String = (0..=MOST_TABLES / 4).map(|key| format!("a{key}.b.c.d.e = 1\n")).collect();
        assert_eq!(problem(&dotted), TOO_MANY);
    }
}
