//! The options of `reglette odds` in En Avant !: their names, values, rules and help.

use super::{OddsOptions, RerollPolicy};
use crate::en_avant::rules::TerrainKind;
use crate::game::{Chosen, OddsOption, OddsValues};

/// The default assumptions.
pub const WEIGHED: &str = "In En Avant ! the odds of units that touch are those of the round of melee that they would \
    fight now, with the dice of both sides; else the attacker shoots at the target from where it stands, whichever \
    side is active. Advantages are those of the position: a unit counts as attacking if the position says so. A die \
    that shows a six is rolled again as the options say, a limited number of times; what lies beyond is added to the \
    last row.";

/// The choices within a fight.
pub const OPTIONS: &[OddsOption] = &[
    OddsOption {
        name: "reroll",
        values: OddsValues::Names(|| RerollPolicy::NAMES.to_vec()),
        default: RerollPolicy::WhenItPays.name(),
        help: "Which sixes are rolled again",
        rules: "E9.37, EI-55",
    },
    OddsOption {
        name: "most_rerolls",
        values: OddsValues::Number(0, 40),
        default: "3",
        help: "How often a die is rolled again at most",
        rules: "E9.37",
    },
    OddsOption {
        name: "even_if_illegal",
        values: OddsValues::Switch,
        default: "no",
        help: "Compute a shot that the rules forbid, if any base could make it, and say which rule forbids it",
        rules: "E5.9, E9.10, E9.13, E9.17, E9.18",
    },
];

/// What a sweep can vary besides the options.
pub const VARIED: &[OddsOption] = &[
    OddsOption {
        name: "bases",
        values: OddsValues::Number(1, 60),
        default: "",
        help: "Bases of the attacker",
        rules: "E2.34",
    },
    OddsOption {
        name: "target_bases",
        values: OddsValues::Number(1, 60),
        default: "",
        help: "Bases of the target",
        rules: "E2.34",
    },
    OddsOption {
        name: "distance",
        values: OddsValues::Centimetres,
        default: "",
        help: "Centimetres straight ahead from the attacker's front to the target, which is shifted",
        rules: "E9.14",
    },
    OddsOption {
        name: "terrain",
        values: OddsValues::Names(terrains),
        default: "",
        help: "The terrain under the target, in place of all that lies there; the unit stands at its rim",
        rules: "E3.17",
    },
    OddsOption {
        name: "attacker_terrain",
        values: OddsValues::Names(terrains),
        default: "",
        help: "The terrain under the attacker",
        rules: "E3.17",
    },
];

/// Kinds of terrain on which a unit can stand: areas.
fn terrains() -> Vec<&'static str> {
    use TerrainKind::{DitchTrench, HedgeWallPalisade, Lake, LargeRiver, River, Road};
    let stands_on =
        |kind: &&TerrainKind| !matches!(kind, DitchTrench | HedgeWallPalisade | Lake | LargeRiver | River | Road);
    TerrainKind::ALL.iter().filter(stands_on).map(|kind| kind.name()).collect()
}

impl OddsOptions {
    /// The options from choices by name.
    pub(super) fn of(chosen: &Chosen) -> OddsOptions {
        let reroll = RerollPolicy::from_name(chosen.word("reroll")).expect("a name that was checked");
        OddsOptions { reroll, most_rerolls: chosen.number("most_rerolls") }
    }
}
