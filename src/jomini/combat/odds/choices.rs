//! The options of `reglette odds` in Jomini: their names, values, rules and help, and how they become [`OddsOptions`].

use super::{Dodge, FrontRank, OddsOptions};
use crate::game::{Chosen, OddsFault, OddsOption, OddsValues};
use crate::jomini::map::terrain::element_names;
use crate::jomini::state::order_names::{NO_ORDER, order_named, order_names};
use crate::jomini::state::{AttackOrder, DefenceOrder};

/// The defaults.
pub const WEIGHED: &str = "In Jomini the attacker strikes from where it stands, whichever side is active. Unless \
    options say otherwise no order is given, no officer leads, stands in the front rank or is given up, the target \
    stands, and no unit dodges or sacrifices. All morale hits that may be ignored are, and the retreat goes as far as \
    it can. Of two dodges that are open the one that brings fewer morale hits is taken first. Orders are considered \
    whether or not the side holds the tokens for them.";

/// The choices within a combat.
pub const OPTIONS: &[OddsOption] = &[
    OddsOption {
        name: "order",
        values: OddsValues::Names(order_names::<AttackOrder>),
        default: NO_ORDER,
        help: "The attack order",
        rules: "J3.38",
    },
    OddsOption {
        name: "defence_order",
        values: OddsValues::Names(order_names::<DefenceOrder>),
        default: NO_ORDER,
        help: "The defence order",
        rules: "J3.45",
    },
    OddsOption {
        name: "wind_of_ball",
        values: OddsValues::SwitchOrNumber,
        default: "no",
        help: "Guns turn tactical advantages into morale hits: all of them, or this number of them in a roll at most",
        rules: "J3.44",
    },
    OddsOption {
        name: "break_off",
        values: OddsValues::Switch,
        default: "no",
        help: "The target breaks off, where it may",
        rules: "JA3.16",
    },
    OddsOption {
        name: "leaders",
        values: OddsValues::Number(0, 8),
        default: "0",
        help: "Officers who lead the attacker for more dice",
        rules: "J3.60",
    },
    OddsOption {
        name: "target_leaders",
        values: OddsValues::Number(0, 8),
        default: "0",
        help: "Officers who lead the target for more dice in its riposte, ambush or counter-charge",
        rules: "J3.60, JI-87",
    },
    OddsOption {
        name: "front_rank",
        values: OddsValues::Names(front_ranks),
        default: "none",
        help: "In the wars in lace: who has an officer in the front rank",
        rules: "JA4.4",
    },
    OddsOption {
        name: "loss_officers",
        values: OddsValues::Number(0, 8),
        default: "0",
        help: "Most officers whom the target gives up for losses of one roll",
        rules: "J3.59",
    },
    OddsOption {
        name: "dodge_trait",
        values: OddsValues::Names(dodges),
        default: "no",
        help: "Units with the letter Dodge turn a hit into morale hits; when_needed: while the hits left would destroy \
            the unit",
        rules: "JA3.12",
    },
    OddsOption {
        name: "dodge_order",
        values: OddsValues::Names(dodges),
        default: "no",
        help: "The target under the order Dodge turns a hit into morale hits",
        rules: "J3.48",
    },
    OddsOption {
        name: "sharpshoot",
        values: OddsValues::Switch,
        default: "no",
        help: "Sharpshooters take an officer instead of an element",
        rules: "JA3.17",
    },
    OddsOption {
        name: "sacrifice",
        values: OddsValues::Number(0, 255),
        default: "0",
        help: "Most morale hits of one roll that a target under the order Sacrifice turns into losses",
        rules: "J3.46",
    },
    OddsOption {
        name: "riposte",
        values: OddsValues::Switch,
        default: "no",
        help: "Compute the riposte too, in a table of its own",
        rules: "J5.87",
    },
    EVEN_IF_ILLEGAL,
];

const EVEN_IF_ILLEGAL: OddsOption = OddsOption {
    name: "even_if_illegal",
    values: OddsValues::Switch,
    default: "no",
    help: "Compute an attack that the rules forbid, if dice could be rolled for it, and say which rule forbids it",
    rules: "J4.9, J5.5, J5.26, J5.39",
};

/// The variables of a sweep besides the options.
pub const VARIED: &[OddsOption] = &[
    OddsOption {
        name: "elements",
        values: OddsValues::Number(1, 20),
        default: "",
        help: "Elements of the attacker",
        rules: "J2.19, JA3.3",
    },
    OddsOption {
        name: "target_elements",
        values: OddsValues::Number(1, 20),
        default: "",
        help: "Elements of the target",
        rules: "J2.19, JA3.3",
    },
    OddsOption {
        name: "distance",
        values: OddsValues::Number(1, 60),
        default: "",
        help: "Hexes to the target, which stands on the free hex at that distance nearest to its own",
        rules: "J5.25",
    },
    OddsOption {
        name: "terrain",
        values: OddsValues::Names(terrains),
        default: "",
        help: "The terrain of the target's hex, in place of all that lies there",
        rules: "J7.2",
    },
    OddsOption {
        name: "attacker_terrain",
        values: OddsValues::Names(terrains),
        default: "",
        help: "The terrain of the attacker's hex",
        rules: "J7.2",
    },
];

/// The name of open ground.
pub const OPEN: &str = "open";

fn front_ranks() -> Vec<&'static str> {
    vec!["none", "attacker", "target", "both"]
}

fn dodges() -> Vec<&'static str> {
    vec!["no", "yes", "when_needed"]
}

fn terrains() -> Vec<&'static str> {
    [OPEN].into_iter().chain(element_names()).collect()
}

impl OddsOptions {
    /// The options for choices given by name.
    pub(super) fn of(chosen: &Chosen) -> Result<OddsOptions, OddsFault> {
        let dodge = |name| match chosen.word(name) {
            "yes" => Dodge::Yes,
            "when_needed" => Dodge::WhenNeeded,
            _ => Dodge::No,
        };
        Ok(OddsOptions {
            order: order_named("order", chosen.word("order"))?,
            wind_of_ball: chosen.number("wind_of_ball"),
            defence_order: order_named("defence_order", chosen.word("defence_order"))?,
            break_off: chosen.is_on("break_off"),
            front_rank: match chosen.word("front_rank") {
                "attacker" => FrontRank::Attacker,
                "target" => FrontRank::Target,
                "both" => FrontRank::Both,
                _ => FrontRank::None,
            },
            leaders: chosen.number("leaders"),
            target_leaders: chosen.number("target_leaders"),
            loss_officers: chosen.number("loss_officers"),
            dodge_by_trait: dodge("dodge_trait"),
            dodge_by_order: dodge("dodge_order"),
            sharpshoot: chosen.is_on("sharpshoot"),
            sacrifices: chosen.number("sacrifice"),
            riposte: chosen.is_on("riposte"),
            even_if_illegal: chosen.is_on("even_if_illegal"),
        })
    }
}
