//! The halves of a suite: one to inspect while bots are changed, one only to score them.

use std::fmt;

/// A half of a suite of problems. A problem belongs to it by its name alone, whatever the others are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Half {
    /// Problems that may be inspected while features, weights and settings are chosen.
    Open,
    /// Problems that only score.
    HeldOut,
}

impl Half {
    /// Both halves.
    pub const BOTH: [Half; 2] = [Half::Open, Half::HeldOut];

    /// The half of a problem of this name: by the lowest bit of the first byte of its BLAKE3 hash.
    pub fn of(name: &str) -> Half {
        Half::BOTH[usize::from(blake3::hash(name.as_bytes()).as_bytes()[0] & 1)]
    }

    /// The name in files and options.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

impl fmt::Display for Half {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_are_about_equal_and_never_change() {
        let halves: Vec<Half> = (0..1000).map(|number| Half::of(&format!("problem {number}"))).collect();
        let open = halves.iter().filter(|half| **half == Half::Open).count();
        assert!((450..=550).contains(&open), "{open}");
        // The first bytes of both hashes, by b3sum.
        assert_eq!(blake3::hash(b"").as_bytes()[0], 0xaf);
        assert_eq!(Half::of(""), Half::HeldOut);
    }
}
