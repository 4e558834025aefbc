//! The parser of typed moves: words only, before anything is measured.
//!
//! ```text
//! move    = part { "," part }
//! part    = "advance" length | "back" length | "wheel" hand degrees | "turn" (hand degrees | "about")
//!         | "slide" length hand length | "shift" [length "ahead" | length "back"] [length hand | hand length]
//!         | "cross" | "align" unit | "charge" unit [edge] | "halt"
//! hand    = "left" | "right"        length = centimetres        edge = "front" | "flank" | "left" | "right" | "rear"
//! ```

use crate::data::message::nearest;
use crate::en_avant::state::action::Segment;
use crate::en_avant::table::geometry::Edge;
use crate::game::ShowError;

/// A part of a move as typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TypedPart {
    /// A segment unchanged.
    Segment(Segment),
    /// A distance forward and to the right with the facing kept, by any segments; in tenths of a millimetre.
    Shift(i16, i16),
    /// Into line with the unit of this name.
    Align(String),
    /// Into contact with the unit of this name, at one of the named edges, if any.
    Charge(String, &'static [Edge]),
    /// No movement.
    Halt,
}

/// The words with which a part begins.
const VERBS: &[&str] = &["advance", "back", "wheel", "turn", "slide", "shift", "cross", "align", "charge", "halt"];
/// The edges of a unit by name.
const EDGES: &[(&str, &[Edge])] = &[
    ("front", &[Edge::Front]),
    ("flank", &[Edge::Left, Edge::Right]),
    ("left", &[Edge::Left]),
    ("right", &[Edge::Right]),
    ("rear", &[Edge::Rear]),
];

/// Whether a line looks like a move: it begins with one of the words, or a misspelling of one.
pub(super) fn is_move(line: &str) -> bool {
    let first: String = line.trim().to_lowercase().chars().take_while(char::is_ascii_alphabetic).collect();
    VERBS.contains(&first.as_str()) || nearest(&first, VERBS).is_some()
}

fn fault<T>(words: String) -> Result<T, ShowError> {
    Err(ShowError(words))
}

/// The words of one part that have not been read yet.
struct Words<'a> {
    verb: &'a str,
    rest: std::vec::IntoIter<&'a str>,
}

impl<'a> Words<'a> {
    fn next(&mut self, wanted: &str) -> Result<&'a str, ShowError> {
        self.rest.next().ok_or_else(|| ShowError(format!("\"{}\" needs {wanted}", self.verb)))
    }

    /// A number of hundredths of a centimetre, or of quarters of a degree.
    fn number(&mut self, wanted: &str, steps: f64, most: f64) -> Result<i16, ShowError> {
        let word = self.next(wanted)?;
        let bare = word.trim_end_matches("cm").trim_end_matches("degrees").trim_end_matches('°');
        let number = bare.parse::<f64>().ok().filter(|number| number.is_finite());
        let Some(number) = number else { return fault(format!("\"{word}\" is not {wanted}")) };
        if number <= 0.0 || number > most {
            return fault(format!("{wanted} is more than 0 and at most {most}, not {number}"));
        }
        if self.rest.as_slice().first().is_some_and(|word| matches!(*word, "cm" | "degrees" | "°")) {
            self.rest.next();
        }
        match (number * steps).round() as i16 {
            0 => fault(format!("{number} is too little to be measured")),
            whole => Ok(whole),
        }
    }

    fn length(&mut self) -> Result<i16, ShowError> {
        self.number("a length in centimetres", 100.0, 300.0)
    }

    fn degrees(&mut self) -> Result<i16, ShowError> {
        self.number("an angle in degrees", 4.0, 180.0)
    }

    /// -1 for the left, 1 for the right.
    fn hand(&mut self) -> Result<i16, ShowError> {
        match self.next("\"left\" or \"right\"")? {
            "left" => Ok(-1),
            "right" => Ok(1),
            word => fault(unknown(word, &["left", "right"])),
        }
    }

    /// A distance forward and to the right: "2 ahead 3 left", "3 left", "left 3", "1.5 back".
    fn shift(&mut self) -> Result<TypedPart, ShowError> {
        let (mut ahead, mut aside) = (None, None);
        while (ahead, aside) == (None, None) || self.rest.len() > 0 {
            let hand = self
                .rest
                .as_slice()
                .first()
                .and_then(|word| [("left", -1), ("right", 1)].iter().find(|it| it.0 == *word));
            let (said, way) = if let Some((_, sign)) = hand {
                self.rest.next();
                (&mut aside, self.length()? * sign)
            } else {
                let length = self.length()?;
                match self.next("\"ahead\", \"back\", \"left\" or \"right\"")? {
                    "ahead" => (&mut ahead, length),
                    "back" => (&mut ahead, -length),
                    "left" => (&mut aside, -length),
                    "right" => (&mut aside, length),
                    word => return fault(unknown(word, &["ahead", "back", "left", "right"])),
                }
            };
            if said.replace(way).is_some() {
                return fault("\"shift\" goes one length ahead or back, and one length left or right".to_owned());
            }
        }
        Ok(TypedPart::Shift(ahead.unwrap_or(0), aside.unwrap_or(0)))
    }
}

