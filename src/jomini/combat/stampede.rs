//! Elephants in panic: their release by a loss (J5.19, J5.94, J5.95), their flight (J5.96), their fights with units in
//! their way (J5.97), and their end (J5.98).
//!
//! Rules J4.20, JA3.49, JA3.52 with JI-31, JI-160, JI-161, JI-162, JI-163, JI-164, JI-165, JI-166, JI-167, JI-168,
//! JI-169. A panicked elephant is a separate piece: each unit with elephants has slots for them after the units of its
//! side. It is never activated, neither has nor gives support, receives no orders, and does not count for victory.
//!
//! A flight interrupts the current combat, which is stored with it ([`Stampede`]); when an elephant runs into another,
//! flights are nested. Hits and retreats of trampled units are in `resolution.rs` and `retreat.rs`, as in any combat.

use super::flow::Stage;
use crate::game::Side;
use crate::game::sink::Sink;
use crate::jomini::army::unit::Animals;
use crate::jomini::map::board::Board;
use crate::jomini::map::hex::{HexId, NO_HEX};
use crate::jomini::rules::Rules;
use crate::jomini::rules::{ElephantCountsLost, Face, PanicBlocked, PanicRoll};
use crate::jomini::state::action::Action;
use crate::jomini::state::attack_roll::AttackRoll;
use crate::jomini::state::faces::{Effect, FaceEffects};
use crate::jomini::state::field::Battlefield;
use crate::jomini::state::field::Positions;
use crate::jomini::state::field::Units;
use crate::jomini::state::forces::Forces;
use crate::jomini::state::stampede_pool::ELEPHANT_MOVER;
use crate::jomini::state::{
    Combat, Flight, MAX_STAMPEDES, NO_UNIT, Resume, Stampede, State, Status, Step, UnitId, UnitIds, officer_ids,
    side_of,
};

impl State {
    /// Starts the flight of an elephant that has just panicked, if there is one; `resume` is what continues afterwards.
    pub(super) fn start_stampede(&mut self, resume: Resume) -> bool {
        let Some(last) = usize::from(self.stampede_count).checked_sub(1) else { return false };
        let stampede = &mut self.stampedes[last];
        if stampede.begun {
            return false;
        }
        (stampede.begun, stampede.resume, stampede.combat) = (true, resume, self.combat);
        self.ask_for_panic_dice();
        true
    }

    /// An elephant on the table begins to run.
    fn push_stampede(&mut self, elephant: UnitId, left: u8, resume: Resume) {
        let (from, combat) = (self.unit(elephant).hex, self.combat);
        self.stampedes[usize::from(self.stampede_count)] =
            Stampede { elephant, more: 0, from, left, begun: true, resume, combat };
        self.stampede_count += 1;
    }

    fn stampede(&mut self) -> &mut Stampede {
        &mut self.stampedes[usize::from(self.stampede_count) - 1]
    }

    fn ask_for_panic_dice(&mut self) {
        let Stampede { elephant, from, .. } = *self.stampede();
        if self.unit(elephant).hex == NO_HEX && self.unit_at(from) == NO_UNIT {
            self.place(elephant, from);
        }
        self.combat = Combat::NONE;
        self.step = Step::StampedeRoll;
    }

    /// Morale hits move a panicked elephant as its own dice do (JI-167), unless it is already running and attacks a
    /// unit in its way. Returns whether it runs, which interrupts the combat.
    pub(super) fn drive_elephant(&mut self, elephant: UnitId, hexes: u8) -> bool {
        let runs = self.stampedes[..usize::from(self.stampede_count)].iter().any(|it| it.elephant == elephant);
        if hexes == 0 || runs || usize::from(self.stampede_count) == MAX_STAMPEDES {
            return false;
        }
        self.push_stampede(elephant, hexes, Resume::EndOfStrike);
        self.combat = Combat::NONE;
        true
    }

    /// The running elephant and its hex or starting hex.
    fn elephant_hex(&self) -> (UnitId, HexId) {
        let stampede = &self.stampedes[usize::from(self.stampede_count) - 1];
        let hex = self.unit(stampede.elephant).hex;
        (stampede.elephant, if hex == NO_HEX { stampede.from } else { hex })
    }

    fn step_wildly(&mut self, hex: HexId) {
        let elephant = self.stampede().elephant;
        if self.unit(elephant).hex == NO_HEX {
            self.place(elephant, hex);
        } else {
            self.relocate(elephant, hex);
        }
        for officer in officer_ids(side_of(elephant).other()) {
            if self.officer(officer).hex == hex {
                self.put_to_flight(Flight { officer, driver: elephant });
            }
        }
        self.stampede().left -= 1;
    }

    /// Whether the current combat is that of the running elephant against a unit in its way (J5.97), not a hypothetical
    /// one.
    pub(super) fn is_trampling(&self) -> bool {
        self.running_elephant() == Some(self.combat.attacker)
    }

