//! Retreat (J5.69 to J5.76): its course; its length is in `length.rs`, its paths in `straight.rs` and `winding.rs`, the
//! estimate for a hex where no unit stands yet in `room.rs`; and the falling back of a unit that breaks off (JA3.16).

pub mod length;
mod passing;
pub mod room;
mod straight;
mod winding;
mod withdrawal;

use super::flow::Stage;
use crate::game::sink::Sink;
use crate::jomini::army::unit::{Class, UnitLetters};
use crate::jomini::map::board::Board;
use crate::jomini::map::hex::{HexId, MAX_HEXES};
use crate::jomini::map::window::Window;
use crate::jomini::rules::RetreatDirections;
use crate::jomini::state::action::Action;
use crate::jomini::state::attack_roll::AttackRoll;
use crate::jomini::state::faces::MOST_DICE;
use crate::jomini::state::field::Battlefield;
use crate::jomini::state::field::Units;
use crate::jomini::state::{NO_UNIT, State, Status, Step, UnitId, officer_ids, side_of};

/// The maximum length of a retreat that is searched for. No board has this many rows.
const MOST_RETREAT: usize = 40;

/// The hexes in which a retreat can end.
struct Ends {
    /// Hexes made on the path to each end; 0 if a retreat cannot end there.
    made: [u8; MAX_HEXES],
    /// The maximum number of hexes of any path.
    longest: u8,
}

impl State {
    /// Moves a unit that retreats or falls back to its new hex; characters in its hex go with it (J5.102), the enemy
    /// officers with these bits flee before it.
    pub(super) fn give_way(&mut self, unit: UnitId, hex: HexId, driven: u8) {
        self.unit_mut(unit).status |= Status::LEFT_HEX;
        self.take_along(unit, hex, driven);
    }

    /// Moves a unit with the characters in its hex (J5.101, J5.102); the enemy officers with these bits, alone on its
    /// path, flee (J5.104, JI-104).
    pub(super) fn take_along(&mut self, unit: UnitId, hex: HexId, driven: u8) {
        let from = self.unit(unit).hex;
        self.relocate(unit, hex);
        for officer in officer_ids(side_of(unit)) {
            if self.officer(officer).hex == from {
                self.officer_mut(officer).hex = hex;
            }
        }
        self.drive_out_officers(unit, driven);
    }
}

impl Board {
    fn each_end(&self, state: &State, unit: UnitId, ends: &Ends, radius: u8, mut take: impl FnMut(HexId, u8) -> bool) {
        let window = Window::around(self, state.unit(unit).hex, radius, side_of(unit));
        for hex in window.hexes(self) {
            let made = ends.made[usize::from(hex)];
            if made > 0 && !take(hex, made) {
                return;
            }
        }
    }
}

impl Units<'_> {
    /// Turns the remaining morale hits into one retreat of the target (JI-137): the unit and the hexes due.
    pub(super) fn order_retreat(self, state: &mut State) -> (UnitId, u8) {
        let morale_hits = state.combat.current_morale_hits();
        let unit = AttackRoll::running(state).target;
        let due = self.retreat_due(unit, morale_hits);
        state.combat.morale_hits = 0;
        state.combat.firm_morale_hits = 0;
        if !self.forces.is_panicked(unit) {
            state.combat.retreat_due = due;
            state.combat.retreat_ordered = due > 0;
        }
        (unit, due)
    }

    /// Elements lost for hexes not made, since no unit is driven off the table (J4.24, J5.76, JI-139). Returns whether
    /// the dice of the Panic letter are due (JA3.23).
    pub(super) fn pay_for_hexes_not_made(self, state: &mut State, made: u8) -> bool {
        let unit = AttackRoll::running(state).target;
        let due = state.combat.retreat_due;
        state.combat.retreat_due = 0;
        let losses = self.rules.retreat_terms(self.forces.profile(unit)).losses(due - made);
        let survives = self.lose_by_retreat(state, unit, losses);
        survives && made > 0 && self.forces.profile(unit).has(UnitLetters::PANIC)
    }

    /// Takes elements off a unit for hexes that it could not make, or for panic: losses caused by the strike, though
    /// not by its dice. Whether they decide a counter-charge (JI-82) and endanger an officer in the front rank (JI-189)
    /// depends on the rules. Returns whether the unit survives.
    fn lose_by_retreat(self, state: &mut State, unit: UnitId, losses: u8) -> bool {
        let lost = losses.min(state.unit(unit).elements);
        if self.rules.counter_charge_all_losses {
            state.combat.inflicted[usize::from(unit == state.combat.attacker)] += lost;
        }
        if self.rules.front_rank_all_losses && self.rules.is_officer_in_danger(state) {
            state.combat.wounds_due += lost;
        }
        self.lose_elements(state, unit, losses)
    }

    /// One die for each hex retreated, a loss on the face of the unit's own arm (JA3.23, JI-144). Dice beyond the
    /// maximum of one roll are thrown in further rolls.
    pub(super) fn apply_panic(self, state: &mut State, losses: u8) -> Option<Stage> {
        let unit = AttackRoll::running(state).target;
        let left = if let Step::PanicRoll(dice) = state.step { dice.saturating_sub(MOST_DICE) } else { 0 };
        if self.lose_by_retreat(state, unit, losses) && left > 0 {
            state.step = Step::PanicRoll(left);
            None
        } else {
            Some(Stage::AfterRetreat)
        }
    }
}

