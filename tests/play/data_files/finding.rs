//! Where files are searched, in which order, and the messages if none or several have a name.

use insta::assert_snapshot;
use reglette::data::{Document, Kind, Library};
use std::fs;

#[test]
fn name_that_no_file_has() {
    let error = |kind, name: &str| Library::built_in().find(kind, name).unwrap_err();
    assert_snapshot!(error(Kind::Rules, "jomini-v22"), @r#"no rules "jomini-v22"; did you mean "jomini-v2"?"#);
    assert_snapshot!(error(Kind::Rules, "rules/jomini-v22.toml"), @r#"no rules "rules/jomini-v22.toml"; did you mean "rules/jomini-v2.toml"?"#);
    assert_snapshot!(error(Kind::Position, "first"), @r#"no position "first""#);
}

#[test]
fn name_that_several_files_have() {
    let folder = tempfile::tempdir().unwrap();
    for rulebook in ["jomini", "en-avant"] {
        fs::create_dir_all(folder.path().join("armies").join(rulebook)).unwrap();
        fs::write(folder.path().join("armies").join(rulebook).join("guard.toml"), "").unwrap();
    }
    let library = Library::at(folder.path());
    assert_snapshot!(library.find(Kind::Army, "guard").unwrap_err(), @r#"army "guard" may be "armies/en-avant/guard.toml" or "armies/jomini/guard.toml"; give the path"#);
    assert_eq!(library.find(Kind::Army, "jomini/guard").unwrap().path(), "armies/jomini/guard.toml");
    assert_eq!(library.find(Kind::Army, "armies/en-avant/guard.toml").unwrap().rulebook().as_deref(), Some("en-avant"));
}

#[test]
fn a_comma_in_a_name_is_written_as_in_a_url() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("armies/jomini")).unwrap();
    fs::write(folder.path().join("armies/jomini/guard, old.toml"), "").unwrap();
    fs::write(folder.path().join("left%2Cright.toml"), "").unwrap();
    let library = Library::at(folder.path());
    let path = |name: &str| library.find(Kind::Army, name).map(|found| found.path().to_owned());
    for name in ["guard%2C old", "armies/jomini/guard%2C old.toml", "guard, old"] {
        assert_eq!(path(name).unwrap(), "armies/jomini/guard, old.toml", "{name}");
    }
    assert_eq!(path("left%2Cright").unwrap(), "left%2Cright.toml");
    assert_snapshot!(path("guard%2C new").unwrap_err(), @r#"no army "guard, new"; did you mean "guard, old"?"#);
}

#[test]
fn file_that_is_not_text() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.toml"), [0xff, 0xfe, 0x00]).unwrap();
    assert_snapshot!(Library::at(folder.path()).find(Kind::Army, "a.toml").unwrap_err(), @r#"a.toml: cannot be read: it is not UTF-8 text"#);
}

#[test]
fn a_path_comes_first_then_the_folders_here_then_the_built_in_files() {
    let folder = tempfile::tempdir().unwrap();
    let library = Library::at(folder.path());
    let text = |name: &str| {
        library.find(Kind::Rules, name).map(|source| source.text().lines().next().unwrap_or_default().to_owned())
    };
    assert!(text("jomini-quick").unwrap().starts_with("# A shorter game"));
    fs::create_dir_all(folder.path().join("rules/club")).unwrap();
    fs::write(folder.path().join("rules/club/jomini-quick.toml"), "# in the folder\n").unwrap();
    assert_eq!(text("jomini-quick").unwrap(), "# in the folder");
    fs::write(folder.path().join("jomini-quick.toml"), "# by path\n").unwrap();
    assert_eq!(text("jomini-quick").unwrap(), "# by path");
    assert_eq!(text("./jomini-quick.toml").unwrap(), "# by path");
    assert!(text("rules/jomini-quick.toml").unwrap().starts_with("# A shorter game"), "the built-in file at its path");
}

#[test]
fn files_on_disk_replace_built_in_ones_of_the_same_path_in_the_list() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("rules")).unwrap();
    fs::write(folder.path().join("rules/jomini-quick.toml"), "extends = \"jomini-v2\"\n").unwrap();
    fs::write(folder.path().join("rules/odd.toml"), "extends = \"nothing\"\n").unwrap();
    let list = Library::at(folder.path()).list(Kind::Rules);
    let rendered: Vec<String> = list
        .iter()
        .filter(|it| ["jomini-quick", "jomini-v2", "odd"].contains(&it.name.as_str()))
        .map(|it| format!("{} {} {:?} {}", it.name, it.path, it.rulebook.as_deref(), it.built_in))
        .collect();
    assert_snapshot!(rendered.join("\n"), @r#"
    jomini-quick rules/jomini-quick.toml Some("jomini") false
    jomini-v2 rules/jomini-v2.toml Some("jomini") true
    odd rules/odd.toml None false
    "#);
}

#[test]
fn kinds_are_known_by_their_folder() {
    assert_eq!(Kind::of_path("/home/me/armies/jomini/france.toml"), Some(Kind::Army));
    assert_eq!(Kind::of_path("tests/jomini/positions/jx-3.toml"), Some(Kind::Position));
    assert_eq!(Kind::of_path("france.toml"), None);
}

#[test]
fn every_shipped_file_is_toml_and_states_its_rulebook() {
    let library = Library::built_in();
    for kind in [Kind::Rules, Kind::Army, Kind::Scenario] {
        for entry in library.list(kind) {
            let source = library.find(kind, &entry.path).unwrap();
            Document::parse(&source).unwrap_or_else(|error| panic!("{error}"));
            assert!(entry.rulebook.is_some(), "{} is in no rulebook's folder", entry.path);
            assert!(library.find(kind, &entry.name).is_ok(), "the name of {} is its own", entry.path);
        }
    }
}
