//! Parts of a rulebook that may be forbidden to a side: each kind of action, and parts that a rulebook defines across
//! kinds, such as fire.
//!
//! A *part* is identified by its number: first those of [`Game::PARTS`], then the kinds of [`Game::KINDS`]. Kinds that
//! stop or pass are not parts: it must always be possible to stop.

use super::play::Game;

/// A part of a rulebook that cuts across kinds of action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RulePart {
    /// The name used in files.
    pub name: &'static str,
    /// Which actions belong to it.
    pub meaning: &'static str,
}

/// A set of parts of one rulebook.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Parts(u128);

impl Parts {
    /// This part alone.
    pub fn one(part: usize) -> Parts {
        Parts(1 << part)
    }

    /// The union of these and others.
    #[must_use]
    pub fn and(self, other: Parts) -> Parts {
        Parts(self.0 | other.0)
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// All parts of a game by number and name. A kind with the same name as a part across kinds is not reported.
    pub fn of<G: Game>() -> impl Iterator<Item = (usize, &'static str)> {
        const { assert!(G::PARTS.len() + G::KINDS.len() <= 128, "a rulebook has at most 128 parts") };
        let kinds = G::KINDS
            .iter()
            .enumerate()
            .filter(|(_, kind)| !kind.idle && G::PARTS.iter().all(|part| part.name != kind.name));
        let kinds = kinds.map(|(kind, it)| (G::PARTS.len() + kind, it.name));
        G::PARTS.iter().map(|part| part.name).enumerate().chain(kinds)
    }

    /// The part with this name.
    pub fn named<G: Game>(name: &str) -> Option<usize> {
        Parts::of::<G>().find(|(_, known)| *known == name).map(|(part, _)| part)
    }

    /// Whether an action belongs to one of them.
    #[inline]
    pub fn hold<G: Game>(self, game: &G, state: &G::State, action: &G::Action) -> bool {
        let across = G::PARTS.len();
        self.0 >> (across + game.kind(action)) & 1 == 1
            || (0..across).any(|part| self.0 >> part & 1 == 1 && game.is_part(state, action, part))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::toy::Toy;

    #[test]
    fn parts_are_those_across_kinds_and_the_kinds_that_do_something() {
        let names: Vec<&str> = Parts::of::<Toy>().map(|(_, name)| name).collect();
        assert_eq!(names, ["risk", "run", "push", "trip"]);
        assert!(names.iter().all(|name| Parts::named::<Toy>(name).is_some()) && Parts::named::<Toy>("stop").is_none());
    }
}
