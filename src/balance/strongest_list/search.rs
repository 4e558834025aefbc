//! The generations of the search: each living composition plays against the whole field again, its games accumulate,
//! and the better half survives (Bäck, Evolutionary Algorithms in Theory and Practice, 1996: a (μ + λ) strategy, here
//! with λ = μ). Then a play-off on fresh dice chooses one of the best, and a match on dice that were not used before
//! confirms it.

use super::confirm::Confirmed;
use super::mutation::{Mutator, Origin};
use super::record::{Record, Tally, estimates};
use crate::balance::costs::{Arena, ArenaError, Meeting};
use crate::balance::draw::{Draw, Range, Unaffordable};
use crate::game::Composition;
use crate::game::rng::{Key, Stream};
use std::collections::BTreeMap;

/// The maximum number of pairs of a meeting: longer matches are several meetings, so that all threads have work.
const PAIRS_A_MEETING: u64 = 8;
/// Attempts to create a composition that did not exist before.
const ATTEMPTS: usize = 8;
/// An army costs at least this share of the budget, unless troops are so expensive that points remain.
const LEAST_SPENT: f64 = 0.95;
/// The number of compositions in the play-off.
const FINALISTS: usize = 5;

/// The parameters of the search.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchPlan {
    /// The maximum points of an army.
    pub budget: f64,
    /// The number of compositions that survive; each generation adds the same number of new ones.
    pub population: usize,
    /// The number of generations.
    pub generations: usize,
    /// Pairs against each list on each scenario that a composition plays in each generation.
    pub pairs: u64,
    /// The same in the play-off.
    pub play_off: u64,
    /// The same in the confirmation match.
    pub confirm: u64,
    /// The number of scenarios.
    pub scenarios: usize,
    /// The master seed.
    pub seed: u64,
}

impl SearchPlan {
    /// The maximum number of games against this many lists.
    pub fn games(&self, lists: usize) -> u64 {
        let searched = (2 * self.population * self.generations) as u64 * self.pairs;
        let finalists = FINALISTS.min(self.population) as u64;
        2 * (lists * self.scenarios) as u64 * (searched + finalists * self.play_off + self.confirm)
    }
}

/// Why a search cannot be carried out.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SearchError {
    /// No army can be drawn.
    #[error(transparent)]
    Draw(#[from] Unaffordable),
    /// Games could not be played.
    #[error(transparent)]
    Arena(#[from] ArenaError),
}

/// A composition with its games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The composition.
    pub composition: Composition,
    /// Its origin.
    pub origin: Origin,
    /// The generation in which it first played, from 1.
    pub born: usize,
    /// All its games of the search.
    pub record: Record,
}

/// The results of a generation.
#[derive(Clone, Debug, PartialEq)]
pub struct Generation {
    /// The number of new compositions.
    pub tried: usize,
    /// The share of these among the survivors.
    pub new: f64,
    /// The mean score of the survivors.
    pub mean: Option<f64>,
    /// The composition ranked first.
    pub leader: Composition,
    /// Its score in all its games.
    pub best: Option<f64>,
    /// Its estimated strength.
    pub estimate: f64,
    /// Its games that count.
    pub leader_games: u64,
    /// Games of the search so far.
    pub games: u64,
}

/// A member of the last generation.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// The composition with its games.
    pub candidate: Candidate,
    /// Its strength as estimated by the search.
    pub estimate: f64,
    /// Its games in the play-off, if it took part.
    pub play_off: Option<Record>,
}

/// The outcome of the search.
#[derive(Clone, Debug, PartialEq)]
pub struct Search {
    /// The range of points of an army.
    pub range: Range,
    /// The generations.
    pub generations: Vec<Generation>,
    /// The last generation, as the search ranks it.
    pub population: Vec<Standing>,
    /// The index of the winner of the play-off.
    pub strongest: usize,
    /// The results of its confirmation match.
    pub confirmed: Confirmed,
    /// The number of compositions tried.
    pub tried: usize,
    /// The number of games played.
    pub games: u64,
}

impl Search {
    /// The strongest list.
    pub fn strongest(&self) -> &Standing {
        &self.population[self.strongest]
    }
}

/// The range of points of an army at a budget: the remainder buys no troop, or is a small share.
pub fn reach(draw: &Draw<'_>, budget: f64) -> Range {
    let cheapest = draw.takeable().into_iter().map(|troop| draw.costs()[troop]).fold(f64::INFINITY, f64::min);
    // An empty composition is not an army.
    Range { least: (budget - cheapest.max(budget * (1.0 - LEAST_SPENT))).max(cheapest.min(budget)), most: budget }
}

