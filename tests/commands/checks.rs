//! What `check` says about files of authors: lists, rules, scripts and plans, whole and faulty.

use super::empty_folder::{ended, folder_with};
use std::fs;
use std::path::Path;

/// The exit code of `check`, what it prints, and its message.
fn checked(folder: &Path, arguments: &str) -> (Option<i32>, String, String) {
    ended(folder, ["check"].into_iter().chain(arguments.split(' ')))
}

fn valid(folder: &Path, arguments: &str) -> String {
    let (code, printed, _) = checked(folder, arguments);
    assert_eq!(code, Some(0), "{arguments}: {printed}");
    printed
}

/// What is printed of files with faults.
fn faulty(folder: &Path, arguments: &str) -> String {
    let (code, printed, said) = checked(folder, arguments);
    assert_eq!(code, Some(2), "{arguments}: {printed}{said}");
    printed
}

/// However many faults the units of a list have, its top-level keys show its rulebook, and every fault is listed.
#[test]
fn a_list_with_many_unknown_keys_keeps_its_rulebook() {
    let unit = |name: &str| format!("[[unit]]\nname = \"{name}\"\ntype = \"line_infantry\"\ntrainning = \"elite\"\n");
    let text = format!("nation = \"Scotland\"\ncolour = \"red\"\n{}{}{}", unit("A"), unit("B"), unit("C"));
    let folder = folder_with(&[("clan.toml", text.as_str())]);
    let said = faulty(folder.path(), "clan.toml");
    assert!(said.contains("clan.toml:2: unknown key \"colour\""), "{said}");
    assert_eq!(said.matches("unknown key \"trainning\"").count(), 3, "{said}");
    assert!(said.contains("did you mean \"training\"?") && !said.contains("unknown nation"), "{said}");
}

#[test]
fn a_file_that_does_not_exist_is_no_file_of_unknown_kind() {
    let folder = folder_with(&[("clan.toml", "")]);
    let said = faulty(folder.path(), "nosuch.toml");
    assert!(said.starts_with("nosuch.toml: there is no such file"), "{said}");
    let said = faulty(folder.path(), "clam.toml");
    assert!(said.contains("did you mean \"clan.toml\"?"), "{said}");
    let said = faulty(folder.path(), "frannce");
    assert!(said.contains("did you mean \"france\"?"), "{said}");
}

