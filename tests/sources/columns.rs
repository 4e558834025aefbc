//! `docs/output.md` describes the columns of every table as the doc comments of the row types do. `REGLETTE_UPDATE=1`
//! writes them anew.

use reglette::report::columns::{all, shared};
use reglette::report::csv::Field;
use std::env;
use std::fs;
use std::path::Path;

const END: &str = "<!-- end of columns -->\n";

fn start(of: &str) -> String {
    format!("<!-- columns of {of}, from the sources -->\n")
}

/// The columns as a table of the page.
fn table(fields: &[Field]) -> String {
    let row = |field: &Field| {
        let names: Vec<String> = field.names.iter().map(|name| format!("`{name}`")).collect();
        format!("| {} | {} |\n", names.join(", "), field.meaning)
    };
    format!("| column | meaning |\n|---|---|\n{}", fields.iter().map(row).collect::<String>())
}

/// The page with the columns of a table in their place.
fn with_columns(page: &str, of: &str, fields: &[Field]) -> String {
    let (before, rest) = page.split_once(&start(of)).unwrap_or_else(|| panic!("the page has no place for {of}"));
    let (_, after) = rest.split_once(END).unwrap_or_else(|| panic!("the columns of {of} have no end"));
    format!("{before}{}{}{END}{after}", start(of), table(fields))
}

#[test]
fn the_page_on_output_describes_all_columns() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/output.md");
    let page = fs::read_to_string(&path).expect("the page");
    let shared = shared();
    let mut renewed = with_columns(&page, "all four", &shared);
    for (file, mut fields) in all() {
        // Tables with all of the shared columns describe only the others.
        if shared.iter().all(|field| fields.contains(field)) {
            fields.retain(|field| !shared.contains(field));
        }
        renewed = with_columns(&renewed, file, &fields);
    }
    if env::var_os("REGLETTE_UPDATE").is_some() {
        fs::write(&path, &renewed).expect("the page is written");
    }
    let differ = page.lines().zip(renewed.lines()).find(|(is, should)| is != should);
    assert!(
        page == renewed || env::var_os("REGLETTE_UPDATE").is_some(),
        "docs/output.md differs from the sources (REGLETTE_UPDATE=1 writes it anew): {differ:?}"
    );
}

#[test]
fn every_column_of_a_table_has_a_name_of_its_own_and_a_meaning() {
    for (file, fields) in all() {
        let mut names: Vec<&String> = fields.iter().flat_map(|field| &field.names).collect();
        let columns = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), columns, "{file}");
        assert!(fields.iter().all(|field| field.meaning.len() > 5 && !field.meaning.contains('|')), "{file}");
    }
}
