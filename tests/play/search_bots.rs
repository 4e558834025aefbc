//! The shipped search bots: they can be read for every rulebook, play identically on one thread and on two, and a time
//! budget is recorded in the manifest.

use clap::Parser;
use reglette::bots::search::{Assumptions, PlayOn};
use reglette::bots::{BotConfig, BotFile, KINDS};
use reglette::catalog::{self, Task};
use reglette::cli::{Cli, Exit};
use reglette::data::{Kind, Library, Source};
use reglette::game::rng::Key;
use reglette::game::toy::ToyBook;
use reglette::game::{Game, Moment, Rulebook, Side, Weights};
use reglette::tournament::{GameRequest, load_game};
use std::fs;
use std::path::Path;

struct Read<'a>(&'a BotFile);

impl Task for Read<'_> {
    type Output = BotConfig;

    fn run<R: Rulebook + 'static>(self) -> BotConfig {
        self.0.config::<R>().unwrap_or_else(|error| panic!("{error}"))
    }
}

/// The shipped bots.
fn shipped() -> Vec<Source> {
    let library = Library::built_in();
    let entries =
        fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("bots")).unwrap().map(|entry| entry.unwrap().path());
    let mut names: Vec<String> = entries
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .map(|path| path.file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names.iter().map(|name| library.find(Kind::Bot, name).unwrap_or_else(|error| panic!("{error}"))).collect()
}

#[test]
fn every_shipped_bot_is_one_of_every_rulebook_and_can_be_repeated() {
    for source in shipped() {
        let file = BotFile::read(&source).unwrap_or_else(|error| panic!("{error}"));
        for name in catalog::NAMES {
            let config = catalog::with(name, Read(&file)).expect("the catalog knows its own names");
            assert!(config.is_repeatable(), "{} for {name}", source.path());
        }
    }
}

#[test]
fn every_tree_search_values_quiet_positions_in_en_avant_and_whole_turns_elsewhere() {
    for source in shipped() {
        let file = BotFile::read(&source).unwrap_or_else(|error| panic!("{error}"));
        for (name, turns) in [("jomini", 2), ("en-avant", 0)] {
            if let Some(BotConfig::Mcts(settings, _)) = catalog::with(name, Read(&file)) {
                assert_eq!(settings.turns, turns, "{} for {name}", source.path());
            }
        }
    }
}

#[test]
fn the_documentation_lists_every_kind_and_every_shipped_bot() {
    let read = |path: &str| fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap();
    let (kinds, files) = (read("docs/bots.md"), read("bots/README.md"));
    for kind in KINDS {
        assert!(kinds.contains(&format!("\n## {kind}\n")), "docs/bots.md has a section on {kind}");
    }
    for source in shipped() {
        assert!(files.contains(&format!("`{}`", source.name())), "bots/README.md names {}", source.name());
    }
}

fn tournament(bots: &str, threads: &str, out: &Path) {
    play(["sprint", "hares"], bots, threads, out);
}

fn play([scenario, army]: [&str; 2], bots: &str, threads: &str, out: &Path) {
    let out = out.to_str().unwrap();
    let arguments = ["reglette", "tournament", scenario, "--armies", army, "--bots", bots];
    let cli = Cli::try_parse_from(
        [&arguments[..], &["--games", "4", "--threads", threads, "--seed", "5", "--out", out]].concat(),
    )
    .unwrap();
    let exit = cli.run(&Library::here(), &mut "".as_bytes(), &mut Vec::new()).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(exit, Exit::Done, "nobody forfeits");
}

/// Small bots of every search algorithm.
const SMALL: [(&str, &str); 10] = [
    ("sampled", "kind = \"mcts\"\nextends = \"greedy\"\nbudget = { iterations = 60 }"),
    (
        "open-loop",
        "kind = \"mcts\"\nextends = \"greedy\"\nbudget = { applied = 300 }\nsearch = { chance = \"open_loop\" }",
    ),
    (
        "exact",
        "kind = \"mcts\"\nextends = \"greedy\"\nbudget = { iterations = 60 }\nsearch = { chance = \"exact\", turns = 0 \
            }",
    ),
    (
        "burning",
        "kind = \"mcts\"\nextends = \"greedy\"\nbudget = { iterations = 60 }\nsearch = { explore = 0.0, burn = 4 }",
    ),
    (
        "halving",
        "kind = \"mcts\"\nextends = \"greedy\"\nbudget = { iterations = 60 }\nsearch = { root = \"halving\", gumbel = \
            1, \
            doubt = 3 }",
    ),
    (
        "assuming",
        "kind = \"mcts\"\nextends = \"greedy\"\nbudget = { iterations = 40 }\nsearch = { reply_temperature = 1, \
            reply_wait = 0.3, contempt = 0.1, set_up = 8 }",
    ),
    ("erring", "kind = \"softmax\"\nextends = \"greedy\"\nsearch = { temperature = 0.5, overlook = 0.2 }"),
    ("evolving", "kind = \"planner\"\nextends = \"greedy\"\nbudget = { applied = 300 }"),
    (
        "mutating",
        "kind = \"planner\"\nextends = \"greedy\"\nbudget = { iterations = 40 }\nsearch = { method = \"tree\" }",
    ),
    ("expecting", "kind = \"expectimax\"\nextends = \"greedy\"\nsearch = { replies = 2, exact = 2, samples = 2 }"),
];

/// Writes bot files and returns their paths.
fn written(folder: &Path, bots: &[(&str, &str)]) -> Vec<String> {
    let write = |(name, text): &(&str, &str)| {
        let path = folder.join(format!("{name}.toml"));
        fs::write(&path, text).unwrap();
        path.to_string_lossy().into_owned()
    };
    bots.iter().map(write).collect()
}

