//! The hexes that a unit can reach (J4.3 to J4.18): allowances (JI-90) at the pace set by dice (JA3.4, JA2.10), the
//! cost of each step (JI-94), stops (JI-93), roads (JI-95), passing through artillery (J4.4), lone enemy officers on
//! the way (J5.104), and difficult hexes crossed as clear by Woodsmen (J3.33).
//!
//! Paths of equal effect are one destination: for each hex the cheapest path is used, since a longer one can only cost
//! the right to attack or dice of a gun.

mod entry;
mod flood;
mod past_officers;
mod roads;
mod walk;
mod woodsmen;

use crate::jomini::army::unit::UnitLetters;
use crate::jomini::map::hex::NO_HEX;
use crate::jomini::map::window::Window;
use crate::jomini::rules::MinusHexMode;
use crate::jomini::state::action::Destination;
use crate::jomini::state::battle::Battle;
use crate::jomini::state::field::Battlefield;
use crate::jomini::state::field::Units;
use crate::jomini::state::{Mounting, Mover, NO_UNIT, State, Status, UnitId, Woodsmen, side_of};

pub use walk::Reach;

/// How far a unit may go.
#[derive(Clone, Copy)]
struct Allowance {
    /// The maximum number of hexes after which it may attack.
    fight: u8,
    /// The maximum number of hexes.
    most: u8,
    /// One more hex for a move that ends next to an enemy (JA3.5).
    contact: u8,
    /// The same among the hexes after which it may attack: none for guns that cannot fire after a move (JI-63).
    contact_fight: u8,
    /// The maximum number of hexes whatever its aids, roads included (J4.10, JA2.10).
    cap: u8,
}

impl Units<'_> {
    /// The allowance of a unit with its aids (JI-63, JI-90, JI-91): guns that cannot fire after moving gain no combat
    /// by marching, and infantry none by its animals (J4.17, J5.44). To mount or dismount uses up some of it (J3.31).
    fn allowance(self, state: &State, mover: &Mover) -> Allowance {
        let profile = self.forces.profile(mover.unit);
        let it = state.unit(mover.unit);
        let moves_now = state.turn.current > 0 && side_of(mover.unit) == state.active;
        if it.group == 0 && moves_now && it.hex != NO_HEX {
            // JI-62: a unit that is not activated makes only the hex of its Forced march, and does not fight.
            let most = mover.bonus.min(profile.move_cap);
            return Allowance { fight: 0, most, contact: 0, contact_fight: 0, cap: most };
        }
        let pace = it.pace();
        let spent = if mover.mounting == Mounting::No { 0 } else { self.rules.mount_movement_cost };
        let cap = if pace == Status::CONFINED {
            profile.move_cap.min(self.rules.deficient_move_cap)
        } else {
            profile.move_cap
        };
        // JA3.4: the unit's own movement is doubled, not what orders and animals add to it.
        let times = if pace == Status::DOUBLED { 2 } else { 1 };
        let never =
            self.rules.unit(profile.kind).is_some_and(|numbers| numbers.move_fight == 0) || pace == Status::CONFINED;
        let fight = if never { 0 } else { (times * profile.move_fight + mover.bonus).min(cap).saturating_sub(spent) };
        let most = (times * profile.move_max + self.rules.mounted_bonus(state, mover.unit) + mover.bonus).min(cap);
        let contact = u8::from(mover.impetuous && pace != Status::CONFINED && most < cap);
        let contact_fight = if never { 0 } else { contact };
        Allowance { fight, most: most.saturating_sub(spent), contact, contact_fight, cap: cap.saturating_sub(spent) }
    }

    /// The maximum number of hexes that a unit moves with its aids, and of those after which it may still attack.
    pub(in crate::jomini) fn hexes_allowed(self, state: &State, mover: &Mover) -> (u8, u8) {
        let allowance = self.allowance(state, mover);
        (allowance.most, allowance.fight)
    }

    /// The maximum number of hexes that a unit can have moved in one Movement phase, and of those after which it may
    /// still attack, whatever orders, letters, dice and roads have helped it (J4.8, J4.9, J4.10).
    pub(in crate::jomini) fn most_hexes_moved(self, state: &State, unit: UnitId) -> (u8, u8) {
        let (rules, profile, pace) = (self.rules, self.forces.profile(unit), state.unit(unit).pace());
        if profile.has(UnitLetters::STATIC) || profile.move_max == 0 || pace == Status::HALTED {
            return (0, 0);
        }
        if pace == Status::CONFINED {
            return (profile.move_cap.min(rules.deficient_move_cap), 0);
        }
        // The dice of Unreliable troops are discarded when the player-turn ends.
        let times = if pace == Status::DOUBLED || profile.has(UnitLetters::UNRELIABLE) { 2 } else { 1 };
        let marches = [rules.forced_march_bonus, rules.forward_march_bonus];
        let march = if rules.manoeuvre_orders_per_turn > 1 { marches.iter().sum() } else { marches[0].max(marches[1]) };
        let contact = u8::from(profile.has(UnitLetters::IMPETUOUS));
        // It may have dismounted since.
        let carried = if profile.has(UnitLetters::CARRIED) { rules.mounted_infantry_bonus } else { 0 };
        let most = (times * profile.move_max + march + contact + carried + rules.road_bonus)
            .max(u8::from(rules.min_one_hex_move));
        let never = rules.unit(profile.kind).is_some_and(|numbers| numbers.move_fight == 0);
        let fight = if never { 0 } else { times * profile.move_fight + march + contact };
        (most.min(profile.move_cap), fight.min(profile.move_cap))
    }
}