/// The message for an unknown word, with the nearest known one.
pub(super) fn unknown(word: &str, known: &[&str]) -> String {
    match nearest(word, known) {
        Some(near) => format!("\"{word}\" is not known here; did you mean \"{near}\"?"),
        None => format!("\"{word}\" is not known here; known are {}", known.join(", ")),
    }
}

/// Parses the parts of a typed move.
///
/// # Errors
/// Returns the word that is not understood and the nearest known one, or what is missing.
pub(super) fn parts(line: &str) -> Result<Vec<TypedPart>, ShowError> {
    let line = line.to_lowercase();
    line.split(',').map(|text| part(text.split_whitespace().filter(|word| *word != "then").collect())).collect()
}

fn part(words: Vec<&str>) -> Result<TypedPart, ShowError> {
    let [verb, ..] = words[..] else {
        return fault(format!("a part of a move begins with one of {}", VERBS.join(", ")));
    };
    let mut it = Words { verb, rest: words.into_iter() };
    it.rest.next();
    let part = match verb {
        "advance" => TypedPart::Segment(Segment::Advance(it.length()? as u16)),
        "back" => TypedPart::Segment(Segment::Back(it.length()? as u16)),
        "wheel" => TypedPart::Segment(Segment::Wheel(it.hand()? * it.degrees()?)),
        "turn" if it.rest.as_slice().first() == Some(&"about") => {
            it.rest.next();
            TypedPart::Segment(Segment::About)
        }
        "turn" => TypedPart::Segment(Segment::Turn(it.hand()? * it.degrees()?)),
        "slide" => {
            let ahead = it.length()? as u16;
            let hand = it.hand()?;
            TypedPart::Segment(Segment::Slide(ahead, it.length()? * hand))
        }
        "shift" => it.shift()?,
        "cross" => TypedPart::Segment(Segment::Cross),
        "align" => TypedPart::Align(it.next("the short name of a unit, such as R4")?.to_owned()),
        "charge" => {
            let target = it.next("the short name of an enemy unit, such as B2")?.to_owned();
            let edges: &[Edge] = match it.rest.next() {
                None => &[],
                Some(word) => {
                    let names: Vec<&str> = EDGES.iter().map(|(name, _)| *name).collect();
                    EDGES.iter().find(|(name, _)| *name == word).ok_or_else(|| ShowError(unknown(word, &names)))?.1
                }
            };
            TypedPart::Charge(target, edges)
        }
        "halt" => TypedPart::Halt,
        word => return fault(unknown(word, VERBS)),
    };
    match it.rest.next() {
        Some(word) => {
            fault(format!("nothing follows \"{verb}\" here, not \"{word}\"; parts of a move are joined by commas"))
        }
        None => Ok(part),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn segments(line: &str) -> Vec<TypedPart> {
        parts(line).unwrap_or_else(|error| panic!("{line}: {error}"))
    }

    #[test]
    fn each_part_is_read() {
        let one = |line, part| assert_eq!(segments(line), [part], "{line}");
        one("advance 6", TypedPart::Segment(Segment::Advance(600)));
        one("Advance 6.25 cm", TypedPart::Segment(Segment::Advance(625)));
        one("back 2cm", TypedPart::Segment(Segment::Back(200)));
        one("wheel left 12", TypedPart::Segment(Segment::Wheel(-48)));
        one("wheel right 7.5°", TypedPart::Segment(Segment::Wheel(30)));
        one("turn right 90 degrees", TypedPart::Segment(Segment::Turn(360)));
        one("turn about", TypedPart::Segment(Segment::About));
        one("slide 3 right 2", TypedPart::Segment(Segment::Slide(300, 200)));
        one("slide 3 left 0.5", TypedPart::Segment(Segment::Slide(300, -50)));
        one("shift 3 left", TypedPart::Shift(0, -300));
        one("shift left 3", TypedPart::Shift(0, -300));
        one("shift 2 ahead 3 right", TypedPart::Shift(200, 300));
        one("shift 2 back", TypedPart::Shift(-200, 0));
        one("cross", TypedPart::Segment(Segment::Cross));
        one("align R4", TypedPart::Align("r4".to_owned()));
        one("charge B2", TypedPart::Charge("b2".to_owned(), &[]));
        one("charge B2 flank", TypedPart::Charge("b2".to_owned(), &[Edge::Left, Edge::Right]));
        one("halt", TypedPart::Halt);
    }

    #[test]
    fn parts_are_joined_by_commas() {
        let expected = [
            TypedPart::Segment(Segment::Advance(300)),
            TypedPart::Segment(Segment::Wheel(40)),
            TypedPart::Charge("b1".to_owned(), &[]),
        ];
        assert_eq!(segments("advance 3, wheel right 10, then charge B1"), expected);
    }

    #[test]
    fn an_unknown_word_is_answered_with_the_nearest() {
        let error = |line: &str| parts(line).expect_err(line).0;
        assert_eq!(error("advanse 6"), "\"advanse\" is not known here; did you mean \"advance\"?");
        assert_eq!(error("wheel lef 6"), "\"lef\" is not known here; did you mean \"left\"?");
        assert_eq!(error("charge B2 flnk"), "\"flnk\" is not known here; did you mean \"flank\"?");
        assert_eq!(error("advance"), "\"advance\" needs a length in centimetres");
        assert_eq!(error("advance far"), "\"far\" is not a length in centimetres");
        assert_eq!(error("advance -2"), "a length in centimetres is more than 0 and at most 300, not -2");
        assert_eq!(error("wheel left 200"), "an angle in degrees is more than 0 and at most 180, not 200");
        assert_eq!(
            error("advance 3 left"),
            "nothing follows \"advance\" here, not \"left\"; parts of a move are joined by commas"
        );
        assert_eq!(error("align"), "\"align\" needs the short name of a unit, such as R4");
        let twice = "\"shift\" goes one length ahead or back, and one length left or right";
        assert_eq!([error("shift 3 left 4 right"), error("shift 2 ahead 2 back")], [twice, twice]);
        assert_eq!(error("advance 0.001"), "0.001 is too little to be measured");
        assert!(error("advance 3,").starts_with("a part of a move begins with one of advance"));
    }

    #[test]
    fn what_is_no_move_is_left_to_others() {
        assert!(is_move("advanse 6") && is_move("Wheel left 3"));
        assert!(!is_move("12") && !is_move("R3 is activated"));
    }
}
