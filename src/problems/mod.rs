//! Problems for bots: stored positions with the moves that a good player makes and the wrong ones that tempt, as chess
//! engines are scored on suites of positions.
//!
//! A problem file ([`ProblemFile`]) holds the problems of one theme. [`Problem::prepare_all`] reads their positions and
//! checks their moves against the rules; [`score`] asks bots and counts their answers. The format is described in
//! `docs/problems.md`.

mod file;
mod half;
mod moves;
mod pattern;
mod problem;
mod score;

pub use file::{ProblemFile, Until};
pub use half::Half;
pub use pattern::Pattern;
pub use problem::{Answer, Problem, Verdict};
pub use score::{Entrant, Score, score};
