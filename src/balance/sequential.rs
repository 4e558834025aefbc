//! Sequential runs, which stop when they have enough information: after a sequential test, or when all intervals are
//! narrow. Decisions depend on the finished prefix of whole blocks of the schedule and on nothing else.

use crate::balance::rate_interval;
use crate::stats::half_width::LEAST_UNITS;
use crate::stats::sprt::SprtFault;
use crate::stats::{Decision, Estimate, HalfWidth, Scale, Scores, Sprt, Stopped};
use crate::tournament::{BLOCK, Counter, Entrant, Plan, Schedule, Standings, Steer, Steering, StopRule};

/// Why a rule cannot steer a run.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum RuleFault {
    /// The parameters are not a valid test.
    #[error(transparent)]
    Sprt(#[from] SprtFault),
    /// A test is about two entrants.
    #[error("a sequential test compares two entrants over pairs of games, but there are {0} pairings")]
    Pairings(usize),
    /// Both entrants are the same.
    #[error("a sequential test compares two entrants, but here both are the same")]
    Mirror,
}

/// The number of games of a pair.
const GAMES: u32 = 2;

/// A run with a stopping rule.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sequential {
    rule: StopRule,
}

/// The sequential test of a stopping rule; `None` where it is another one.
pub fn test_of(rule: StopRule) -> Option<Sprt> {
    let StopRule::Sprt { elo0, elo1, alpha, beta, normalised } = rule else { return None };
    let scale = if normalised { Scale::Normalised } else { Scale::Logistic };
    Some(Sprt { elo0, elo1, alpha, beta, scale, cap: None })
}

fn scores(entrants: [Entrant; 2], counter: &Counter) -> Scores {
    if entrants[0] == entrants[1] {
        Scores::of_games(&[counter.losses, counter.draws, counter.wins])
    } else {
        Scores::of_pairs(&counter.pairs())
    }
}

/// Whether the interval of every pairing has this half-width: that of its pairs, which decides, and that of its
/// clusters, which the tables print.
fn is_narrow(half_width: f64, standings: &Standings) -> bool {
    let rule = HalfWidth { target: half_width, least: LEAST_UNITS, cap: None };
    standings.pairings().all(|(entrants, counter)| {
        let printed = || rate_interval(counter).is_some_and(|rate| rate.decisive.half_width() <= half_width);
        rule.reached(&scores(entrants, counter)) && printed()
    })
}

impl Sequential {
    /// A rule for a schedule.
    ///
    /// # Errors
    /// If they are not compatible.
    pub fn new(rule: StopRule, schedule: &Schedule) -> Result<Sequential, RuleFault> {
        if let Some(test) = test_of(rule) {
            test.checked()?;
            let standings = Standings::new(schedule);
            let met: Vec<[Entrant; 2]> = standings.pairings().map(|(entrants, _)| entrants).collect();
            match met[..] {
                [[first, second]] if first == second => return Err(RuleFault::Mirror),
                [_] => {}
                _ => return Err(RuleFault::Pairings(met.len())),
            }
        }
        Ok(Sequential { rule })
    }

    /// The verdict from the games so far.
    pub fn verdict(&self, plan: &Plan, standings: &Standings) -> Option<SequentialVerdict> {
        let (entrants, counter) = standings.pairings().next()?;
        let scores = scores(entrants, counter);
        let names = entrants.map(|entrant| plan.entrant_name(entrant));
        let pairs = scores.count() as u64;
        if let StopRule::HalfWidth { half_width } = self.rule {
            let decision = if is_narrow(half_width, standings) { Decision::Upper } else { Decision::GoOn };
            let rate = rate_interval(counter)?.decisive;
            return Some(SequentialVerdict {
                rule: self.rule,
                names,
                pairs,
                ratio: None,
                decision,
                estimate: rate,
                uncorrected: rate.point,
                elo: None,
            });
        }
        let test = test_of(self.rule)?;
        let decision = test.decide(&scores, GAMES);
        // Pairs with equal results, or nearly so, have no variance from which a correction could be computed.
        let (estimate, uncorrected, elo) = match test.estimate(&scores, GAMES, decision, BLOCK) {
            Some(Stopped { rate, elo, uncorrected }) => (rate, uncorrected, Some(elo)),
            None => (scores.rate()?, scores.mean(), None),
        };
        let ratio = Some((test.log_likelihood_ratio(&scores, GAMES), test.bounds()));
        Some(SequentialVerdict { rule: self.rule, names, pairs, ratio, decision, estimate, uncorrected, elo })
    }
}

/// The result of a run with a stopping rule.
#[derive(Clone, Debug, PartialEq)]
pub struct SequentialVerdict {
    /// The rule.
    pub rule: StopRule,
    /// The two entrants.
    pub names: [String; 2],
    /// Pairs played.
    pub pairs: u64,
    /// The log likelihood ratio of a test and its bounds.
    pub ratio: Option<(f64, [f64; 2])>,
    /// The decision of a test; with the other rule, the upper one where all intervals are narrow.
    pub decision: Decision,
    /// The first entrant's points per game; after a test corrected for optional stopping.
    pub estimate: Estimate,
    /// The uncorrected rate.
    pub uncorrected: f64,
    /// The Elo difference of the first entrant, corrected, after a test.
    pub elo: Option<Estimate>,
}

impl Steer for Sequential {
    fn after_block(&mut self, standings: &Standings, _pairs: u64) -> Steering {
        let enough = match self.rule {
            StopRule::Sprt { .. } => {
                let decided =
                    |test: Sprt, (entrants, counter)| test.decide(&scores(entrants, counter), GAMES) != Decision::GoOn;
                test_of(self.rule)
                    .zip(standings.pairings().next())
                    .is_some_and(|(test, pairing)| decided(test, pairing))
            }
            StopRule::HalfWidth { half_width } => is_narrow(half_width, standings),
        };
        if enough { Steering::Stop } else { Steering::GoOn }
    }
}
