//! Puts problems to bots on all cores and counts their answers.

use super::half::Half;
use super::problem::{Answer, Problem, Verdict};
use crate::bots::BotConfig;
use crate::game::{Evaluate, Show};
use rayon::prelude::*;

/// A bot with the name by which it is reported.
#[derive(Clone)]
pub struct Entrant {
    /// The name.
    pub name: String,
    /// The settings.
    pub config: BotConfig,
}

/// The answers of a bot to a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Score {
    /// The theme of the problem.
    pub theme: String,
    /// The name of the problem.
    pub problem: String,
    /// Why its best moves are best.
    pub reason: String,
    /// The half of the suite.
    pub half: Half,
    /// The bot.
    pub bot: String,
    /// An answer for each attempt.
    pub answers: Vec<Answer>,
}

impl Score {
    /// The number of answers with this verdict.
    pub fn count(&self, verdict: Verdict) -> usize {
        self.answers.iter().filter(|answer| answer.verdict == verdict).count()
    }

    /// The share of attempts with a best move.
    pub fn solved(&self) -> f64 {
        self.count(Verdict::Best) as f64 / self.answers.len() as f64
    }
}

/// Puts every problem to every bot, `attempts` times with different random streams. The scores are in the order of the
/// problems, and for each in that of the bots. `tick` is called after each problem of each bot.
pub fn score<G: Evaluate + Show + 'static>(
    problems: &[Problem<G>],
    bots: &[Entrant],
    seed: u64,
    attempts: u64,
    tick: &(dyn Fn() + Sync),
) -> Vec<Score> {
    let tasks: Vec<(&Problem<G>, &Entrant)> =
        problems.iter().flat_map(|problem| bots.iter().map(move |bot| (problem, bot))).collect();
    let play = |(problem, entrant): &(&Problem<G>, &Entrant)| {
        let answer = |attempt| {
            // Built anew, so that an attempt depends neither on others nor on a fault in one of them.
            let mut bot = problem.build(&entrant.config);
            problem.put_to(&mut *bot, &entrant.name, seed, attempt)
        };
        let answers = (0..attempts).map(answer).collect();
        tick();
        Score {
            theme: problem.theme.clone(),
            problem: problem.name.clone(),
            reason: problem.reason.clone(),
            half: problem.half,
            bot: entrant.name.clone(),
            answers,
        }
    };
    tasks.par_iter().map(play).collect()
}
