//! Probes: a bot against itself, with a part of the rulebook forbidden to one of the two. Both play both seats with the
//! same dice and the same army.
//!
//! During the games the number of times the part was offered is counted. The results are ordinary standings, in
//! schedule order, so that they do not depend on threads.

use super::field::Field;
use super::plan::Planned;
use super::prepared::{Tournament, Worker};
use super::record::GameRow;
use super::referee::Observer;
use super::runner::{TournamentError, each_game};
use super::schedule::{Entrant, PairingOnScenario, Schedule};
use super::standings::Standings;
use crate::bots::BotConfig;
use crate::data::WorkLog;
use crate::data::work_log::unit;
use crate::game::{Evaluate, Game, Parts, Rulebook, SetupError, Show, Side};
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// The number of pairs that are played before their games are counted.
const CHUNK: u64 = 256;

/// How often a part was offered in some games, in decisions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offers {
    /// The free side could choose it or something else.
    pub offered: u64,
    /// The free side chose it.
    pub used: u64,
    /// The free side had no alternative to it.
    pub forced: u64,
    /// The restricted side was prevented from it.
    pub kept: u64,
    /// The restriction was lifted: the other side had no alternative to it.
    pub unavoidable: u64,
}

impl Offers {
    fn add(&mut self, other: &Offers) {
        self.offered += other.offered;
        self.used += other.used;
        self.forced += other.forced;
        self.kept += other.kept;
        self.unavoidable += other.unavoidable;
    }
}

/// The counts of one game.
struct Counting<'a, G: Game> {
    parts: &'a [usize],
    free: Side,
    offers: &'a mut [Offers],
    actions: &'a mut Vec<G::Action>,
}

impl<G: Game> Observer<G> for Counting<'_, G> {
    fn decided(&mut self, game: &G, before: &G::State, side: Side, action: &G::Action, _after: &G::State) {
        game.legal_actions(before, self.actions);
        for (part, offers) in self.parts.iter().zip(&mut *self.offers) {
            let part = Parts::one(*part);
            let of_part = self.actions.iter().filter(|action| part.hold(game, before, action)).count();
            let counted = match (of_part, side == self.free) {
                (0, _) => continue,
                (of_part, true) if of_part == self.actions.len() => &mut offers.forced,
                (of_part, false) if of_part == self.actions.len() => &mut offers.unavoidable,
                (_, true) => {
                    offers.used += u64::from(part.hold(game, before, action));
                    &mut offers.offered
                }
                (_, false) => &mut offers.kept,
            };
            *counted += 1;
        }
    }
}

/// The result of a probe.
pub struct Probed {
    /// The games; bot 0 is the free one.
    pub standings: Standings,
    /// The offers of each part that was counted.
    pub offers: Vec<Offers>,
}

/// The bot that is probed.
pub struct Subject {
    /// Its name.
    pub name: String,
    /// Its configuration.
    pub config: BotConfig,
}

/// Prepares the games of a bot against itself on a field: about this many, the same number for every scenario and army.
///
/// # Errors
/// If the files do not go together.
pub fn probing<R: Rulebook + 'static>(
    field: &Field<R>,
    subject: &Subject,
    games: u64,
    seed: u64,
) -> Result<Tournament<R::Game>, SetupError> {
    let mut grounds: Vec<(usize, Option<usize>)> = Vec::new();
    for (scenario, planned) in field.planned_scenarios.iter().enumerate() {
        match planned.brings_armies {
            true => grounds.push((scenario, None)),
            false => grounds.extend((0..field.planned_armies.len()).map(|army| (scenario, Some(army)))),
        }
    }
    let pairs = games.div_ceil(2).div_ceil(grounds.len() as u64);
    let cells = grounds.into_iter().map(|(scenario, army)| PairingOnScenario {
        scenario,
        entrants: [0, 1].map(|bot| Entrant { bot, army }),
        pairs,
    });
    let schedule = Schedule::of_cells(cells.collect());
    let plan = field.plan(names(subject, "itself"), games, seed, subject.config.is_repeatable());
    Tournament::of_schedule(plan, schedule, vec![subject.config.clone(); 2], |scenario, seats| {
        field.prepare(scenario, seats)
    })
}

fn names(subject: &Subject, without: &str) -> Vec<Planned> {
    [subject.name.clone(), format!("{} without {without}", subject.name)].into_iter().map(Planned::once).collect()
}

/// Where the pairs of a probe are logged.
#[derive(Clone, Copy)]
pub struct Logged<'a> {
    /// The log.
    pub log: &'a dyn WorkLog,
    /// The probed bot of these pairs, in one word.
    pub of: &'a str,
}

/// Plays the games of a tournament made by [`probing`], with a part forbidden to one of the two, in the caller's thread
/// pool.
///
/// # Errors
/// If the rulebook panics, or the log halts or cannot be written.
pub fn probe<G: Evaluate + Show + 'static>(
    tournament: &Tournament<G>,
    subject: &Subject,
    part: usize,
    logged: Logged<'_>,
) -> Result<Option<Probed>, TournamentError> {
    let Some(without) = subject.config.without(Parts::one(part)) else { return Ok(None) };
    let name = Parts::of::<G>().find(|(known, _)| *known == part).map_or("", |(_, name)| name);
    let tournament =
        tournament.again(tournament.plan.seed, names(subject, name), vec![subject.config.clone(), without]);
    let of = format!("{}/{part}", logged.of);
    play(&tournament, &[part], 0..tournament.schedule.pairs(), Logged { of: &of, ..logged }).map(Some)
}