    /// Removes the topmost flight; the combat that it interrupted is the running one again.
    pub(super) fn drop_stampede(&mut self) {
        self.combat = self.stampede().combat;
        *self.stampede() = Stampede::NONE;
        self.stampede_count -= 1;
    }
}

impl Rules {
    /// The dice of an elephant in panic: flags and tactical advantages drive it on (J5.96).
    pub(in crate::jomini) fn stampede_face_effects(&self) -> FaceEffects {
        self.die_faces
            .map(|face| if matches!(face, Face::Flag | Face::Tactical) { Effect::Hit } else { Effect::Nothing })
    }

    /// Hexes that an elephant in panic runs for this number of dice (J5.96, JI-160).
    pub(in crate::jomini) fn panic_hexes(&self, results: u8) -> u8 {
        results.saturating_mul(self.panic_hexes_per_result)
    }

    /// Moves the elephant on by this number of dice; if its unit occupies the hex it cannot stay (JI-164).
    pub(super) fn apply_stampede_roll(&self, state: &mut State, results: u8) -> Stage {
        let hexes = self.panic_hexes(results);
        let elephant = state.stampede().elephant;
        let least = u8::from(state.unit(elephant).hex == NO_HEX);
        state.stampede().left = hexes.max(least);
        Stage::Stampede
    }
}

impl Board {
    /// The attack with which the running elephant would strike a unit in its way.
    pub(in crate::jomini) fn trampling(&self, state: &State, target: UnitId) -> AttackRoll {
        let (elephant, from) = state.elephant_hex();
        AttackRoll { hexes_moved: 0, ..AttackRoll::attack(self, state, elephant, from, target) }
    }
}

impl Forces {
    /// The elephants of a unit panic (J5.94, J5.95): those of a unit that remains without them (towed guns, riders)
    /// start at once from its hex; otherwise on the vacated hex (JI-164). They run when the strike pauses
    /// (`start_stampede`).
    pub fn begin_panic(&self, state: &mut State, unit: UnitId, hex: HexId, losses: u8) {
        let stays = state.unit(unit).elements > 0;
        let it = state.unit_mut(unit);
        it.status = it.status & !Status::MOUNTED | Status::ELEPHANT_GONE;
        let (first, count) = self.stampede_pool.of_unit(unit);
        let count = count.min(losses);
        // It rolls now, and not again at the start of the player-turn if this is one.
        let turn_starts =
            state.stampede_count > 0 && state.stampedes[0].resume == Resume::TurnStart && state.stampedes[0].begun;
        for elephant in UnitIds::starting(first, count) {
            let it = state.unit_mut(elephant);
            it.elements = 1;
            it.hexes_moved = 0;
            it.status = if turn_starts { Status::MOVED } else { Status::empty() };
        }
        if !stays {
            state.place(first, hex);
        }
        let height = usize::from(state.stampede_count);
        if height < MAX_STAMPEDES {
            state.stampedes[height] = Stampede { elephant: first, more: count - 1, from: hex, ..Stampede::NONE };
            state.stampede_count += 1;
        } else {
            // Those without a hex are gone.
            for elephant in UnitIds::starting(first, count).filter(|elephant| stays || *elephant > first) {
                state.unit_mut(elephant).elements = 0;
            }
        }
    }
}

impl Units<'_> {
    /// After such a combat the elephant takes the vacated hex and runs on, or its flight ends (JI-165).
    pub(super) fn leave_trampled(self, state: &mut State) -> Stage {
        let Combat { attacker, defender_hex, .. } = state.combat;
        if state.unit(attacker).elements == 0 {
            Stage::EndOfStampede
        } else if state.unit_at(defender_hex) == NO_UNIT {
            state.step_wildly(defender_hex);
            Stage::Stampede
        } else {
            self.stop_elephant(state);
            Stage::EndOfStampede
        }
    }

    /// The hexes that it cannot make count as a loss (JI-165); a variant lets it stay where it stands.
    fn stop_elephant(self, state: &mut State) {
        let elephant = state.stampede().elephant;
        if self.rules.panic_blocked == PanicBlocked::Vanish || state.unit(elephant).hex == NO_HEX {
            self.remove_elephant(state, elephant);
        }
    }

    /// A panicked elephant disappears (J5.98).
    pub(super) fn remove_elephant(self, state: &mut State, elephant: UnitId) {
        let it = state.unit_mut(elephant);
        it.elements = 0;
        if it.hex != NO_HEX {
            let hex = std::mem::replace(&mut it.hex, NO_HEX);
            state.occupant[usize::from(hex)] = NO_UNIT;
        }
        let unit = self.forces.owner_of_elephant(elephant);
        if self.forces.is_one_elephant(unit) && self.rules.elephant_counts_lost == ElephantCountsLost::OnRemoval {
            self.forces.count_lost(state, unit);
        }
    }

    /// Whether a unit that loses its last element does not count as lost yet, since its elephant lives on (JI-168).
    pub fn is_counted_later(self, unit: UnitId) -> bool {
        self.rules.elephant_counts_lost == ElephantCountsLost::OnRemoval && self.forces.is_one_elephant(unit)
    }
}

