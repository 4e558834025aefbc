//! The stored engine signatures are those of the present sources, so that the program need not compute them at each
//! start. `REGLETTE_UPDATE=1` writes them anew.

use reglette::catalog::{self, Task};
use reglette::data::Library;
use reglette::game::Roster;
use reglette::tournament::load::GameRequest;
use reglette::tournament::signature::{SOURCES, computed, computed_under};
use std::path::Path;
use std::{env, fs};

struct Signature;

/// The rules that a rulebook has where none are named.
struct DefaultRules;

impl Task for DefaultRules {
    type Output = &'static str;

    fn run<R: Roster + 'static>(self) -> &'static str {
        R::DEFAULT_RULES
    }
}

/// The signature that a rulebook would have under other rules.
struct SignatureUnder<'a>(&'a str);

impl Task for SignatureUnder<'_> {
    type Output = String;

    fn run<R: Roster + 'static>(self) -> String {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("other.toml"), self.0).expect("the file is written");
        let request = GameRequest { rules: Some("other.toml".to_owned()), ..GameRequest::default() };
        computed_under::<R>(&Library::at(folder.path()), &request)
    }
}

impl Task for Signature {
    type Output = String;

    fn run<R: Roster + 'static>(self) -> String {
        computed::<R>()
    }
}

#[test]
fn the_stored_signatures_are_those_of_the_sources() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/tournament/signatures.toml");
    let mut text = "# The engine signature of each rulebook, and the hash of the sources that have them \
                    (tests/sources/signatures.rs writes them).\n"
        .to_owned();
    text += &format!("sources = \"{SOURCES}\"\n");
    for name in catalog::NAMES {
        text += &format!("{name} = \"{}\"\n", catalog::with(name, Signature).expect("a rulebook"));
    }
    if env::var_os("REGLETTE_UPDATE").is_some() {
        fs::write(&path, text).expect("the file is written");
        return;
    }
    let stored = fs::read_to_string(&path).expect("the stored signatures");
    assert_eq!(stored, text, "REGLETTE_UPDATE=1 cargo test --test sources signatures writes them anew");
}

/// A single number or switch of the rules is enough to change the signature, also of rules that matter on some ground
/// only. The rules have one name, which is part of the records.
#[test]
fn other_rules_have_another_signature() {
    for (name, change) in [
        ("toy", "faces = { one = 0, two = 1, three = 1, four = 2, five = 2, six = 4 }"),
        ("jomini", "forced_march_cost = 3"),
        ("jomini", "siege_equipment = true"),
        ("en-avant", "light_cavalry_move = 90"),
        ("en-avant", "linear_obstacle_stops = false"),
    ] {
        let under = |change: &str| {
            let rules = format!("extends = \"{}\"\n{change}\n", catalog::with(name, DefaultRules).expect("a rulebook"));
            catalog::with(name, SignatureUnder(&rules)).expect("a rulebook")
        };
        assert_ne!(under(""), under(change), "{name}: {change}");
    }
}
