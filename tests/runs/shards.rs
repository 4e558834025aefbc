//! Merged shards give the bytes of the unsharded run, and parts that do not belong together are refused.

use crate::resealed::{text_of, write_sealed};
use crate::{files, reglette, said, text};
use reglette::data::whole::hash_of_bytes;
use std::fs;
use std::path::{Path, PathBuf};

fn tournament<'a>(more: &[&'a str], out: &'a Path) -> Vec<&'a str> {
    let what = [
        "tournament",
        "plain",
        "river",
        "--armies",
        "france,prussia",
        "--bots",
        "random",
        "--games",
        "20",
        "--out",
        text(out),
    ];
    [&what, more].concat()
}

fn shards(folder: &Path, of: u64, more: &[&str]) -> Vec<PathBuf> {
    let play = |number: u64| {
        let out = folder.join(format!("part-{number}-of-{of}"));
        let shard = format!("{number}/{of}");
        said(&[tournament(&["--shard", &shard], &out), more.to_vec()].concat(), 0);
        out
    };
    (1..=of).map(play).collect()
}

fn merge(parts: &[&PathBuf], out: &Path, more: &[&str], code: i32) -> String {
    let parts: Vec<&str> = parts.iter().map(|part| text(part)).collect();
    said(&[&["merge"], &parts[..], &["--out", text(out)], more].concat(), code)
}

#[test]
fn shards_give_the_bytes_of_the_whole_however_they_are_joined() {
    let folder = tempfile::tempdir().unwrap();
    for more in [&[][..], &["--games-csv", "none"]] {
        let at = |name: &str| folder.path().join(format!("{name}-{}", more.len()));
        said(&[tournament(&[], &at("whole")), more.to_vec()].concat(), 0);
        let expected = files(&at("whole"));
        for of in [1, 2, 3, 7, 30] {
            let parts = shards(&at(&format!("by-{of}")), of, more);
            let out = at(&format!("joined-{of}"));
            merge(&parts.iter().collect::<Vec<_>>(), &out, &[], 0);
            assert!(files(&out) == expected, "joined from {of} parts");
        }
        // In any order, in any grouping, with duplicate parts.
        let parts = shards(&at("again"), 3, more);
        merge(&[&parts[2], &parts[0]], &at("some"), &["--partial"], 0);
        merge(&[&parts[0], &at("some"), &parts[1]], &at("grouped"), &[], 0);
        assert!(files(&at("grouped")) == expected);
        merge(&[&at("grouped")], &at("once-more"), &[], 0);
        assert!(files(&at("once-more")) == expected);
    }
}

#[test]
fn what_does_not_belong_together_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let parts = shards(&at("a"), 3, &[]);
    let others = shards(&at("b"), 3, &["--seed", "2"]);
    let halves = shards(&at("c"), 2, &[]);
    let out = at("out");
    assert!(merge(&[&parts[0], &parts[2]], &out, &[], 2).contains("parts are missing: 2/3"));
    assert!(merge(&[&parts[0], &others[1], &parts[2]], &out, &[], 2).contains("its plan is not that of"));
    assert!(merge(&[&parts[0], &halves[1]], &out, &[], 2).contains("split by 2"));
    assert!(!out.exists(), "nothing is written before all parts are checked");

    // The same part with other games, its counts and hashes all valid.
    let forged = shards(&at("d"), 3, &["--seed", "3"]).swap_remove(1);
    let manifest = forged.join("manifest.toml");
    write_sealed(&manifest, &text_of(&manifest).replace("seed = 3", "seed = 1"));
    let rendered = merge(&[&parts[0], &parts[1], &forged, &parts[2]], &out, &[], 2);
    assert!(rendered.contains("both contain part 2/3, with different games"), "{rendered}");

    // No part is replaced by the result, and results are replaced only by whole ones.
    let every = [&parts[0], &parts[1], &parts[2]];
    let before = files(&parts[1]);
    assert!(merge(&every, &parts[1], &["--force"], 2).contains("it is one of the parts that are merged"));
    assert!(files(&parts[1]) == before);
    merge(&every, &out, &[], 0);
    let merged = files(&out);
    let games = fs::read_to_string(parts[1].join("games.csv")).unwrap();
    fs::write(parts[1].join("games.csv"), games.replace(",plain,", ",plane,")).unwrap();
    assert!(merge(&every, &out, &["--force"], 2).contains("has changed since it was written"));
    assert!(files(&out) == merged);
}

