//! The combats of `positions/odds`: each file is a position, and each line of it that begins with `#>` requests one
//! roll with the arguments of `reglette odds`.

use crate::oracle::{AttackOrder, Choices, DefenceOrder, Position, Strike};
use std::fs;
use std::path::{Path, PathBuf};

/// One roll requested by a file.
pub struct Case {
    /// The file.
    pub path: PathBuf,
    /// The position as written.
    pub text: String,
    /// The line of the request.
    pub line: String,
    pub attacker: String,
    pub target: String,
    pub riposte: bool,
    /// The roll of a defender who rolls before the requested attack (J5.14).
    pub ambush: bool,
    pub choices: Choices,
}

impl Case {
    /// The name of the case in failed checks.
    pub fn name(&self) -> String {
        let roll = if self.ambush { " (the free ambush)" } else { "" };
        format!("{}: {}{roll}", self.path.file_name().expect("a file").to_string_lossy(), self.line)
    }

    /// The position in the oracle's own terms.
    pub fn position(&self) -> Position {
        Position::read(&self.text)
    }

    /// The roll in the oracle's own terms.
    pub fn strike<'a>(&self, position: &'a Position) -> Strike<'a> {
        Strike::new(position, &self.attacker, &self.target, self.riposte || self.ambush, self.choices)
    }
}

/// The folder of position files.
pub fn positions() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/jomini/positions")
}

/// All cases, in the order of the files.
pub fn cases() -> Vec<Case> {
    let mut paths: Vec<PathBuf> = fs::read_dir(positions().join("odds"))
        .expect("the folder")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort();
    paths.iter().flat_map(|path| cases_of(path)).collect()
}

fn cases_of(path: &Path) -> Vec<Case> {
    let text = fs::read_to_string(path).expect("a readable file");
    let asked: Vec<String> = text.lines().filter_map(|line| line.strip_prefix("#> ")).map(str::to_owned).collect();
    assert!(!asked.is_empty(), "{} asks for no roll", path.display());
    let mut cases = Vec::new();
    for line in asked {
        let attack = case(path, &text, line.clone());
        let first = !attack.riposte && attack.strike(&attack.position()).fires_first();
        if first {
            cases.push(Case { ambush: true, ..case(path, &text, line) });
        }
        cases.push(attack);
    }
    cases
}

fn case(path: &Path, text: &str, line: String) -> Case {
    let mut case = Case {
        path: path.to_owned(),
        text: text.to_owned(),
        line: line.clone(),
        attacker: String::new(),
        target: String::new(),
        riposte: false,
        ambush: false,
        choices: Choices::default(),
    };
    let mut words = line.split_whitespace();
    while let Some(word) = words.next() {
        let choices = &mut case.choices;
        let mut value = || words.next().unwrap_or_else(|| panic!("{word} asks for a value in {line}")).to_owned();
        match word {
            "--attacker" => case.attacker = value(),
            "--target" => case.target = value(),
            "--riposte" => case.riposte = true,
            "--order" => choices.attack_order = Some(attack_order(&value())),
            "--defence-order" => choices.defence_order = Some(defence_order(&value())),
            "--dodge-trait" => choices.dodges_by_letter = true,
            "--dodge-order" => choices.dodges_by_order = true,
            "--sacrifice" => choices.sacrifices = value().parse().expect("a number"),
            "--wind-of-ball" => choices.wind_of_ball = true,
            "--leaders" => choices.leaders = value().parse().expect("a number"),
            other => panic!("unknown word {other} in {line}"),
        }
    }
    case
}

fn attack_order(name: &str) -> AttackOrder {
    match name {
        "elan" => AttackOrder::Elan,
        "charge" => AttackOrder::Charge,
        "berserk" => AttackOrder::Berserk,
        "sappers" => AttackOrder::Sappers,
        other => panic!("unknown attack order {other}"),
    }
}

fn defence_order(name: &str) -> DefenceOrder {
    match name {
        "sacrifice" => DefenceOrder::Sacrifice,
        "like_a_rock" => DefenceOrder::LikeARock,
        "dodge" => DefenceOrder::Dodge,
        "hold_position" => DefenceOrder::HoldPosition,
        "nuts" => DefenceOrder::Nuts,
        other => panic!("unknown defence order {other}"),
    }
}