/// Checks that an army can be drawn at a budget.
///
/// # Errors
/// If none can.
pub fn check(draw: &Draw<'_>, plan: &SearchPlan) -> Result<(), SearchError> {
    let mut trial = Key::new(plan.seed).with_name("trial").stream();
    draw.random(reach(draw, plan.budget), &mut trial)?;
    Ok(())
}

/// Plays compositions against a field.
struct Matches<'a> {
    arena: &'a dyn Arena,
    field: &'a [Composition],
    scenarios: usize,
    seed: u64,
    games: u64,
}

impl Matches<'_> {
    /// A record for each composition: this many pairs against each list on each scenario, on dice that belong to this
    /// step alone.
    fn play(
        &mut self,
        compositions: &[&Composition],
        pairs: u64,
        step: (&str, usize),
    ) -> Result<Vec<Record>, ArenaError> {
        let (mut meetings, mut of) = (Vec::new(), Vec::new());
        let parts = pairs.div_ceil(PAIRS_A_MEETING).max(1);
        for (candidate, composition) in compositions.iter().enumerate() {
            for (list, opponent) in self.field.iter().enumerate() {
                for (scenario, part) in
                    (0..self.scenarios).flat_map(|scenario| (0..parts).map(move |part| (scenario, part)))
                {
                    let armies = [(*composition).clone(), opponent.clone()];
                    meetings.push(Meeting { armies, scenario, pairs: pairs / parts + u64::from(part < pairs % parts) });
                    of.push((candidate, list));
                }
            }
        }
        let (name, number) = step;
        let dice = Key::new(self.seed).with_name("breaker").with_name(name).with(number as u64).stream().bits();
        let mut records = vec![Record::new(self.field.len()); compositions.len()];
        for ((candidate, list), encounter) in of.into_iter().zip(self.arena.play(meetings, 0, dice)?) {
            self.games += encounter.games.len() as u64;
            records[candidate].tallies[list].add(&encounter);
        }
        Ok(records)
    }
}

/// All compositions ever tried, and which of them are alive.
#[derive(Default)]
struct Archive {
    all: Vec<Candidate>,
    places: BTreeMap<Composition, usize>,
    alive: Vec<usize>,
}

impl Archive {
    /// Adds a composition to the living ones. One that was tried before keeps its games.
    fn admit(&mut self, composition: Composition, origin: Origin, born: usize, lists: usize) {
        let place = *self.places.entry(composition.clone()).or_insert_with(|| {
            self.all.push(Candidate { composition, origin, born, record: Record::new(lists) });
            self.all.len() - 1
        });
        self.alive.push(place);
    }

    fn is_alive(&self, composition: &Composition) -> bool {
        self.places.get(composition).is_some_and(|place| self.alive.contains(place))
    }

    /// Whether a composition is accepted at some attempt: at the first ones only if it was never tried.
    fn welcomes(&self, composition: &Composition, attempt: usize) -> bool {
        !self.is_alive(composition) && (attempt >= ATTEMPTS / 2 || !self.places.contains_key(composition))
    }

    /// Sorts the living ones, strongest first, and returns their estimated strengths.
    fn rank(&mut self) -> Vec<f64> {
        let found = estimates(&self.alive.iter().map(|place| &self.all[*place].record).collect::<Vec<_>>());
        let mut ranked: Vec<(usize, f64)> = self.alive.iter().copied().zip(found).collect();
        let score = |place: usize| self.all[place].record.score().unwrap_or(0.5);
        ranked.sort_by(|(one, first), (other, second)| {
            let by_score = || score(*other).total_cmp(&score(*one));
            second
                .total_cmp(first)
                .then_with(by_score)
                .then_with(|| self.all[*one].composition.cmp(&self.all[*other].composition))
        });
        self.alive = ranked.iter().map(|(place, _)| *place).collect();
        ranked.into_iter().map(|(_, estimate)| estimate).collect()
    }
}

/// The first generation: the lists within the range, and random compositions.
fn begin(
    archive: &mut Archive,
    mutator: &Mutator<'_, '_>,
    lists: Vec<Composition>,
    plan: &SearchPlan,
    field: usize,
) -> Result<(), SearchError> {
    let mut stream = stream_of(plan, 1);
    for list in lists.into_iter().take(2 * plan.population) {
        if !archive.is_alive(&list) {
            archive.admit(list, Origin::List, 1, field);
        }
    }
    for _ in archive.alive.len()..2 * plan.population {
        for _ in 0..ATTEMPTS {
            let drawn = mutator.drawn(&mut stream)?;
            if !archive.is_alive(&drawn) {
                archive.admit(drawn, Origin::Drawn, 1, field);
                break;
            }
        }
    }
    Ok(())
}

