//! The tables of files at the head of modules: each file is in the table of its `mod.rs`, where there is one.

use std::fs;
use std::path::{Path, PathBuf};

fn modules_below(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("a readable entry").path();
        if path.is_dir() {
            modules_below(&path, found);
        } else if path.ends_with("mod.rs") {
            found.push(path);
        }
    }
}

/// The modules that a file declares, without those of tests.
fn declared(text: &str) -> Vec<&str> {
    let lines: Vec<&str> = text.lines().collect();
    let of_tests = |index: usize| index > 0 && lines[index - 1].starts_with("#[cfg(test)]");
    let of_program = lines.iter().enumerate().filter(|(index, _)| !of_tests(*index)).map(|(_, line)| *line);
    let declaration = |line: &'_ str| -> Option<usize> {
        let before = line.find("mod ")?;
        let visibility = line[..before].trim();
        (line.ends_with(';') && (visibility.is_empty() || visibility.starts_with("pub"))).then_some(before + 4)
    };
    of_program.filter_map(|line| declaration(line).map(|at| &line[at..line.len() - 1])).collect()
}

#[test]
fn each_file_of_a_module_is_in_its_table() {
    let mut modules = Vec::new();
    modules_below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut modules);
    let (mut tables, mut missing) = (0, Vec::new());
    for path in modules {
        let text = fs::read_to_string(&path).expect("a text");
        let head: String = text.lines().filter(|line| line.starts_with("//! |")).collect();
        if head.is_empty() {
            continue;
        }
        tables += 1;
        let lacking = declared(&text).into_iter().filter(|name| !head.contains(&format!("`{name}`")));
        missing.extend(lacking.map(|name| format!("{}: {name}", path.display())));
    }
    assert!(tables > 10, "{tables} tables");
    assert!(missing.is_empty(), "files that no table names: {missing:#?}");
}
