//! `reglette odds`: names and choices in, tables out.

use reglette::cli::odds::{json, table};
use reglette::data::{Kind, Library, Source};
use reglette::game::{OddsQuery, OddsReport, Show, ShowError};
use reglette::jomini::position::Position;

const POSITION: &str = r#"
scenario = "plain"
phase = "combat"
active = "red"

[red]
tokens = 1

[blue]
tokens = 6

[[unit]]
id = "Old Guard"
side = "red"
type = "line_infantry"
at = "0503"

[[unit]]
id = "Battery"
side = "blue"
type = "foot_artillery_light"
at = "0504"
elements = 2

[[unit]]
id = "Left"
side = "blue"
type = "line_infantry"
at = "0404"

[[unit]]
id = "Right"
side = "blue"
type = "line_infantry"
at = "0604"
"#;

fn asked(attacker: &str, target: &str, choices: &[(&'static str, &str)], riposte: bool) -> Result<OddsReport, ShowError> {
    let source = Source::new(&Library::built_in(), Kind::Position, "test.toml", POSITION);
    let Position { battle, .. } = Position::read(&source, None).unwrap_or_else(|error| panic!("{error}"));
    let choices = choices.iter().map(|(name, value)| (*name, (*value).to_owned())).collect();
    let query = OddsQuery { attacker: attacker.to_owned(), target: target.to_owned(), choices, riposte };
    battle.weigh_combat(&battle.start, &query)
}

fn fault(attacker: &str, target: &str, choices: &[(&'static str, &str)]) -> String {
    asked(attacker, target, choices, false).expect_err("a faulty question").to_string()
}

#[test]
fn the_table_shows_dice_with_their_rules_and_every_result() {
    let report = asked("Old Guard", "B1", &[("order", "elan")], true).unwrap();
    insta::assert_snapshot!(table(&report));
}

/// Guns answer with a die for each element that the attack left them (J5.11): a table for each number.
#[test]
fn a_riposte_of_guns_has_a_table_for_each_number_of_elements_left() {
    let report = asked("R1", "Battery", &[], true).unwrap();
    let dice: Vec<u32> = report.rolls.iter().map(|roll| roll.dice).collect();
    assert_eq!(dice, [3, 2, 1]);
    let total: f64 = report.rolls[1..].iter().map(|roll| roll.rolled.value()).sum();
    assert!((total - report.may_riposte.value()).abs() < 1e-15);
}

#[test]
fn data_repeats_every_choice_and_holds_exact_counts() {
    let report = asked("Old Guard", "Battery", &[("order", "charge"), ("defence_order", "Like a rock")], false).unwrap();
    let data = json(&report);
    assert_eq!(data["choices"]["order"], "charge");
    assert_eq!(data["choices"]["defence_order"], "like_a_rock");
    assert_eq!(data["choices"]["dodge_trait"], "no");
    let counts = data["rolls"][0]["rows"].as_array().unwrap().iter().map(|row| row["count"].as_str().unwrap().parse::<u64>().unwrap());
    assert_eq!(counts.sum::<u64>(), 216);
    assert_eq!(data["rolls"][0]["total"], "216");
    assert_eq!(data["rolls"][0]["trail"][0]["rule"], "J5.9");
}

#[test]
fn faulty_questions_are_answered_with_what_there_is() {
    assert_eq!(
        fault("Old Gard", "B1", &[]),
        "there is no unit \"Old Gard\"; the units are Old Guard (R1), Battery (B1), Left (B2), Right (B3); did you mean \"Old Guard\"?"
    );
    assert_eq!(
        fault("R1", "B1", &[("order", "elam")]),
        "there is no order \"elam\"; expected \"elan\", \"charge\", \"berserk\", \"sappers\" or \"none\"; did you mean \"elan\"?"
    );
    assert_eq!(fault("R1", "B1", &[("order", "sappers")]), "the order sappers cannot be given in this combat, or would do nothing");
    assert_eq!(fault("B2", "B1", &[]), "attacker and target belong to the same side");
    assert_eq!(
        fault("B2", "R1", &[]),
        "the attacker cannot attack the target from where it stands: neither adjacent, nor in range and sight with no enemy adjacent"
    );
    assert_eq!(fault("R1", "B1", &[("defence_order", "withdrawal")]), "after a withdrawal nothing is rolled");
    assert_eq!(fault("R1", "B1", &[("leaders", "1")]), "only 0 officers can lead the attacker");
}
