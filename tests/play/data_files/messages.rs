//! Messages about faults of form: unknown keys and names, missing keys, wrong values, malformed TOML.

use super::{Army, army, army_error, rules, rules_error};
use insta::assert_snapshot;
use reglette::data::{Fault, Kind, Library, Source};
use reglette::jomini::rules::Rules;
use serde::Deserialize;

#[test]
fn unknown_name_of_a_value() {
    let text = "name = \"Prussia\"\n\n[[units]]\nkind = \"light_cavalery\"\n";
    assert_snapshot!(army_error(text), @r#"
    armies/prussia-1806.toml:4: unknown kind "light_cavalery"
        4 | kind = "light_cavalery"
          |        ^^^^^^^^^^^^^^^^ expected "light_cavalry", "heavy_cavalry" or "line_infantry"; did you mean "light_cavalry"?
    "#);
}

#[test]
fn unknown_name_far_from_any_lists_what_is_known() {
    let text = "name = \"Prussia\"\n[[units]]\nkind = \"zeppelin\"\n";
    assert_snapshot!(army_error(text), @r#"
    armies/prussia-1806.toml:3: unknown kind "zeppelin"
        3 | kind = "zeppelin"
          |        ^^^^^^^^^^ expected "light_cavalry", "heavy_cavalry" or "line_infantry"
    "#);
}

#[test]
fn unknown_key() {
    assert_snapshot!(army_error("name = \"Prussia\"\ntokns = 3\n"), @r#"
    armies/prussia-1806.toml:2: unknown key "tokns"
        2 | tokns = 3
          | ^^^^^ did you mean "tokens"?
    "#);
}

#[test]
fn unknown_key_far_from_any_lists_what_is_known() {
    assert_snapshot!(army_error("name = \"Prussia\"\nweather = 3\n"), @r#"
    armies/prussia-1806.toml:2: unknown key "weather"
        2 | weather = 3
          | ^^^^^^^ expected "name", "tokens" or "units"
    "#);
}

#[test]
fn misspelt_key_is_not_also_reported_as_missing() {
    assert_snapshot!(army_error("nam = \"Prussia\"\n"), @r#"
    armies/prussia-1806.toml:1: unknown key "nam"
        1 | nam = "Prussia"
          | ^^^ did you mean "name"?
    "#);
}

#[test]
fn missing_key_of_the_file() {
    assert_snapshot!(army_error("tokens = 3\n"), @r#"armies/prussia-1806.toml: missing key "name""#);
}

#[test]
fn missing_key_of_an_entry() {
    assert_snapshot!(army_error("name = \"Prussia\"\n\n[[units]]\nletters = []\n"), @r#"
    armies/prussia-1806.toml:3: missing key "kind"
        3 | [[units]]
          | ^^^^^^^^^
    "#);
}

#[test]
fn value_of_a_wrong_form() {
    assert_snapshot!(army_error("name = 12\n"), @r#"
    armies/prussia-1806.toml:1: name cannot be 12
        1 | name = 12
          |        ^^ expected text in quotes
    "#);
}

#[test]
fn number_out_of_range() {
    assert_snapshot!(army_error("name = \"Prussia\"\ntokens = 300\n"), @r#"
    armies/prussia-1806.toml:2: tokens cannot be 300
        2 | tokens = 300
          |          ^^^ expected a whole number from 0 to 255
    "#);
}

#[test]
fn list_of_a_wrong_length() {
    assert_snapshot!(army_error("name = \"P\"\nunits = [{ kind = \"line_infantry\", at = [1, 2, 3] }]\n"), @r#"
    armies/prussia-1806.toml:2: at has 3 entries
        2 | units = [{ kind = "line_infantry", at = [1, 2, 3] }]
          |                                         ^^^^^^^^^ expected a list of 2
    "#);
}

#[test]
fn table_where_text_is_wanted() {
    assert_snapshot!(army_error("name = \"P\"\nunits = [{ kind = [1] }, { kind = \"line_infantry\", letters = [{}] \
        }]\n"), @r#"
    armies/prussia-1806.toml:2: kind cannot be a list
        2 | units = [{ kind = [1] }, { kind = "line_infantry", letters = [{}] }]
          |                   ^^^ expected a name in quotes
    armies/prussia-1806.toml:2: letters cannot be a table
        2 | units = [{ kind = [1] }, { kind = "line_infantry", letters = [{}] }]
          |                                                               ^^ expected text in quotes
    "#);
}

/// A file whose table has one of several forms, selected by its `kind`.
#[derive(Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
#[allow(dead_code)]
enum Bot {
    Random,
    Greedy { depth: u8 },
}

#[test]
fn forms_chosen_by_a_key_show_the_line_where_it_is_known() {
    let error = |text: &str| {
        let source = Source::new(&Library::built_in(), Kind::Bot, "bots/mine.toml", text);
        source.read::<Bot>().expect_err("the bot has a fault").to_string()
    };
    assert_snapshot!(error("# mine\nkind = \"gredy\"\n"), @r#"
    bots/mine.toml:2: unknown kind "gredy"
        2 | kind = "gredy"
          |        ^^^^^^^ expected "random" or "greedy"; did you mean "greedy"?
    "#);
    assert_snapshot!(error("kind = \"greedy\"\ndepth = 1\ndept = 2\n"), @r#"
    bots/mine.toml:3: unknown key "dept"
        3 | dept = 2
          | ^^^^ did you mean "depth"?
    "#);
    assert_snapshot!(error("kind = \"greedy\"\n"), @r#"bots/mine.toml: missing key "depth""#);
    assert_snapshot!(error("depth = 1\n"), @r#"bots/mine.toml: missing key "kind""#);
}

#[test]
fn several_faults_are_reported_at_once_in_the_order_of_lines() {
    let text = "\
name = \"Prussia\"
token = 3

[[units]]
kind = \"light_cavalery\"

[[units]]
knd = \"line_infantry\"

[[units]]
kind = \"line_infantry\"
leters = []
";
    assert_snapshot!(army_error(text), @r#"
    armies/prussia-1806.toml:2: unknown key "token"
        2 | token = 3
          | ^^^^^ did you mean "tokens"?
    armies/prussia-1806.toml:5: unknown kind "light_cavalery"
        5 | kind = "light_cavalery"
          |        ^^^^^^^^^^^^^^^^ expected "light_cavalry", "heavy_cavalry" or "line_infantry"; did you mean "light_cavalry"?
    armies/prussia-1806.toml:8: unknown key "knd"
        8 | knd = "line_infantry"
          | ^^^ did you mean "kind"?
    armies/prussia-1806.toml:12: unknown key "leters"
       12 | leters = []
          | ^^^^^^ did you mean "letters"?
    "#);
}

#[test]
fn text_that_is_not_toml() {
    assert_snapshot!(army_error("name = \"Prussia\n"), @r#"
    armies/prussia-1806.toml:1: not valid TOML: invalid basic string
        1 | name = "Prussia
          |                ^ expected `"`
    "#);
    assert_snapshot!(army_error("name = \"a\"\nname = \"b\"\n"), @r#"
    armies/prussia-1806.toml:2: not valid TOML: duplicate key
        2 | name = "b"
          | ^^^^
    "#);
    assert_snapshot!(army_error("name \"a\"\n"), @r#"
    armies/prussia-1806.toml:1: not valid TOML: key with no value
        1 | name "a"
          |      ^ expected `=`
    "#);
}

#[test]
fn numbers_too_great_for_toml() {
    assert_snapshot!(army_error("name = \"P\"\ntokens = 99999999999999999999\n"), @r#"
    armies/prussia-1806.toml:2: not valid TOML: the number is out of range
        2 | tokens = 99999999999999999999
          |          ^^^^^^^^^^^^^^^^^^^^ expected one of 64 bits
    "#);
    assert_snapshot!(rules_error("extends = \"jomini-v2\"\nturn_limit = 18446744073709551615\n"), @r#"
    rules/mine.toml:2: not valid TOML: the number is out of range
        2 | turn_limit = 18446744073709551615
          |              ^^^^^^^^^^^^^^^^^^^^ expected one of 64 bits
    "#);
}

#[test]
fn tabs_and_accents_keep_the_underline_in_place() {
    assert_snapshot!(army_error("name = \"P\"\n[[units]]\n\tkind = \"line_infantry\" # à pied\n\tletters = [\"é\", \
        7]\n"), @r#"
    armies/prussia-1806.toml:4: letters cannot be 7
        4 |  letters = ["é", 7]
          |                  ^ expected text in quotes
    "#);
}

#[test]
fn faults_found_after_reading_show_their_line() {
    let source = army("name = \"Prussia\"\n[[units]]\nkind = \"line_infantry\"\nat = [4, 5]\n");
    let faults = vec![
        Fault::at("units[0].at", "hex 0405 is a lake").expected("open ground"),
        Fault::at("", "no commander"),
        Fault::at("units[0].kind.deeper", "the nearest part that exists is shown"),
    ];
    assert_snapshot!(source.error(faults), @r#"
    armies/prussia-1806.toml: no commander
    armies/prussia-1806.toml:3: the nearest part that exists is shown
        3 | kind = "line_infantry"
          |        ^^^^^^^^^^^^^^^
    armies/prussia-1806.toml:4: hex 0405 is a lake
        4 | at = [4, 5]
          |      ^^^^^^ expected open ground
    "#);
}

proptest::proptest! {
    /// Whatever a file contains, reading it ends with a value or a message.
    #[test]
    fn no_text_makes_reading_panic(
        cuts in proptest::collection::vec((0usize..400, 0usize..6, "[\\[\\]{}=\"'.,#\\\\0-9a-zé\n\t -]{0,4}"), 1..6),
    ) {
        let start = concat!(
            "name = \"P\"\ntokens = 3\n[[units]]\nkind = \"line_infantry\"\nletters = [\"a\", 'b']\n",
            "at = [1, 2]\n\n[[units]]\nkind = \"\"\"heavy_cavalry\"\"\"\n"
        );
        let variant = concat!(
            "extends = \"jomini-v2\"\nturn_limit = 3\ntraining_dice = { elite = 1 }\n",
            "rough_terrain = [\"hill\"]\nunit.cuirassiers.dice = 4\n"
        );
        for text in [start, variant] {
            let mut characters: Vec<char> = text.chars().collect();
            for (at, length, new) in &cuts {
                let at = at % (characters.len() + 1);
                let end = (at + length).min(characters.len());
                characters.splice(at..end, new.chars());
            }
            let text: String = characters.into_iter().collect();
            if let Err(error) = army(&text).read::<Army>() {
                assert!(!error.to_string().is_empty());
            }
            if let Err(error) = Rules::read(&rules(&text)) {
                assert!(!error.to_string().is_empty());
            }
        }
    }
}
