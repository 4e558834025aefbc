//! What changed between two folders.

use super::folders::{KINDS, prepare, write};
use super::{between, done, reglette};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

fn rates(folder: &Path) -> BTreeMap<String, f64> {
    let mut reader = csv::Reader::from_path(folder.join("bots.csv")).unwrap();
    let rows = reader.deserialize().map(Result::unwrap);
    rows.map(|row: BTreeMap<String, String>| (row["bot"].clone(), row["rate"].parse().unwrap())).collect()
}

#[test]
fn the_same_results_have_not_changed_and_others_by_their_difference() {
    let folder = tempfile::tempdir().unwrap();
    prepare(folder.path());
    let before = write(folder.path(), "tournament");
    let (_, arguments) = KINDS[0];
    done(folder.path(), &[arguments, &["--seed", "9", "--out", "after", "--quiet"]].concat());
    done(folder.path(), &["report", "tournament", "tournament", "--out", "same.html"]);
    let same = fs::read_to_string(folder.path().join("same.html")).unwrap();
    assert!(same.contains("figures that both have are identical, intervals included."));
    assert_eq!(done(folder.path(), &["report", "tournament", "after"]), "Wrote after/changes.html\n");
    let text = fs::read_to_string(folder.path().join("after/changes.html")).unwrap();
    assert!(text.contains("The parameters differ too: seed.") && text.contains("1 → 9"));
    assert!(text.contains("All of it again: <code>reglette report ../tournament .</code>"));
    let bots = text.split("<section ").find(|section| section.contains(">Bots</h2>")).unwrap();
    let values: Vec<f64> = between(bots, "<data value=\"", "\"").iter().map(|exact| exact.parse().unwrap()).collect();
    let [old, new] = [before, folder.path().join("after")].map(|run| rates(&run));
    let expected: Vec<f64> = new.iter().flat_map(|(bot, rate)| [old[bot], *rate, rate - old[bot]]).collect();
    assert_eq!(values.len(), expected.len());
    assert!(values.iter().zip(&expected).all(|(one, other)| (one - other).abs() < 1e-6), "{values:?} {expected:?}");
}

#[test]
fn results_of_different_kinds_are_not_compared() {
    let folder = tempfile::tempdir().unwrap();
    prepare(folder.path());
    write(folder.path(), "gauntlet");
    write(folder.path(), "probe");
    let output = reglette(folder.path(), &["report", "gauntlet", "probe"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("probe: it holds results of another kind than gauntlet"));
}

/// Rates over all opponents, and ratings, are not compared where the opponents are not the same.
#[test]
fn rates_of_other_fields_are_not_compared() {
    let folder = tempfile::tempdir().unwrap();
    for (name, bots) in [("before", "random,greedy"), ("after", "random,expectimax")] {
        done(folder.path(), &["tournament", "sprint", "--bots", bots, "--games", "40", "--out", name, "--quiet"]);
    }
    done(folder.path(), &["report", "before", "after"]);
    let text = fs::read_to_string(folder.path().join("after/changes.html")).unwrap();
    assert!(text.contains("Rates of bots, armies and seats, and ratings, are left out"), "{text}");
    for heading in ["Bots", "Armies", "First move and seats", "Ratings"] {
        assert!(!text.contains(&format!(">{heading}</h2>")), "{heading}");
    }
    assert!(text.contains(">Pairings</h2>"));
}