/// Rules of changed keys alone need a base; the message names it.
#[test]
fn the_message_about_rules_of_a_few_keys_names_the_rules_to_extend() {
    let folder = folder_with(&[("mine.toml", "support_neighbours = 3\n"), ("other.toml", "combativity_start = 4\n")]);
    let said = faulty(folder.path(), "mine.toml");
    assert!(said.contains("keys are missing") && said.contains("`extends = \"jomini-v2\"`"), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    let said = faulty(folder.path(), "other.toml");
    assert!(said.contains("`extends = \"en-avant\"`"), "{said}");
}

/// A list that extends another and has no units takes those of the other over.
#[test]
fn a_list_without_units_takes_those_of_its_base() {
    let types = "[[type]]\nname = \"highlanders\"\nlike = \"line_infantry\"\n";
    let folder = folder_with(&[
        ("renamed.toml", "extends = \"brigade\"\nnation = \"Scotland\"\n"),
        ("types.toml", types),
        ("none.toml", "extends = \"types.toml\"\nnation = \"Scotland\"\n"),
        ("empty.toml", "nation = \"Scotland\"\n[[officer]]\nname = \"A\"\nrank = \"sub_general\"\n"),
    ]);
    let points = |said: &str| said.lines().nth(1).unwrap().to_owned();
    let said = valid(folder.path(), "renamed.toml brigade");
    let own: Vec<&str> = said.lines().collect();
    let base = own.iter().position(|line| line.starts_with("brigade")).unwrap();
    assert_eq!(points(&said), own[base + 1], "{said}");
    let said = faulty(folder.path(), "none.toml --as army");
    assert!(said.contains("missing key \"unit\", and types.toml has no units to take over"), "{said}");
    let said = faulty(folder.path(), "empty.toml --as army --rules jomini-v2");
    assert!(said.contains("missing key \"unit\""), "{said}");
}

/// A type of one's own states its class or the type that it is like, and its morale or its elements (JA3.3).
#[test]
fn a_type_states_its_class_and_its_elements() {
    let army = |of_type: &str| {
        format!(
            "nation = \"Scotland\"\n[[type]]\nname = \"clansmen\"\n{of_type}\n[[unit]]\nname = \"A\"\ntype = \
             \"clansmen\"\ncount = 4\n"
        )
    };
    let folder = tempfile::tempdir().unwrap();
    let write = |of_type: &str| fs::write(folder.path().join("clan.toml"), army(of_type)).unwrap();
    write("like = \"line_infantry\"\nmorale = \"solid\"");
    let by_morale = valid(folder.path(), "clan.toml");
    write("class = \"infantry\"\nlike = \"line_infantry\"\nelements = 4");
    assert_eq!(valid(folder.path(), "clan.toml"), by_morale);
    write("class = \"infantry\"\nelements = 4");
    let usual = "   clansmen is like line_infantry, the usual type of its class\n";
    assert_eq!(valid(folder.path(), "clan.toml"), format!("{by_morale}{usual}"));
    write("class = \"mounted\"");
    assert!(valid(folder.path(), "clan.toml").contains("clansmen is like heavy_cavalry"));
    for (of_type, problem) in [
        ("class = \"mounted\"\nlike = \"line_infantry\"", "line_infantry is of the class infantry, not mounted"),
        ("class = \"cavalry\"", "unknown class \"cavalry\""),
        ("class = \"infantry\"\nelements = 6", "6 elements; a unit has 1 to 5, by its morale (JA3.3)"),
        ("class = \"infantry\"\nelements = 5\nmorale = \"weak\"", "5 elements; the morale weak has 2 (JA3.3)"),
        ("training = \"elite\"", "neither `like`, a type of the rules, nor `class`"),
    ] {
        write(of_type);
        let said = faulty(folder.path(), "clan.toml");
        assert!(said.contains(problem), "{of_type}: {said}");
    }
}

const SCRIPTED: &str = "kind = \"scripted\"\nscript = \"mine.luau\"\n";

/// A script is asked for several decisions, and a file that works in one rulebook is not said to work in all.
#[test]
fn a_script_that_fails_later_or_in_one_rulebook_is_not_simply_valid() {
    let later = "local asked = 0\nfunction choose()\n  asked = asked + 1\n  if asked > 2 then error('lost') end\n  \
                 return 1\nend\n";
    let folder = folder_with(&[("mine.toml", SCRIPTED), ("mine.luau", later)]);
    let said = faulty(folder.path(), "mine.toml --rules toy");
    assert!(said.contains("toy: no answer to a later decision of sprint, after 2 answers") && said.contains("lost"));
    let of_toy = "function choose(view)\n  if view.rulebook ~= 'toy' then error('another game') end\n  return 1\nend\n";
    fs::write(folder.path().join("mine.luau"), of_toy).unwrap();
    let said = valid(folder.path(), "mine.toml");
    assert!(said.starts_with("mine.toml: valid for toy only\n   jomini: no answer to the first decision"), "{said}");
    fs::write(folder.path().join("mine.luau"), "function choose() return 1 end").unwrap();
    assert!(valid(folder.path(), "mine.toml --rules toy").contains("toy: it answers "));
}

/// A plan is checked with the files that it names.
#[test]
fn a_plan_is_checked_with_its_files() {
    let plan = "command = \"tournament\"\nscenarios = [\"sprint\"]\narmies = [\"foxes.toml\", \"hares\"]\ngames = 4\n";
    let foxes = "name = \"Foxes\"\nrunners = [{ name = \"a\", dice = 2 }, { name = \"b\", dice = 2 }]\n";
    let folder = folder_with(&[("night/plan.toml", plan), ("night/foxes.toml", foxes)]);
    let said = valid(folder.path(), "night/plan.toml");
    let files = "night/foxes.toml, hares, sprint";
    assert_eq!(said, format!("night/plan.toml: valid\n   a plan of `reglette tournament`, with {files}\n"));
    assert!(!folder.path().join("results").exists(), "nothing is played");
    fs::write(folder.path().join("night/foxes.toml"), foxes.replace("dice = 2 }]", "dise = 2 }]")).unwrap();
    let said = faulty(folder.path(), "night/plan.toml");
    assert!(said.contains("unknown key \"dise\""), "{said}");
    fs::write(folder.path().join("night/plan.toml"), plan.replace("games = 4", "gams = 4")).unwrap();
    let said = faulty(folder.path(), "night/plan.toml");
    assert!(said.contains("night/plan.toml:4: unknown key \"gams\"") && said.contains("did you mean \"games\"?"));
}

/// The screen shows the first of many faults, the document all of them.
#[test]
fn a_document_has_all_faults() {
    let folder = tempfile::tempdir().unwrap();
    let unit = |number: usize| format!("[[unit]]\nname = \"Unit {number}\"\ntype = \"line_infantri\"\n");
    let units: String = (1..=24).map(unit).collect();
    fs::write(folder.path().join("mine.toml"), format!("nation = \"Mine\"\n{units}")).unwrap();
    let (code, printed, _) = checked(folder.path(), "mine.toml --as army --rules jomini-v2 --json");
    assert_eq!(code, Some(2), "{printed}");
    let document: serde_json::Value = serde_json::from_str(&printed).unwrap();
    let remarks = document["tables"]["files"][0]["remarks"].as_array().unwrap();
    assert_eq!(remarks.len(), 24, "{remarks:?}");
    let (_, printed, _) = checked(folder.path(), "mine.toml --as army --rules jomini-v2");
    assert!(printed.contains("… and 4 more faults"), "{printed}");
}

/// `check --rules`: an army that these rules refuse is a fault, and scenarios are evaluated under them.
#[test]
fn armies_and_scenarios_are_checked_under_given_rules() {
    let many = "extends = \"en-avant\"\ndefault_unit_max_bases = 1\nlist_multiplier = 6\n";
    let double = "extends = \"en-avant\"\nlist_multiplier = 2\n";
    let folder = folder_with(&[("many.toml", many), ("double.toml", double)]);
    let (code, printed, errors) = checked(folder.path(), "gauls --as army --rules many.toml");
    assert!(code == Some(2) && (printed.clone() + &errors).contains("a side has at most 96"), "{printed}{errors}");
    let printed = valid(folder.path(), "cannae --as scenario --rules en-avant");
    assert!(printed.contains("(34 points) against Republican Romans (Punic Wars) (35 points)"), "{printed}");
    let printed = valid(folder.path(), "cannae --as scenario --rules double.toml");
    assert!(printed.contains("(68 points) against Republican Romans (Punic Wars) (70 points)"), "{printed}");
}
