//! The script of a battle's page: modules that are checked and tested as such, joined into one, since a page that is
//! opened from disk may not load another file.

/// The modules, each after those that it imports from.
const MODULES: &[(&str, &str)] = &[
    ("film.js", include_str!("assets/film.js")),
    ("address.js", include_str!("assets/address.js")),
    ("command.js", include_str!("assets/command.js")),
    ("arrows.js", include_str!("assets/arrows.js")),
    ("sheet.js", include_str!("assets/sheet.js")),
    ("player.js", include_str!("assets/player.js")),
    ("main.js", include_str!("assets/main.js")),
];

/// All modules as one script: without imports, and with nothing exported.
pub fn script() -> String {
    let mut joined = String::from("\"use strict\";\n");
    for line in MODULES.iter().flat_map(|(_, text)| text.lines()) {
        if line.starts_with("import ") {
            continue;
        }
        joined.push_str(line.strip_prefix("export ").unwrap_or(line));
        joined.push('\n');
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_module_imports_only_from_those_before_it_and_on_one_line() {
        let mut known: Vec<&str> = Vec::new();
        for (name, text) in MODULES {
            for line in text.lines().filter(|line| line.trim_start().starts_with("import ")) {
                let from = line.split("from \"./").nth(1).and_then(|rest| rest.strip_suffix("\";"));
                let from = from.unwrap_or_else(|| panic!("{name}: {line}"));
                assert!(known.contains(&from), "{name} imports from {from}, which comes later");
            }
            assert!(!text.contains("export default") && !text.contains("</script"), "{name}");
            known.push(name);
        }
        assert!(!script().contains("\nimport ") && !script().contains("\nexport "));
    }

    #[test]
    fn no_name_is_declared_twice_in_the_joined_script() {
        let mut names: Vec<String> = Vec::new();
        for line in script().lines() {
            let rest = ["function ", "const ", "let ", "class "].iter().find_map(|word| line.strip_prefix(word));
            let name = rest
                .map(|rest| rest.chars().take_while(|sign| sign.is_alphanumeric() || *sign == '_').collect::<String>());
            names.extend(name.filter(|name| !name.is_empty()));
        }
        let all = names.len();
        names.sort();
        names.dedup();
        assert!(all > 20 && names.len() == all, "{names:?}");
    }
}
