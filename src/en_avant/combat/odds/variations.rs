//! Positions that differ in one parameter, for a sweep of the odds: bases, the distance, the ground under a unit.

use crate::en_avant::rules::{Movement, TerrainKind};
use crate::en_avant::state::engagement::Engagement;
use crate::en_avant::state::{State, UnitId};
use crate::en_avant::table::geometry::{CENTIMETRE, Convex, Length};
use crate::en_avant::table::ground::{MOST_PIECES, Piece, Shape};
use crate::game::{OddsFault, Positioned};

/// Extent of terrain laid under a unit beyond it, less than the tolerance of rims, so that the unit stands at the rim
/// on all sides.
const BEYOND: Length = 4;

impl Engagement {
    /// The position with one parameter changed; the names are those of the list of variations, the values have been
    /// checked.
    pub(super) fn variation(
        &self,
        state: &State,
        attacker: UnitId,
        target: UnitId,
        name: &str,
        value: &str,
    ) -> Result<Positioned<Engagement>, OddsFault> {
        let mut varied = Positioned { game: self.clone(), state: *state };
        for unit in [attacker, target] {
            if !state.unit(unit).is_on_table() {
                return Err(OddsFault::Refused(format!("{} is not on the table", self.unit_words(unit))));
            }
        }
        let number = || value.parse::<u8>().expect("a number that was checked");
        match name {
            "bases" => self.set_bases(&mut varied.state, attacker, number())?,
            "target_bases" => self.set_bases(&mut varied.state, target, number())?,
            "distance" => self.set_distance(&mut varied.state, attacker, target, value)?,
            "terrain" => varied.game.set_terrain(state, target, value)?,
            "attacker_terrain" => varied.game.set_terrain(state, attacker, value)?,
            _ => return Err(OddsFault::Question(format!("nothing called \"{name}\" can be varied"))),
        }
        Ok(varied)
    }

    /// Sets the number of bases of a unit, in as many of its files as they fill.
    fn set_bases(&self, state: &mut State, unit: UnitId, bases: u8) -> Result<(), OddsFault> {
        let most = self.troops.profile(state, unit).bases;
        if bases > most {
            return Err(OddsFault::Refused(format!("{} has at most {most} bases (E2.34)", self.unit_words(unit))));
        }
        let it = state.unit_mut(unit);
        (it.bases, it.files) = (bases, it.files.min(bases));
        self.units().refresh_contacts(state);
        Ok(())
    }

    /// Shifts the target along the attacker's heading to a distance ahead.
    fn set_distance(&self, state: &mut State, attacker: UnitId, target: UnitId, value: &str) -> Result<(), OddsFault> {
        let refused = |why: String| Err(OddsFault::Refused(why));
        let centimetres: f64 = value.parse().expect("a length that was checked");
        let distance = (centimetres * f64::from(CENTIMETRE)).round() as Length;
        if distance <= self.measures.touch {
            return refused("units that touch fight a melee: write it as a position (EI-6, EI-72)".to_owned());
        }
        let own = *state.unit(attacker);
        let ahead = |state: &State| {
            let corners = self.places().bounding(state, target).corners();
            corners.iter().map(|corner| own.front.seen(own.heading, *corner).0).min().expect("four corners")
        };
        let shift = distance - ahead(state);
        let it = state.unit_mut(target);
        it.front = it.front.moved(own.heading, shift, 0);
        let words = self.unit_words(target);
        if !self.places().footprint(state, target).rectangles().iter().all(|it| self.ground(state).holds(it)) {
            return refused(format!("{words} would lie beyond the edge of the table"));
        }
        if let Some(other) = self.places().overlapped(state, target, &self.places().footprint(state, target)) {
            return refused(format!("{words} would lie on {}", self.unit_words(other)));
        }
        self.units().refresh_contacts(state);
        Ok(())
    }

    /// Lays other terrain under a unit, in place of all pieces on which it stands.
    fn set_terrain(&mut self, state: &State, unit: UnitId, kind: &str) -> Result<(), OddsFault> {
        let refused = |why: String| Err(OddsFault::Refused(why));
        let kind = TerrainKind::from_name(kind).expect("a name that was checked");
        let row = self.rules.terrain[kind as usize];
        let whole = self.places().bounding(state, unit);
        let pieces = &mut self.grounds[usize::from(state.turned)].pieces;
        pieces.retain(|piece| !piece.meets(&whole));
        if kind == TerrainKind::Plain {
            return Ok(());
        }
        if row.movement == Movement::Impassable {
            return refused(format!("no unit can stand in {}", kind.name()));
        }
        if pieces.len() == MOST_PIECES {
            return refused(format!("the table has {MOST_PIECES} pieces of terrain, as many as it can"));
        }
        pieces.push(Piece::new(kind.name().to_owned(), kind, &row, Shape::Area(Convex::from(whole.shrunk(-BEYOND)))));
        Ok(())
    }
}