impl Battlefield {
    /// Whether the fast search for destinations gives the same result as the full one: only steps of one hex, stops,
    /// and guns to pass through.
    fn can_flood(&self, state: &State, mover: &Mover, allowance: Allowance) -> bool {
        let it = state.unit(mover.unit);
        let plain = mover.woodsmen == Woodsmen::No
            && !mover.impetuous
            && !it.has(Status::ONLY_BACK | Status::MOVE_ONLY)
            && self.rules.minus_hex_mode == MinusHexMode::PerStep
            && allowance.most <= flood::MOST_LAYERS as u8
            && (self.rules.road_bonus == 0 || !self.board.is_road(it.hex));
        plain
            && !self.board.is_slow_near(it.hex, self.forces.mover(state, mover.unit), allowance.most)
            && !self.positions().is_lone_officer_near(state, mover, allowance)
    }
}

impl Battle {
    /// Passes each destination of a unit to `take`, in the order in which its side sees the hexes, until it requests a
    /// stop: never off the table (J4.22), and past enemies at no cost (J4.14).
    pub fn each_destination(&self, state: &State, mover: &Mover, mut take: impl FnMut(Destination) -> bool) {
        let allowance = self.field.units().allowance(state, mover);
        if state.unit(mover.unit).hex == NO_HEX {
            self.each_entry(state, mover, allowance, take);
            return;
        }
        if self.field.can_flood(state, mover, allowance) {
            self.field.flood(state, mover.unit, allowance, take);
            return;
        }
        let mut reach = Reach::new();
        self.field.find_reach(state, mover, &mut reach);
        let side = side_of(mover.unit);
        let window = Window::around(&self.field.board, state.unit(mover.unit).hex, reach.radius(), side);
        reach.each(&self.field.board, &window, &mut take);
    }

    /// Whether a unit has any destination.
    pub(super) fn can_move(&self, state: &State, unit: UnitId) -> bool {
        self.can_move_as(state, &Mover::plain(unit))
    }

    /// Whether it has any destination with these aids.
    pub(super) fn can_move_as(&self, state: &State, mover: &Mover) -> bool {
        let unit = mover.unit;
        let it = state.unit(unit);
        let class = self.field.forces.mover(state, unit);
        let slowed = it.has(Status::ONLY_BACK | Status::MOVE_ONLY) || it.pace() == Status::CONFINED;
        let plain = !slowed && self.field.rules.min_one_hex_move && self.field.units().allowance(state, mover).most > 0;
        let mut beside_units = false;
        for (towards, next) in self.field.board.neighbours(it.hex).iter().enumerate() {
            if *next == NO_HEX || !self.field.board.step(class, it.hex, towards).is_possible() {
                continue;
            }
            if plain && state.unit_at(*next) == NO_UNIT {
                return true;
            }
            beside_units |= state.unit_at(*next) != NO_UNIT;
        }
        if plain && !beside_units {
            return false;
        }
        let mut any = false;
        self.each_destination(state, mover, |_| {
            any = true;
            false
        });
        any
    }
}
