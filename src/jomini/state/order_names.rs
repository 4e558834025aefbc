//! The names of attack and defence orders: those of rules files, data and messages, and those for people.

use crate::data::message::{quoted_list, suggestion};
use crate::game::ShowError;
use crate::jomini::state::{AttackOrder, DefenceOrder};

/// The name for no order.
pub const NO_ORDER: &str = "none";

/// The attack orders by the names of rules files (J3.39, J3.40, J3.41, J3.42).
pub const ATTACK_ORDERS: &[(&str, AttackOrder)] = &[
    ("elan", AttackOrder::Elan),
    ("charge", AttackOrder::Charge),
    ("berserk", AttackOrder::Berserk),
    ("sappers", AttackOrder::Sappers),
];

/// The defence orders by the names of rules files (J3.46, J3.47, J3.48, J3.49, J3.50, J3.51, J3.52, J3.53).
pub const DEFENCE_ORDERS: &[(&str, DefenceOrder)] = &[
    ("sacrifice", DefenceOrder::Sacrifice),
    ("like_a_rock", DefenceOrder::LikeARock),
    ("dodge", DefenceOrder::Dodge),
    ("hold_position", DefenceOrder::HoldPosition),
    ("nuts", DefenceOrder::Nuts),
    ("counter_charge", DefenceOrder::CounterCharge),
    ("withdrawal", DefenceOrder::Withdrawal),
    ("ambush", DefenceOrder::Ambush),
];

/// The order of a table that a name means, in any spelling: "Like a rock" and "like-a-rock" are one name.
///
/// # Errors
/// If there is no such order; the error lists the orders and the nearest name.
pub fn order_named<T: Copy>(choice: &str, table: &[(&'static str, T)], name: &str) -> Result<Option<T>, ShowError> {
    if name == NO_ORDER {
        return Ok(None);
    }
    let wanted = name.to_lowercase().replace([' ', '-'], "_");
    table.iter().find(|(word, _)| *word == wanted).map(|(_, order)| Some(*order)).ok_or_else(|| {
        let names: Vec<&str> = table.iter().map(|(word, _)| *word).chain([NO_ORDER]).collect();
        let choice = choice.replace('_', " ");
        ShowError(format!(
            "there is no {choice} \"{name}\"; expected {}{}",
            quoted_list(&names, "or"),
            suggestion(&wanted, &names)
        ))
    })
}

/// The name of a value in a table of names. Every value of the type has a name.
pub fn name_in<T: PartialEq>(table: &[(&'static str, T)], value: T) -> &'static str {
    table.iter().find(|(_, it)| *it == value).map(|(name, _)| *name).expect("every value of the type has a name")
}

/// An attack order by its name in the rules.
pub fn attack_order_words(order: AttackOrder) -> &'static str {
    match order {
        AttackOrder::Elan => "Élan",
        AttackOrder::Charge => "Charge!",
        AttackOrder::Berserk => "Berserks",
        AttackOrder::Sappers => "Sappers",
    }
}

/// A defence order by its name in the rules.
pub fn defence_order_words(order: DefenceOrder) -> &'static str {
    match order {
        DefenceOrder::Sacrifice => "Sacrifice",
        DefenceOrder::LikeARock => "Like a rock",
        DefenceOrder::Dodge => "Dodge",
        DefenceOrder::HoldPosition => "Hold the position",
        DefenceOrder::Nuts => "Nuts!",
        DefenceOrder::CounterCharge => "Counter-charge",
        DefenceOrder::Withdrawal => "Withdrawal",
        DefenceOrder::Ambush => "Ambush",
    }
}
