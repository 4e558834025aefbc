//! Files of any size are handled in bounded time and memory: what exceeds a limit is refused with the limit, and long
//! contents are abbreviated in messages.

use reglette::data::{Kind, Layers, Library, Source};
use reglette::game::Rulebook;
use reglette::game::toy::{ToyBook, ToyRules};
use std::fs;

fn source(kind: Kind, text: String) -> Source {
    Source::new(&Library::built_in(), kind, "mine.toml", text)
}

/// The rules of the toy with these lines as a variant.
fn rules(lines: &str) -> Result<ToyRules, String> {
    ToyBook::read_rules(&source(Kind::Rules, format!("extends = \"toy\"\n{lines}"))).map_err(|error| error.to_string())
}

#[test]
fn a_line_of_many_faults_is_abbreviated() {
    let keys: Vec<String> = (0..4_000).map(|number| format!("wrong_{number} = 1")).collect();
    let rendered = rules(&format!("faces = {{ {} }}", keys.join(", "))).unwrap_err();
    assert!(rendered.len() < 20_000, "{} bytes", rendered.len());
    assert!(rendered.contains('…') && rendered.contains("more faults"), "{rendered}");
}

#[test]
fn of_twenty_thousand_unknown_keys_some_are_reported() {
    let keys: Vec<String> = (0..9_000).map(|number| format!("wrong_{number} = 1")).collect();
    let rendered = rules(&keys.join("\n")).unwrap_err();
    assert!(rendered.ends_with("… and at least 180 more faults"), "{rendered}");
    let keys: Vec<String> = (0..20_000).map(|number| format!("wrong_{number} = 1")).collect();
    assert!(rules(&keys.join("\n")).unwrap_err().contains("entries; expected at most 10000"));
}

#[test]
fn lists_and_tables_have_at_most_ten_thousand_entries() {
    let units = |number: usize| {
        let text = "[[runners]]\n".repeat(number);
        ToyBook::read_army(&source(Kind::Army, format!("name = \"many\"\n{text}"))).unwrap_err().to_string()
    };
    let rendered = units(10_001);
    assert!(
        rendered.contains("mine.toml:2: 10001 entries") && rendered.ends_with("expected at most 10000"),
        "{rendered}"
    );
    assert!(units(10_000).contains("missing key"), "{}", units(10_000));
}

#[test]
fn files_extend_sixteen_at_most() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("rules")).unwrap();
    for layer in 0..30 {
        let base = if layer == 0 { "toy".to_owned() } else { format!("layer-{}", layer - 1) };
        fs::write(folder.path().join(format!("rules/layer-{layer}.toml")), format!("extends = \"{base}\"\n")).unwrap();
    }
    let library = Library::at(folder.path());
    let layers = |name: &str| Layers::of(&library.find(Kind::Rules, name).unwrap()).map(|layers| layers.files().len());
    assert_eq!(layers("layer-14").ok(), Some(16));
    assert!(layers("layer-15").unwrap_err().to_string().contains("extends more than 16 files"));
}

#[test]
fn a_file_that_is_too_large_is_not_read() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("large.toml"), "#".repeat(3 << 20)).unwrap();
    let error = Library::at(folder.path()).find(Kind::Army, "large.toml").unwrap_err().to_string();
    assert_eq!(error, "large.toml: cannot be read: it is larger than the limit of 512 KiB");
}

#[test]
fn names_do_not_steer_the_terminal() {
    let rendered = rules("\"\\u001b[31mred\" = 1").unwrap_err();
    assert!(!rendered.contains('\u{1b}') && rendered.contains("[31mred"), "{rendered:?}");
    let missing = Library::built_in().find(Kind::Army, "a\u{1b}[2Jb").unwrap_err().to_string();
    assert!(!missing.contains('\u{1b}'), "{missing:?}");
}

#[test]
fn files_that_others_name_lie_beside_them() {
    let folder = tempfile::tempdir().unwrap();
    let bots = folder.path().join("bots/mine");
    fs::create_dir_all(bots.join("deep")).unwrap();
    for name in ["bots/mine/beside.luau", "bots/mine/deep/below.luau", "bots/above.luau"] {
        fs::write(folder.path().join(name), "return 1").unwrap();
    }
    fs::write(bots.join("bot.toml"), "kind = \"greedy\"").unwrap();
    let library = Library::at(folder.path());
    let bot = library.find(Kind::Bot, "bots/mine/bot.toml").unwrap();
    let found = |name: &str| library.beside(&bot, name).unwrap().is_some();
    assert!(found("beside.luau") && found("deep/below.luau") && found("deep/../beside.luau"));
    assert!(!found("../above.luau") && !found("deep/../../above.luau") && !found("..\\above.luau"));
    let whole = bots.join("beside.luau");
    assert!(!found(whole.to_str().unwrap()));
}
