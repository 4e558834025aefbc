//! Counts of the kinds of games between two parties, by who moved first and how the game ended, in groups of games that
//! share dice with no other group: the input of ratings, cycles and equilibrium mixtures of a field. Integers that can
//! be merged.
//!
//! All games with the same scenario and pair number share their dice, regardless of the players, and the pairs of a
//! block share the balance of their set-up draws. A group is therefore one or more pairs, or some whole blocks. Each
//! scenario has groups of its own, as many as are needed to estimate the variance well and no more: the storage does
//! not grow with the number of games.

use super::record::GameRow;
use crate::game::{GameDice, Side, is_default};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The results of some games from the perspective of a party.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Results {
    /// Games won.
    #[serde(skip_serializing_if = "is_default")]
    pub won: u32,
    /// Games drawn.
    #[serde(skip_serializing_if = "is_default")]
    pub drawn: u32,
    /// Games lost.
    #[serde(skip_serializing_if = "is_default")]
    pub lost: u32,
}

impl Results {
    fn merge(&mut self, other: &Results) {
        self.won += other.won;
        self.drawn += other.drawn;
        self.lost += other.lost;
    }

    fn seen_by_other(self) -> Results {
        Results { won: self.lost, drawn: self.drawn, lost: self.won }
    }
}

/// Games by who moved first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Mixture {
    /// Those in which the party moved first.
    #[serde(skip_serializing_if = "is_default")]
    pub first: Results,
    /// Those in which the other party did.
    #[serde(skip_serializing_if = "is_default")]
    pub second: Results,
    /// Those in which play did not get that far.
    #[serde(skip_serializing_if = "is_default")]
    pub neither: Results,
}

impl Mixture {
    /// Counts a game from the perspective of a seat. A forfeited game says nothing about moving first, as if the first
    /// player were unknown.
    pub(super) fn add(&mut self, row: &GameRow, seat: Side) {
        let results = match row.first_side.filter(|_| row.forfeit.is_none()) {
            Some(side) if side == seat => &mut self.first,
            Some(_) => &mut self.second,
            None => &mut self.neither,
        };
        *match row.outcome.winner {
            Some(side) if side == seat => &mut results.won,
            None => &mut results.drawn,
            Some(_) => &mut results.lost,
        } += 1;
    }

    fn merge(&mut self, other: &Mixture) {
        self.first.merge(&other.first);
        self.second.merge(&other.second);
        self.neither.merge(&other.neither);
    }

    /// The same games from the perspective of the other party.
    fn seen_by_other(self) -> Mixture {
        Mixture {
            first: self.second.seen_by_other(),
            second: self.first.seen_by_other(),
            neither: self.neither.seen_by_other(),
        }
    }
}

/// The pairs of a scenario are distributed cyclically over this many groups, which gives a quarter as many groups of
/// whole blocks.
const GROUPS: u64 = 256;
/// The groups of a scenario have numbers from this many times its index on.
pub const NUMBERS_A_SCENARIO: u32 = 1 << 12;
/// More scenarios than a tournament has.
const SCENARIOS: u32 = 1 << 12;
/// With at least this many groups of whole blocks, single pairs are not kept apart.
pub const ENOUGH_BLOCKS: u64 = 30;

/// The group of a pair: each scenario has groups of its own.
pub fn group(scenario: usize, pair: u64) -> u32 {
    (scenario as u32 % SCENARIOS) * NUMBERS_A_SCENARIO + (pair % GROUPS) as u32
}

/// The group of whole blocks to which a group of pairs belongs, identified by its first.
fn of_blocks(group: u32) -> u32 {
    group - group % GameDice::BLOCK as u32
}

/// The groups of whole blocks to which some groups of pairs, in rising order, belong; the groups themselves where there
/// are fewer than [`ENOUGH_BLOCKS`] of them.
pub fn blocks_of_groups(groups: &[u32]) -> Vec<u32> {
    let are_enough = blocks(groups.iter().copied()) >= ENOUGH_BLOCKS;
    groups.iter().map(|group| if are_enough { of_blocks(*group) } else { *group }).collect()
}

/// The number of groups of whole blocks.
fn blocks(groups: impl Iterator<Item = u32>) -> u64 {
    let mut blocks: Vec<u32> = groups.map(of_blocks).collect();
    blocks.dedup();
    blocks.len() as u64
}

/// The games of two parties against each other by kind.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "BTreeMap<u32, Mixture>", into = "BTreeMap<u32, Mixture>")]
pub struct Kinds {
    groups: BTreeMap<u32, Mixture>,
    /// Whether there are enough groups of whole blocks, and no others: it stays so, and a game that is added need not
    /// look at all groups.
    by_blocks: bool,
}

impl From<BTreeMap<u32, Mixture>> for Kinds {
    fn from(groups: BTreeMap<u32, Mixture>) -> Kinds {
        let are_whole = groups.keys().all(|group| *group == of_blocks(*group));
        let by_blocks = are_whole && groups.len() as u64 >= ENOUGH_BLOCKS;
        Kinds { groups, by_blocks }
    }
}

impl From<Kinds> for BTreeMap<u32, Mixture> {
    fn from(kinds: Kinds) -> BTreeMap<u32, Mixture> {
        kinds.groups
    }
}