/// The children of a later generation.
fn mutate(archive: &mut Archive, mutator: &Mutator<'_, '_>, plan: &SearchPlan, number: usize, field: usize) {
    let mut stream = stream_of(plan, number);
    let parents: Vec<Composition> = archive.alive.iter().map(|place| archive.all[*place].composition.clone()).collect();
    let parents: Vec<&Composition> = parents.iter().collect();
    for _ in 0..plan.population {
        for attempt in 0..ATTEMPTS {
            let child = mutator.child(&parents, &mut stream).filter(|(child, _)| archive.welcomes(child, attempt));
            if let Some((child, origin)) = child {
                archive.admit(child, origin, number, field);
                break;
            }
        }
    }
}

fn stream_of(plan: &SearchPlan, number: usize) -> Stream {
    Key::new(plan.seed).with_name("breed").with(number as u64).stream()
}

/// Searches, chooses and confirms. `draw` defines the legal armies, `lists` are the starting points as far as they fit
/// the range, `field` the opponents.
///
/// # Errors
/// If no army can be drawn or a game cannot be played.
pub fn search(
    arena: &dyn Arena,
    draw: &Draw<'_>,
    field: &[Composition],
    lists: &[Composition],
    plan: &SearchPlan,
) -> Result<Search, SearchError> {
    assert!(
        !field.is_empty() && plan.population > 0 && plan.generations > 0,
        "the field and the population are not empty"
    );
    let draw = draw.clone().to_the_full();
    let range = reach(&draw, plan.budget);
    let mutator = Mutator::new(&draw, range);
    // Errors of drawing are to be reported before anything is played.
    mutator.drawn(&mut Key::new(plan.seed).with_name("trial").stream())?;
    let mut matches = Matches { arena, field, scenarios: plan.scenarios, seed: plan.seed, games: 0 };
    let mut archive = Archive::default();
    let (mut generations, mut found) = (Vec::new(), Vec::new());
    for number in 1..=plan.generations {
        let old = archive.alive.clone();
        if number == 1 {
            let fitting = lists
                .iter()
                .map(|list| draw.with_default_parameters(list))
                .filter(|list| draw.admits(list, range))
                .collect();
            begin(&mut archive, &mutator, fitting, plan, field.len())?;
        } else {
            mutate(&mut archive, &mutator, plan, number, field.len());
        }
        let tried = archive.alive.len() - old.len();
        let playing: Vec<&Composition> = archive.alive.iter().map(|place| &archive.all[*place].composition).collect();
        let records = matches.play(&playing, plan.pairs, ("generation", number))?;
        for (place, record) in archive.alive.iter().zip(records) {
            let kept = &mut archive.all[*place].record.tallies;
            kept.iter_mut().zip(record.tallies).for_each(|(kept, more): (&mut Tally, Tally)| *kept = kept.plus(&more));
        }
        found = archive.rank();
        archive.alive.truncate(plan.population);
        found.truncate(plan.population);
        let leader = &archive.all[archive.alive[0]];
        let scores: Vec<f64> = archive.alive.iter().filter_map(|place| archive.all[*place].record.score()).collect();
        let new = archive.alive.iter().filter(|place| !old.contains(place)).count();
        generations.push(Generation {
            tried,
            new: new as f64 / archive.alive.len() as f64,
            mean: (!scores.is_empty()).then(|| scores.iter().sum::<f64>() / scores.len() as f64),
            leader: leader.composition.clone(),
            best: leader.record.score(),
            estimate: found[0],
            leader_games: leader.record.all().counted(),
            games: matches.games,
        });
    }
    let standing = |(place, estimate): (&usize, f64)| Standing {
        candidate: archive.all[*place].clone(),
        estimate,
        play_off: None,
    };
    let mut population: Vec<Standing> = archive.alive.iter().zip(found).map(standing).collect();

    let finalists: Vec<&Composition> =
        population.iter().take(FINALISTS).map(|one| &one.candidate.composition).collect();
    let played = matches.play(&finalists, plan.play_off, ("play_off", 0))?;
    let mut strongest = 0;
    let mut highest = None;
    for (index, record) in played.into_iter().enumerate() {
        let score = record.score();
        // In case of a tie the one that the search ranks higher.
        if score > highest {
            (strongest, highest) = (index, score);
        }
        population[index].play_off = Some(record);
    }
    let confirming = matches.play(&[&population[strongest].candidate.composition], plan.confirm, ("confirm", 0))?;
    let confirmed = Confirmed::of(&confirming[0], &population[strongest]);
    Ok(Search { range, generations, population, strongest, confirmed, tried: archive.all.len(), games: matches.games })
}
