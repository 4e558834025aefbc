//! Every column of every table is documented in `docs/output.md`. The columns are read from the sources, so that none
//! can be omitted.

use std::fs;
use std::path::{Path, PathBuf};

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of the sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() { files(&path, found) } else { found.push(path) }
    }
}

/// The names in all lists of columns of a source, excluding tests.
fn columns(source: &str) -> Vec<String> {
    let source = source.split("#[cfg(test)]").next().unwrap_or(source);
    let lists = source.split("const COLUMNS: &'static [&'static str] =").skip(1);
    let names = |list: &str| -> Vec<String> { list.split('"').skip(1).step_by(2).map(str::to_owned).collect() };
    // A list in brackets, or what a macro adds to the columns that several tables share.
    let end = |list: &str| list.find("];").into_iter().chain(list.find(");")).min().expect("a list has an end");
    lists.flat_map(|list| names(&list[..end(list)])).collect()
}

/// Whether a page documents a column: by its name, or as a bound of the interval of a named one.
fn explains(page: &str, column: &str) -> bool {
    let named = |name: &str| page.contains(&format!("`{name}`"));
    let end = ["_low", "_high", "_half_width"].into_iter().find_map(|end| Some((column.strip_suffix(end)?, end)));
    named(column) || end.is_some_and(|(of, end)| named(of) && (named(&format!("…{end}")) || named(end)))
}

#[test]
fn every_column_is_in_the_page_on_output() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(root.join("docs/output.md")).expect("the page");
    let mut sources = Vec::new();
    files(&root.join("src/report"), &mut sources);
    let text = |path: &PathBuf| fs::read_to_string(path).expect("a source");
    let all: Vec<String> = sources.iter().flat_map(|path| columns(&text(path))).collect();
    assert!(all.len() > 250, "{} columns: the lists are not found", all.len());
    let missing: Vec<&String> = all.iter().filter(|column| !explains(&page, column)).collect();
    assert!(missing.is_empty(), "docs/output.md does not explain {missing:?}");
    assert!(!explains(&page, "no_such_column"));
}
