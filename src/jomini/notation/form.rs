//! The serial form of a position: the contents of a state as plain data, with the names of the game. JSON messages use
//! this form; position files consist of its parts.
//!
//! Names of units, officers and hexes are resolved in `names.rs`; state and form are converted in `position.rs`,
//! `combat.rs` and `step.rs`, where every structure is destructured in full, so that no new field can be omitted.

use super::step::StepForm;
use crate::game::{BySide, Outcome, Places, Side, is_default};
use crate::jomini::state::{AttackKind, AttackOrder, CounterCharge, DefenceOrder, GroupKind, Resume, SideState};
use serde::{Deserialize, Serialize};

/// A whole position.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StateForm {
    /// Informative, as are the names of units and officers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<u16>,
    pub player_turn: u16,
    pub active: Side,
    pub first: Side,
    #[serde(default, skip_serializing_if = "is_default")]
    pub turned: bool,
    pub step: StepForm,
    #[serde(default, skip_serializing_if = "is_default")]
    pub batch_left: u8,
    #[serde(default, skip_serializing_if = "is_default")]
    pub red_slips: Vec<String>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub blue_slips: Vec<String>,
    pub sides: BySide<SideState>,
    #[serde(with = "by_name")]
    pub units: Vec<(String, UnitForm)>,
    #[serde(with = "by_name")]
    pub officers: Vec<(String, OfficerForm)>,
    pub turn: TurnForm,
    #[serde(default, skip_serializing_if = "is_default")]
    pub combat: Option<CombatForm>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub flights: Vec<FlightForm>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub flight_count: Option<u8>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub stampedes: Vec<StampedeForm>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub stampede_count: Option<u8>,
    pub combats: u16,
    #[serde(default, skip_serializing_if = "is_default")]
    pub outcome: Option<Outcome>,
}

/// A unit on the table, or lost.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::jomini) struct UnitForm {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    pub hex: Option<String>,
    pub elements: u8,
    #[serde(default, skip_serializing_if = "is_default")]
    pub group: u8,
    #[serde(default, skip_serializing_if = "is_default")]
    pub status: Vec<String>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub hexes_moved: u8,
    #[serde(default, skip_serializing_if = "is_default")]
    pub attacks: u8,
    #[serde(default, skip_serializing_if = "is_default")]
    pub pursuits: u8,
}

/// An officer on the table, or lost.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OfficerForm {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    pub hex: Option<String>,
    pub in_play: bool,
    #[serde(default, skip_serializing_if = "is_default")]
    pub group: u8,
    #[serde(default, skip_serializing_if = "is_default")]
    pub has_moved: bool,
    #[serde(default, skip_serializing_if = "is_default")]
    pub leads: Option<String>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub benefits: u8,
}

/// The data of the current player-turn.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::jomini) struct TurnForm {
    /// The number of groups; by default the number of those listed.
    #[serde(default, skip_serializing_if = "is_default")]
    pub group_count: Option<u8>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub current: Option<u8>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub activations_left: Option<u8>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub command_orders_given: u8,
    #[serde(default, skip_serializing_if = "is_default")]
    pub reconnaissance: bool,
    #[serde(default, skip_serializing_if = "is_default")]
    pub manoeuvre_orders_given: u8,
    #[serde(default, skip_serializing_if = "is_default")]
    pub mixed_arms: bool,
    #[serde(default, skip_serializing_if = "is_default")]
    pub extra_activation: bool,
    /// Older position files use `group`.
    #[serde(default, alias = "group", skip_serializing_if = "is_default")]
    pub groups: Vec<GroupForm>,
}

/// A group of units that act together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::jomini) struct GroupForm {
    #[serde(default, skip_serializing_if = "is_default")]
    pub kind: GroupKind,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leader: Option<LeaderForm>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub left: u8,
    #[serde(default)]
    pub arms: ArmsForm,
    #[serde(default, skip_serializing_if = "is_default")]
    pub anywhere: bool,
    #[serde(default, skip_serializing_if = "is_default")]
    pub march_bonus: u8,
}

