//! The defence order Withdrawal (J3.52, JI-83): before the attack a unit falls back towards its own edge, by the rules
//! of movement and not by those of retreat.

use crate::game::sink::Sink;
use crate::jomini::army::unit::Class;
use crate::jomini::combat::lone_officers::LoneOfficers;
use crate::jomini::map::hex::{HexId, NO_HEX};
use crate::jomini::rules::MinusHexMode;
use crate::jomini::state::action::Action;
use crate::jomini::state::field::Battlefield;
use crate::jomini::state::{NO_UNIT, State, Status, UnitId, side_of};

/// A hex of the path.
#[derive(Clone, Copy)]
struct Way {
    hex: HexId,
    /// The cost of the path.
    cost: u8,
    /// Whether it can continue from here.
    goes_on: bool,
    /// Lone enemy officers driven out, as bits.
    driven: u8,
}

impl Way {
    const NOWHERE: Way = Way { hex: NO_HEX, cost: 0, goes_on: true, driven: 0 };
}

/// The maximum number of hexes of one row that a withdrawal can reach: one more than the longest move.
const WIDEST: usize = 41;

impl Battlefield {
    /// Whether a unit could withdraw as far as it must (JI-83).
    pub(in crate::jomini) fn can_withdraw(&self, state: &State, unit: UnitId) -> bool {
        let mut any = false;
        self.each_withdrawal(state, unit, LoneOfficers::NONE, |_| any = true);
        any
    }

    /// The hexes to which the defender can withdraw: rear hexes under the normal movement rules (J3.52, JI-83).
    pub(in crate::jomini) fn withdraw_actions(&self, state: &State, sink: &mut impl Sink<Action>) {
        self.each_withdrawal(state, state.combat.defender, LoneOfficers::NONE, |way| {
            if !sink.is_full() {
                sink.push(Action::WithdrawTo(way.hex));
            }
        });
    }

    /// Passes each end of a withdrawal to `take`. The hexes of officers in `avoided` end a path.
    fn each_withdrawal(&self, state: &State, unit: UnitId, avoided: LoneOfficers, mut take: impl FnMut(Way)) {
        let side = side_of(unit);
        if self.forces.is_static(state, unit) {
            return;
        }
        let most = self.units().capacity(state, unit);
        let lone = self.forces.officers_alone(state, side.other());
        let passes_guns = self.units().passes_guns(state, unit);
        // By layers, one row each.
        let mut layer = [Way::NOWHERE; WIDEST];
        layer[0].hex = state.unit(unit).hex;
        let mut width = 1;
        for made in 1..=most {
            let mut next_layer = [Way::NOWHERE; WIDEST];
            let mut next_width = 0;
            for way in layer[..width].iter().filter(|way| way.goes_on) {
                for towards in self.board.rear(side) {
                    let next = self.board.neighbours(way.hex)[towards];
                    let step = self.board.step(self.forces.mover(state, unit), way.hex, towards);
                    if next == NO_HEX || !step.is_possible() {
                        continue;
                    }
                    // J4.4: through friendly guns.
                    let occupant = state.unit_at(next);
                    let friendly_guns = || {
                        side_of(occupant) == side
                            && self.forces.profile(occupant).class == Class::Artillery
                            && !step.stops()
                    };
                    if occupant != NO_UNIT && !(passes_guns && friendly_guns()) {
                        continue;
                    }
                    let extra = match self.rules.minus_hex_mode {
                        MinusHexMode::OncePerMove if way.cost >= made => 0,
                        _ => step.extra(),
                    };
                    let cost = way.cost + 1 + extra;
                    if cost > most && !(made == 1 && self.rules.min_one_hex_move) {
                        continue;
                    }
                    let goes_on = !step.stops() && avoided.on(next) == 0;
                    let found = Way { hex: next, cost, goes_on, driven: way.driven | lone.on(next) };
                    match next_layer[..next_width].iter_mut().find(|known| known.hex == next) {
                        // A path that can continue is preferred to one that stops here, whatever the costs.
                        Some(known) if known.goes_on && !goes_on => {}
                        Some(known) if known.goes_on == goes_on && known.cost <= cost => {}
                        Some(known) => *known = found,
                        None => {
                            next_layer[next_width] = found;
                            next_width += 1;
                        }
                    }
                }
            }
            if made >= self.rules.withdrawal_min_hexes {
                let mut row = next_layer;
                row[..next_width].sort_unstable_by_key(|way| self.board.rank(side, way.hex));
                for way in row[..next_width].iter().filter(|way| state.unit_at(way.hex) == NO_UNIT) {
                    take(*way);
                }
            }
            (layer, width) = (next_layer, next_width);
        }
    }

    /// The defender withdraws: the attack and any order with it are spent, and the attacker does nothing more in this
    /// player-turn (J3.52, JI-83).
    pub(in crate::jomini) fn apply_withdrawal(&self, state: &mut State, hex: HexId) {
        let unit = state.combat.defender;
        let attacker = state.combat.attacker;
        let lone = self.forces.officers_alone(state, side_of(unit).other());
        let mut driven = None;
        for avoided in [lone, LoneOfficers::NONE] {
            self.each_withdrawal(state, unit, avoided, |way| {
                if way.hex == hex {
                    driven = driven.or(Some(way.driven));
                }
            });
        }
        state.give_way(unit, hex, driven.unwrap_or(0));
        // If a variant gives a unit several attacks, or another pursuit, this ends them too.
        state.unit_mut(attacker).status |= Status::NO_ATTACK;
        state.end_combat();
    }
}
