//! The value of a hex for an officer: units within his command (J3.3), the company of a unit, the danger of being
//! driven out (J5.104) or caught in flight.

use super::numbers::{self, Numbers};
use super::scene::Scene;
use crate::jomini::army::unit::Rank;
use crate::jomini::map::hex::{HexId, NO_HEX};
use crate::jomini::state::forces::Forces;
use crate::jomini::state::{NO_UNIT, OfficerId, side_of};

/// How far a unit counts as commanded, by its distance in hexes beyond the officer's command.
const BEYOND_COMMAND: [f32; 7] = {
    let mut shares = [1.0; 7];
    let mut hexes = 1;
    while hexes < 7 {
        shares[hexes] = (1.0 - hexes as f32 / 6.0) * 0.8;
        hexes += 1;
    }
    shares
};

impl Forces {
    /// What an officer counts where officers are counted: the commander-in-chief for two.
    pub(super) fn officer_worth(&self, officer: OfficerId) -> f32 {
        if self.officer_profile(officer).rank == Rank::CommanderInChief { 2.0 } else { 1.0 }
    }
}

impl Scene<'_> {
    /// The own units that an officer at a hex commands; those beyond his range count in part.
    fn commanded(&self, hex: HexId, range: u8) -> f32 {
        self.kept_command(hex, range, || {
            let (board, state) = (&self.battle.field.board, self.state);
            let mut command = 0.0;
            for unit in self.battle.field.forces.units_on_table(state, self.side) {
                let distance = board.distance(hex, state.unit(unit).hex);
                command += BEYOND_COMMAND[usize::from(distance.saturating_sub(range)).min(6)];
            }
            command
        })
    }

    /// The value of a hex for an officer.
    pub fn officer_post(&self, officer: OfficerId, hex: HexId) -> Numbers {
        let (battle, state) = (self.battle, self.state);
        let profile = battle.field.forces.officer_profile(officer);
        let mut numbers = Numbers::NONE;
        numbers.0[numbers::COMMAND] = self.commanded(hex, profile.command_range);
        let unit = state.unit_at(hex);
        let company = unit != NO_UNIT && side_of(unit) == self.side;
        numbers.0[numbers::COMPANY] = if company { 1.0 } else { 0.0 };
        let nearest = self.nearest_foe(hex);
        let danger = match (company, nearest) {
            (false, ..=4) => 1.0,
            (false, 5..=6) => 0.3,
            (true, ..=1) => 0.5,
            (true, 2..=3) => 0.2,
            _ => 0.0,
        };
        numbers.0[numbers::RISK] = danger * self.battle.field.forces.officer_worth(officer);
        numbers
    }

    /// The gain of an officer by a move from his hex to another.
    pub fn officer_gain(&self, officer: OfficerId, hex: HexId) -> Numbers {
        let from = self.state.officer(officer).hex;
        let there = self.officer_post(officer, hex);
        if from == NO_HEX { there } else { there.less(&self.officer_post(officer, from)) }
    }

    /// The gain of an officer by his best move: hexes within his movement, as if nothing were in the way.
    pub fn best_officer_move(&self, officer: OfficerId) -> Numbers {
        let (battle, state) = (self.battle, self.state);
        let from = state.officer(officer).hex;
        let here = self.officer_post(officer, from);
        let movement = battle.field.forces.officer_profile(officer).movement;
        let (mut best, mut best_value) = (Numbers::NONE, 0.0);
        // A better place is one with a unit of his own side.
        for unit in battle.field.forces.units_on_table(state, self.side) {
            let hex = state.unit(unit).hex;
            if battle.field.board.distance(from, hex) <= movement && hex != from {
                let numbers = self.officer_post(officer, hex).less(&here);
                let value = self.worth(&numbers);
                if value > best_value {
                    (best, best_value) = (numbers, value);
                }
            }
        }
        best
    }
}