impl Battlefield {
    /// Whether a unit can make any hex of a retreat.
    pub(super) fn has_way_back(&self, state: &State, unit: UnitId, due: u8) -> bool {
        if self.forces.is_static(state, unit) {
            return false;
        }
        let (directions, count) = self.retreat_directions(unit);
        let from = state.unit(unit).hex;
        let mut past_guns = false;
        for towards in &directions[..count] {
            match self.way_on(state, unit, from, *towards) {
                Some((_, true)) => return true,
                Some((_, false)) => past_guns = true,
                None => {}
            }
        }
        past_guns && self.retreat_ends(state, unit, due).longest > 0
    }

    /// Where the target may retreat to, its owner choosing (J5.72, JI-138).
    pub(in crate::jomini) fn retreat_actions(&self, state: &State, sink: &mut impl Sink<Action>) {
        let unit = AttackRoll::running(state).target;
        let ends = self.retreat_ends(state, unit, state.combat.retreat_due);
        // A variant lets a retreat past friendly guns end one hex beyond those due.
        self.board.each_end(state, unit, &ends, state.combat.retreat_due.saturating_add(1), |hex, _| {
            sink.push(Action::RetreatTo(hex));
            !sink.is_full()
        });
    }

    pub(in crate::jomini) fn apply_retreat(&self, state: &mut State, hex: HexId) -> Stage {
        let unit = AttackRoll::running(state).target;
        let due = state.combat.retreat_due;
        let made = if self.retreats_straight(unit) {
            // Each hex is a row; where a variant lets it go one further past friendly guns, that hex is not one of
            // those due.
            let side = side_of(unit);
            due.min(self.board.rows_to_edge(side, state.unit(unit).hex) - self.board.rows_to_edge(side, hex))
        } else {
            self.longest_winding_way(state, unit, due).1
        };
        let driven = self.driven_out_falling_back(state, unit, hex, (made, made));
        state.give_way(unit, hex, driven);
        Stage::HexesMade(made)
    }

    /// The result of one retreat along a longest path: hexes made, and elements lost for the rest.
    pub fn longest_retreat(&self, state: &State, unit: UnitId, due: u8) -> (u8, u8) {
        if due == 0 {
            return (0, 0);
        }
        let made = self.longest_way(state, unit, due).map_or(0, |(_, made)| made);
        (made, self.rules.retreat_terms(self.forces.profile(unit)).losses(due - made))
    }

    /// The end of a longest path of a retreat, and the hexes made; `None` if there is no path.
    pub(super) fn longest_way(&self, state: &State, unit: UnitId, due: u8) -> Option<(HexId, u8)> {
        if self.forces.is_static(state, unit) {
            return None;
        }
        if !self.retreats_straight(unit) {
            return Some(self.longest_winding_way(state, unit, due)).filter(|(_, made)| *made > 0);
        }
        let ends = self.retreat_ends(state, unit, due);
        let mut longest = None;
        self.board.each_end(state, unit, &ends, due.saturating_add(1), |hex, made| {
            if made == ends.longest {
                longest = Some((hex, made));
            }
            longest.is_none()
        });
        longest
    }

