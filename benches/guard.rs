//! A guard against slower play: the instructions of fixed work, counted by callgrind and compared with the figures of
//! `benches/guard.toml`. Counts are repeatable where times are not.
//!
//! ```sh
//! cargo bench --bench guard                       # compares; fails where one is more than 3 % above its figure
//! cargo bench --profile dev --bench guard         # the same in the profile of the tests, which has figures of its own
//! REGLETTE_UPDATE=1 cargo bench --bench guard     # writes the figures of the profile
//! cargo bench --bench guard -- jomini-greedy      # does one piece of work without valgrind, for a profiler
//! ```
//!
//! The games are recorded (`benches/records`, written by `reglette play --record`): bots are asked at each decision,
//! and the recorded action is applied whatever they answer, so that a change of what they play hardly changes the work:
//! only where a bot plays as recorded may it use a reply that it has kept.

use reglette::bots::{Bot, BotFile};
use reglette::catalog::{self, Task};
use reglette::data::{Kind, Library};
use reglette::game::rng::Key;
use reglette::game::{CombatOdds, Evaluate, Moment, OddsQuery, Rulebook, Show, Side};
use reglette::tournament::{GameRequest, LoadedGame, load_game};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::hint::black_box;
use std::process::{Command, ExitCode};

/// The share by which a count may exceed its figure.
const TOLERANCE: f64 = 0.03;
/// Tree search is asked at every twentieth decision, with 25 iterations.
const SEARCH: (usize, u32) = (20, 25);
/// The number of moments of a game at which odds are computed.
const MOMENTS: usize = 12;
/// The work: a rulebook and what is done.
const WORK: [(&str, &str); 8] = [
    ("jomini", "random"),
    ("jomini", "greedy"),
    ("jomini", "mcts"),
    ("jomini", "odds"),
    ("en-avant", "random"),
    ("en-avant", "greedy"),
    ("en-avant", "mcts"),
    ("en-avant", "odds"),
];
/// The profile in which this is built, as the figures name it.
const PROFILE: &str = if cfg!(debug_assertions) { "dev" } else { "bench" };
const FIGURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/guard.toml");

/// What happened at one moment of a recorded game.
enum Event<G: reglette::game::Game> {
    Decided(Side, G::Action),
    Rolled(G::Roll),
}

/// A recorded game.
struct Recorded<G: reglette::game::Game> {
    game: G,
    start: G::State,
    events: Vec<Event<G>>,
}

impl<G: Show + Evaluate> Recorded<G> {
    fn read<R: Rulebook<Game = G>>(text: &str) -> Recorded<G> {
        let mut lines = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON lines"));
        let header = lines.next().expect("a header");
        let name = |value: &Value| value.as_str().expect("a name").to_owned();
        let armies = ["red", "blue"].map(|side| name(&header["seats"][side]["army"]));
        let request = GameRequest { rules: None, scenario: Some(name(&header["scenario"])), armies: armies.into() };
        let LoadedGame { prepared, .. } = load_game::<R>(&Library::built_in(), &request).expect("a shipped game");
        let game = prepared.game;
        let start = game.position_from_data(&header["position"]).expect("the first position");
        let (mut state, mut events) = (start, Vec::new());
        for line in lines {
            match line["line"].as_str() {
                Some("decision") => {
                    let Moment::Decide(side) = game.moment(&state) else { panic!("a decision is not due") };
                    let action = game.action_from_data(&state, &line["action"]).expect("a legal action");
                    game.apply(&mut state, action);
                    events.push(Event::Decided(side, action));
                }
                Some("roll") => {
                    let roll = game.roll_from_data(&state, &line["roll"]).expect("a possible roll");
                    game.apply_roll(&mut state, roll);
                    events.push(Event::Rolled(roll));
                }
                _ => {}
            }
        }
        Recorded { game, start, events }
    }

    /// Passes each decision with its number to `ask`, and goes on as recorded.
    fn each_decision(&self, mut ask: impl FnMut(usize, &G::State, Side)) {
        let (mut state, mut decisions) = (self.start, 0);
        for event in &self.events {
            match event {
                Event::Decided(side, action) => {
                    ask(decisions, &state, *side);
                    self.game.apply(&mut state, *action);
                    decisions += 1;
                }
                Event::Rolled(roll) => self.game.apply_roll(&mut state, *roll),
            }
        }
    }
}

/// Asks a bot at every decision whose number is a multiple of `apart`.
#[inline(never)]
fn guarded_bot<G: Show + Evaluate>(recorded: &Recorded<G>, bot: &mut dyn Bot<G>, apart: usize) -> u64 {
    let mut asked = 0;
    bot.begin();
    recorded.each_decision(|number, state, side| {
        if number % apart == 0 {
            let mut stream = Key::new(1).with(number as u64).stream();
            black_box(bot.choose(&recorded.game, state, side, &mut stream)).expect("an answer");
            asked += 1;
        }
    });
    asked
}

