//! Letters of officers: good, weak and bad ones, allied generals, feudal lords, contingents.

use crate::scene::{scene, scene_with};
use crate::table::Table;
use reglette::game::Side;
use reglette::jomini::Action;
use reglette::jomini::state::{Benefits, OfficerId, Status, Step};

/// Units that red's first officer activates, his level, and red's tokens at the start of a scenario that does not state
/// them.
fn numbers(letters: &str, change: impl Fn(&mut reglette::jomini::rules::Rules)) -> (u8, u8) {
    let table = scene_with(
        &format!("phase command\nofficer red commander_in_chief 0502 letters=[{letters}]\nred A line_infantry 0503"),
        change,
    );
    let officer = table.battle.field.forces.officer_profile(table.officer("0502"));
    (officer.activation_size, officer.command_level)
}

/// JA2.6, JA2.7, JA2.8, JI-43: an army of 30 units, whose activations cover 3 each.
#[test]
fn good_weak_and_bad_officers_activate_more_or_fewer_units() {
    assert_eq!(numbers("", |_| ()), (3, 3));
    assert_eq!(numbers("\"good\"", |_| ()), (4, 4));
    assert_eq!(numbers("\"weak\"", |_| ()), (2, 2));
    assert_eq!(numbers("\"bad\"", |_| ()), (1, 3), "a bad officer keeps his level");
    assert_eq!(numbers("\"weak\", \"bad\"", |_| ()), (1, 2), "never below one unit");
    assert_eq!(numbers("\"good\", \"bad\"", |_| ()), (2, 4), "letters stack");
}

/// JI-43 in a variant: the level alone changes.
#[test]
fn by_a_variant_the_level_does_not_change_the_activation() {
    assert_eq!(numbers("\"good\"", |rules| rules.officer_level_affects_activation = false), (3, 4));
}

/// JA2.6, JA2.7, JI-43: a level that a file states is not changed by the letter, and his activations follow it.
#[test]
fn a_stated_level_is_the_level() {
    let stated = |words: &str, change: &dyn Fn(&mut reglette::jomini::rules::Rules)| {
        let lines = format!("phase command\nofficer red commander_in_chief 0502 {words}\nred A line_infantry 0503");
        let table = scene_with(&lines, change);
        let profile = table.battle.field.forces.officer_profile(table.officer("0502"));
        (profile.activation_size, profile.command_level)
    };
    for letters in ["", "letters=[\"good\"]", "letters=[\"weak\"]"] {
        assert_eq!(stated(&format!("{letters} command_level=3"), &|_| ()), (3, 3), "{letters}");
        assert_eq!(stated(&format!("{letters} command_level=5"), &|_| ()), (5, 5), "{letters}");
    }
    assert_eq!(stated("letters=[\"bad\"] command_level=5", &|_| ()), (3, 5));
    assert_eq!(stated("command_level=5", &|rules| rules.officer_level_affects_activation = false), (3, 5));
}

/// JA2.6, JA2.7: Reconnaissance pays the level of the C-in-C (J3.26).
#[test]
fn reconnaissance_pays_the_level_of_a_good_commander() {
    for (letter, tokens) in [("good", 4), ("weak", 2)] {
        let lines = format!(
            "phase command\ntokens red 1\nofficer red commander_in_chief 0502 letters=[\"{letter}\"]\nred A \
                line_infantry 0503\nred B line_infantry 0602"
        );
        let mut table = scene(&lines);
        table.play(Action::Reconnaissance);
        assert_eq!(table.tokens(Side::Red), tokens, "{letter}");
    }
}

/// Two contingents: an allied corps with its sub-general and a colonel, a feudal lord with his horse, and the army's
/// own.
const COALITION: &str = "phase command
tokens red 9
officer red commander_in_chief 0502
officer red sub_general 0302 contingent=\"Saxony\" letters=[\"allied\"]
officer red senior_officer 0402 contingent=\"Saxony\"
officer red sub_general 0702 contingent=\"Rumelia\"
red A line_infantry 0403
red S line_infantry 0303 contingent=\"Saxony\"
red F line_infantry 0603 feudal contingent=\"Rumelia\"
";

/// Red's officers in the order of the lines.
const COMMANDER: OfficerId = OfficerId::new(0);
const ALLY: OfficerId = OfficerId::new(1);
const COLONEL: OfficerId = OfficerId::new(2);
const LORD: OfficerId = OfficerId::new(3);

