//! The task of a tuning: the bot, its opponents, and the seeds of its stages. Each stage derives a seed of its own, so
//! that no stage uses the dice of another.

use crate::bots::BotConfig;
use crate::game::rng::Key;

/// A bot that the tuned one should beat.
#[derive(Clone, Debug)]
pub struct Opponent {
    /// Its name.
    pub name: String,
    /// Its configuration.
    pub config: BotConfig,
}

/// The parameters shared by all stages of a tuning.
#[derive(Clone, Debug)]
pub struct Task {
    /// The name of the bot.
    pub bot: String,
    /// The original bot.
    pub original: BotConfig,
    /// Its opponents; empty if it should beat itself.
    pub opponents: Vec<Opponent>,
    /// The master seed.
    pub seed: u64,
}

/// A stage of a tuning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// A run of the search, by its number.
    Run(u64),
    /// The play-off.
    PlayOff,
    /// The confirmation match.
    Confirming,
}

impl Task {
    /// Whether all bots are repeatable: none uses a clock or is an external program.
    pub fn is_repeatable(&self) -> bool {
        self.original.is_repeatable() && self.opponents.iter().all(|opponent| opponent.config.is_repeatable())
    }

    fn key(&self, stage: Stage) -> Key {
        let key = Key::new(self.seed).with_name("tune");
        match stage {
            Stage::Run(run) => key.with(0).with(run),
            Stage::PlayOff => key.with(1),
            Stage::Confirming => key.with(2),
        }
    }

    /// The seed of a stage's games: never the master seed itself, and within the range of the command line.
    pub fn seed_of(&self, stage: Stage) -> u64 {
        self.key(stage).stream().bits() >> 32
    }

    /// The key of a run's own random draws.
    pub fn draws_of(&self, run: u64) -> Key {
        self.key(Stage::Run(run)).with_name("draws")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_stage_has_dice_of_its_own() {
        let task = |seed| Task { bot: "a".into(), original: BotConfig::Random, opponents: vec![], seed };
        let stages = [Stage::Run(0), Stage::Run(1), Stage::Run(2), Stage::PlayOff, Stage::Confirming];
        let seeds: BTreeSet<u64> =
            [1, 2].iter().flat_map(|seed| stages.map(|stage| task(*seed).seed_of(stage))).collect();
        assert_eq!(seeds.len(), 10);
    }
}
