//! Réglette simulates tabletop wargames with their complete rules, bot against bot, and reports results with confidence
//! intervals.
//!
//! The program `reglette` is a thin layer over this library. Three short programs show the commonest uses; they are
//! also in `examples/`. How the modules depend on each other is in `docs/architecture.md`.
//!
//! # Play a game
//!
//! ```
//! use reglette::{bots::BotFile, data::{Kind, Library}, game::{BySide, Side}, jomini::Jomini};
//! use reglette::tournament::{GameKey, GameRequest, InPlay, NoObserver, load_game};
//!
//! let library = Library::built_in();
//! let request = GameRequest {
//!     scenario: Some("plain".into()),
//!     armies: vec!["france".into(), "prussia".into()],
//!     ..GameRequest::default()
//! };
//! let loaded = load_game::<Jomini>(&library, &request)?;
//! let game = &loaded.prepared.game;
//! let random = BotFile::read(&library.find(Kind::Bot, "random")?)?.config::<Jomini>()?;
//! let (mut red, mut blue) = (random.build(), random.build());
//!
//! // The same key always gives the same dice.
//! let key = GameKey { seed: 1, scenario: &loaded.scenario, pair: 0 };
//! let mut play = InPlay::new(game, key, BySide::new("random/france", "random/prussia"));
//! let finished = play.play_out(game, BySide::new(&mut *red, &mut *blue), &mut NoObserver);
//! println!("{} rounds, red won: {}", finished.tally.rounds, finished.outcome.winner == Some(Side::Red));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Play a tournament
//!
//! ```
//! use reglette::{balance::rate_interval, data::Library, en_avant::EnAvant};
//! use reglette::tournament::{
//!     DiscardResults, Request, ResumePoint, RunConfig, Shard, Standings, ToTheEnd, load, run,
//! };
//! use std::sync::atomic::AtomicBool;
//!
//! let request = Request {
//!     scenarios: vec!["gaul".into()],
//!     bots: vec!["random".into()],
//!     games: 20,
//!     seed: 1,
//!     ..Request::default()
//! };
//! let tournament = load::<EnAvant>(&Library::built_in(), &request)?.tournament;
//! static HALT: AtomicBool = AtomicBool::new(false);
//! let config = RunConfig { shard: Shard::WHOLE, threads: 2, halt: &HALT };
//! let start = ResumePoint::new(Standings::new(&tournament.schedule));
//! let (mut standings, _) = run(&tournament, config, start, &mut DiscardResults, &mut ToTheEnd)?;
//! standings.close();
//!
//! for (entrants, counter) in standings.pairings() {
//!     let rate = rate_interval(counter).expect("games were played").decisive;
//!     let name = tournament.plan.entrant_name(entrants[0]);
//!     println!("{name}: {:.3} ({:.3} to {:.3}) in {} games", rate.point, rate.low, rate.high, counter.games());
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Ask for exact odds
//!
//! ```
//! use reglette::data::{Kind, Library, Source};
//! use reglette::game::{OddsQuery, Rulebook, CombatOdds};
//! use reglette::jomini::Jomini;
//!
//! let position = r#"
//!     scenario = "plain"
//!     rules = "jomini-v2"
//!     phase = "combat"
//!     active = "red"
//!     unit = [
//!         { id = "A", side = "red", type = "line_infantry", at = "0505" },
//!         { id = "B", side = "blue", type = "line_infantry", at = "0506" },
//!     ]
//! "#;
//! let source = Source::new(&Library::built_in(), Kind::Position, "odds.toml", position.to_owned());
//! let read = Jomini::read_position(&source, None)?;
//! let query = OddsQuery { attacker: "A".into(), target: "B".into(), choices: vec![] };
//! let report = read.game.combat_odds(&read.state, &query)?;
//! let attack = &report.rolls[0];
//! assert_eq!(attack.rows.iter().map(|(_, count)| count).sum::<u128>(), attack.total);
//! for (results, count) in &attack.rows {
//!     println!("{:?} {results:?}: {:.4}", attack.columns, attack.probability(*count));
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod balance;
pub mod bots;
pub mod catalog;
pub mod cli;
pub mod data;
pub mod decisions;
pub mod en_avant;
pub mod game;
pub mod jomini;
pub mod problems;
pub mod report;
pub mod run;
pub mod stats;
pub mod study;
pub mod tournament;
pub mod train;
pub mod tune;
