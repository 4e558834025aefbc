//! Decisions that were rolled out: a set is made, read again and replayed, and bots are scored on it.

use crate::empty_folder::{ended, folder_with, reglette};
use reglette::bots::BotConfig;
use reglette::data::{Inputs, Kind, Library, Source, Unlogged};
use reglette::decisions::{Choice, Decision, DecisionSet, Making, Rolled, Rollout, Score, make, score};
use reglette::en_avant::EnAvant;
use reglette::game::Rulebook;
use reglette::game::toy::ToyBook;
use reglette::jomini::Jomini;
use reglette::tournament::{Field, read_bot};
use std::fs;
use std::io::Write as _;
use std::path::Path;

fn bot<R: Rulebook>(name: &str) -> (String, BotConfig) {
    let source = Library::built_in().find(Kind::Bot, name).unwrap();
    (source.path().to_owned(), read_bot::<R>(&source).unwrap())
}

/// A set of decisions of random and greedy play.
fn made<R: Rulebook + 'static>(scenarios: &[&str], decisions: u64, rollouts: u32) -> DecisionSet {
    let scenarios: Vec<String> = scenarios.iter().map(|name| name.to_string()).collect();
    let mut inputs = Inputs::new();
    let field = Field::<R>::read(&Library::built_in(), None, &scenarios, &[], &mut inputs).unwrap();
    let (players, (by, config)) = ([bot::<R>("greedy"), bot::<R>("random")], bot::<R>("greedy"));
    let making = Making {
        field: &field,
        players: &players,
        by: (&by, &config),
        inputs: &inputs,
        decisions,
        games: decisions / 5,
        candidates: 4,
        rollouts,
        seed: 3,
    };
    make(&making, &Unlogged, &|| {}).unwrap()
}

fn scored<R: Rulebook + 'static>(set: &DecisionSet, bots: &[(String, BotConfig)]) -> Vec<Score> {
    let decisions = Decision::prepare_all::<R>(&Library::built_in(), set).unwrap();
    let (by, config) = bot::<R>("greedy");
    let rolled = Rolled { by: (&by, &config), seed: set.header.seed, rollouts: set.header.rollouts };
    score(&decisions, bots, rolled, 1, &|| {}).unwrap()
}

/// Each position and each action of a set is read again, and the stored results come out when they are rolled out anew.
fn is_repeated<R: Rulebook + 'static>(scenarios: &[&str]) {
    let set = made::<R>(scenarios, 10, 1);
    assert!(set.decisions.len() >= 5, "{}", set.decisions.len());
    assert_eq!(DecisionSet::read(&set.text()).unwrap(), set);
    let decisions = Decision::prepare_all::<R>(&Library::built_in(), &set).unwrap();
    let (by, config) = bot::<R>("greedy");
    let mut rollout = Rollout::new(&by, &config);
    for (decision, stored) in decisions.iter().zip(&set.decisions) {
        let position = (&*decision.game, &decision.state);
        for ((action, _), candidate) in decision.candidates.iter().zip(&stored.candidates) {
            let dice = (set.header.seed, decision.name.as_str());
            let results = rollout.results(position, (decision.side, *action), dice, set.header.rollouts).unwrap();
            assert_eq!(results, candidate.results, "{}", decision.name);
        }
    }
}

#[test]
fn decisions_of_jomini_are_decoded_and_repeated() {
    is_repeated::<Jomini>(&["plain", "crossroads"]);
}

#[test]
fn decisions_of_en_avant_are_decoded_and_repeated() {
    is_repeated::<EnAvant>(&["open-field"]);
}

#[test]
fn a_bot_that_hates_to_advance_gives_away_more_than_greedy() {
    let set = made::<ToyBook>(&["sprint"], 200, 50);
    let coward = "kind = \"greedy\"\n[toy.appraisal]\nsteps = -1.0\n";
    let source = Source::new(&Library::built_in(), Kind::Bot, "bots/coward.toml", coward.to_owned());
    let coward = ("coward".to_owned(), read_bot::<ToyBook>(&source).unwrap());
    let scores = scored::<ToyBook>(&set, &[bot::<ToyBook>("greedy"), coward]);
    let [greedy, coward] = [0, 1].map(|bot| scores[bot].interval.unwrap());
    assert!(greedy.high < coward.low, "{greedy:?} {coward:?}");
    assert!((-0.02..0.02).contains(&greedy.point), "{greedy:?}");
    for score in &scores {
        let all = [Choice::Best, Choice::Candidate, Choice::Outside, Choice::Fault].map(|choice| score.count(choice));
        assert_eq!((all.iter().sum::<u64>(), all[3]), (set.decisions.len() as u64, 0), "{}", score.bot);
    }
}

