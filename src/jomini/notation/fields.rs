//! The fields of an action as data, and their meaning in a battle.

use super::names::Names;
use super::{officer_id, unit_id};
use crate::game::Comfort;
use crate::jomini::map::hex::HexId;
use crate::jomini::state::action::Payment;
use crate::jomini::state::battle::Battle;
use crate::jomini::state::{
    AttackOrder, DefenceOrder, NO_OFFICER, OfficerId, State, UnitId, officer_ids, side_of_officer,
};
use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use std::fmt;

/// The payment of an order without a leading officer (J3.19).
const TOKENS: &str = "tokens";

/// The position to which an action belongs.
#[derive(Clone, Copy)]
pub struct Site<'a> {
    pub battle: &'a Battle,
    pub state: &'a State,
}

impl Site<'_> {
    /// The unit that acts, where it follows from the position, as information.
    pub fn acting(&self) -> Comfort {
        Comfort(self.state.acting_unit().map(unit_id))
    }

    /// The full name of a unit, as information.
    pub fn name(&self, unit: UnitId) -> Comfort {
        Comfort(self.battle.field.forces.unit_names.get(usize::from(unit)).cloned())
    }
}

/// A field of an action.
pub trait Field: Sized {
    /// The type of its value.
    type Value: Copy;

    /// The field for a value.
    fn of(site: Site, value: Self::Value) -> Self;

    /// The value of the field. Faults are collected with their keys.
    fn read(&self, key: &str, site: Site, names: &mut Names) -> Self::Value;
}

/// Fields that are their own values.
macro_rules! plain {
    ($($kind:ty),*) => {
        $(
            impl Field for $kind {
                type Value = $kind;

                fn of(_site: Site, value: $kind) -> $kind {
                    value
                }

                fn read(&self, _key: &str, _site: Site, _names: &mut Names) -> $kind {
                    *self
                }
            }
        )*
    };
}

plain!(u8, bool, AttackOrder, DefenceOrder);

/// Names that are looked up in the battle: the type, and the description of such a name.
macro_rules! names {
    ($($(#[$doc:meta])* $kind:ident = $expected:literal;)*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Debug, PartialEq, Eq, Serialize)]
            #[serde(transparent)]
            pub struct $kind(String);

            impl<'de> Deserialize<'de> for $kind {
                fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$kind, D::Error> {
                    struct Name;

                    impl Visitor<'_> for Name {
                        type Value = $kind;

                        fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
                            formatter.write_str($expected)
                        }

                        fn visit_str<E: Error>(self, name: &str) -> Result<$kind, E> {
                            Ok($kind(name.to_owned()))
                        }
                    }

                    deserializer.deserialize_str(Name)
                }
            }
        )*
    };
}

names! {
    /// A unit of the game.
    UnitName = "the name of a unit such as R1 or B12";
    /// An officer of the game.
    OfficerName = "the name of an officer such as RO1 or BO2";
    /// A hex of the map.
    HexName = "the name of a hex such as 0503";
    /// The payment of an order: in tokens, or by the officer who leads (J3.19, J3.58).
    PaidBy = "\"tokens\" or the name of an officer such as RO1";
}

impl Field for UnitName {
    type Value = UnitId;

    fn of(_site: Site, unit: UnitId) -> UnitName {
        UnitName(unit_id(unit))
    }

    fn read(&self, key: &str, _site: Site, names: &mut Names) -> UnitId {
        names.unit(key, &self.0)
    }
}

impl Field for OfficerName {
    type Value = OfficerId;

    fn of(_site: Site, officer: OfficerId) -> OfficerName {
        OfficerName(officer_id(officer))
    }

    fn read(&self, key: &str, _site: Site, names: &mut Names) -> OfficerId {
        names.officer(key, &self.0)
    }
}

impl Field for Option<OfficerName> {
    type Value = OfficerId;

    fn of(site: Site, officer: OfficerId) -> Option<OfficerName> {
        (officer != NO_OFFICER).then(|| OfficerName::of(site, officer))
    }

    fn read(&self, key: &str, site: Site, names: &mut Names) -> OfficerId {
        self.as_ref().map_or(NO_OFFICER, |name| name.read(key, site, names))
    }
}

impl Field for HexName {
    type Value = HexId;

    fn of(site: Site, hex: HexId) -> HexName {
        HexName(site.battle.field.board.hex_name(hex))
    }

    fn read(&self, key: &str, _site: Site, names: &mut Names) -> HexId {
        names.hex(key, &self.0)
    }
}

impl Field for PaidBy {
    type Value = Payment;

    fn of(_site: Site, payment: Payment) -> PaidBy {
        PaidBy(match payment {
            Payment::Tokens => TOKENS.to_owned(),
            Payment::Lead(officer) => officer_id(officer),
        })
    }

    fn read(&self, key: &str, _site: Site, names: &mut Names) -> Payment {
        if self.0 == TOKENS { Payment::Tokens } else { Payment::Lead(names.officer(key, &self.0)) }
    }
}

/// Officers of the side that does not move, as bits counted from its first (J5.104).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct DrivenOut(Vec<OfficerName>);

impl Field for DrivenOut {
    type Value = u8;

    fn of(site: Site, bits: u8) -> DrivenOut {
        let enemies = officer_ids(site.state.active.other());
        DrivenOut(
            enemies
                .filter(|officer| bits >> officer.place() & 1 == 1)
                .map(|officer| OfficerName::of(site, officer))
                .collect(),
        )
    }

    fn read(&self, key: &str, site: Site, names: &mut Names) -> u8 {
        let enemy = site.state.active.other();
        self.0.iter().fold(0, |bits, name| {
            let officer = name.read(key, site, names);
            if officer == NO_OFFICER {
                return bits;
            }
            if side_of_officer(officer) != enemy {
                names.fault(key, format!("\"{}\" is no officer of {enemy}", name.0));
                return bits;
            }
            bits | 1 << officer.place()
        })
    }
}

/// Informative fields have no value.
impl Field for Comfort {
    type Value = ();

    fn of(_site: Site, (): ()) -> Comfort {
        Comfort::default()
    }

    fn read(&self, _key: &str, _site: Site, _names: &mut Names) {}
}