/// A game of the toy, and the weights of greedy for it.
fn sprint() -> (Sprint, Weights) {
    let library = Library::built_in();
    let request = GameRequest {
        scenario: Some("toy/sprint".to_string()),
        armies: vec!["hares".to_string(); 2],
        ..GameRequest::default()
    };
    let game = load_game::<ToyBook>(&library, &request).unwrap_or_else(|error| panic!("{error}")).prepared.game;
    let source = library.find(Kind::Bot, "greedy").unwrap();
    let config = BotFile::read(&source).and_then(|file| file.config::<ToyBook>()).unwrap();
    (game, config.weights().unwrap().clone())
}

type Sprint = <ToyBook as Rulebook>::Game;

#[test]
fn an_enemy_that_waits_stops_wherever_he_may() {
    let (game, weights) = sprint();
    let mut play_on = PlayOn::default();
    play_on.assume(&Assumptions { reply_wait: 1.0, ..Assumptions::NONE }, Side::Red);
    let (mut state, mut stream) = (game.initial(), Key::new(1).stream());
    let (mut actions, mut stops) = (Vec::new(), 0);
    loop {
        match game.moment(&state) {
            Moment::Over(_) => break,
            Moment::Roll(_) => play_on.roll(&game, &mut state, &mut stream),
            Moment::Decide(side) => {
                game.legal_actions(&state, &mut actions);
                let is_idle = |action: &<Sprint as Game>::Action| Sprint::KINDS[game.kind(action)].idle;
                let may_stop = actions.iter().any(is_idle);
                let action = play_on.policy(&game, &state, side, &weights, &mut stream);
                if side == Side::Blue && game.active_side(&state) == Side::Blue && may_stop {
                    assert!(is_idle(&action), "{action:?}");
                    stops += 1;
                }
                play_on.apply(&game, &mut state, action);
            }
        }
    }
    assert!(stops > 0, "blue could stop");
}

/// The shipped search bots, with a small budget for each decision.
const FAST: [(&str, &str); 8] = [
    ("tree", "kind = \"mcts\"\nextends = \"mcts\"\nbudget = { applied = 60 }"),
    ("open", "kind = \"mcts\"\nextends = \"mcts-open-loop\"\nbudget = { iterations = 4 }"),
    (
        "assume",
        "kind = \"mcts\"\nextends = \"mcts\"\nbudget = { iterations = 4 }\nsearch = { root = \"halving\", \
            reply_temperature = 1, reply_wait = 0.3, set_up = 4 }",
    ),
    ("err", "kind = \"softmax\"\nextends = \"greedy\""),
    ("plan", "kind = \"planner\"\nextends = \"planner\"\nbudget = { applied = 60 }"),
    ("mutate", "kind = \"planner\"\nextends = \"emcts\"\nbudget = { iterations = 3 }"),
    ("exact", "kind = \"mcts\"\nextends = \"mcts-exact\"\nbudget = { iterations = 4 }"),
    ("compare", "kind = \"expectimax\"\nextends = \"expectimax\"\nsearch = { actions = 2, exact = 0, turns = 1 }"),
];

#[test]
fn searches_of_real_games_do_not_depend_on_threads() {
    let folder = tempfile::tempdir().unwrap();
    let paths = written(folder.path(), &FAST);
    for ground in [["plain", "brigade"], ["open-field", "republican-romans"]] {
        for bots in paths.chunks(2) {
            let [one, two] = ["1", "2"].map(|threads| {
                let out = tempfile::tempdir_in(folder.path()).unwrap();
                play(ground, &bots.join(","), threads, out.path());
                fs::read_to_string(out.path().join("games.csv")).unwrap()
            });
            assert_eq!(one, two, "{bots:?}");
            assert_eq!(one.lines().count(), 5);
        }
    }
}

#[test]
fn every_kind_of_bot_plays_on_without_a_part_of_the_rules() {
    let folder = tempfile::tempdir().unwrap();
    let others = [("chance", "kind = \"random\""), ("greed", "kind = \"greedy\"\nextends = \"greedy\"")];
    let kinds = FAST
        .iter()
        .chain(&others)
        .map(|(name, text)| (*name, format!("{text}\nforbid = [\"charge\"]")))
        .collect::<Vec<_>>();
    let kinds: Vec<(&str, &str)> = kinds.iter().map(|(name, text)| (*name, text.as_str())).collect();
    let paths = written(folder.path(), &kinds);
    for ground in [["plain", "brigade"], ["open-field", "republican-romans"]] {
        for bots in paths.chunks(2) {
            let out = tempfile::tempdir_in(folder.path()).unwrap();
            // A fault would be a forfeit, and another exit code.
            play(ground, &bots.join(","), "2", out.path());
        }
    }
}

#[test]
fn one_thread_and_two_write_the_same_games() {
    let folder = tempfile::tempdir().unwrap();
    let paths = written(folder.path(), &SMALL);
    let [one, two] = ["1", "2"].map(|threads| {
        let out = folder.path().join(threads);
        tournament(&paths.join(","), threads, &out);
        ["games.csv", "manifest.toml"].map(|name| fs::read_to_string(out.join(name)).unwrap())
    });
    assert_eq!(one, two);
    assert!(one[1].contains("\nrepeatable = true\n"));
}

#[test]
fn a_budget_of_time_marks_the_run() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("hasty.toml");
    fs::write(&path, "kind = \"mcts\"\nextends = \"greedy\"\nbudget = { milliseconds = 1 }").unwrap();
    let out = folder.path().join("out");
    tournament(&format!("greedy,{}", path.display()), "1", &out);
    assert!(fs::read_to_string(out.join("manifest.toml")).unwrap().contains("\nrepeatable = false\n"));
}
