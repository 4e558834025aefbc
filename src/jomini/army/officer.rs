//! Officers: their cards in files, and the numbers that follow from their type, the size of the army and the rules.
//!
//! Rules J3.2, J3.3, J3.4, J3.5, J3.17, J4.12, J5.105, J5.106, JA2.1, JA2.2, JA2.3, JA2.4, JA2.6, JA2.7, JA2.8 with
//! JI-42, JI-43, JI-44, JI-45, JI-46, JI-50. Their effects are in `command` and `combat`.

use super::unit::{OfficerLetters, OfficerProfile, Rank};
use crate::jomini::rules::{ActivationBand, OfficersBand, Rules};
use serde::{Deserialize, Serialize};

/// The data printed on an officer's card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OfficerCard {
    /// His name or title.
    pub name: String,
    /// His type.
    pub rank: Rank,
    /// The number of his contingent, 0 for the army's own.
    pub contingent: u8,
    /// His command level, if the file states it.
    pub command_level: Option<u8>,
    /// His letters.
    pub letters: Vec<OfficerLetter>,
}

/// A letter of an officer card in the slots 04 and 05, by name (T9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, strum::VariantArray)]
#[serde(rename_all = "snake_case")]
pub enum OfficerLetter {
    /// 04 B (JA2.6).
    Good,
    /// 04 F (JA2.7).
    Weak,
    /// 04 M (JA2.8).
    Bad,
    /// 05 A (JA2.9).
    Allied,
    /// 05 D (JA2.10).
    Deficient,
    /// 05 M (JA2.11).
    Messengers,
}

impl OfficerLetter {
    /// Its flag on a profile.
    pub const fn flag(self) -> OfficerLetters {
        match self {
            OfficerLetter::Good => OfficerLetters::GOOD,
            OfficerLetter::Weak => OfficerLetters::WEAK,
            OfficerLetter::Bad => OfficerLetters::BAD,
            OfficerLetter::Allied => OfficerLetters::ALLIED,
            OfficerLetter::Deficient => OfficerLetters::DEFICIENT,
            OfficerLetter::Messengers => OfficerLetters::MESSENGERS,
        }
    }
}

/// A rank as files name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RankName {
    /// JA2.2.
    CommanderInChief,
    /// JA2.3.
    SubGeneral,
    /// JA2.4.
    SeniorOfficer,
}

impl From<RankName> for Rank {
    fn from(name: RankName) -> Rank {
        match name {
            RankName::CommanderInChief => Rank::CommanderInChief,
            RankName::SubGeneral => Rank::SubGeneral,
            RankName::SeniorOfficer => Rank::SeniorOfficer,
        }
    }
}

impl From<Rank> for RankName {
    fn from(rank: Rank) -> RankName {
        match rank {
            Rank::CommanderInChief => RankName::CommanderInChief,
            Rank::SubGeneral => RankName::SubGeneral,
            Rank::SeniorOfficer => RankName::SeniorOfficer,
        }
    }
}

impl Rules {
    /// The activations in a player-turn and the units in each for an army of this size (J3.5, T12).
    pub fn activations_of(&self, units: usize) -> ActivationBand {
        let covers = |band: &&ActivationBand| band.to.is_none_or(|to| units <= usize::from(to));
        *self.activation_table.iter().find(covers).expect("the last row of a table by size has no end")
    }
}

impl OfficerCard {
    /// The profile under these rules, in an army of this many units.
    pub fn profile(&self, rules: &Rules, units: usize) -> OfficerProfile {
        let (command_range, influence_range, movement, flight) = match self.rank {
            Rank::CommanderInChief => (
                rules.command_range_cinc,
                rules.influence_range_cinc,
                rules.officer_move_cinc,
                rules.flight_range_general,
            ),
            Rank::SubGeneral => (
                rules.command_range_subgeneral,
                rules.influence_range_subgeneral,
                rules.officer_move_subgeneral,
                rules.flight_range_general,
            ),
            Rank::SeniorOfficer => (
                rules.command_range_officer,
                rules.influence_range_officer,
                rules.officer_move_officer,
                rules.flight_range_officer,
            ),
        };
        let letters: OfficerLetters = self.letters.iter().map(|letter| letter.flag()).collect();
        let (rank, contingent) = (self.rank, self.contingent);
        let (activation_size, command_level, activation_change) = (0, 0, 0);
        let profile = OfficerProfile {
            rank,
            command_range,
            influence_range,
            movement,
            flight,
            activation_size,
            activation_change,
            command_level,
            level_is_stated: self.command_level.is_some(),
            contingent,
            letters,
        };
        self.with_activations(profile, rules, rules.activations_of(units).units)
    }