/// The units that an officer can activate, by name.
fn commands(table: &Table, officer: OfficerId) -> Vec<String> {
    let mut names = Vec::new();
    for unit in ["A", "S", "F"] {
        let mut table = Table { battle: table.battle.clone(), state: table.state };
        if !table.may(Action::Activate(officer)) {
            continue;
        }
        table.play(Action::Activate(officer));
        if table.may(Action::Pick(table.unit(unit))) {
            names.push(unit.to_owned());
        }
    }
    names
}

/// JA2.9, JA3.36, JI-55: near their sub-general, allied and feudal units obey him and officers of their contingent
/// alone; an allied general and his officers command no others, a feudal lord does.
#[test]
fn allied_and_feudal_units_obey_their_own_officers() {
    let table = scene(COALITION);
    assert_eq!(commands(&table, COMMANDER), ["A"]);
    assert_eq!(commands(&table, ALLY), ["S"]);
    assert_eq!(commands(&table, COLONEL), ["S"]);
    assert_eq!(commands(&table, LORD), ["A", "F"]);
}

/// JA2.9, JI-55: beyond five hexes from their sub-general any officer in range who is no ally activates them, their own
/// too, but only to fall back.
#[test]
fn troops_too_far_from_their_sub_general_only_fall_back() {
    let far = COALITION.replace("sub_general 0302", "sub_general 0908");
    let table = scene(&far);
    assert_eq!(commands(&table, COMMANDER), ["A", "S"]);
    assert_eq!(commands(&table, LORD), ["A", "F"], "S is out of his range");
    for officer in [COMMANDER, COLONEL] {
        let mut table = scene(&far);
        table.play(Action::Activate(officer));
        table.play(Action::Pick(table.unit("S")));
        table.decline_picking();
        assert!(table.state.unit(table.unit("S")).has(Status::ONLY_BACK));
        assert!(!table.battle.field.can_attack(&table.state, table.unit("S")));
        if table.state.step == Step::Command {
            table.play(Action::Done);
        }
        table.play(Action::Move(table.unit("S")));
        assert!(!table.destinations().is_empty());
        assert!(
            table.destinations().iter().all(|(place, _)| place[2..] < *"03"),
            "towards red's edge: {:?}",
            table.destinations()
        );
    }
}

/// JI-55: Courier and leading obey the same limits.
#[test]
fn neither_courier_nor_leader_commands_allied_units() {
    let mut table = scene(COALITION);
    table.play(Action::Courier);
    assert!(table.may(Action::Pick(table.unit("A"))) && !table.may(Action::Pick(table.unit("S"))));
    let near = COALITION.replace("sub_general 0702", "sub_general 0404");
    let table = scene(&near);
    assert!(table.may(Action::LeadToActivate(ALLY, table.unit("S"))));
    assert!(
        !table.may(Action::LeadToActivate(LORD, table.unit("S")))
            && table.may(Action::LeadToActivate(LORD, table.unit("A")))
    );
}

/// J3.57, JA2.9, JI-55: a unit that its sub-general leads is near him, though he leaves the table at its head.
#[test]
fn a_sub_general_leads_his_own_unit_forward() {
    let mut table = scene(&COALITION.replace("sub_general 0302", "sub_general 0303"));
    let unit = table.unit("S");
    table.play(Action::LeadToActivate(ALLY, unit));
    assert!(!table.state.unit(unit).has(Status::ONLY_BACK));
}

/// JA2.9, JI-51: in his activation an allied officer lets only officers of his own troops move alone.
#[test]
fn an_allied_officer_activates_no_other_general() {
    let may_pick = |officer: OfficerId| {
        let mut table = scene(COALITION);
        table.play(Action::Activate(ALLY));
        table.may(Action::PickOfficer(officer))
    };
    assert_eq!([COMMANDER, COLONEL].map(may_pick), [false, true]);
}

/// JA2.9, JI-55: nor does an allied officer give an order by leading units that do not obey him.
#[test]
fn allied_officers_lead_their_own_troops_only() {
    let leads = |lines: &str| {
        let table = scene(lines);
        let unit = table.unit("A");
        table.battle.field.leaders_for(&table.state, unit, Benefits::ORDER).any(|officer| officer == ALLY)
    };
    let near = COALITION.replace("sub_general 0302", "sub_general 0404");
    assert!(!leads(&near));
    assert!(leads(&near.replace(" contingent=\"Saxony\" letters=[\"allied\"]", "")), "as one of the army's own");
}

/// JA2.9: the distance is a number of the rules.
#[test]
fn the_distance_to_the_sub_general_counts_from_six_hexes() {
    for (place, cut_off) in [("0803", false), ("0903", true)] {
        let table = scene(&COALITION.replace("sub_general 0302", &format!("sub_general {place}")));
        assert_eq!(commands(&table, COMMANDER).contains(&"S".to_owned()), cut_off, "{place}");
    }
}
