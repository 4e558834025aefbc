//! The words for the bits of a state, in the order of writing.

use crate::jomini::state::{Strike, status};

/// The statuses of a unit, most of them for the current player-turn, by name.
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
