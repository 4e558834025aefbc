//! The forms of the data of actions. The acting unit, where it follows from the position, and full names are
//! informative.

use super::Form;
use crate::game::{Comfort, is_default};
use crate::jomini::map::hex::HexId;
use crate::jomini::notation::fields::{DrivenOut, Field, HexName, OfficerName, PaidBy, Site, UnitName};
use crate::jomini::notation::names::Names;
use crate::jomini::state::action::{Destination, Payment};
use crate::jomini::state::{AttackOrder, DefenceOrder, OfficerId, UnitId};
use serde::{Deserialize, Serialize};

/// A field as written: an informative field, or a value of the action.
macro_rules! written {
    ($site:ident, $field:ident) => {
        Field::of($site, $field)
    };
    ($site:ident, $field:ident, $note:expr) => {
        $note
    };
}

/// Declares forms: their fields and, after the arrow, the type and the composition of the data. The composition is both
/// the pattern for writing and the value for reading, so that the two agree.
macro_rules! forms {
    (
        in $site:ident;
        $(
            $(#[$doc:meta])*
            $form:ident { $($(#[$attribute:meta])* $field:ident: $kind:ty $(= $note:expr)?),* }
            => $data:ty: ($($composed:tt)*);
        )+
    ) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Debug, Serialize, Deserialize)]
            #[serde(deny_unknown_fields)]
            pub(super) struct $form {
                $($(#[$attribute])* $field: $kind),*
            }

            #[allow(
                unused_variables,
                clippy::let_unit_value,
                clippy::unused_unit,
                reason = "informative fields are no part of the data, and some actions have none"
            )]
            impl Form<$data> for $form {
                fn of($site: Site, ($($composed)*): $data) -> $form {
                    $form { $($field: written!($site, $field $(, $note)?)),* }
                }

                fn read(&self, $site: Site, names: &mut Names) -> $data {
                    $(let $field = Field::read(&self.$field, stringify!($field), $site, names);)*
                    ($($composed)*)
                }
            }
        )+
    };
}

forms! {
    in site;
    /// Whether the side takes the other edge of the table.
    EdgeForm { change: bool } => (bool,): (change,);
    /// Whether the side plays first.
    FirstForm { first: bool } => (bool,): (first,);
    /// A unit.
    UnitForm {
        unit: UnitName,
        #[serde(default, skip_serializing_if = "is_default")] name: Comfort = site.name(unit)
    } => (UnitId,): (unit,);
    /// No data.
    PlainForm {} => (): ();
    /// Where the acting unit goes.
    ToHexForm {
        #[serde(default, skip_serializing_if = "is_default")] unit: Comfort = site.acting(),
        hex: HexName
    } => (HexId,): (hex,);
    /// Where an officer goes.
    HexForm { hex: HexName } => (HexId,): (hex,);
    /// Where the commander-in-chief is put, and whom he replaces.
    CincForm {
        hex: HexName,
        #[serde(default, skip_serializing_if = "is_default")] replaces: Option<OfficerName>
    } => (HexId, OfficerId): (hex, replaces);
    /// An officer.
    OfficerForm { officer: OfficerName } => (OfficerId,): (officer,);
    /// A destination with the cost of the path.
    MoveForm {
        #[serde(default, skip_serializing_if = "is_default")] unit: Comfort = site.acting(),
        hex: HexName,
        hexes: u8,
        may_attack: bool,
        #[serde(default, skip_serializing_if = "is_default")] difficult: u8,
        #[serde(default, skip_serializing_if = "is_default")] drives_out: DrivenOut
    } => (Destination,): (Destination { hex, hexes, may_attack, difficult, drives_out },);
    /// No data; the acting unit is informative.
    ActingForm {
        #[serde(default, skip_serializing_if = "is_default")] unit: Comfort = site.acting()
    } => (): ();
    /// The unit that attacks, and its target.
    AttackForm {
        unit: UnitName,
        #[serde(default, skip_serializing_if = "is_default")] name: Comfort = site.name(unit),
        target: UnitName
    } => (UnitId, UnitId): (unit, target);
    /// An attack order and its payment.
    AttackOrderForm {
        #[serde(default, skip_serializing_if = "is_default")] unit: Comfort = site.acting(),
        order: AttackOrder,
        paid_by: PaidBy
    } => (AttackOrder, Payment): (order, paid_by);
    /// A defence order and its payment.
    DefenceOrderForm {
        #[serde(default, skip_serializing_if = "is_default")] unit: Comfort = site.acting(),
        order: DefenceOrder,
        paid_by: PaidBy
    } => (DefenceOrder, Payment): (order, paid_by);
    /// A number of tactical advantages, and the payment of the order.
    AdvantagesForm {
        #[serde(default, skip_serializing_if = "is_default")] unit: Comfort = site.acting(),
        advantages: u8,
        paid_by: PaidBy
    } => (u8, Payment): (advantages, paid_by);
    /// An officer with, or opposite, the acting unit.
    ByOfficerForm {
        #[serde(default, skip_serializing_if = "is_default")] unit: Comfort = site.acting(),
        officer: OfficerName
    } => (OfficerId,): (officer,);
    /// A number of morale hits.
    MoraleHitsForm {
        #[serde(default, skip_serializing_if = "is_default")] unit: Comfort = site.acting(),
        morale_hits: u8
    } => (u8,): (morale_hits,);
    /// The target of the acting unit.
    TargetForm {
        #[serde(default, skip_serializing_if = "is_default")] unit: Comfort = site.acting(),
        target: UnitName
    } => (UnitId,): (target,);
    /// The payment of an order to the acting unit.
    PaidForm {
        #[serde(default, skip_serializing_if = "is_default")] unit: Comfort = site.acting(),
        paid_by: PaidBy
    } => (Payment,): (paid_by,);
    /// A unit that receives an order, and its payment.
    UnitPaidForm {
        unit: UnitName,
        paid_by: PaidBy
    } => (UnitId, Payment): (unit, paid_by);
    /// A unit that rallies, the number of elements, and the payment.
    RallyForm {
        unit: UnitName,
        elements: u8,
        paid_by: PaidBy
    } => (UnitId, u8, Payment): (unit, elements, paid_by);
    /// An officer who leads, and his unit.
    LeadForm {
        officer: OfficerName,
        unit: UnitName
    } => (OfficerId, UnitId): (officer, unit);
}
