//! The rules file of En Avant !: every key has a comment with its rules, every accepted value is read, every other
//! refused.

use reglette::data::{Accepts, DataError, Kind, Library, Source};
use reglette::en_avant::rules::{Rules, TerrainKind, Weapon};

fn shipped() -> Source {
    Library::built_in().find(Kind::Rules, "en-avant").expect("the shipped rules")
}

fn read(text: String) -> Result<Rules, DataError> {
    Rules::read(&Source::new(&Library::built_in(), Kind::Rules, "rules/mine.toml", text))
}

/// The shipped file describes each key as the list of keys does, in the same order; rows of tables follow their rules.
#[test]
fn the_published_file_comments_every_key_with_its_rules_and_meaning() {
    let source = shipped();
    let mut rest = source.text();
    let is_of_a_table = |name: &str| name.starts_with("terrain.") || name.starts_with("weapon.");
    for key in Rules::schema().iter().filter(|key| !is_of_a_table(&key.name)) {
        let comment = format!("# {}: {} (", key.rules, key.meaning);
        let start = rest.find(&comment).unwrap_or_else(|| panic!("no comment `{comment}` after the keys before it"));
        let (line, after) = rest[start..].split_once('\n').expect("a line");
        assert!(line.ends_with(')'), "{line}");
        assert!(after.starts_with(&format!("{} = ", key.name)), "{} does not follow its comment", key.name);
        rest = after;
    }
    let lines: Vec<&str> = source.text().lines().collect();
    let rows = TerrainKind::NAMES
        .iter()
        .map(|name| ("terrain", name, "# E3."))
        .chain(Weapon::NAMES.iter().map(|name| ("weapon", name, "# E9.")));
    for (table, name, rule) in rows {
        let at = lines
            .iter()
            .position(|line| *line == format!("[{table}.{name}]"))
            .unwrap_or_else(|| panic!("no row {name}"));
        assert!(lines[at - 1].starts_with(rule), "{name} has no rule before it");
    }
}

/// For every key of the rules: the first and the last of the other accepted values give other rules.
#[test]
fn every_accepted_value_of_every_key_is_read() {
    let published = Rules::published();
    let base: toml::Table = shipped().text().parse().expect("a well-formed file");
    for key in Rules::schema() {
        let current = key.name.split('.').fold(toml::Value::Table(base.clone()), |value, part| value[part].clone());
        let others = key.accepts.others(&current);
        assert!(!others.is_empty(), "{} accepts one value only", key.name);
        for value in [&others[0], &others[others.len() - 1]] {
            let changed = read(format!("extends = \"en-avant\"\n{} = {value}\n", key.name))
                .unwrap_or_else(|error| panic!("{error}"));
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
            let error = read(format!("extends = \"en-avant\"\n{} = {value}\n", key.name))
                .expect_err("the value is outside the bounds");
            assert!(error.to_string().starts_with("rules/mine.toml:2: "), "{error}");
            assert!(error.to_string().contains(&key.accepts.describe()), "{error}");
        }
    }
}
