//! Rules files: the values accepted by keys, variants over their base, overrides.

use super::{rules, rules_error};
use insta::assert_snapshot;
use reglette::data::{Accepts, DataError, Kind, Library, Override};
use reglette::jomini::rules::{FirstPlayer, Rules, UnitKind};
use std::fs;

#[test]
fn rules_key_unknown() {
    assert_snapshot!(rules_error("extends = \"jomini-v2\"\nsuport_neighbours = 3\n"), @r#"
    rules/mine.toml:2: unknown key "suport_neighbours"
        2 | suport_neighbours = 3
          | ^^^^^^^^^^^^^^^^^ expected a key of `reglette keys jomini`; did you mean "support_neighbours"?
    "#);
}

#[test]
fn rules_key_unknown_in_a_table_of_units() {
    let text = "extends = \"jomini-v2\"\n[unit.cuirassier]\ndice = 5\n[unit.cuirassiers]\ndices = \
        5\n[unit.foot_artillery_light]\ndice = 2\n";
    assert_snapshot!(rules_error(text), @r#"
    rules/mine.toml:2: unknown key "cuirassier"
        2 | [unit.cuirassier]
          |       ^^^^^^^^^^ expected a key of `reglette keys jomini`; did you mean "cuirassiers"?
    rules/mine.toml:5: unknown key "dices"
        5 | dices = 5
          | ^^^^^ expected a key of `reglette keys jomini`; did you mean "dice"?
    rules/mine.toml:7: unknown key "dice"
        7 | dice = 2
          | ^^^^ expected "move_fight", "move_max" or "range"
    "#);
}

#[test]
fn rules_value_not_accepted() {
    let text = "\
extends = \"jomini-v2\"
support_neighbours = 9
mounted_rough_supported = 1
retreat_directions = \"rearward\"
victory_loss_fraction = \"4/3\"
grade_medium_max = 0.5
max_order_tokens = \"nome\"
mask_shadow = 99
unit = 3
";
    assert_snapshot!(rules_error(text), @r#"
    rules/mine.toml:2: support_neighbours cannot be 9
        2 | support_neighbours = 9
          |                      ^ expected a whole number from 1 to 6
    rules/mine.toml:3: mounted_rough_supported cannot be 1
        3 | mounted_rough_supported = 1
          |                           ^ expected true or false
    rules/mine.toml:4: retreat_directions cannot be "rearward"
        4 | retreat_directions = "rearward"
          |                      ^^^^^^^^^^ expected "rear" or "rear_or_side"
    rules/mine.toml:5: victory_loss_fraction cannot be "4/3"
        5 | victory_loss_fraction = "4/3"
          |                         ^^^^^ expected a fraction above 0 and up to 1, such as "1/3"
    rules/mine.toml:6: grade_medium_max cannot be 0.5
        6 | grade_medium_max = 0.5
          |                    ^^^ expected a fraction above 0 and up to 1, such as "1/3"
    rules/mine.toml:7: max_order_tokens cannot be "nome"
        7 | max_order_tokens = "nome"
          |                    ^^^^^^ expected "none" or a whole number from 0 to 99; did you mean "none"?
    rules/mine.toml:8: mask_shadow cannot be 99
        8 | mask_shadow = 99
          |               ^^ expected "distance" or a whole number from 0 to 6
    rules/mine.toml:9: unit cannot be 3
        9 | unit = 3
          |        ^ expected a table
    "#);
}

#[test]
fn rules_lists_and_tables_not_accepted() {
    let text = "\
extends = \"jomini-v2\"
rough_terrain = [\"forest\", \"wod\", \"forest\"]
die_faces = [\"infantry\", \"flag\"]
training_dice = { elite = 9, elit = 1 }
activation_table = [{ from = 0, to = 9, activations = 1, units = 3 }, { from = 11, activations = 0, units = 3 }]
officers_default = [{ from = 0, to = 9, cinc = 1, subgenerals = 1 }]
";
    assert_snapshot!(rules_error(text), @r#"
    rules/mine.toml:2: unknown name "wod" in rough_terrain
        2 | rough_terrain = ["forest", "wod", "forest"]
          |                            ^^^^^ expected a list of different names out of clear, forest, hill, rocks, marsh, buildings, sand, road, river, large_river, ford, bridge, snow, mountain, lake, wall, ditch, fortification, rampart
    rules/mine.toml:2: "forest" is duplicated
        2 | rough_terrain = ["forest", "wod", "forest"]
          |                                   ^^^^^^^^ expected each name once
    rules/mine.toml:3: die_faces has 2 names
        3 | die_faces = ["infantry", "flag"]
          |             ^^^^^^^^^^^^^^^^^^^^ expected a list of 6 names out of infantry, cavalry, artillery, flag, letter, tactical
    rules/mine.toml:4: elite cannot be 9
        4 | training_dice = { elite = 9, elit = 1 }
          |                           ^ expected a whole number from -4 to 4
    rules/mine.toml:4: unknown key "elit"
        4 | training_dice = { elite = 9, elit = 1 }
          |                              ^^^^ did you mean "elite"?
    rules/mine.toml:5: rows leave a gap or overlap
        5 | activation_table = [{ from = 0, to = 9, activations = 1, units = 3 }, { from = 11, activations = 0, units = 3 }]
          |                                                                                ^^ expected 10, where the previous row ends
    rules/mine.toml:5: activations cannot be 0
        5 | activation_table = [{ from = 0, to = 9, activations = 1, units = 3 }, { from = 11, activations = 0, units = 3 }]
          |                                                                                                  ^ expected a whole number from 1 to 4
    rules/mine.toml:6: officers_default ends too early
        6 | officers_default = [{ from = 0, to = 9, cinc = 1, subgenerals = 1 }]
          |                    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expected a last row without `to`
    rules/mine.toml:6: missing key "officers"
        6 | officers_default = [{ from = 0, to = 9, cinc = 1, subgenerals = 1 }]
          |                     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    "#);
}

/// A message with the number of missing keys left out, which grows with the rulebook.
fn without_count(message: String) -> String {
    let Some((before, after)) = message.split_once(" keys are missing") else { return message };
    format!("{}N keys are missing{after}", before.trim_end_matches(|it: char| it.is_ascii_digit()))
}

#[test]
fn rules_without_a_base_state_everything() {
    assert_snapshot!(without_count(rules_error("rulebook = \"jomini\"\nsupport_neighbours = 2\n")), @r#"rules/mine.toml: N keys are missing: town_infantry_supported, mounted_rough_supported, rough_infantry_supported_vs_mounted and others; expected every key, or a line such as `extends = "jomini-v2"` for rules that have the others"#);
    assert_snapshot!(without_count(rules_error("rulebook = \"chess\"\n")), @r#"
    rules/mine.toml: N keys are missing: support_neighbours, town_infantry_supported, mounted_rough_supported and others; expected every key, or a line such as `extends = "jomini-v2"` for rules that have the others
    rules/mine.toml:1: rulebook cannot be "chess"
        1 | rulebook = "chess"
          |            ^^^^^^^ expected "jomini"
    "#);
    assert_snapshot!(without_count(rules_error("")), @r#"rules/mine.toml: N keys are missing: support_neighbours, town_infantry_supported, mounted_rough_supported and others; expected every key, or a line such as `extends = "jomini-v2"` for rules that have the others"#);
    let whole = Library::built_in().find(Kind::Rules, "jomini-v2").unwrap();
    let one_less = whole.text().replace("\nturn_limit = 30", "");
    assert_snapshot!(rules_error(&one_less), @r#"rules/mine.toml: missing key "turn_limit""#);
}

#[test]
fn rules_with_an_unknown_base() {
    assert_snapshot!(rules_error("extends = \"jomini-v22\"\n"), @r#"
    rules/mine.toml:1: no rules "jomini-v22"
        1 | extends = "jomini-v22"
          |           ^^^^^^^^^^^^ did you mean "jomini-v2"?
    "#);
    assert_snapshot!(rules_error("extends = 2\n"), @r#"
    rules/mine.toml:1: extends cannot be 2
        1 | extends = 2
          |           ^ expected the name or path of a rules file
    "#);
}

#[test]
fn rules_that_extend_themselves() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("rules")).unwrap();
    fs::write(folder.path().join("rules/a.toml"), "extends = \"b\"\n").unwrap();
    fs::write(folder.path().join("rules/b.toml"), "# b\nextends = \"../rules/a.toml\"\n").unwrap();
    let source = Library::at(folder.path()).find(Kind::Rules, "a").unwrap();
    assert_snapshot!(Rules::read(&source).unwrap_err(), @r#"
    rules/b.toml:2: rules/a.toml extends itself through "../rules/a.toml"
        2 | extends = "../rules/a.toml"
          |           ^^^^^^^^^^^^^^^^^
    "#);
}

#[test]
fn each_layer_is_checked_by_itself_with_its_own_lines() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("base.toml"), "extends = \"jomini-v2\"\n\nturn_limit = 0\n").unwrap();
    fs::write(folder.path().join("mine.toml"), "extends = \"base\"\nturn_limit = 20\nturn_limt = 10\n").unwrap();
    let source = Library::at(folder.path()).find(Kind::Rules, "mine").unwrap();
    let source = source.with_overrides([Override::parse("min_dice=0").unwrap()]);
    assert_snapshot!(Rules::read(&source).unwrap_err(), @r#"
    base.toml:3: turn_limit cannot be 0
        3 | turn_limit = 0
          |              ^ expected a whole number from 1 to 250
    mine.toml:3: unknown key "turn_limt"
        3 | turn_limt = 10
          | ^^^^^^^^^ expected a key of `reglette keys jomini`; did you mean "turn_limit"?
    --set min_dice=0: min_dice cannot be 0; expected a whole number from 1 to 3
    "#);
}

#[test]
fn settings_that_are_none() {
    let error = |text: &str| Override::parse(text).unwrap_err();
    assert_snapshot!(error("turn_limit"), @r#"--set turn_limit: no value; expected key=value"#);
    assert_snapshot!(
        error("turn limit=3"),
        @r#"--set turn limit=3: "turn limit" is not a key; expected letters, digits, _ and -, joined by dots"#
    );
    assert_snapshot!(
        error("turn_limit=\"3"),
        @r#"--set turn_limit="3: "3 is not a value; expected a number, true, false, a word or a list"#
    );
}

#[test]
fn settings_cannot_change_what_concerns_a_file() {
    let source = rules("extends = \"jomini-v2\"\n").with_overrides([Override::parse("rulebook=chess").unwrap()]);
    assert_snapshot!(Rules::read(&source).unwrap_err(), @r#"--set rulebook=chess: unknown key "rulebook"; expected a key of `reglette keys jomini`"#);
}

#[test]
fn every_shipped_jomini_rules_file_loads() {
    let library = Library::built_in();
    let entries = library.list(Kind::Rules);
    let jomini: Vec<_> = entries.iter().filter(|entry| entry.rulebook.as_deref() == Some("jomini")).collect();
    assert!(jomini.len() >= 2);
    for entry in jomini {
        Rules::read(&library.find(Kind::Rules, &entry.path).unwrap()).unwrap_or_else(|error| panic!("{error}"));
    }
}

#[test]
fn a_variant_changes_its_keys_and_no_others() {
    let published = Rules::published();
    let text = "\
extends = \"jomini-v2\"
first_player = \"red\"
training_dice = { elite = 3 }
[unit.cuirassiers]
dice = 5
";
    let mut expected = published.clone();
    expected.first_player = FirstPlayer::Red;
    expected.training_dice[1] = 3;
    expected.units[UnitKind::Cuirassiers as usize].as_mut().unwrap().dice = Some(5);
    assert_eq!(Rules::read(&rules(text)).unwrap(), expected);
}

#[test]
fn settings_lie_on_top_of_the_file() {
    let setting = |text: &str| Override::parse(text).unwrap();
    let source = rules("extends = \"jomini-v2\"\nturn_limit = 12\n");
    let source = source.with_overrides([
        setting("turn_limit=9"),
        setting("first_player=blue"),
        setting("unit.cuirassiers.move_max=2"),
    ]);
    let rules = Rules::read(&source).unwrap();
    assert_eq!((rules.turn_limit, rules.first_player), (9, FirstPlayer::Blue));
    assert_eq!(rules.unit(UnitKind::Cuirassiers).unwrap().move_max, 2);
}

/// For every key of the rules: each other accepted value gives other rules.
#[test]
fn every_accepted_value_of_every_key_is_read() {
    let published = Rules::published();
    let base: toml::Table = Library::built_in().find(Kind::Rules, "jomini-v2").unwrap().text().parse().unwrap();
    for key in Rules::schema() {
        let current = key.name.split('.').fold(toml::Value::Table(base.clone()), |value, part| value[part].clone());
        let others = key.accepts.others(&current);
        assert!(!others.is_empty(), "{} accepts one value only", key.name);
        for value in others {
            let text = format!("extends = \"jomini-v2\"\n{} = {value}\n", key.name);
            let changed = Rules::read(&rules(&text)).unwrap_or_else(|error| panic!("{error}"));
            assert_ne!(changed, published, "{} = {value} changes nothing", key.name);
        }
    }
}

/// For every key with bounds: values just outside are refused.
#[test]
fn values_just_outside_the_bounds_are_refused() {
    for key in Rules::schema() {
        let (Accepts::Whole { least, most } | Accepts::WordOrWhole { least, most, .. }) = key.accepts else { continue };
        for value in [least - 1, most + 1] {
            let text = format!("extends = \"jomini-v2\"\n{} = {value}\n", key.name);
            let error = Rules::read(&rules(&text)).expect_err("the value is outside the bounds");
            let DataError::Faults(faults) = &error else { panic!("{error}") };
            assert_eq!((faults.len(), faults[0].place.as_ref().map(|place| place.line)), (1, Some(2)), "{error}");
            assert!(error.to_string().contains(&key.accepts.describe()), "{error}");
        }
    }
}

/// The shipped file describes each key as the list of keys does, in the same order.
#[test]
fn the_published_file_comments_every_key_with_its_rules_and_meaning() {
    let source = Library::built_in().find(Kind::Rules, "jomini-v2").unwrap();
    let mut rest = source.text();
    for key in Rules::schema().iter().filter(|key| !key.name.starts_with("unit.")) {
        let comment = format!("# {}: {} (", key.rules, key.meaning);
        let start = rest.find(&comment).unwrap_or_else(|| panic!("no comment `{comment}` after the keys before it"));
        let (line, after) = rest[start..].split_once('\n').unwrap();
        assert!(line.ends_with(')') && line.len() <= 140, "{line}");
        assert!(after.starts_with(&format!("{} = ", key.name)), "{} does not follow its comment", key.name);
        rest = after;
    }
}