    /// The profile of an officer in whose army an activation covers the given number of units: a good or weak leader
    /// has a level one higher or lower, unless a file states his level, and activates as many more or fewer units as
    /// his level is above or below that of the army; a bad one activates two fewer (JA2.6, JA2.7, JA2.8, JI-43).
    pub fn with_activations(&self, profile: OfficerProfile, rules: &Rules, units: u8) -> OfficerProfile {
        let held = |letter, change: i8| if profile.has(letter) { change } else { 0 };
        let of_level =
            held(OfficerLetters::GOOD, rules.officer_good_level) + held(OfficerLetters::WEAK, rules.officer_weak_level);
        let default = rules.command_level_default.unwrap_or(units);
        let command_level = self.command_level.unwrap_or(default.saturating_add_signed(of_level));
        let above = i8::try_from(i16::from(command_level) - i16::from(default)).unwrap_or(i8::MAX);
        let by_level = if rules.officer_level_affects_activation { above } else { 0 };
        let activation_change = by_level.saturating_add(held(OfficerLetters::BAD, rules.officer_bad_activations));
        OfficerProfile {
            activation_size: rules.changed_activation(units, activation_change),
            activation_change,
            command_level,
            ..profile
        }
    }
}

impl Rules {
    /// The number of units of an activation after its change by letters, never below the minimum (JI-43).
    pub fn changed_activation(&self, units: u8, change: i8) -> u8 {
        if change == 0 { units } else { units.saturating_add_signed(change).max(self.officer_min_units) }
    }
}

/// The officers of an army of this size whose list names none (JI-44).
pub fn default_officers(rules: &Rules, units: usize) -> Vec<OfficerCard> {
    let covers = |band: &&OfficersBand| band.to.is_none_or(|to| units <= usize::from(to));
    let band = rules.officers_default.iter().find(covers).expect("the last row of a table by size has no end");
    let ranks = [
        (Rank::CommanderInChief, "Commander-in-chief", band.cinc),
        (Rank::SubGeneral, "Sub-general", band.subgenerals),
        (Rank::SeniorOfficer, "Senior officer", band.officers),
    ];
    let mut officers = Vec::new();
    for (rank, title, count) in ranks {
        for number in 1..=count {
            let name = if count == 1 { title.to_owned() } else { format!("{title} {number}") };
            officers.push(OfficerCard { name, rank, contingent: 0, command_level: None, letters: Vec::new() });
        }
    }
    officers
}

#[cfg(test)]
mod tests {
    use super::*;

    /// JX-4: J3.5, the bands of 9, 10, 15 and 16 units.
    #[test]
    fn the_size_of_the_army_gives_its_activations() {
        let rules = Rules::published();
        let band = |units| (rules.activations_of(units).activations, rules.activations_of(units).units);
        assert_eq!([9, 10, 15, 16].map(band), [(1, 3), (1, 4), (1, 4), (2, 3)]);
    }

    /// J3.3, J3.4, J4.12, J5.105, J5.106 and J3.17 by JI-42: table T11.
    #[test]
    fn officers_have_the_numbers_of_their_type() {
        let rules = Rules::published();
        let numbers = |rank| {
            let card =
                OfficerCard { name: String::new(), rank, contingent: 0, command_level: None, letters: Vec::new() };
            let profile = card.profile(&rules, 12);
            assert_eq!((profile.activation_size, profile.command_level), (4, 4));
            [profile.command_range, profile.influence_range, profile.movement, profile.flight]
        };
        assert_eq!(numbers(Rank::CommanderInChief), [5, 1, 3, 2]);
        assert_eq!(numbers(Rank::SubGeneral), [3, 1, 3, 2]);
        assert_eq!(numbers(Rank::SeniorOfficer), [1, 0, 2, 1]);
    }

    /// JA2.2, JA2.3, JA2.4 with JI-44.
    #[test]
    fn an_army_without_a_list_of_officers_has_those_of_its_size() {
        let rules = Rules::published();
        let count = |units, rank| default_officers(&rules, units).iter().filter(|officer| officer.rank == rank).count();
        for (units, expected) in [(9, [1, 1, 1]), (12, [1, 1, 2]), (16, [1, 2, 3])] {
            let found = [Rank::CommanderInChief, Rank::SubGeneral, Rank::SeniorOfficer].map(|rank| count(units, rank));
            assert_eq!(found, expected, "{units} units");
        }
    }
}