/// Computes the odds of every combat that is possible at some moments of a game.
#[inline(never)]
fn guarded_odds<G: Show + Evaluate + CombatOdds>(recorded: &Recorded<G>) -> u64 {
    const UNITS: u32 = 16;
    let decisions = recorded.events.iter().filter(|event| matches!(event, Event::Decided(..))).count();
    let mut answered = 0;
    recorded.each_decision(|number, state, side| {
        if number % (decisions / MOMENTS) != 0 {
            return;
        }
        let letters = if side == Side::Red { ['R', 'B'] } else { ['B', 'R'] };
        for (own, other) in (1..=UNITS).flat_map(|own| (1..=UNITS).map(move |other| (own, other))) {
            let [attacker, target] = [format!("{}{own}", letters[0]), format!("{}{other}", letters[1])];
            let query = OddsQuery { attacker, target, choices: Vec::new() };
            answered += u64::from(black_box(recorded.game.combat_odds(state, &query)).is_ok());
        }
    });
    answered
}

/// A piece of work, by its name; returns the number of answers.
struct Work<'a>(&'a str);

impl Task for Work<'_> {
    type Output = u64;

    fn run<R: Rulebook + 'static>(self) -> u64 {
        let path = format!("{}/benches/records/{}.jsonl", env!("CARGO_MANIFEST_DIR"), R::NAME);
        let recorded = Recorded::<R::Game>::read::<R>(&fs::read_to_string(path).expect("a record"));
        let bot = |text: &str| {
            let source = reglette::data::Source::new(&Library::built_in(), Kind::Bot, "bots/guard.toml", text);
            BotFile::read(&source).and_then(|file| file.config::<R>()).expect("a bot").build::<R::Game>()
        };
        match self.0 {
            "odds" => guarded_odds(&recorded),
            "mcts" => {
                let (apart, iterations) = SEARCH;
                let text = format!("kind = \"mcts\"\nextends = \"mcts\"\nbudget = {{ iterations = {iterations} }}\n");
                guarded_bot(&recorded, &mut *bot(&text), apart)
            }
            kind => guarded_bot(&recorded, &mut *bot(&format!("kind = \"{kind}\"\nextends = \"{kind}\"\n")), 1),
        }
    }
}

/// The instructions of a piece of work, in the functions that are guarded.
fn instructions(name: &str) -> Result<u64, String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null", "--toggle-collect=*guarded_*"])
        .arg(program)
        .arg(name)
        .output()
        .map_err(|error| error.to_string())?;
    let notes = String::from_utf8_lossy(&output.stderr);
    let counted = notes.lines().find_map(|line| line.split_once("Collected : ")?.1.trim().parse().ok());
    counted.filter(|_| output.status.success()).ok_or_else(|| notes.into_owned())
}

fn main() -> ExitCode {
    let name = |(rulebook, work): &(&str, &str)| format!("{rulebook}-{work}");
    let word = std::env::args().skip(1).find(|word| !word.starts_with("--"));
    if let Some(word) = word {
        let Some((rulebook, work)) = WORK.iter().find(|work| name(work) == word) else {
            eprintln!("no work {word}; known: {}", WORK.iter().map(name).collect::<Vec<_>>().join(", "));
            return ExitCode::from(2);
        };
        let answers = catalog::with(rulebook, Work(work)).expect("a rulebook of the catalog");
        assert!(answers > 0, "{word} answers nothing");
        println!("{word}: {answers} answers");
        return ExitCode::SUCCESS;
    }
    if Command::new("valgrind").arg("--version").output().is_err() {
        println!("valgrind is missing: instructions are not counted");
        return ExitCode::SUCCESS;
    }
    let mut all: BTreeMap<String, BTreeMap<String, u64>> =
        fs::read_to_string(FIGURES).ok().and_then(|text| toml::from_str(&text).ok()).unwrap_or_default();
    let figures = all.get(PROFILE).cloned().unwrap_or_default();
    let (mut counted, mut is_slower) = (BTreeMap::new(), false);
    for name in WORK.iter().map(name) {
        let count = instructions(&name).unwrap_or_else(|fault| panic!("{name}: {fault}"));
        let change = figures.get(&name).map(|figure| count as f64 / *figure as f64 - 1.0);
        let change_text = change.map_or("no figure".to_owned(), |change| format!("{:+.2} %", change * 100.0));
        println!("{name:<18} {count:>14} instructions  {change_text}");
        is_slower |= change.is_none_or(|change| change > TOLERANCE);
        counted.insert(name, count);
    }
    if std::env::var_os("REGLETTE_UPDATE").is_some() {
        all.insert(PROFILE.to_owned(), counted);
        let text = toml::to_string(&all).expect("names and numbers");
        let head = "# Instructions of the work of benches/guard.rs, by the profile in which it is built.\n";
        fs::write(FIGURES, format!("{head}{text}")).expect("it is written");
        return ExitCode::SUCCESS;
    }
    if is_slower {
        eprintln!("slower than benches/guard.toml by more than {} %, or without a figure", TOLERANCE * 100.0);
    }
    ExitCode::from(u8::from(is_slower))
}
