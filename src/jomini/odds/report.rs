//! From named units and choices to odds, and from odds to the report that people and programs read.

use crate::jomini::action::Action;
use crate::jomini::state::{AttackOrder, DefenceOrder};

/// The name of an attack order in files and on the command line.
pub fn attack_order_name(order: AttackOrder) -> &'static str {
    match order {
        AttackOrder::Elan => "elan",
        AttackOrder::Charge => "charge",
        AttackOrder::Berserk => "berserk",
        AttackOrder::Sappers => "sappers",
    }
}

/// The name of a defence order in files and on the command line.
pub fn defence_order_name(order: DefenceOrder) -> &'static str {
    match order {
        DefenceOrder::Sacrifice => "sacrifice",
        DefenceOrder::LikeARock => "like_a_rock",
        DefenceOrder::Dodge => "dodge",
        DefenceOrder::HoldPosition => "hold_position",
        DefenceOrder::Nuts => "nuts",
        DefenceOrder::CounterCharge => "counter_charge",
        DefenceOrder::Withdrawal => "withdrawal",
        DefenceOrder::Ambush => "ambush",
    }
}

/// The name of the order that an action gives.
pub fn order_name(action: &Action) -> &'static str {
    match action {
        Action::OrderAttack(order, _) => attack_order_name(*order),
        Action::OrderDefence(order, _) => defence_order_name(*order),
        _ => "",
    }
}
