//! Kinds of damage to a file: a bad disk, a careless editor, an interrupted copy, files that were mixed up.

use crate::folders::{Ground, Subject};
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::Rng;
use std::fs;
use std::path::Path;

/// The kinds of damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// One bit is changed.
    Bit,
    /// One digit is changed.
    Digit,
    /// The end is missing.
    Truncated,
    /// The file is missing.
    Gone,
    /// It is replaced by the file of the same name of another run.
    OfAnother,
    /// It is exchanged with another file of its folder.
    Exchanged,
    /// A line is missing.
    LineGone,
    /// A line is duplicated.
    LineTwice,
}

/// All of them.
pub const KINDS: [Kind; 8] = [
    Kind::Bit,
    Kind::Digit,
    Kind::Truncated,
    Kind::Gone,
    Kind::OfAnother,
    Kind::Exchanged,
    Kind::LineGone,
    Kind::LineTwice,
];

/// One damage to one file.
#[derive(Clone, PartialEq, Eq)]
pub struct Damage {
    kind: Kind,
    /// The damaged file, relative to the folder.
    pub file: String,
    /// Its new contents; `None` where it is missing.
    bytes: Option<Vec<u8>>,
    /// A second file that changes with it.
    other: Option<(String, Vec<u8>)>,
    /// The position of the change.
    at: usize,
}

impl std::fmt::Debug for Damage {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(to, "{:?} at byte {}", self.kind, self.at)?;
        self.other.as_ref().map_or(Ok(()), |(name, _)| write!(to, " with {name}"))
    }
}

/// A number below another, which is not 0.
fn below(rng: &mut Pcg64Mcg, end: usize) -> usize {
    ((u128::from(rng.next_u64()) * end as u128) >> 64) as usize
}

/// A line of a text drawn at random: where it begins and ends.
fn line(bytes: &[u8], rng: &mut Pcg64Mcg) -> (usize, usize) {
    let at = below(rng, bytes.len());
    let begin = bytes[..at].iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
    let end = bytes[at..].iter().position(|byte| *byte == b'\n').map_or(bytes.len(), |end| at + end + 1);
    (begin, end)
}

impl Damage {
    /// Draws a damage of a kind, which always changes the file.
    pub fn draw(kind: Kind, ground: &Ground, subject: Subject, file: &str, rng: &mut Pcg64Mcg) -> Damage {
        let mut bytes = ground.bytes(subject, file);
        let mut other = None;
        let mut at = 0;
        match kind {
            Kind::Bit => {
                at = below(rng, bytes.len());
                bytes[at] ^= 1 << below(rng, 8);
            }
            Kind::Digit => {
                let digits: Vec<usize> = (0..bytes.len()).filter(|place| bytes[*place].is_ascii_digit()).collect();
                at = digits[below(rng, digits.len())];
                bytes[at] = b'0' + (bytes[at] - b'0' + 1 + below(rng, 9) as u8) % 10;
            }
            Kind::Truncated => {
                at = below(rng, bytes.len());
                bytes.truncate(at);
            }
            Kind::Gone => return Damage { kind, file: file.to_owned(), bytes: None, other, at },
            Kind::OfAnother => {
                let its = ground.of_another(subject, file);
                // What both runs were played with is the same file in both: it is emptied.
                bytes = if its == bytes { Vec::new() } else { its };
            }
            Kind::Exchanged => {
                let others: Vec<String> = ground.files(subject).into_iter().filter(|name| name != file).collect();
                let name = others[below(rng, others.len())].clone();
                let its = ground.bytes(subject, &name);
                other = Some((name, std::mem::replace(&mut bytes, its)));
            }
            Kind::LineGone => {
                let (begin, end) = line(&bytes, rng);
                at = begin;
                bytes.drain(begin..end);
            }
            Kind::LineTwice => {
                let (begin, end) = line(&bytes, rng);
                at = begin;
                let again = bytes[begin..end].to_vec();
                bytes.splice(begin..begin, again);
            }
        }
        Damage { kind, file: file.to_owned(), bytes: Some(bytes), other, at }
    }

    /// Whether it only affects information on how a run was played, or takes away a page that its tables make again.
    pub fn is_of_no_account(&self) -> bool {
        self.other.is_none() && (self.file == "run.toml" || self.file == "report.html" && self.bytes.is_none())
    }

    /// Applies it to the files of a folder.
    pub fn strike(&self, folder: &Path) {
        let path = folder.join(&self.file);
        match &self.bytes {
            Some(bytes) => fs::write(path, bytes).unwrap(),
            None => fs::remove_file(path).unwrap(),
        }
        if let Some((name, bytes)) = &self.other {
            fs::write(folder.join(name), bytes).unwrap();
        }
    }
}
