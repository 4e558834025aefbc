//! The rounds of a training.

use super::course::{Course, Pace, Stage};
use super::distil::{self, distil};
use super::fit::{Bound, fit_features};
use super::gradient::{self, gradient};
use super::meeting::{MeetingResult, meet, score_candidate, with_prefix};
use super::own_play::{Exploration, ScoredActions, own_games, own_play};
use crate::bots::{BotConfig, Number, NumberTable};
use crate::data::{Unlogged, WorkLog};
use crate::game::Rulebook;
use crate::tournament::{Field, time_a_game};
use crate::tune::{GamesPlayed, Numbers, TuneError};
use std::time::{Duration, Instant};

/// The two bots that are trained, with their numbers and current weights.
pub struct Bots<R> {
    /// The numbers of the fast bot: the weights of the appraisal.
    pub fast: Numbers<R>,
    /// The numbers of the searching bot: the weights of the appraisal and of the features.
    pub search: Numbers<R>,
    /// The scale of the searching bot's values.
    pub scale: f64,
}

/// What a round has done.
#[derive(Clone, Debug)]
pub struct Round {
    /// The games of self-play that were kept, and how many of them were decided.
    pub own: (u64, u64),
    /// Positions, and the share of the variance of held-out results that the fitted features explain.
    pub fitted: Option<(u64, Option<f64>)>,
    /// The match of the searching bot with these features, if any differ.
    pub features: Option<MeetingResult>,
    /// The evaluated actions.
    pub judged: u64,
    /// The largest effect of a perturbed weight in its standard errors.
    pub clearest: Option<f64>,
    /// Where the best new appraisal comes from.
    pub best: Option<Candidate>,
    /// The match of the fast bot with the new appraisal.
    pub appraisal: Option<MeetingResult>,
    /// The match of the searching bot with the new appraisal.
    pub search: Option<MeetingResult>,
}

/// Where a candidate for a new appraisal comes from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Candidate {
    /// The gradient, with a step of this length.
    Gradient(f64),
    /// Distillation, with a step of this length.
    Distilled(f64),
}

/// The result of a training.
#[derive(Clone, Debug)]
pub struct Trained {
    /// What each round has done.
    pub rounds: Vec<Round>,
    /// The point of the fast bot.
    pub fast: Vec<f64>,
    /// The point of the searching bot.
    pub search: Vec<f64>,
    /// The last match of each against its original, the fast bot first; `None` if it has not changed.
    pub last: [Option<MeetingResult>; 2],
}

/// The values of the numbers of one part at a point.
fn part_of<R: Rulebook>(numbers: &Numbers<R>, point: &[f64], part: NumberTable) -> Vec<f64> {
    let values = numbers.values(point);
    numbers.numbers().iter().zip(values).filter(|(number, _)| number.part == part).map(|(_, value)| value).collect()
}

/// The point with other values of the numbers of one part.
fn with_part<R: Rulebook>(numbers: &Numbers<R>, point: &[f64], part: NumberTable, values: &[f64]) -> Vec<f64> {
    let mut all = numbers.values(point);
    let own = numbers.numbers().iter().zip(&mut all).filter(|(number, _)| number.part == part);
    own.zip(values).for_each(|((_, own), value)| *own = *value);
    let moved = numbers.point_of(&all);
    // What has the value of the file stays exactly there.
    let kept = |(number, (value, at)): (&Number, (&f64, f64))| if *value == number.value { 0.0 } else { at };
    numbers.numbers().iter().zip(all.iter().zip(moved)).map(kept).collect()
}

