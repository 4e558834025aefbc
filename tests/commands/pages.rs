//! The pages of the documentation, which screens and messages name, are read from the program alone.

use assert_cmd::Command;
use std::fs;
use std::path::Path;

fn show(arguments: &[&str]) -> (Option<i32>, String) {
    let folder = tempfile::tempdir().unwrap();
    let output = Command::cargo_bin("reglette")
        .unwrap()
        .current_dir(folder.path())
        .arg("show")
        .args(arguments)
        .output()
        .unwrap();
    let text = if output.status.success() { output.stdout } else { output.stderr };
    (output.status.code(), String::from_utf8(text).unwrap())
}

fn page(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

#[test]
fn a_page_is_shown_by_its_path_or_its_name() {
    for name in ["docs/statistics.md", "statistics.md", "statistics", "docs/statistics", "docs/statistics.md#formulas"]
    {
        assert_eq!(show(&[name]), (Some(0), page("docs/statistics.md")), "{name}");
    }
    assert_eq!(show(&["docs/tutorials/rule.md"]).1, page("docs/tutorials/rule.md"));
    assert_eq!(show(&["docs/rules/jomini.md"]).1, page("docs/rules/jomini.md"));
    assert_eq!(show(&["refit"]).1, page("docs/refit.py"));
    let (code, said) = show(&["docs/statistcs.md"]);
    assert!(code == Some(2) && said.contains("no page") && said.contains("`reglette show` the pages"), "{said}");
    assert_eq!(show(&["statistics", "--as", "army"]).0, Some(2), "a page is no army");
}

#[test]
fn without_a_name_the_pages_are_listed() {
    let (code, list) = show(&[]);
    assert_eq!(code, Some(0));
    let line = list.lines().find(|line| line.contains("docs/statistics.md")).unwrap();
    let title = page("docs/statistics.md").lines().next().unwrap().trim_start_matches("# ").to_owned();
    assert!(line.ends_with(&title), "{line}");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()) {
        assert!(!entry.ends_with(".md") || list.contains(&format!("docs/{entry} ")), "{entry}");
    }
    assert!(!list.contains(".png"), "{list}");
}

/// Every page that the sources name in a text exists, so that `show` prints it.
#[test]
fn the_pages_that_screens_name_are_there() {
    fn look(folder: &Path, named: &mut Vec<String>) {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                look(&path, named);
                continue;
            }
            let Ok(text) = fs::read_to_string(&path) else { continue };
            let places = text.match_indices("docs/").map(|(at, _)| &text[at..]);
            let names =
                places.map(|rest| rest.split([' ', ')', '"', '`', '#', ',', ';', '\n', '(', '\\']).next().unwrap());
            named.extend(names.filter(|name| name.ends_with(".md")).map(str::to_owned));
        }
    }
    let mut named = Vec::new();
    look(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut named);
    named.sort();
    named.dedup();
    assert!(named.len() > 3, "{named:?}");
    for name in named {
        assert_eq!(show(&[&name]).0, Some(0), "{name}");
    }
}
