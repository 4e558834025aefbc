//! Retreats in confined positions: pockets without a path of the full length (JI-138, JI-127), the path past friendly
//! guns (J5.75, JI-140), and the loss of elements (J5.76, JI-139).

use crate::scene::{scene, scene_with};
use crate::table::{Table, set};
use reglette::jomini::rules::Face::{Flag, Infantry};
use reglette::jomini::rules::{BlockedRetreatLoss, RetreatDirections, Rules};
use reglette::jomini::state::Step;
use std::collections::BTreeSet;

/// A rolls this many flags at D on 0504.
fn driven(defender: &str, more: &str, flags: usize, change: impl Fn(&mut Rules)) -> Table {
    let mut table = scene_with(&format!("red A cuirassiers 0503\nblue D {defender}\n{more}"), change);
    table.attack("A", "D");
    table.roll(&vec![Flag; flags]);
    table
}

fn ends(table: &Table) -> BTreeSet<String> {
    if table.state.step == Step::Retreat { table.retreats() } else { set(&[&table.at("D")]) }
}

/// J5.75, JI-140: through friendly guns, whose hex counts, to a free hex behind them; not by guns, not onto them, not
/// through others, and not if the path ends there.
#[test]
fn a_retreat_leads_right_through_friendly_guns() {
    // They support D, which ignores a flag.
    let guns = "blue G foot_artillery_light 0405\nblue H foot_artillery_light 0505";
    assert_eq!(ends(&driven("light_cavalry 0504", guns, 2, |_| ())), set(&["0406", "0506", "0606"]));
    let short = driven("line_infantry 0504", guns, 2, |_| ());
    assert_eq!((short.at("D").as_str(), short.elements("D")), ("0504", 2), "one hex would end on the guns");
    let farther = driven("line_infantry 0504", guns, 2, |rules| rules.retreat_pass_extends = true);
    assert_eq!((ends(&farther), farther.elements("D")), (set(&["0406", "0506", "0606"]), 3));
    let free =
        driven("line_infantry 0504", "blue G foot_artillery_light 0405", 1, |rules| rules.retreat_pass_extends = true);
    assert_eq!(free.at("D"), "0505", "only where no way ends on a free hex");
    let gun = driven("horse_artillery_light 0504", guns, 3, |_| ());
    assert_eq!((gun.at("D").as_str(), gun.elements("D")), ("0504", 1), "guns do not pass guns");
    let foot = driven("light_cavalry 0504", &guns.replace("foot_artillery_light", "line_infantry"), 2, |_| ());
    assert_eq!((foot.at("D").as_str(), foot.elements("D")), ("0504", 1));
    let enemy =
        driven("light_cavalry 0504", "red G foot_artillery_light 0405\nred H foot_artillery_light 0505", 1, |_| ());
    assert_eq!(enemy.at("D"), "0504", "nor enemy guns");
    let mixed = driven("line_infantry 0504", "blue G foot_artillery_light 0405\nlake 0505", 2, |_| ());
    assert_eq!(ends(&mixed), set(&["0406", "0506"]));
}

/// J5.76, JI-139: an element for each hex that is not made, or in a variant for each flag with a hex that is not made.
#[test]
fn hexes_not_made_cost_elements() {
    let lost = |flags: usize, change: fn(&mut Rules)| {
        let mut table = driven("light_cavalry 0504 iron", "lake 0406 0506 0606", flags, change);
        table.retreat();
        (table.row("D"), 5 - table.elements("D"))
    };
    assert_eq!([lost(1, |_| ()), lost(2, |_| ())], [(5, 1), (5, 3)]);
    let by_flag: fn(&mut Rules) = |rules| rules.blocked_retreat_loss = BlockedRetreatLoss::PerFlag;
    assert_eq!([lost(1, by_flag), lost(2, by_flag), lost(3, by_flag)], [(5, 1), (5, 2), (5, 3)]);
}

/// JI-139: what is due beyond the table's edge costs elements too, and a unit without enough of them is destroyed.
#[test]
fn the_edge_of_the_table_costs_elements() {
    let mut table = scene("red A cuirassiers 0506\nblue D line_infantry 0507 unstable");
    table.attack("A", "D");
    table.roll(&[Flag, Flag]);
    table.retreat();
    assert_eq!((table.at("D").as_str(), table.state.step), ("", Step::FollowUp));
    let mut stays = scene("red A cuirassiers 0507\nblue D line_infantry 0508");
    stays.attack("A", "D");
    stays.roll(&[Infantry, Flag]);
    assert_eq!((stays.at("D").as_str(), stays.elements("D")), ("0508", 1));
}

/// JI-6: in a variant a unit retreats to the side as well, never forward.
#[test]
fn by_a_variant_units_retreat_sideways() {
    let side: fn(&mut Rules) = |rules| rules.retreat_directions = RetreatDirections::RearOrSide;
    assert_eq!(ends(&driven("line_infantry 0504", "", 1, |_| ())), set(&["0405", "0505"]));
    assert_eq!(ends(&driven("line_infantry 0504", "", 1, side)), set(&["0405", "0505", "0404", "0604"]));
    assert_eq!(ends(&driven("line_infantry 0504", "lake 0405 0505", 2, side)), set(&["0305", "0304", "0605", "0704"]));
}

/// JI-127, JI-138: an Elusive unit takes a longest way without a hex twice: round a pocket it makes every hex of it,
/// and only the rest costs elements.
#[test]
fn an_elusive_unit_winds_through_a_pocket() {
    // 0504 with 0505 and 0506 behind it, shut in.
    let pocket = "lake 0604 0605 0606 0507 0407 0406 0405 0404 0403 0603";
    let mut table = driven("light_cavalry 0504 elusive iron", pocket, 2, |_| ());
    table.retreat();
    assert_eq!((table.at("D").as_str(), table.elements("D")), ("0506", 3), "two of four hexes");
}

/// JI-127, JI-138: in a pocket without a path of the full length the search for the longest comes to an end.
#[test]
fn a_retreat_longer_than_its_pocket_ends() {
    let columns = ["00", "01", "02", "03", "04", "05", "06", "07", "08", "09"];
    let wall: Vec<String> = columns.iter().map(|column| format!("{column}03")).filter(|hex| hex != "0503").collect();
    let side: Vec<String> = ["03", "04", "05", "06", "07", "08"]
        .iter()
        .flat_map(|row| [format!("09{row}"), format!("08{row}"), format!("02{row}")])
        .filter(|hex| !wall.contains(hex))
        .collect();
    let pocket = format!("lake {} {}", wall.join(" "), side.join(" "));
    let lines = format!("red A cuirassiers 0503\nblue D light_cavalry 0504 elusive iron fleeing\n{pocket}");
    let table = scene_with(&lines, |rules| rules.fleeing_multiplier = 9);
    let unit = table.unit("D");
    let due = table.battle.field.units().retreat_due(unit, 2);
    assert_eq!(due, 36, "more than the pocket has hexes");
    let (made, lost) = table.battle.field.longest_retreat(&table.state, unit, due);
    assert!(made > 15 && made < 36 && lost == due - made, "{made} hexes");
}
