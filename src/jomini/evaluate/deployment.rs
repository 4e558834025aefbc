//! Scores of deployment (JA1.5 to JA1.8, JI-182) and of the place of a new commander-in-chief (JI-172): infantry in
//! front, guns with a field of fire, mounted troops on the wings, officers with troops behind the middle.

use super::numbers::{self, Numbers};
use super::scene::Scene;
use crate::jomini::army::unit::{Class, Rank};
use crate::jomini::map::hex::{HexId, NO_HEX};
use crate::jomini::map::terrain::Terrain;
use crate::jomini::state::action::Action;
use crate::jomini::state::{NO_UNIT, OfficerId, Step, UnitId, officer_ids, side_of};

/// The position of a zone on the table, from its owner's view.
#[derive(Clone, Copy)]
pub struct Zone {
    rear: u8,
    front: u8,
}

impl Scene<'_> {
    /// The rows over which the zone of the side that deploys extends.
    pub fn zone(&self) -> Zone {
        let rows = self.battle.zones[self.side].iter().map(|hex| self.battle.field.board.rows_to_edge(self.side, *hex));
        Zone { rear: rows.clone().min().unwrap_or(0), front: rows.max().unwrap_or(0) }
    }

    /// The score of an action of the deployment.
    pub fn deployment(&self, zone: Zone, action: &Action) -> Numbers {
        match (self.state.step, *action) {
            (Step::DeployUnit, Action::DeployUnit(unit)) => {
                let mut numbers = Numbers::NONE;
                numbers.0[numbers::TURN] = match self.battle.field.forces.profile(unit).class {
                    Class::Infantry => 2.0,
                    Class::Artillery => 1.0,
                    Class::Mounted => 0.0,
                };
                numbers
            }
            (Step::DeployUnit, Action::Decoy) => {
                let mut numbers = Numbers::NONE;
                numbers.0[numbers::TURN] = 1.5;
                numbers
            }
            // A decoy is treated as a unit of the line, towards a wing.
            (Step::LayDecoy, Action::DeployAt(hex)) => {
                let mut numbers = Numbers::NONE;
                numbers.0[numbers::LINE] = self.forward(zone, hex);
                numbers.0[numbers::WING] = 1.0 - (self.off_centre(hex) - 0.5).abs();
                numbers
            }
            (Step::DeployAt(unit), Action::DeployAt(hex)) => self.place_of_unit(zone, unit, hex),
            (Step::DeployOfficer(officer), Action::DeployOfficerAt(hex)) => self.place_of_officer(zone, officer, hex),
            (Step::PlaceCinc, Action::PlaceCinc(hex, _)) => {
                let commander = officer_ids(self.side)
                    .take(usize::from(self.battle.field.forces.officer_counts[self.side]))
                    .find(|officer| self.battle.field.forces.officer_profile(*officer).rank == Rank::CommanderInChief);
                commander.map_or(Numbers::NONE, |officer| self.officer_post(officer, hex))
            }
            (_, action) => action.not_offered(),
        }
    }

    /// The distance of a hex from the middle of the table, from 0 to 1.
    fn off_centre(&self, hex: HexId) -> f32 {
        let board = &self.battle.field.board;
        let place = board.place(hex);
        let columns = i32::from(board.columns());
        // Odd rows are shifted by half a hex: in quarters of a hex the middle is the same for both sides.
        let off = (2 * (2 * place.column + place.row.rem_euclid(2)) - (2 * columns - 1)).abs();
        off as f32 / (2 * columns - 1) as f32
    }

    /// How far forward a hex is in the zone, from 0 to 1.
    fn forward(&self, zone: Zone, hex: HexId) -> f32 {
        let row = self.battle.field.board.rows_to_edge(self.side, hex);
        if zone.front == zone.rear {
            1.0
        } else {
            f32::from(row.saturating_sub(zone.rear)) / f32::from(zone.front - zone.rear)
        }
    }

    fn place_of_unit(&self, zone: Zone, unit: UnitId, hex: HexId) -> Numbers {
        let (battle, state) = (self.battle, self.state);
        let profile = battle.field.forces.profile(unit);
        let (forward, off) = (self.forward(zone, hex), self.off_centre(hex));
        let mut numbers = Numbers::NONE;
        let (row, wing) = match profile.class {
            Class::Infantry => (1.0, 0.1),
            Class::Artillery => (1.0, 0.3),
            Class::Mounted => (0.6, 0.7),
        };
        numbers.0[numbers::LINE] = 1.0 - (forward - row).abs();
        numbers.0[numbers::WING] = 1.0 - (off - wing).abs();
        let friends = battle.field.friends_next_to(state, unit, hex);
        numbers.0[numbers::SUPPORTED] = 0.5 * f32::from(friends.min(2));
        let [left, right, ..] = battle.field.board.directions(self.side);
        let blocked = [left, right].into_iter().filter(|towards| {
            let next = battle.field.board.neighbours(hex)[*towards];
            next != NO_HEX && state.unit_at(next) != NO_UNIT
        });
        let blocked = blocked.count() as f32;
        if profile.class == Class::Artillery {
            numbers.0[numbers::FIRE] = 1.0 - 0.5 * blocked + f32::from(battle.field.board.level(hex).min(1)) * 0.5;
        }
        let rough = battle.field.board.is_rough(hex);
        numbers.0[numbers::COVER] = match profile.class {
            Class::Infantry if battle.field.board.has(hex, Terrain::BUILDINGS | Terrain::FOREST) => 1.0,
            Class::Infantry => 0.0,
            Class::Mounted | Class::Artillery if rough => -1.0,
            Class::Mounted | Class::Artillery => 0.0,
        };
        if !battle.objectives.is_empty() {
            numbers.0[numbers::OBJECTIVE] = self.post(unit, hex).0[numbers::OBJECTIVE];
        }
        numbers
    }

    fn place_of_officer(&self, zone: Zone, officer: OfficerId, hex: HexId) -> Numbers {
        let mut numbers = self.officer_post(officer, hex);
        // Other officers keep their distance, so that their command ranges cover more.
        let others = self
            .battle
            .field
            .forces
            .officers_on_table(self.state, self.side)
            .filter(|other| self.battle.field.board.distance(self.state.officer(*other).hex, hex) <= 1)
            .count();
        numbers.add(numbers::COMMAND, -1.5 * others as f32);
        numbers.0[numbers::LINE] = 0.3 * self.forward(zone, hex);
        let unit = self.state.unit_at(hex);
        if unit != NO_UNIT
            && side_of(unit) == self.side
            && self.battle.field.forces.profile(unit).class == Class::Artillery
        {
            // Guns stay behind when the army moves.
            numbers.add(numbers::COMPANY, -0.8);
        }
        numbers
    }
}
