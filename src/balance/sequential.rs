//! Runs that stop when they know enough: after a sequential test, or when all intervals are narrow. Decided on the
//! finished prefix of whole blocks of the schedule and on nothing else.

use crate::stats::half_width::LEAST_UNITS;
use crate::stats::sprt::SprtFault;
use crate::stats::{Decision, Estimate, HalfWidth, Scale, Scores, Sprt, Stopped};
use crate::tournament::{BLOCK, Counter, Entrant, Plan, Schedule, Standings, Steer, Steering, StopRule};

/// Why a rule cannot steer a run.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum RuleFault {
    /// The numbers make no test.
    #[error(transparent)]
    Sprt(#[from] SprtFault),
    /// A test is about two entrants.
    #[error("a sequential test compares two entrants over pairs of games, but here are {0} pairings")]
    Pairings(usize),
    /// Nobody can be told apart.
    #[error("a sequential test compares two entrants, but here one meets itself")]
    Mirror,
}

/// The games of a pair.
const GAMES: u32 = 2;

/// A run that stops by a rule.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sequential {
    rule: StopRule,
}

fn test_of(rule: StopRule) -> Option<Sprt> {
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

impl Sequential {
    /// A rule for a schedule.
    ///
    /// # Errors
    /// Where they do not suit each other.
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

    /// What the games so far say.
    pub fn verdict(&self, plan: &Plan, standings: &Standings) -> Option<SequentialVerdict> {
        let (entrants, counter) = standings.pairings().next()?;
        let scores = scores(entrants, counter);
        let names = entrants.map(|entrant| plan.entrant_name(entrant));
        let pairs = scores.count() as u64;
        let Some(test) = test_of(self.rule) else {
            let rate = scores.rate()?;
            return Some(SequentialVerdict {
                rule: self.rule,
                names,
                pairs,
                ratio: None,
                decision: Decision::GoOn,
                estimate: rate,
                plain: rate.point,
                elo: None,
            });
        };
        let decision = test.decide(&scores, GAMES);
        // Pairs that all ended alike have no scatter from which a correction could be made.
        let (estimate, plain, elo) = match test.estimate(&scores, GAMES, decision, BLOCK) {
            Some(Stopped { rate, elo, plain }) => (rate, plain, Some(elo)),
            None => (scores.rate()?, scores.mean(), None),
        };
        let ratio = Some((test.log_likelihood_ratio(&scores, GAMES), test.bounds()));
        Some(SequentialVerdict { rule: self.rule, names, pairs, ratio, decision, estimate, plain, elo })
    }
}

/// What a run that stops by a rule has come to.
#[derive(Clone, Debug, PartialEq)]
pub struct SequentialVerdict {
    /// The rule.
    pub rule: StopRule,
    /// The two entrants.
    pub names: [String; 2],
    /// Pairs played.
    pub pairs: u64,
    /// The logarithm of the likelihood ratio and its bounds, of a test.
    pub ratio: Option<(f64, [f64; 2])>,
    /// What a test decided.
    pub decision: Decision,
    /// The first entrant's points per game; after a test corrected for its stopping.
    pub estimate: Estimate,
    /// The same as it was counted.
    pub plain: f64,
    /// By how many Elo points the first is ahead, corrected, after a test.
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
            StopRule::HalfWidth { half_width } => {
                let rule = HalfWidth { target: half_width, least: LEAST_UNITS, cap: None };
                standings.pairings().all(|(entrants, counter)| rule.reached(&scores(entrants, counter)))
            }
        };
        if enough { Steering::Stop } else { Steering::GoOn }
    }
}