const MAKE: &str = "make-decisions sprint --decisions 40 --rollouts 20 --seed 5 --quiet";

fn written(folder: &Path, out: &str, more: &str) -> Vec<u8> {
    let words = format!("{MAKE} --out {out} {more}");
    let (code, screen, message) = ended(folder, words.split_whitespace());
    assert_eq!(code, Some(0), "{screen}{message}");
    fs::read(folder.join(out)).unwrap()
}

#[test]
fn a_set_has_the_same_bytes_on_any_number_of_threads() {
    let folder = folder_with(&[]);
    let one = written(folder.path(), "one.jsonl", "--threads 1");
    assert_eq!(written(folder.path(), "two.jsonl", "--threads 3"), one);
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    packed.write_all(&one).unwrap();
    fs::write(folder.path().join("one.jsonl.gz"), packed.finish().unwrap()).unwrap();
    let score = |threads: &str, out: &str| {
        let words = format!("decisions one.jsonl.gz --bots greedy,random --threads {threads} --out {out}");
        let (code, screen, message) = ended(folder.path(), words.split_whitespace());
        assert_eq!(code, Some(0), "{screen}{message}");
        ["decisions.csv", "decision_scores.csv"].map(|name| fs::read(folder.path().join(out).join(name)).unwrap())
    };
    assert_eq!(score("1", "a"), score("3", "b"));
}

/// The header of a set pins its rules, its ground and the bot that played on, but not the bots that were drawn.
#[test]
fn a_file_that_has_changed_since_the_rollouts_is_noted() {
    let bot = "kind = \"greedy\"\nextends = \"greedy\"\n";
    let before = "extends = \"toy\"\ntrips_on = 5\n".to_owned();
    let folder = folder_with(&[("mine.toml", before.as_str()), ("by.toml", bot), ("player.toml", bot)]);
    written(folder.path(), "set.jsonl", "--rules mine.toml --by by.toml --bots player.toml,random");
    let noted = || {
        let (code, screen, message) = ended(folder.path(), "decisions set.jsonl --bots greedy".split_whitespace());
        assert_eq!(code, Some(0), "{screen}{message}");
        message
    };
    assert!(!noted().contains("has changed"), "{}", noted());
    let text = fs::read_to_string(folder.path().join("set.jsonl")).unwrap();
    let pinned = DecisionSet::read(&text).unwrap().header.inputs;
    for file in ["mine.toml", "rules/toy.toml", "by.toml", "bots/greedy.toml", "scenarios/toy/sprint.toml"] {
        assert!(pinned.contains_key(file), "{file}: {pinned:?}");
    }
    assert!(!pinned.contains_key("player.toml"), "{pinned:?}");
    fs::write(folder.path().join("by.toml"), format!("{bot}# Changed.\n")).unwrap();
    fs::write(folder.path().join("mine.toml"), before + "# Changed.\n").unwrap();
    fs::write(folder.path().join("player.toml"), "kind = \"random\"\n").unwrap();
    let message = noted();
    for file in ["by.toml", "mine.toml"] {
        let note = format!("set.jsonl: {file} has changed since the set was rolled out");
        assert!(message.contains(&note), "{message}");
    }
    assert_eq!(message.matches("has changed").count(), 2, "{message}");
}

#[test]
fn a_score_is_the_mean_of_its_decisions() {
    let folder = folder_with(&[]);
    written(folder.path(), "set.jsonl", "");
    let words = "decisions set.jsonl --bots random --out out";
    let (_, screen, _) = ended(folder.path(), words.split_whitespace());
    let rows = |name: &str| -> Vec<std::collections::BTreeMap<String, String>> {
        let mut reader = csv::Reader::from_path(folder.path().join("out").join(name)).unwrap();
        reader.deserialize().map(|row| row.unwrap()).collect()
    };
    let given: Vec<f64> = rows("decisions.csv").iter().map(|row| row["given_away"].parse().unwrap()).collect();
    let score = &rows("decision_scores.csv")[0];
    let mean: f64 = score["given_away"].parse().unwrap();
    assert!((given.iter().sum::<f64>() / given.len() as f64 - mean).abs() < 2e-6, "{given:?} {mean}");
    assert_eq!(score["decisions"], given.len().to_string());
    let closing = format!("random gives away at least {:.2} ±", 100.0 * mean);
    assert!(screen.lines().last().unwrap().contains(&closing), "{screen}");
}

