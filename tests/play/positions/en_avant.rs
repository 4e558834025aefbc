//! The places whose games cover everything that En Avant ! can wait for.

use super::changed::changed_positions_are_refused_or_can_be_used;
use super::en_avant_positions::Scattered;
use super::{Place, every_kind_can_be_written};
use reglette::en_avant::{EnAvant, Engagement};

/// The rules as published, in games of a few turns.
const PUBLISHED: &str = "extends = \"en-avant\"\nturn_limit = 10\n";
/// The same with armies that set up close to each other, so that they soon fight.
const CLOSE: &str =
    "extends = \"en-avant\"\nturn_limit = 8\ndeployment_depth = 240\nrout_threshold = \"lower_of_both\"\n";
/// Variants with more decisions: who sets up first, which of several units leads, attacks and is attacked, at which of
/// several targets a shot goes, which saves are rolled in melee.
const VARIANT: &str = "extends = \"en-avant\"\nturn_limit = 8\ndeployment_depth = 240\ndeploy_method = \
    \"higher_combativity_chooses\"\nimpact_target = \"owners_choice\"\nside_property_rule = \
    \"leading_unit\"\nmelee_grouping = \"whole_cluster\"\nmelee_saves = true\ntarget_tie_tolerance = 500\ngeneral_mode \
    = \"separate\"\nrout_threshold = \"lower_of_both\"\n";
/// Each side sets up behind a screen, and a leading unit counts alone.
const HIDDEN: &str = "extends = \"en-avant\"\nturn_limit = 8\ndeployment_depth = 240\ndeploy_method = \
    \"hidden_screen\"\nside_property_rule = \"leading_unit\"\nfirst_player_method = \"d6_plus_combativity\"\n";

#[test]
fn every_position_of_en_avant_can_be_written() {
    let place = |rules, scenario, armies, games| Place { rules, scenario, armies: Some(armies), games };
    let places = [
        place(PUBLISHED, "open-field", ["carthaginians", "republican-romans"], 6),
        place(PUBLISHED, "village-and-fields", ["napoleonic-france-50", "napoleonic-prussia-50"], 18),
        place(PUBLISHED, "chance-halves", ["gauls", "germans"], 18),
        place(CLOSE, "open-field", ["carthaginians", "republican-romans"], 90),
        place(CLOSE, "wood", ["civil-war-virginia-50", "civil-war-ohio-50"], 12),
        place(VARIANT, "open-field", ["civil-war-ohio-100", "civil-war-ohio-100"], 220),
        place(VARIANT, "village-and-fields", ["napoleonic-france-50", "napoleonic-france-50"], 36),
        place(VARIANT, "open-field", ["franks", "franks"], 90),
        place(CLOSE, "open-field", ["franks", "franks"], 300),
        place(CLOSE, "open-field", ["germans", "gauls"], 90),
        place(HIDDEN, "hill-defence", ["english-hundred-years", "english-hundred-years"], 36),
    ];
    every_kind_can_be_written::<EnAvant>(&places, 1_000, Some(Engagement::scattered));
}

#[test]
fn changed_positions_of_en_avant_are_refused_or_can_be_used() {
    let place = |rules, scenario, armies, games| Place { rules, scenario, armies: Some(armies), games };
    let places = [
        place(PUBLISHED, "chance-halves", ["gauls", "germans"], 4),
        place(CLOSE, "open-field", ["carthaginians", "republican-romans"], 8),
        place(CLOSE, "wood", ["civil-war-virginia-50", "civil-war-ohio-50"], 4),
        place(VARIANT, "village-and-fields", ["napoleonic-france-50", "napoleonic-france-50"], 8),
        place(HIDDEN, "hill-defence", ["english-hundred-years", "english-hundred-years"], 4),
    ];
    changed_positions_are_refused_or_can_be_used::<EnAvant>(&places, Some(Engagement::scattered), 2_000, 12);
}