/// Who activated a group: by name, or, in older position files, by his place among the officers of his side, from 0.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged, expecting = "an officer such as \"RO1\"")]
pub(in crate::jomini) enum LeaderForm {
    Named(String),
    Place(u8),
}

/// The arms still possible for a further unit: as words or, in older position files, as bits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged, expecting = "a list of arms")]
pub(in crate::jomini) enum ArmsForm {
    Words(Vec<String>),
    Bits(u8),
}

impl Default for ArmsForm {
    fn default() -> ArmsForm {
        ArmsForm::Words(Vec::new())
    }
}

/// A combat that is being resolved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::jomini) struct CombatForm {
    #[serde(default, skip_serializing_if = "is_default")]
    pub attacker: Option<String>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub defender: Option<String>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub attacker_hex: Option<String>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub defender_hex: Option<String>,
    pub melee: bool,
    pub strike: AttackKind,
    #[serde(default, skip_serializing_if = "is_default")]
    pub attack_order: Option<AttackOrder>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub attack_order_given: bool,
    #[serde(default, skip_serializing_if = "is_default")]
    pub defence_order: Option<DefenceOrder>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub leaders: u8,
    #[serde(default, skip_serializing_if = "is_default")]
    pub riposte_used: bool,
    #[serde(default, skip_serializing_if = "is_default")]
    pub dodge_trait_used: Vec<String>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub dodge_order_used: bool,
    #[serde(default, skip_serializing_if = "is_default")]
    pub hits: u8,
    #[serde(default, skip_serializing_if = "is_default")]
    pub apart: Vec<String>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub morale_hits: u8,
    #[serde(default, skip_serializing_if = "is_default")]
    pub firm_morale_hits: u8,
    #[serde(default, skip_serializing_if = "is_default")]
    pub tactical: u8,
    #[serde(default, skip_serializing_if = "is_default")]
    pub retreat_due: u8,
    #[serde(default, skip_serializing_if = "is_default")]
    pub counter_charge: CounterCharge,
    #[serde(default, skip_serializing_if = "is_default")]
    pub inflicted: Places<u8, 2>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub kept_hits: Places<u8, 2>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub kept_morale_hits: Places<u8, 2>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub kept_firm_morale_hits: Places<u8, 2>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub wounds_due: u8,
    #[serde(default, skip_serializing_if = "is_default")]
    pub retreat_ordered: bool,
    #[serde(default, skip_serializing_if = "is_default")]
    pub front_rank: FrontRankForm,
}

/// The officers in the front rank.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::jomini) struct FrontRankForm {
    #[serde(default, skip_serializing_if = "is_default")]
    pub attacker: Option<String>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub defender: Option<String>,
}

/// A character who must flee.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::jomini) struct FlightForm {
    #[serde(default, skip_serializing_if = "is_default")]
    pub officer: Option<String>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub driver: Option<String>,
}

/// An elephant in flight.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::jomini) struct StampedeForm {
    #[serde(default, skip_serializing_if = "is_default")]
    pub elephant: Option<String>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub more: u8,
    #[serde(default, skip_serializing_if = "is_default")]
    pub from: Option<String>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub left: u8,
    #[serde(default, skip_serializing_if = "is_default")]
    pub begun: bool,
    pub resume: Resume,
    #[serde(default, skip_serializing_if = "is_default")]
    pub combat: Option<CombatForm>,
}

/// A table of named entries, in the order of the list.
pub(in crate::jomini) mod by_name {
    use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
    use serde::ser::{Serialize, Serializer};
    use std::fmt;
    use std::marker::PhantomData;

    pub fn serialize<T: Serialize, S: Serializer>(entries: &[(String, T)], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(entries.iter().map(|(name, entry)| (name, entry)))
    }

    pub fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Vec<(String, T)>, D::Error> {
        struct Entries<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for Entries<T> {
            type Value = Vec<(String, T)>;

            fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
                formatter.write_str("a map")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(entries)
            }
        }

        deserializer.deserialize_map(Entries(PhantomData))
    }
}