#[test]
fn scores_are_compared_with_ratings() {
    let ratings = "rulebook,entity,name,elo,elo_low,elo_high\ntoy,bot,random,-300,-320,-280\n\
        toy,bot,novice,-100,-120,-80\ntoy,bot,greedy,400,380,420\n";
    let folder = folder_with(&[("ratings.csv", ratings)]);
    written(folder.path(), "set.jsonl", "");
    let words = "decisions set.jsonl --bots random,novice,greedy --ratings ratings.csv --out out";
    let (code, screen, message) = ended(folder.path(), words.split_whitespace());
    assert_eq!(code, Some(0), "{screen}{message}");
    let file = fs::read_to_string(folder.path().join("out/decision_agreement.csv")).unwrap();
    let cells: Vec<&str> = file.lines().nth(1).unwrap().split(',').collect();
    assert_eq!(&cells[..3], ["set.jsonl", "toy", "3"]);
    let [tau, low, high] = [3, 4, 5].map(|cell| cells[cell].parse::<f64>().unwrap());
    assert!(-1.0 <= low && low <= tau && tau <= high && high <= 1.0, "{file}");
    assert!(screen.contains(&format!("ratings of 3 bots: {tau:.2} (")), "{screen}");
    for (words, expected) in [
        ("decisions set.jsonl --bots random,greedy --ratings ratings.csv", "at least 3 bots"),
        ("decisions set.jsonl --bots random,greedy,expectimax --ratings ratings.csv", "no rating of the bot"),
        ("decisions set.jsonl --bots random,greedy,novice --ratings none.csv", "none.csv"),
    ] {
        let (code, screen, message) = ended(folder.path(), words.split_whitespace());
        assert!(code == Some(2) && message.contains(expected), "{words}: {screen}{message}");
    }
}

#[test]
fn damaged_sets_and_bad_requests_are_refused() {
    let folder = folder_with(&[]);
    let text = String::from_utf8(written(folder.path(), "set.jsonl", "")).unwrap();
    fs::write(folder.path().join("torn.jsonl"), &text[..text.len() - 10]).unwrap();
    fs::write(folder.path().join("torn.jsonl.gz"), [0x1f, 0x8b, 8, 0]).unwrap();
    fs::write(folder.path().join("illegal.jsonl"), text.replacen("\"kind\":\"push\"", "\"kind\":\"pull\"", 1)).unwrap();
    fs::write(folder.path().join("moved.jsonl"), text.replace("armies/toy/hares.toml", "armies/toy/hare.toml"))
        .unwrap();
    fs::write(folder.path().join("chess.jsonl"), text.replacen("\"toy\"", "\"chess\"", 1)).unwrap();
    for (words, expected) in [
        ("decisions torn.jsonl", "torn.jsonl: line "),
        ("decisions torn.jsonl.gz", "torn.jsonl.gz: "),
        ("decisions illegal.jsonl", "candidate"),
        ("decisions moved.jsonl", "hare"),
        ("decisions chess.jsonl", "unknown rulebook \"chess\""),
        ("decisions nothing.jsonl", "nothing.jsonl"),
        ("decisions set.jsonl --bots greedly", "greedy"),
        ("make-decisions sprint --out new.jsonl --rollouts 5", "--rollouts 5: expected an even number"),
        ("make-decisions sprint --out new.jsonl --by random", "random.toml does not compare the actions"),
        ("make-decisions sprint --out new.jsonl --by planner", "planner.toml does not compare the actions"),
        ("decisions set.jsonl --bots greedy,random,greedy", "--bots names greedy twice; a bot is scored once"),
        ("make-decisions sprint --out set.jsonl", "set.jsonl exists"),
    ] {
        let (code, screen, message) = ended(folder.path(), words.split_whitespace());
        assert!(code == Some(2) && message.contains(expected), "{words}: {screen}{message}");
    }
    assert!(!folder.path().join("new.jsonl").exists());
    let help = reglette(folder.path(), &["help", "decisions"]).output().unwrap();
    assert!(String::from_utf8(help.stdout).unwrap().contains("make-decisions"));
}
