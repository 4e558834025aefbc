//! Decisions without dice: positions in which the best actions were rolled out many times with common dice, so that a
//! bot can be scored by the chance to win that its choices give away. Matches are decided by dice as much as by play; a
//! set of decisions rolled out once (as GNU Backgammon's benchmark database) shows far smaller differences.
//!
//! [`make`] plays games of several bots, draws some of their decisions and rolls out the actions that a bot values most
//! ([`Rollout`]); a [`DecisionSet`] is the file of them; [`score`] asks bots and compares, and [`rank_agreement`]
//! compares the scores with ratings. The format is described in `docs/decisions.md`.

mod agreement;
mod decision;
mod make;
mod rollout;
mod score;
mod set;

pub use agreement::{RankAgreement, rank_agreement};
pub use decision::Decision;
pub use make::{MakeError, Making, make};
pub use rollout::{Halves, Rollout};
pub use score::{Answer, Choice, Rolled, Score, score};
pub use set::{Candidate, DecisionSet, SetError, SetHeader, StoredDecision};