/// Trains both bots, in the caller's thread pool. `says` is called with the name of each step as it begins, `tick` with
/// the games as they are played.
///
/// # Errors
/// If games cannot be prepared or played, or the log halts or cannot be written.
pub fn train<R: Rulebook + 'static>(
    course: &Course,
    bots: &Bots<R>,
    field: &Field<R>,
    held_out: &Field<R>,
    log: &dyn WorkLog,
    says: &dyn Fn(&str),
    tick: &(dyn Fn(GamesPlayed) + Sync),
) -> Result<Trained, TuneError> {
    let mut trained =
        Trained { rounds: Vec::new(), fast: bots.fast.start(), search: bots.search.start(), last: [None, None] };
    for round in 0..course.rounds {
        says(&format!("round {} of {}: self-play", round + 1, course.rounds));
        let done = play_round(course, round, bots, field, held_out, &mut trained, log, tick)?;
        says(&super::story::of_round(round, &done));
        trained.rounds.push(done);
    }
    let last = course.rounds;
    if trained.fast != bots.fast.start() {
        let [new, old] = [&trained.fast, &bots.fast.start()].map(|point| bots.fast.config(point));
        let place = (last, Stage::Appraisal);
        trained.last[0] = Some(meet(course, place, held_out, &new?, &old?, course.fast_games, log, tick)?);
    }
    if course.search_games > 0 && trained.search != bots.search.start() {
        let [new, old] = [&trained.search, &bots.search.start()].map(|point| bots.search.config(point));
        let place = (last, Stage::Last);
        trained.last[1] = Some(meet(course, place, held_out, &new?, &old?, course.search_games, log, tick)?);
    }
    Ok(trained)
}

/// Measures how long games of this training take, by playing some with the original bots.
///
/// # Errors
/// If games cannot be prepared or played.
pub fn pace<R: Rulebook + 'static>(course: &Course, bots: &Bots<R>, field: &Field<R>) -> Result<Pace, TuneError> {
    /// How long each kind of game is measured.
    const PATIENCE: Duration = Duration::from_secs(5);
    /// Games of self-play between two readings of the clock.
    const PORTION: u64 = 4;
    let [fast, search] = [bots.fast.config(&bots.fast.start())?, bots.search.config(&bots.search.start())?];
    let (begun, mut played) = (Instant::now(), 0.0);
    while begun.elapsed() < 2 * PATIENCE {
        let seed = course.seed_of(course.rounds + 1 + played as u64, Stage::Own);
        let ground = own_games(field, &fast, PORTION, seed)?;
        own_play(&ground, PORTION, &search, &exploration(course, bots), &Unlogged, &|_| {})?;
        played += PORTION as f64;
    }
    let own = begun.elapsed().as_secs_f64() / played;
    let of_match = |bot: &BotConfig| -> Result<f64, TuneError> {
        let ground = own_games(field, bot, 64, course.seed_of(course.rounds, Stage::Own))?;
        Ok(time_a_game(&ground, PATIENCE).map_or(0.0, |time| time.as_secs_f64()))
    };
    let search = if course.search_games > 0 { of_match(&search)? } else { 0.0 };
    Ok(Pace { own, fast: of_match(&fast)?, search })
}

