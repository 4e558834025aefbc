//! The engine signature of a rulebook: a hash of the records of fixed games. Two programs with different signatures
//! play differently, whatever their versions, and their results must not be mixed.

use super::load::{GameRequest, LoadedGame, load_game};
use super::record::{Header, Recorder, Seat};
use super::referee::{GameKey, InPlay, NoObserver};
use crate::bots::{Bot, BotFile, SHIPPED_SEARCH_BOTS};
use crate::data::{Kind, Library, Override};
use crate::game::{BySide, Game, Moment, Rulebook, Show};
use std::collections::BTreeMap;
use std::sync::Mutex;

/// The games on the scenario asked for: red's bot, blue's bot.
const GAMES: &[[&str; 2]] = &[["greedy", "random"], ["random", "random"]];
/// The games on every shipped scenario of the rulebook, so that rules of all kinds of ground are used; greedy uses more
/// of them than random play does.
const GAMES_ON_ALL: &[[&str; 2]] = &[["greedy", "greedy"], ["random", "random"]];
/// Steps of random play before the search bots are asked for a decision.
const STEPS: u32 = 60;
/// The budget of the search bots that have one.
const SMALL_BUDGET: &[&str] = &["budget.iterations=4"];

/// The hash of the sources, the data files and the lock file from which this program was built.
pub const SOURCES: &str = env!("REGLETTE_SOURCES");

/// The stored signatures, with the hash of the sources that have them.
const STORED: &str = include_str!("signatures.toml");

/// The signature of a rulebook: sixteen hexadecimal digits. It is computed from play only if the sources have changed
/// since the stored signatures were written.
pub fn signature<R: Rulebook>() -> String {
    static KNOWN: Mutex<BTreeMap<String, String>> = Mutex::new(BTreeMap::new());
    let mut known = KNOWN.lock().expect("no thread panics while holding the lock");
    if known.is_empty() {
        *known = stored(STORED, SOURCES);
    }
    known.entry(R::NAME.to_owned()).or_insert_with(computed::<R>).clone()
}

/// The stored signatures of the sources with this hash, by rulebook; none if they are of other sources.
fn stored(text: &str, sources: &str) -> BTreeMap<String, String> {
    let mut all: BTreeMap<String, String> = toml::from_str(text).expect("a table of texts");
    if all.remove("sources").as_deref() == Some(sources) { all } else { BTreeMap::new() }
}

/// The signature of a rulebook, computed from play.
pub fn computed<R: Rulebook>() -> String {
    computed_under::<R>(&Library::built_in(), &GameRequest::default())
}

/// The signature that a rulebook would have if these files of a library were the default ones.
///
/// # Panics
/// If the files are invalid.
pub fn computed_under<R: Rulebook>(library: &Library, request: &GameRequest) -> String {
    let mut hasher = blake3::Hasher::new();
    let loaded = load_game::<R>(library, request).expect("the files are valid");
    hash_games::<R>(&mut hasher, library, &loaded, GAMES);
    let shipped = library.list(Kind::Scenario).into_iter().filter(|entry| entry.built_in);
    for scenario in shipped.filter(|entry| entry.rulebook.as_deref() == Some(R::NAME)) {
        let request = GameRequest { scenario: Some(scenario.path), ..request.clone() };
        let on_scenario = load_game::<R>(library, &request).expect("the files are valid");
        hash_games::<R>(&mut hasher, library, &on_scenario, GAMES_ON_ALL);
    }
    hash_decisions::<R>(&mut hasher, library, &loaded);
    hasher.finalize().to_hex()[..16].to_owned()
}

/// A bot of a library with these settings.
fn bot_of<R: Rulebook>(library: &Library, name: &str, settings: &[&str]) -> Box<dyn Bot<R::Game>> {
    let source = library.find(Kind::Bot, name).expect("it is built in");
    let settings = settings.iter().map(|setting| Override::parse(setting).expect("a key and its value"));
    let config = BotFile::read(&source.with_overrides(settings)).and_then(|file| file.config::<R>());
    config.expect("the bots built in play every rulebook").build::<R::Game>()
}

/// Adds the records of games between these bots.
fn hash_games<R: Rulebook>(
    hasher: &mut blake3::Hasher,
    library: &Library,
    loaded: &LoadedGame<R::Game>,
    games: &[[&str; 2]],
) {
    let LoadedGame { prepared, rules, scenario, armies } = loaded;
    let game = &prepared.game;
    for (pair, names) in (0..).zip(games) {
        let [mut red, mut blue] = names.map(|name| bot_of::<R>(library, name, &[]));
        let seats = BySide::new(names[0], names[1]);
        let mut play = InPlay::new(game, GameKey { seed: 1, scenario, pair }, seats);
        let header = Header {
            version: String::new(),
            rulebook: R::NAME.to_owned(),
            rules: rules.clone(),
            scenario: scenario.clone(),
            seed: 1,
            pair,
            seats: BySide::from_fn(|side| Seat { bot: seats[side].to_owned(), army: armies[side].clone() }),
            setup: None,
        };
        let mut recorder = Recorder::begin(Vec::new(), &header, game, &play.state);
        let finished = play.play_out(game, BySide::new(&mut *red, &mut *blue), &mut recorder);
        hasher.update(&recorder.finish(&finished).expect("writing to memory does not fail"));
    }
}

/// Adds the decisions of the searching bots in a position reached by random play.
fn hash_decisions<R: Rulebook>(hasher: &mut blake3::Hasher, library: &Library, loaded: &LoadedGame<R::Game>) {
    let LoadedGame { prepared, scenario, .. } = loaded;
    let game = &prepared.game;
    let bot = |name: &str, settings: &[&str]| bot_of::<R>(library, name, settings);
    let mut play = InPlay::new(game, GameKey { seed: 1, scenario, pair: 0 }, BySide::new("a", "b"));
    let mut random = bot("random", &[]);
    loop {
        match game.moment(&play.state) {
            Moment::Roll(throw) => play.roll(game, throw, &mut NoObserver),
            Moment::Decide(side) if play.rolls + play.decisions.red + play.decisions.blue < STEPS => {
                let action = play.ask(game, &mut *random, side).expect("random play is legal");
                play.decide(game, side, action, &mut NoObserver);
            }
            Moment::Decide(side) => {
                for (name, has_budget) in SHIPPED_SEARCH_BOTS {
                    let mut bot = bot(name, if *has_budget { SMALL_BUDGET } else { &[] });
                    bot.begin();
                    let action = play.clone().ask(game, &mut *bot, side).expect("searching bots play legally");
                    hasher.update(game.action_to_data(&play.state, &action).to_string().as_bytes());
                }
                break;
            }
            Moment::Over(_) => break,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::toy::ToyBook;

    #[test]
    fn a_signature_is_the_same_every_time() {
        assert_eq!(computed::<ToyBook>(), signature::<ToyBook>());
    }

    #[test]
    fn signatures_of_other_sources_are_not_used() {
        let text = "sources = \"12\"\ntoy = \"ab\"\n";
        assert_eq!(stored(text, "12").get("toy").map(String::as_str), Some("ab"));
        assert!(stored(text, "13").is_empty());
    }
}
