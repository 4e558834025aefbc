//! The words for what a state holds in bits, in the order in which they are written.

use crate::jomini::state::{Strike, status};

/// What holds of a unit, mostly for the running player-turn, by name.
pub const STATUS: &[(&str, u16)] = &[
    ("moved", status::MOVED),
    ("no_attack", status::NO_ATTACK),
    ("supported_by_order", status::SUPPORTED_BY_ORDER),
    ("nuts", status::NUTS),
    ("hold_position", status::HOLD_POSITION),
    ("sacrifice", status::SACRIFICE),
    ("move_only", status::MOVE_ONLY),
    ("only_back", status::ONLY_BACK),
    ("impetuous_rolled", status::IMPETUOUS_ROLLED),
    ("left_hex", status::LEFT_HEX),
    ("broken_through", status::BROKEN_THROUGH),
    ("mounted", status::MOUNTED),
    ("elephant_gone", status::ELEPHANT_GONE),
    ("confined", status::CONFINED),
    ("halted", status::HALTED),
    ("doubled", status::DOUBLED),
];

/// The kinds of strike.
pub const STRIKES: &[(&str, Strike)] = &[
    ("attack", Strike::Attack),
    ("riposte", Strike::Riposte),
    ("ambush", Strike::Ambush),
    ("against_break_off", Strike::AgainstBreakOff),
    ("counter_charge_attack", Strike::CounterChargeAttack),
    ("counter_charge_defence", Strike::CounterChargeDefence),
];

/// The activation groups that a further unit may come from, as bits of `unit::group_bits`.
pub const ARMS: &[(&str, u8)] = &[("infantry", 1), ("mounted", 2), ("artillery", 4)];