    /// Whether a unit that retreats or falls back can step from a hex in a direction, and whether it may end there
    /// (J5.74, J5.75). It does not come back to its own hex.
    fn way_on(&self, state: &State, unit: UnitId, from: HexId, towards: usize) -> Option<(HexId, bool)> {
        self.step_back(state, unit, from, towards).filter(|(next, _)| state.unit_at(*next) != unit)
    }

    /// As [`Battlefield::way_on`] for a unit that has left its hex.
    fn step_back(&self, state: &State, unit: UnitId, from: HexId, towards: usize) -> Option<(HexId, bool)> {
        let next = self.board.retreat_hex(self.forces.mover(state, unit), from, towards)?;
        let occupant = state.unit_at(next);
        if occupant == NO_UNIT || occupant == unit {
            return Some((next, true));
        }
        // J5.75, JI-140: through friendly artillery, not for artillery itself.
        let passes = side_of(occupant) == side_of(unit)
            && self.forces.profile(occupant).class == Class::Artillery
            && self.units().passes_guns(state, unit);
        passes.then_some((next, false))
    }

    /// The directions in which a unit may retreat (J5.73, JI-6, JA3.22).
    fn retreat_directions(&self, unit: UnitId) -> ([usize; 6], usize) {
        let all = self.board.directions(side_of(unit));
        // As a side sees them: forward left, forward right, left, right, rear left, rear right.
        let rear_first = [all[4], all[5], all[2], all[3], all[0], all[1]];
        let count = if self.retreats_anywhere(unit) {
            6
        } else {
            match self.rules.retreat_directions {
                RetreatDirections::Rear => 2,
                RetreatDirections::RearOrSide => 4,
            }
        };
        (rear_first, count)
    }

    /// Where a retreat of `due` hexes can end.
    fn retreat_ends(&self, state: &State, unit: UnitId, due: u8) -> Ends {
        let mut ends = Ends { made: [0; MAX_HEXES], longest: 0 };
        if self.forces.is_static(state, unit) {
            // JI-101: a static gun never moves.
            return ends;
        }
        let (directions, count) = self.retreat_directions(unit);
        let directions = &directions[..count];
        if count == 2 {
            self.straight_ends(state, unit, due, directions, &mut ends);
        } else {
            self.winding_ends(state, unit, due, directions, &mut ends);
        }
        ends
    }

    /// Whether a unit may retreat in any direction (JA3.22).
    pub(in crate::jomini) fn retreats_anywhere(&self, unit: UnitId) -> bool {
        self.forces.profile(unit).has(UnitLetters::ELUSIVE)
    }

    /// Whether a unit retreats only row by row towards its own edge, and not sideways or forward.
    fn retreats_straight(&self, unit: UnitId) -> bool {
        self.retreat_directions(unit).1 == 2
    }

    /// Whether a unit could break off: at least one hex back (JI-157).
    pub(super) fn can_fall_back(&self, state: &State, unit: UnitId) -> bool {
        self.forces.profile(unit).move_max > 0 && self.has_way_back(state, unit, self.units().capacity(state, unit))
    }

    /// The hexes to which a unit that breaks off can fall back: any number of hexes up to its movement, by the rules of
    /// retreat (JI-157). Friendly guns may block a short path but not a longer one (J5.75).
    pub(in crate::jomini) fn fall_back_actions(&self, state: &State, sink: &mut impl Sink<Action>) {
        let unit = state.combat.defender;
        let most = self.units().capacity(state, unit);
        let mut offered = [false; MAX_HEXES];
        for hexes in 1..=most {
            let ends = self.retreat_ends(state, unit, hexes);
            // A variant lets a retreat past friendly guns end one hex beyond.
            self.board.each_end(state, unit, &ends, hexes.saturating_add(1), |hex, _| {
                if !offered[usize::from(hex)] {
                    offered[usize::from(hex)] = true;
                    sink.push(Action::FallBackTo(hex));
                }
                !sink.is_full()
            });
        }
    }

    pub(in crate::jomini) fn apply_fall_back(&self, state: &mut State, hex: HexId) -> Stage {
        let unit = state.combat.defender;
        let driven = self.driven_out_falling_back(state, unit, hex, (1, self.units().capacity(state, unit)));
        state.give_way(unit, hex, driven);
        Stage::EndOfStrike
    }
}