/// A merge into the folder of an interrupted run replaces its journal too, which would be resumed otherwise.
#[test]
fn a_merge_leaves_no_journal_of_another_run() {
    let folder = tempfile::tempdir().unwrap();
    let parts = shards(folder.path(), 2, &[]);
    let out = folder.path().join("out");
    let long = [tournament(&[], &out), vec!["--seed", "7"]].concat();
    let long: Vec<&str> = long.into_iter().map(|word| if word == "20" { "100000" } else { word }).collect();
    let mut child = reglette(&long).spawn().unwrap();
    while !out.join("journal/checkpoint").exists() {
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    let every = [&parts[0], &parts[1]];
    assert!(merge(&every, &out, &["--force"], 2).contains("is being played by another process"));
    child.kill().unwrap();
    child.wait().unwrap();
    merge(&every, &out, &["--force"], 0);
    assert!(!out.join("journal").exists());
}

/// A part of another version may contain counts that this one cannot read; parts of two versions cannot be merged.
#[test]
fn parts_of_another_program_are_refused_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let (parts, out) = (shards(&at("a"), 2, &[]), at("out"));
    let manifests = [&parts[0], &parts[1]].map(|part| part.join("manifest.toml"));
    let [own, other] = [0, 1].map(|part| text_of(&manifests[part]));
    let (_, signature) = own.split_once("signature = \"").unwrap();
    let (signature, _) = signature.split_once('"').unwrap();
    write_sealed(&manifests[1], &other.replace(signature, "elsewhere"));
    assert!(merge(&[&parts[0], &parts[1]], &out, &[], 2).contains("another engine signature (elsewhere)"));

    // Counts of another format, with a valid hash, by a program of the same version and signature.
    let counts = fs::read_to_string(parts[0].join("tallies.json")).unwrap();
    let older = counts.replacen("\"format\":2", "\"format\":1", 1);
    assert_ne!(older, counts);
    fs::write(parts[0].join("tallies.json"), &older).unwrap();
    write_sealed(&manifests[0], &own.replace(&hash_of_bytes(counts.as_bytes()), &hash_of_bytes(older.as_bytes())));
    let refused = merge(&[&parts[0], &parts[1]], &out, &[], 2);
    assert!(refused.contains("tallies.json cannot be read: its format is 1, and this program reads 2"), "{refused}");
}

#[test]
fn a_shard_that_plays_otherwise_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let what = [
        "tournament",
        "plain",
        "--armies",
        "france",
        "--bots",
        "greedy,random",
        "--games",
        "300",
        "--games-csv",
        "none",
    ];
    let play = |shard: &str, out: &str| {
        let mut command = crate::reglette(&[&what[..], &["--shard", shard, "--out", out]].concat());
        assert!(command.current_dir(folder.path()).output().unwrap().status.success());
    };
    ["1/3", "2/3", "3/3"].into_iter().for_each(|shard| play(shard, &shard[..1]));
    assert!(!merge(&[&at("1"), &at("2"), &at("3")], &at("fair"), &[], 0).contains("disagrees"));

    // On one machine greedy was another bot, which its manifest does not show.
    fs::create_dir(at("bots")).unwrap();
    fs::write(at("bots/greedy.toml"), "kind = \"random\"\n").unwrap();
    play("2/3", "lame");
    let [honest, lame] = ["2", "lame"].map(|part| text_of(&at(part).join("manifest.toml")));
    let (head, _) = honest.split_once("[[outputs]]").unwrap();
    let (_, outputs) = lame.split_once("[[outputs]]").unwrap();
    write_sealed(&at("lame").join("manifest.toml"), &format!("{head}[[outputs]]{outputs}"));
    let rendered = merge(&[&at("1"), &at("lame"), &at("3")], &at("mixed"), &[], 0);
    assert!(rendered.contains("warning: part 2/3 disagrees significantly with the others"), "{rendered}");
}

#[test]
fn a_shard_is_asked_for_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    assert!(said(&tournament(&["--shard", "4/3"], &out), 2).contains("expected a shard such as 1/4"));
    assert!(said(&tournament(&["--shard", "1/3", "--quarantine", "5"], &out), 2).contains("it excludes --shard"));
    assert!(said(&["merge", text(&out), "--out", text(&folder.path().join("x"))], 2).contains("manifest.toml"));
}