impl Kinds {
    /// Adds games with the same dice.
    pub(super) fn add(&mut self, scenario: usize, pair: u64, mixture: &Mixture) {
        self.add_to(group(scenario, pair), mixture);
        self.merge_into_blocks();
    }

    fn add_to(&mut self, group: u32, mixture: &Mixture) {
        let group = if self.by_blocks { of_blocks(group) } else { group };
        self.groups.entry(group).or_default().merge(mixture);
    }

    /// Merges pairs into blocks where there are enough of them. The result depends on which games there are, not on
    /// their order.
    fn merge_into_blocks(&mut self) {
        let may_be_enough = !self.by_blocks && self.groups.len() as u64 >= ENOUGH_BLOCKS;
        if may_be_enough && blocks(self.groups.keys().copied()) >= ENOUGH_BLOCKS {
            self.by_blocks = true;
            for (group, mixture) in std::mem::take(&mut self.groups) {
                self.add_to(group, &mixture);
            }
        }
    }

    /// Adds the games of another part of the schedule.
    pub fn merge(&mut self, other: &Kinds) {
        other.groups.iter().for_each(|(group, mixture)| self.add_to(*group, mixture));
        self.merge_into_blocks();
    }

    /// The games by group.
    pub fn groups(&self) -> &BTreeMap<u32, Mixture> {
        &self.groups
    }

    /// Adds the games of a whole tournament, the one of index `season`, which shares no dice with the others.
    pub fn add_season(&mut self, season: u32, other: &Kinds) {
        other
            .groups
            .iter()
            .for_each(|(group, mixture)| self.add_to(season * SCENARIOS * NUMBERS_A_SCENARIO + group, mixture));
    }

    /// The same games from the perspective of the other party.
    #[must_use]
    pub fn seen_by_other(&self) -> Kinds {
        let groups = self.groups.iter().map(|(group, games)| (*group, games.seen_by_other())).collect();
        Kinds { groups, by_blocks: self.by_blocks }
    }

    /// Aligns the groups of a whole field: whole blocks where there are enough of them in all games together, otherwise
    /// pairs.
    pub fn aligned(field: &mut [&mut Kinds]) {
        let mut all: Vec<u32> = field.iter().flat_map(|kinds| kinds.groups.keys().copied()).collect();
        all.sort_unstable();
        if blocks(all.into_iter()) >= ENOUGH_BLOCKS {
            for kinds in field {
                for (group, mixture) in std::mem::take(&mut kinds.groups) {
                    kinds.add_to(of_blocks(group), &mixture);
                }
                kinds.merge_into_blocks();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game that the party began and won.
    const NONE: Results = Results { won: 0, drawn: 0, lost: 0 };
    const WON: Mixture = Mixture { first: Results { won: 1, ..NONE }, second: NONE, neither: NONE };

    fn of(pairs: impl IntoIterator<Item = (usize, u64)>) -> Kinds {
        let mut kinds = Kinds::default();
        pairs.into_iter().for_each(|(scenario, pair)| kinds.add(scenario, pair, &WON));
        kinds
    }

    #[test]
    fn few_pairs_are_groups_and_many_are_merged_by_blocks() {
        assert_eq!(of((0..20).map(|pair| (0, pair))).groups().len(), 20);
        let many = of((0..400).map(|pair| (0, pair)));
        assert!(many.groups().keys().all(|group| group % 4 == 0) && many.groups().len() == 64, "{:?}", many.groups());
        assert_eq!(many.groups().values().map(|games| games.first.won).sum::<u32>(), 400);
        // Whole blocks, never parts of them.
        assert!(many.groups().values().all(|games| games.first.won == 4 || games.first.won == 8));
    }

    #[test]
    fn a_few_pairs_on_each_of_several_scenarios_fall_into_groups_of_their_own() {
        let kinds = of((0..12).flat_map(|scenario| (0..5).map(move |pair| (scenario, pair))));
        assert!(kinds.groups().len() >= 50, "{}", kinds.groups().len());
    }

    #[test]
    fn parts_add_up_to_the_whole_in_any_order() {
        let pairs: Vec<(usize, u64)> = (0..3).flat_map(|scenario| (0..50).map(move |pair| (scenario, pair))).collect();
        let whole = of(pairs.iter().copied());
        for cut in [0, 1, 40, 119, 149, 150] {
            let [mut first, mut second] = [of(pairs[..cut].iter().copied()), of(pairs[cut..].iter().copied())];
            let (later, earlier) = (second.clone(), first.clone());
            first.merge(&later);
            second.merge(&earlier);
            assert_eq!((&first, &second), (&whole, &whole), "{cut}");
            let mut read: Kinds = serde_json::from_str(&serde_json::to_string(&earlier).unwrap()).unwrap();
            assert_eq!(read, earlier, "{cut}");
            pairs[cut..].iter().for_each(|(scenario, pair)| read.add(*scenario, *pair, &WON));
            assert_eq!(read, whole, "{cut}");
        }
    }

    #[test]
    fn a_field_has_one_kind_of_groups() {
        let (mut few, mut many) = (of((0..9).map(|pair| (0, pair))), of((0..200).map(|pair| (0, pair))));
        Kinds::aligned(&mut [&mut few, &mut many]);
        assert_eq!(
            few.groups().iter().map(|(group, games)| (*group, games.first.won)).collect::<Vec<_>>(),
            [(0, 4), (4, 4), (8, 1)]
        );
    }
}
