//! Random legal positions: both sides scattered over the board, often in contact, with any losses and tokens. Soaks and
//! property tests start from them, since games from the usual start reach contact late and crowded positions rarely.

use reglette::game::rng::Stream;
use reglette::game::{Game, Side};
use reglette::jomini::Battle;
use reglette::jomini::army::unit::{Animals, Arms, UnitLetters};
use reglette::jomini::map::hex::{HexId, MAX_HEXES, NO_HEX};
use reglette::jomini::state::{
    Combat, Group, GroupKind, MAX_STAMPEDES, NO_OFFICER, NO_UNIT, Officer, Stampede, State, Status, Step, TurnState,
    Unit, UnitId, officer_ids, side_of, unit_ids,
};

/// Battles from which random positions can be drawn.
pub trait Scattered {
    /// A random legal position of this battle: at the start of a Command phase, or in a Combat phase with one group
    /// activated.
    fn scattered(&self, stream: &mut Stream) -> State;
}

impl Scattered for Battle {
    fn scattered(&self, stream: &mut Stream) -> State {
        Scatter { battle: self }.position(stream)
    }
}

struct Scatter<'a> {
    battle: &'a Battle,
}

impl Scatter<'_> {
    fn position(&self, stream: &mut Stream) -> State {
        let mut state = self.battle.start;
        state.occupant = [NO_UNIT; MAX_HEXES];
        state.flight_count = 0;
        (state.stampedes, state.stampede_count) = ([Stampede::NONE; MAX_STAMPEDES], 0);
        state.outcome = None;
        state.combat = Combat::NONE;
        state.turn = TurnState::default();
        let heart = HexId::new(stream.below(self.battle.field.board.hexes().len() as u32) as u16);
        let radius = 2 + stream.below(5) as u8;
        for side in Side::BOTH {
            self.scatter_units(&mut state, side, heart, radius, stream);
            state.side_mut(side).tokens = stream.below(13) as u8;
        }
        // After all units, so that no officer is placed in the hex of an enemy unit.
        for side in Side::BOTH {
            self.scatter_officers(&mut state, side, stream);
        }
        state.active = Side::from_index(stream.below(2) as usize);
        state.player_turn = 1 + stream.below(u32::from(self.battle.turn_limit)) as u16;
        state.first = if state.player_turn % 2 == 1 { state.active } else { state.active.other() };
        self.move_enemies(&mut state, stream);
        state.turn.activations_left = self.battle.activations_now(&state, state.active);
        state.step = Step::Command;
        if stream.below(2) == 0 {
            self.activate_some(&mut state, stream);
        }
        Game::advance_forced(self.battle, &mut state);
        state
    }

    /// Places each unit near a random centre, with fewer losses than beat the army.
    fn scatter_units(&self, state: &mut State, side: Side, heart: HexId, radius: u8, stream: &mut Stream) {
        let at_start = state.side(side).units_at_start;
        let mut may_lose = self.battle.field.rules.units_to_lose(at_start).saturating_sub(1);
        let desperate = stream.below(4) == 0;
        state.side_mut(side).units_lost = 0;
        state.side_mut(side).points_lost = 0;
        for unit in unit_ids(side).limited(self.battle.field.forces.unit_counts[side]) {
            let plays = self.battle.start.unit(unit).elements > 0;
            *state.unit_mut(unit) = Unit::NONE;
            if !plays {
                continue;
            }
            let survivors = unit > unit_ids(side).first();
            if survivors && may_lose > 0 && (desperate || stream.below(8) == 0) {
                may_lose -= 1;
                state.side_mut(side).units_lost += 1;
                state.side_mut(side).points_lost += self.battle.field.forces.profile(unit).points;
                continue;
            }
            if survivors && self.battle.reserves.has_unit(unit) && stream.below(2) == 0 {
                state.unit_mut(unit).elements = self.battle.field.forces.profile(unit).elements;
                continue;
            }
            state.unit_mut(unit).elements =
                1 + stream.below(u32::from(self.battle.field.forces.profile(unit).elements)) as u8;
            if self.battle.field.forces.profile(unit).has(UnitLetters::CARRIED) && stream.below(3) > 0 {
                state.unit_mut(unit).status = Status::MOUNTED;
            }
            match self.free_hex(state, unit, heart, radius, stream) {
                Some(hex) => state.place(unit, hex),
                // No hex is open to it: it is left out of the army.
                None => {
                    *state.unit_mut(unit) = Unit::NONE;
                    state.side_mut(side).units_at_start -= 1;
                }
            }
        }
        if self.battle.field.forces.animals.contains(Animals::ELEPHANTS) {
            for unit in unit_ids(side).limited(self.battle.field.forces.unit_counts[side]) {
                self.scatter_elephants(state, unit, heart, radius, stream);
            }
        }
    }

    /// Some elephants are in panic, near the centre or already removed: those of lost units, and of guns and riders
    /// that remain without them.
    fn scatter_elephants(&self, state: &mut State, unit: UnitId, heart: HexId, radius: u8, stream: &mut Stream) {
        for elephant in self.battle.field.forces.elephants_of(unit) {
            *state.unit_mut(elephant) = Unit::NONE;
        }
        let lost = state.unit(unit).elements == 0;
        let loose = if lost { 2 } else { 5 };
        if !self.battle.field.forces.profile(unit).has_elephants()
            || (self.battle.field.forces.is_one_elephant(unit) && !lost)
            || stream.below(loose) > 0
        {
            return;
        }
        let it = state.unit_mut(unit);
        it.status = it.status & !Status::MOUNTED | Status::ELEPHANT_GONE;
        for elephant in self.battle.field.forces.elephants_of(unit) {
            if stream.below(3) == 0 {
                continue;
            }
            let Some(hex) = self.free_hex(state, elephant, heart, radius, stream) else { continue };
            state.unit_mut(elephant).elements = 1;
            state.place(elephant, hex);
            if self.battle.field.units().is_counted_later(unit) {
                let points = self.battle.field.forces.profile(unit).points;
                let it = state.side_mut(side_of(unit));
                it.units_lost -= 1;
                it.points_lost -= points;
            }
        }
    }

    /// A free hex open to the unit: near the centre if a few draws find one, otherwise the first after a random one.
    fn free_hex(&self, state: &State, unit: UnitId, heart: HexId, radius: u8, stream: &mut Stream) -> Option<HexId> {
        let hexes = self.battle.field.board.hexes().len() as u32;
        let open = |hex: HexId| {
            state.unit_at(hex) == NO_UNIT
                && self.battle.field.board.can_stand(self.battle.field.forces.mover(state, unit), hex)
        };
        for _ in 0..20 {
            let hex = HexId::new(stream.below(hexes) as u16);
            if open(hex) && self.battle.field.board.distance(heart, hex) <= radius {
                return Some(hex);
            }
        }
        let from = stream.below(hexes);
        (0..hexes).map(|step| HexId::new(((from + step) % hexes) as u16)).find(|hex| open(*hex))
    }

    /// Places officers, mostly with units of their side, or alone.
    fn scatter_officers(&self, state: &mut State, side: Side, stream: &mut Stream) {
        for officer in officer_ids(side).limited(self.battle.field.forces.officer_counts[side]) {
            if self.battle.reserves.has_officer(officer) && stream.below(2) == 0 {
                *state.officer_mut(officer) = Officer { in_play: true, ..Officer::NONE };
                continue;
            }
            let alone = stream.below(4) == 0;
            let hexes = self.battle.field.board.hexes().len() as u32;
            let from = stream.below(hexes);
            let fits = |hex: HexId| {
                let unit = state.unit_at(hex);
                if alone {
                    unit == NO_UNIT && self.battle.field.board.officer_can_stand(hex)
                } else {
                    unit != NO_UNIT && side_of(unit) == side
                }
            };
            let hex = (0..hexes)
                .map(|step| HexId::new(((from + step) % hexes) as u16))
                .find(|hex| fits(*hex))
                .unwrap_or(NO_HEX);
            *state.officer_mut(officer) = Officer { hex, in_play: hex != NO_HEX, ..Officer::NONE };
        }
    }

    /// Marks some units of the waiting side as moved in their last Movement phase.
    fn move_enemies(&self, state: &mut State, stream: &mut Stream) {
        for unit in unit_ids(state.active.other()).limited(self.battle.field.forces.unit_counts[state.active.other()]) {
            if stream.below(3) == 0 {
                state.unit_mut(unit).hexes_moved =
                    stream.below(u32::from(self.battle.field.forces.profile(unit).move_max) + 1) as u8;
            }
        }
    }

    /// Sets up a Combat phase in which some units of one arm are activated, some of them moved.
    fn activate_some(&self, state: &mut State, stream: &mut Stream) {
        let arm = [Arms::INFANTRY, Arms::MOUNTED, Arms::ARTILLERY][stream.below(3) as usize];
        let leader = self.battle.field.forces.officers_on_table(state, state.active).next().unwrap_or(NO_OFFICER);
        state.turn.groups[0] = Group { kind: GroupKind::Activation, leader, ..Group::default() };
        state.turn.group_count = 1;
        state.turn.current = 1;
        state.turn.activations_left = 0;
        for unit in unit_ids(state.active).limited(self.battle.field.forces.unit_counts[state.active]) {
            if state.unit(unit).hex == NO_HEX
                || !self.battle.field.forces.profile(unit).groups.intersects(arm)
                || stream.below(3) == 0
            {
                continue;
            }
            let most =
                self.battle.field.forces.profile(unit).move_fight.min(self.battle.field.forces.profile(unit).move_cap);
            let it = state.unit_mut(unit);
            it.group = 1;
            if stream.below(2) == 0 {
                it.status |= Status::MOVED;
                it.hexes_moved = stream.below(u32::from(most) + 1) as u8;
            }
        }
        state.step = Step::Combat;
    }
}