impl Board {
    /// The hexes before an elephant of this side that flees from a hex: towards its own edge, as in a retreat (J5.96,
    /// J5.73).
    pub(in crate::jomini) fn each_way_of_elephant(&self, side: Side, from: HexId, mut take: impl FnMut(HexId)) {
        for towards in self.rear(side) {
            let next = self.neighbours(from)[towards];
            if next != NO_HEX && self.retreat_step(ELEPHANT_MOVER, from, towards) {
                take(next);
            }
        }
    }
}

impl Positions<'_> {
    /// The hexes to which the elephant can run, or else the units that it can trample; its owner chooses (J5.97).
    pub(in crate::jomini) fn stampede_actions(self, state: &State, sink: &mut impl Sink<Action>) {
        let (elephant, here) = state.elephant_hex();
        let side = side_of(elephant);
        let mut free = false;
        self.board.each_way_of_elephant(side, here, |hex| {
            if state.unit_at(hex) == NO_UNIT {
                free = true;
                sink.push(Action::StampedeTo(hex));
            }
        });
        if !free {
            self.board.each_way_of_elephant(side, here, |hex| sink.push(Action::Trample(state.unit_at(hex))));
        }
    }
}

impl Battlefield {
    /// The next hex of a flight (JI-165): into a free one if there is any, else against a unit in the way; at the edge
    /// it leaves the table (JI-162), and before impassable ground only it disappears. Returns whether it runs on.
    pub(super) fn runs_on(&self, state: &mut State) -> bool {
        let (elephant, here) = state.elephant_hex();
        if state.stampede().left == 0 || state.unit(elephant).elements == 0 {
            return false;
        }
        let mut any = false;
        self.board.each_way_of_elephant(side_of(elephant), here, |_| any = true);
        if self.board.rows_to_edge(side_of(elephant), here) == 0 {
            self.units().remove_elephant(state, elephant);
            return false;
        }
        if !any {
            self.units().stop_elephant(state);
        }
        any
    }

    pub(in crate::jomini) fn apply_stampede(&self, state: &mut State, action: Action) -> Stage {
        match action {
            Action::StampedeTo(hex) => {
                state.step_wildly(hex);
                Stage::Stampede
            }
            Action::Trample(target) => self.trample(state, target),
            action => panic!("{action:?} is no way of an elephant"),
        }
    }

    /// The elephant attacks the unit in its way, friend or foe (J5.97): a melee without orders.
    fn trample(&self, state: &mut State, target: UnitId) -> Stage {
        let (elephant, here) = state.elephant_hex();
        self.start_combat_from(state, elephant, here, target)
    }
}

impl Battlefield {
    /// At the start of a player-turn each panicked elephant of its owner rolls (J5.96, JI-161). Returns whether one is
    /// still to roll; if not, the turn continues.
    pub(in crate::jomini) fn runs_elephant(&self, state: &mut State) -> bool {
        if self.forces.animals.contains(Animals::ELEPHANTS) {
            let every = self.rules.panic_roll == PanicRoll::EveryTurnStart;
            for side in [state.active, state.active.other()].into_iter().filter(|side| every || *side == state.active) {
                let waits = |elephant: &UnitId| {
                    self.forces.is_panicked(*elephant)
                        && state.unit(*elephant).hex != NO_HEX
                        && !state.unit(*elephant).has(Status::MOVED)
                };
                let Some(elephant) = self.forces.pieces(side).find(waits) else { continue };
                state.unit_mut(elephant).status |= Status::MOVED;
                state.push_stampede(elephant, 0, Resume::TurnStart);
                state.ask_for_panic_dice();
                return true;
            }
            for side in Side::BOTH {
                for elephant in self.forces.pieces(side).filter(|piece| self.forces.is_panicked(*piece)) {
                    state.unit_mut(elephant).status = Status::empty();
                }
            }
        }
        false
    }

    /// The flight is over: the next elephant of the unit runs, or what it interrupted continues.
    pub(super) fn end_stampede(&self, state: &mut State) -> Option<Stage> {
        let last = usize::from(state.stampede_count) - 1;
        let stampede = state.stampedes[last];
        if stampede.more > 0 {
            let next = UnitId::new(stampede.elephant.index() + 1);
            state.stampedes[last] = Stampede { elephant: next, more: stampede.more - 1, ..stampede };
            state.ask_for_panic_dice();
            return None;
        }
        state.drop_stampede();
        self.resume(state, stampede.resume)
    }

    /// Continues after a flight, and returns the stage of the strike that it interrupted.
    pub(super) fn resume(&self, state: &mut State, resume: Resume) -> Option<Stage> {
        match resume {
            Resume::TurnStart if self.runs_elephant(state) => None,
            Resume::TurnStart => Some(Stage::TurnOpens),
            Resume::AfterLosses => Some(Stage::Survivors),
            Resume::EndOfStrike => Some(Stage::EndOfStrike),
        }
    }
}
