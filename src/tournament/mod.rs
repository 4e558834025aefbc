//! Tournaments: from a plan to counters and records.
//!
//! [`load()`] turns names of files into a [`Tournament`], which holds everything prepared: [`Plan`] defines what is
//! played, [`Schedule`] in which order. The [`referee`] plays one game, [`run`] plays all, and [`Standings`] counts.
//! Everything is generic over the game; nothing here depends on a rulebook, a statistic or a terminal.

pub mod arrangement;
pub mod counters;
pub mod course;
pub mod duel;
pub mod entries;
pub mod field;
pub mod games;
pub mod histogram;
pub mod journal;
pub mod kinds;
pub mod load;
pub mod luck;
pub mod luckiest;
pub mod party;
pub mod plan;
pub mod prepared;
pub mod probe;
pub mod quality;
pub mod quarantine;
pub mod rated;
pub mod record;
mod recorded;
pub mod referee;
pub mod runner;
pub mod schedule;
pub mod shard;
pub mod signature;
pub mod standings;
pub mod steer;
pub mod stop;
mod sums;
pub mod value;

pub use crate::bots::FaultKind;
pub use arrangement::{Allocate, Arrangement};
pub use counters::Counter;
pub use course::{Course, SAMPLE};
pub use duel::{Duel, Duellists};
pub use field::Field;
pub use histogram::Histogram;
pub use journal::{Checkpoint, FileExtent, Journal, JournalError, JournalState, Lock, ResumeData, Salvaged};
pub use kinds::{Kinds, Mixture, NUMBERS_A_SCENARIO, blocks_of_groups, group};
pub use load::{GameRequest, Loaded, LoadedGame, Request, load, load_game, read_bot};
pub use luck::Luck;
pub use luckiest::{Luckiest, Lucky};
pub use party::{Party, TableLine, shows_first_move};
pub use plan::{MOST_GAMES, MOST_WEIGHT, Plan, Planned, PlannedScenario, Tie};
pub use prepared::{Tournament, Worker};
pub use quality::{Figure, Games, Qualities, Quality};
pub use rated::{PlannedRating, PlannedRatings};
pub use record::{GameRow, Header, RecordSetup, Recorder, Seat};
pub use recorded::{RecordError, Recorded, RecordedStep};
pub use referee::{Finished, Forfeit, GameKey, InPlay, NoObserver, Observer};
pub use runner::{
    BLOCK, DiscardResults, LineOfPair, PlayedPair, ResultSink, ResumePoint, RunConfig, RunOutcome, TournamentError,
    each_game, play_pairs, run, thread_pool, time_a_game,
};
pub use schedule::{Entrant, GameSpec, Pair, PairingOnScenario, Schedule};
pub use shard::{Portion, Shard};
pub use signature::signature;
pub use standings::{Counts, Standings};
pub use steer::{Steer, Steering, ToTheEnd};
pub use stop::StopRule;
pub use sums::{Clusters, LuckTally, Strata, Sums};
pub use value::{ValueFile, ValueFunction};
