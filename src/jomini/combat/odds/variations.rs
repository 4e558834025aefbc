//! Positions that differ in one parameter, for a sweep of the odds: elements, the distance, the ground under a unit.

use super::choices::OPEN;
use crate::game::{OddsFault, Positioned};
use crate::jomini::map::board::Board;
use crate::jomini::map::hex::{HexId, NO_HEX};
use crate::jomini::map::terrain::{Ground, element_named};
use crate::jomini::state::battle::Battle;
use crate::jomini::state::field::Positions;
use crate::jomini::state::forces::Forces;
use crate::jomini::state::{NO_UNIT, State, UnitId, officer_ids, side_of};

impl Forces {
    fn set_elements(&self, state: &mut State, unit: UnitId, elements: u8) -> Result<(), OddsFault> {
        let most = self.profile(unit).elements;
        if elements > most {
            return Err(OddsFault::Refused(format!("{} has at most {most} elements (JA3.3)", self.unit_words(unit))));
        }
        state.unit_mut(unit).elements = elements;
        Ok(())
    }
}

impl Positions<'_> {
    /// Puts the target on the free hex at this distance that is nearest to its own, with the officers in its hex.
    fn set_distance(self, state: &mut State, attacker: UnitId, target: UnitId, distance: u8) -> Result<(), OddsFault> {
        let (from, at) = (state.unit(attacker).hex, state.unit(target).hex);
        let mover = self.forces.mover(state, target);
        let is_free = |hex: HexId| hex == at || (state.unit_at(hex) == NO_UNIT && self.board.can_stand(mover, hex));
        let side = side_of(attacker);
        let places = self.board.hexes().filter(|hex| self.board.distance(from, *hex) == distance && is_free(*hex));
        let nearest = places.min_by_key(|hex| (self.board.distance(at, *hex), self.board.rank(side, *hex)));
        let Some(hex) = nearest else {
            return Err(OddsFault::Refused(format!(
                "no free hex lies at a distance of {distance} from {}",
                self.forces.unit_words(attacker)
            )));
        };
        state.relocate(target, hex);
        for officer in officer_ids(side_of(target)) {
            if state.officer(officer).hex == at {
                state.officer_mut(officer).hex = hex;
            }
        }
        Ok(())
    }
}

impl Battle {
    /// The position with one parameter changed; names are those of the list of variations, values have been checked.
    pub(super) fn variation(
        &self,
        state: &State,
        attacker: UnitId,
        target: UnitId,
        name: &str,
        value: &str,
    ) -> Result<Positioned<Battle>, OddsFault> {
        let mut varied = Positioned { game: self.clone(), state: *state };
        let number = || value.parse::<u8>().expect("a number that was checked");
        for unit in [attacker, target] {
            if state.unit(unit).hex == NO_HEX {
                return Err(OddsFault::Refused(format!("{} is not on the table", self.field.forces.unit_words(unit))));
            }
        }
        match name {
            "elements" => self.field.forces.set_elements(&mut varied.state, attacker, number())?,
            "target_elements" => self.field.forces.set_elements(&mut varied.state, target, number())?,
            "distance" => {
                self.as_on_table(state).field.positions().set_distance(&mut varied.state, attacker, target, number())?
            }
            "terrain" => varied.game.set_terrain(state, target, value)?,
            "attacker_terrain" => varied.game.set_terrain(state, attacker, value)?,
            _ => return Err(OddsFault::Question(format!("nothing called \"{name}\" can be varied"))),
        }
        Ok(varied)
    }

    /// Replaces all terrain on the hex of a unit.
    fn set_terrain(&mut self, state: &State, unit: UnitId, terrain: &str) -> Result<(), OddsFault> {
        let words = self.field.forces.unit_words(unit);
        let battle = match &mut self.turned {
            Some(turned) if state.turned => &mut **turned,
            _ => self,
        };
        let hex = state.unit(unit).hex;
        let mut map = battle.field.board.map().clone();
        map.ground[usize::from(hex)] = Ground::default();
        if terrain != OPEN {
            map.add_terrain(hex, element_named(terrain).expect("a name that was checked"));
        }
        if let Some(fault) = map.faults().first() {
            return Err(OddsFault::Refused(fault.clone()));
        }
        battle.field.board = Board::new(&map, &battle.field.rules);
        if !battle.field.board.can_stand(battle.field.forces.mover(state, unit), hex) {
            return Err(OddsFault::Refused(format!("{words} cannot stand on {terrain} (JA1.6)")));
        }
        Ok(())
    }
}
