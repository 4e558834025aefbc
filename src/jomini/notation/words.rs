//! The words for the flags of a state, in the order of writing.

use crate::jomini::army::unit::Arms;
use crate::jomini::state::Status;

/// The statuses of a unit, most of them for the current player-turn, by name.
pub const STATUS: &[(&str, Status)] = &[
    ("moved", Status::MOVED),
    ("no_attack", Status::NO_ATTACK),
    ("supported_by_order", Status::SUPPORTED_BY_ORDER),
    ("nuts", Status::NUTS),
    ("hold_position", Status::HOLD_POSITION),
    ("sacrifice", Status::SACRIFICE),
    ("move_only", Status::MOVE_ONLY),
    ("only_back", Status::ONLY_BACK),
    ("impetuous_rolled", Status::IMPETUOUS_ROLLED),
    ("left_hex", Status::LEFT_HEX),
    ("broken_through", Status::BROKEN_THROUGH),
    ("mounted", Status::MOUNTED),
    ("elephant_gone", Status::ELEPHANT_GONE),
    ("confined", Status::CONFINED),
    ("halted", Status::HALTED),
    ("doubled", Status::DOUBLED),
];

/// The activation groups that a further unit may come from.
pub const ARMS: &[(&str, Arms)] =
    &[("infantry", Arms::INFANTRY), ("mounted", Arms::MOUNTED), ("artillery", Arms::ARTILLERY)];