#[expect(clippy::too_many_arguments, reason = "a round needs everything that a training has")]
fn play_round<R: Rulebook + 'static>(
    course: &Course,
    round: u64,
    bots: &Bots<R>,
    field: &Field<R>,
    held_out: &Field<R>,
    trained: &mut Trained,
    log: &dyn WorkLog,
    tick: &(dyn Fn(GamesPlayed) + Sync),
) -> Result<Round, TuneError> {
    let fast = bots.fast.config(&trained.fast)?;
    let judge = bots.search.config(&trained.search)?;
    let own_ground = own_games(field, &fast, course.own_games, course.seed_of(round, Stage::Own))?;
    let exploration = exploration(course, bots);
    let games = with_prefix(log, round.to_string(), |log| {
        let tick = |games| tick(GamesPlayed { games, forfeits: Vec::new() });
        own_play(&own_ground, course.own_games, &judge, &exploration, log, &tick)
    })?;
    let own = (games.len() as u64, games.iter().filter(|game| game.decided).count() as u64);

    let (mut fitted, mut features) = (None, None);
    if let Some(found) = fit_features(&games, &bounds(bots, &course.without)) {
        let present = part_of(&bots.search, &trained.search, NumberTable::Features);
        let weights: Vec<f64> = found
            .log_odds
            .iter()
            .zip(&present)
            .map(|(log_odds, present)| log_odds.map_or(*present, |log_odds| log_odds * bots.scale))
            .collect();
        let point = with_part(&bots.search, &trained.search, NumberTable::Features, &weights);
        let new = bots.search.config(&point)?;
        fitted = Some((found.positions, found.explained));
        if new != judge && course.search_games > 0 {
            let place = (round, Stage::Features);
            let met = meet(course, place, held_out, &new, &judge, course.search_games, log, tick)?;
            if met.is_tolerated() {
                trained.search = point;
            }
            features = Some(met);
        }
    }

    let present = part_of(&bots.fast, &trained.fast, NumberTable::Appraisal);
    let scored_decisions: Vec<&ScoredActions> = games.iter().flat_map(|game| &game.scored_decisions).collect();
    let found = gradient(&games, present.len(), course.spread);
    let clearest = found.as_ref().map(|found| found.clearest);
    let mut candidates: Vec<(Candidate, Vec<f64>)> = Vec::new();
    for (step, by) in gradient::STEPS.into_iter().zip(found.into_iter().flat_map(|found| found.steps)) {
        let point = trained.fast.iter().zip(by).map(|(at, by)| at + by).collect();
        candidates.push((Candidate::Gradient(step), point));
    }
    let distilled = distil(&scored_decisions, &present);
    let judged = distilled.as_ref().map_or(0, |found| found.actions);
    for (step, weights) in distil::STEPS.into_iter().zip(distilled.into_iter().flat_map(|found| found.candidates)) {
        let point = with_part(&bots.fast, &trained.fast, NumberTable::Appraisal, &weights);
        candidates.push((Candidate::Distilled(step), point));
    }
    let mut chosen: Option<(Candidate, Vec<f64>, f64)> = None;
    for (number, (candidate, point)) in candidates.into_iter().enumerate() {
        let new = bots.fast.config(&point)?;
        let score = score_candidate(course, (round, number as u64), field, [&new, &fast], log, tick)?;
        if chosen.as_ref().is_none_or(|(_, _, known)| score > *known) {
            chosen = Some((candidate, point, score));
        }
    }
    let (mut best, mut appraisal, mut search) = (None, None, None);
    if let Some((candidate, point, _)) = chosen {
        best = Some(candidate);
        let new = bots.fast.config(&point)?;
        let place = (round, Stage::Appraisal);
        let met = meet(course, place, held_out, &new, &fast, course.fast_games, log, tick)?;
        if met.is_accepted() {
            trained.fast = point;
            let weights = part_of(&bots.fast, &trained.fast, NumberTable::Appraisal);
            let point = with_part(&bots.search, &trained.search, NumberTable::Appraisal, &weights);
            if course.search_games > 0 {
                let [new, old] = [&point, &trained.search].map(|point| bots.search.config(point));
                let place = (round, Stage::Search);
                let met = meet(course, place, held_out, &new?, &old?, course.search_games, log, tick)?;
                if met.is_tolerated() {
                    trained.search = point;
                }
                search = Some(met);
            }
        }
        appraisal = Some(met);
    }
    Ok(Round { own, fitted, features, judged, clearest, best, appraisal, search })
}

/// The exploration of self-play.
fn exploration<R: Rulebook>(course: &Course, bots: &Bots<R>) -> Exploration {
    let perturbations = bots.fast.scales().iter().map(|scale| course.spread * scale).collect();
    Exploration { noise: course.noise, perturbations, judged: course.judged }
}

/// The bounds of the features: the signs of the original weights, and 0 for those that are left out.
fn bounds<R: Rulebook>(bots: &Bots<R>, without: &[String]) -> Vec<Bound> {
    let features = bots.search.numbers().iter().filter(|number| number.part == NumberTable::Features);
    let bound = |number: &Number| match without.iter().any(|name| name == number.name) {
        true => Bound::Zero,
        false => Bound::of_weight(number.value),
    };
    features.map(bound).collect()
}