/// Plays the first games of a tournament made by [`probing`], nothing forbidden, and counts how often each of some
/// parts was offered.
///
/// # Errors
/// As [`probe`].
pub fn scout<G: Evaluate + Show + 'static>(
    tournament: &Tournament<G>,
    parts: &[usize],
    pairs: u64,
    logged: Logged<'_>,
) -> Result<Probed, TournamentError> {
    let of = format!("{}/scout", logged.of);
    play(tournament, parts, 0..pairs.min(tournament.schedule.pairs()), Logged { of: &of, ..logged })
}

/// A pair's games with their counts.
type ProbedPair = Result<(Vec<GameRow>, Vec<Offers>), TournamentError>;

fn play<G: Evaluate + Show + 'static>(
    tournament: &Tournament<G>,
    parts: &[usize],
    pairs: Range<u64>,
    logged: Logged<'_>,
) -> Result<Probed, TournamentError> {
    let mut probed =
        Probed { standings: Standings::new(&tournament.schedule), offers: vec![Offers::default(); parts.len()] };
    let play_pair = |(worker, actions): &mut (Worker<G>, Vec<G::Action>), pair: u64| -> ProbedPair {
        unit(logged.log, &format!("{}/{pair}", logged.of), || {
            let mut offers = vec![Offers::default(); parts.len()];
            let rows = each_game(tournament.schedule.specs(tournament.schedule.pair(pair)), |spec| {
                let mut counting = Counting { parts, free: spec.seat_of_first(), offers: &mut offers, actions };
                worker.play(tournament, spec, &mut counting)
            })?;
            Ok((rows, offers))
        })
    };
    let mut next = pairs.start;
    while next < pairs.end {
        let chunk = next..(next + CHUNK).min(pairs.end);
        next = chunk.end;
        let played: Vec<ProbedPair> =
            chunk.into_par_iter().map_init(|| (Worker::new(tournament), Vec::new()), play_pair).collect();
        for pair in played {
            let (rows, offers) = pair?;
            rows.iter().for_each(|row| probed.standings.add(row));
            probed.offers.iter_mut().zip(&offers).for_each(|(sum, more)| sum.add(more));
        }
    }
    probed.standings.close();
    Ok(probed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Unlogged;
    use crate::game::tree::Tree;
    use crate::game::{BySide, Prepared, Weights};
    use crate::tournament::Arrangement;
    use crate::tournament::Party;
    use crate::tournament::plan::{Plan, PlannedScenario};
    use std::convert::Infallible;

    /// The side that is drawn decides the game: the first child wins, any other loses.
    const DUEL: &str = "*( R(9:1 1:-1) B(9:-1 1:1) )";

    fn duel(config: BotConfig) -> (Probed, f64) {
        let subject = Subject { name: "bot".into(), config };
        let entrant = |bot| Entrant { bot, army: None };
        let schedule =
            Schedule::of_cells(vec![PairingOnScenario { scenario: 0, entrants: [entrant(0), entrant(1)], pairs: 400 }]);
        let plan = Plan {
            rulebook: "tree".into(),
            rules: "tree".into(),
            rules_path: "tree".into(),
            repeatable: true,
            seed: 3,
            games: 800,
            quarantine: None,
            luck: None,
            luck_of_choices: false,
            ratings: None,
            allocate: None,
            arrangement: Arrangement::RoundRobin,
            stop: None,
            ties: vec![],
            scenarios: vec![PlannedScenario {
                name: "tree".into(),
                path: "tree".into(),
                brings_armies: true,
                weight: 1,
            }],
            bots: names(&subject, "itself"),
            armies: vec![],
        };
        let tree: Tree = DUEL.parse().unwrap();
        let prepare = |_, _| Ok::<_, Infallible>(Prepared::new(tree.clone(), BySide::default()));
        let tournament = Tournament::of_schedule(plan, schedule, vec![subject.config.clone(); 2], prepare).unwrap();
        let probed = probe(&tournament, &subject, 0, Logged { log: &Unlogged, of: "bot" }).unwrap().unwrap();
        let counter = probed.standings.line(Some(0), Party::Bot(0)).unwrap();
        let rate = (counter.wins as f64 + counter.draws as f64 / 2.0) / counter.games() as f64;
        (probed, rate)
    }

    #[test]
    fn a_part_is_worth_what_it_wins() {
        // Drawn in half of the games, the free bot wins; in the other half the restricted one has to lose.
        let (probed, rate) = duel(BotConfig::Greedy(Weights { appraisal: vec![1.0], features: vec![] }));
        let Offers { offered, used, kept, forced, unavoidable } = probed.offers[0];
        assert_eq!((rate, used, offered + kept, forced, unavoidable), (1.0, offered, 800, 0, 0));
        assert_eq!(offered, kept, "both sit on both seats with the same dice");
        // The random bot wins half of the games in which it is drawn: 1/2 x 1/2 + 1/2. Six standard deviations of 800
        // games are 0.09.
        let (probed, rate) = duel(BotConfig::Random);
        assert!((rate - 0.75).abs() < 0.09, "{rate}");
        assert!(probed.offers[0].used < probed.offers[0].offered);
    }
}
