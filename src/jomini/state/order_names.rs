//! The names of attack and defence orders: those of rules files, data and messages, and those for people.

use crate::data::message::{quoted_list, suggestion};
use crate::game::ShowError;
use crate::jomini::state::{AttackOrder, DefenceOrder};
use strum::VariantArray;

/// The name for no order.
pub const NO_ORDER: &str = "none";

/// A type of order: its values, each with its name in rules files, data and messages.
pub trait Order: Copy + Into<&'static str> + VariantArray {}

impl Order for AttackOrder {}
impl Order for DefenceOrder {}

/// The names of the orders of a type, and that for none.
pub fn order_names<T: Order>() -> Vec<&'static str> {
    T::VARIANTS.iter().map(|order| (*order).into()).chain([NO_ORDER]).collect()
}

/// The name of an order, or of none.
pub fn order_name<T: Order>(order: Option<T>) -> &'static str {
    order.map_or(NO_ORDER, T::into)
}

/// The order that a name means, in any spelling: "Like a rock" and "like-a-rock" are one name.
///
/// # Errors
/// If there is no such order; the error lists the orders and the nearest name.
pub fn order_named<T: Order>(choice: &str, name: &str) -> Result<Option<T>, ShowError> {
    if name == NO_ORDER {
        return Ok(None);
    }
    let wanted = name.to_lowercase().replace([' ', '-'], "_");
    let order = T::VARIANTS.iter().find(|order| <T as Into<&str>>::into(**order) == wanted);
    order.copied().map(Some).ok_or_else(|| {
        let names = order_names::<T>();
        let choice = choice.replace('_', " ");
        ShowError(format!(
            "there is no {choice} \"{name}\"; expected {}{}",
            quoted_list(&names, "or"),
            suggestion(&wanted, &names)
        ))
    })
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
