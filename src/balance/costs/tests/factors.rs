//! Costs by scenario and bot under a known truth, bots sharing meetings and dice as in real studies: coverage of the
//! intervals of means and effects, false positives and power of the tests.

use super::*;
use crate::balance::costs::layout::Layout;
use rayon::iter::{IntoParallelIterator, ParallelIterator};

/// What a bot makes of the troops on each scenario.
pub struct Player {
    /// Its truth by scenario.
    pub grounds: Vec<Truth>,
}

impl Arena for Player {
    fn play(&self, meetings: Vec<Meeting>, first: u64, seed: u64) -> Result<Vec<Encounter>, ArenaError> {
        let one = |(index, meeting): (usize, Meeting)| {
            self.grounds[meeting.scenario].play(vec![meeting], first + index as u64, seed)
        };
        Ok(meetings.into_iter().enumerate().map(one).collect::<Result<Vec<_>, _>>()?.concat())
    }
}

/// The worths of the pool in points, changed by this share of the worth for riders on a scenario and for guns under a
/// bot.
pub struct World {
    /// By scenario.
    pub riders: Vec<f64>,
    /// By bot.
    pub guns: Vec<f64>,
}

impl World {
    fn worths(&self, bot: usize, scenario: usize) -> Vec<f64> {
        let mut worths = WORTH.to_vec();
        worths[3] *= 1.0 + self.riders[scenario];
        worths[5] *= 1.0 + self.guns[bot];
        worths
    }

    /// The studies of all bots.
    fn studies(&self, meetings: usize, seed: u64) -> Vec<Study> {
        let troops = pool();
        let draw = Draw::new(&troops, &[], costs(&troops), &|_| true);
        let plan = Plan { meetings, steps: 1, held_out: 2, tolerance: 0.1, scenarios: self.riders.len(), ..plan(seed) };
        let player = |bot: usize| Player {
            grounds: (0..self.riders.len())
                .map(|scenario| {
                    // A stronger bot makes more of a point.
                    let point = POINT * (1.0 + 0.5 * bot as f64);
                    Truth {
                        worths: self.worths(bot, scenario).iter().map(|worth| worth * point).collect(),
                        shared: 1.0,
                        ..truth()
                    }
                })
                .collect(),
        };
        (0..self.guns.len()).map(|bot| study(&player(bot), &draw, &troops, &[], &plan).unwrap()).collect()
    }

    /// Their factors, and the mean army of the first bot.
    pub fn factors(&self, meetings: usize, seed: u64) -> (Factors, Vec<f64>) {
        let studies = self.studies(meetings, seed);
        let found = factors(&studies.iter().collect::<Vec<_>>(), &pool(), &[], self.riders.len()).unwrap().unwrap();
        (found, studies[0].fit.mean_army.clone())
    }

    /// The true cost of a troop in every cell, on the scale of this mean army.
    pub fn costs(&self, troop: usize, army: &[f64]) -> Vec<f64> {
        let troops = pool();
        let of_army = |values: &[f64]| army.iter().zip(values).map(|(count, value)| count * value).sum::<f64>();
        let list = of_army(&troops.iter().map(|troop| troop.cost).collect::<Vec<_>>());
        let cell = |bot, scenario| {
            let worths = self.worths(bot, scenario);
            worths[troop] * list / of_army(&worths)
        };
        (0..self.guns.len())
            .flat_map(|bot| (0..self.riders.len()).map(move |scenario| (bot, scenario)))
            .map(|(bot, scenario)| cell(bot, scenario))
            .collect()
    }

    /// Intervals of means and effects that cover the truth, and all.
    fn coverage(&self, repetitions: u64, meetings: usize) -> [u64; 2] {
        let layout = Layout { scenarios: self.riders.len(), bots: self.guns.len() };
        let one = |seed: u64| {
            let (found, army) = self.factors(meetings, seed);
            let mut counts = [0, 0];
            for troop in &found.troops {
                let truth = self.costs(troop.troop, &army);
                for effect in &troop.effects {
                    let wanted: f64 = layout.weights(effect.of).iter().zip(&truth).map(|(w, cost)| w * cost).sum();
                    counts[0] += u64::from((effect.points.low..=effect.points.high).contains(&wanted));
                    counts[1] += 1;
                }
            }
            counts
        };
        let all: Vec<[u64; 2]> = (0..repetitions).into_par_iter().map(one).collect();
        all.iter().fold([0, 0], |sum, one| [sum[0] + one[0], sum[1] + one[1]])
    }

    /// In how many studies each joint test is below 5 %.
    fn rejections(&self, repetitions: u64, meetings: usize) -> Vec<u64> {
        let one = |seed: u64| {
            let (found, _) = self.factors(meetings, seed);
            found.joint.iter().map(|one| u64::from(one.test.unwrap().p <= 0.05)).collect::<Vec<u64>>()
        };
        let all: Vec<Vec<u64>> = (0..repetitions).into_par_iter().map(one).collect();
        (0..all[0].len()).map(|factor| all.iter().map(|one| one[factor]).sum()).collect()
    }
}

fn same_everywhere() -> World {
    World { riders: vec![0.0; 3], guns: vec![0.0; 2] }
}

fn different() -> World {
    World { riders: vec![0.6, 0.0, -0.6], guns: vec![-0.4, 0.4] }
}

#[test]
fn intervals_of_means_and_effects_cover_the_truth() {
    for world in [same_everywhere(), different()] {
        let [covered, all] = world.coverage(60, 900);
        let rate = covered as f64 / all as f64;
        // Effects of a study depend on each other: about as many independent ones as troops.
        assert!((0.91..=0.98).contains(&rate), "{covered} of {all}");
    }
}

#[test]
#[ignore = "2,000 studies of each world take some minutes"]
fn intervals_of_means_and_effects_cover_the_truth_in_full() {
    for (name, world) in [("the same everywhere", same_everywhere()), ("different", different())] {
        for meetings in [600, 1500, 6000] {
            let [covered, all] = world.coverage(2000, meetings);
            let rate = covered as f64 / all as f64;
            println!("{name}, {meetings} meetings: {covered} of {all}, {:.2} %", 100.0 * rate);
            println!("  joint tests below 5 %: {:?} of 2000", world.rejections(2000, meetings));
            assert!((0.94..=0.96).contains(&rate));
        }
    }
}

#[test]
fn a_factor_without_effect_is_rarely_found_and_one_with_effect_nearly_always() {
    let [scenario, bot, interaction]: [u64; 3] = same_everywhere().rejections(100, 900).try_into().unwrap();
    for found in [scenario, bot, interaction] {
        // 5 % of 100, four standard deviations wide.
        assert!(found <= 14, "{scenario} {bot} {interaction}");
    }
    let [scenario, bot, _]: [u64; 3] = different().rejections(25, 6000).try_into().unwrap();
    assert!(scenario >= 23 && bot >= 22, "{scenario} {bot}");
}

#[test]
fn verdicts_name_what_a_cost_depends_on() {
    let (found, _) = different().factors(24_000, 1);
    let verdict = |troop: usize| &found.troops.iter().find(|one| one.troop == troop).unwrap().verdict;
    assert!(
        matches!(verdict(3), FactorVerdict::Depends(factors) if factors.contains(&Factor::Scenario)),
        "{:?}",
        verdict(3)
    );
    assert!(
        matches!(verdict(5), FactorVerdict::Depends(factors) if factors.contains(&Factor::Bot)),
        "{:?}",
        verdict(5)
    );
    assert_eq!(verdict(0), &FactorVerdict::Everywhere(CostVerdict::Overpriced));
    let share = |troop: usize, factor: Factor| {
        let one = &found.troops.iter().find(|one| one.troop == troop).unwrap().heterogeneity;
        one.iter().find(|one| one.factor == factor).unwrap().share.unwrap()
    };
    assert!(share(3, Factor::Scenario) > 0.8 && share(5, Factor::Bot) > 0.8, "{found:?}");
}

/// Nine cells whose costs are nearly the sum of what scenario and bot make of them.
#[test]
fn shrunken_cells_cover_the_truth_and_are_nearer_to_it() {
    let world = World { riders: vec![0.3, 0.0, -0.3], guns: vec![-0.3, 0.0, 0.3] };
    let one = |seed: u64| {
        let (found, army) = world.factors(1_800, seed);
        let (mut covered, mut all, mut squares) = (0, 0, [0.0; 2]);
        for troop in &found.troops {
            let shrunken = troop.shrunken.as_ref().expect("there are nine cells");
            for ((cell, estimate), truth) in found.cells.iter().zip(shrunken).zip(world.costs(troop.troop, &army)) {
                let alone = cell.fair.estimate(troop.troop).unwrap().point;
                covered += u64::from((estimate.low..=estimate.high).contains(&truth));
                all += 1;
                squares[0] += (estimate.point - truth) * (estimate.point - truth);
                squares[1] += (alone - truth) * (alone - truth);
            }
        }
        (covered, all, squares)
    };
    let all: Vec<(u64, u64, [f64; 2])> = (0..40).into_par_iter().map(one).collect();
    let covered = all.iter().map(|one| one.0).sum::<u64>() as f64 / all.iter().map(|one| one.1).sum::<u64>() as f64;
    assert!((0.93..=0.99).contains(&covered), "{covered}");
    let [shrunk, alone] = [0, 1].map(|which| all.iter().map(|one| one.2[which]).sum::<f64>());
    assert!(shrunk < 0.9 * alone, "{shrunk} of {alone}");
}

#[test]
fn games_are_counted_by_purpose_and_scenario() {
    // On a third scenario no game is played.
    let world = World { riders: vec![0.0, 0.0], guns: vec![0.0] };
    let study = &world.studies(300, 1)[0];
    let found = ended_games(study, 3);
    let places: Vec<(MeetingPurpose, usize)> = found.iter().map(|one| (one.purpose, one.scenario)).collect();
    let (fit, list) = (MeetingPurpose::Fit(0), MeetingPurpose::Evaluated("list"));
    assert_eq!(places[..4], [(fit, 0), (fit, 1), (list, 0), (list, 1)]);
    let games = |one: &EndedGames| one.endings.values().sum::<u64>();
    assert_eq!(found[..2].iter().map(games).sum::<u64>(), 600);
    assert_eq!(found.iter().map(games).sum::<u64>(), study.games);
}

#[test]
fn a_single_cell_has_no_factors_and_one_without_costs_is_named() {
    let one = World { riders: vec![0.0], guns: vec![0.0] };
    let studies = one.studies(500, 1);
    assert_eq!(factors(&[&studies[0]], &pool(), &[], 1), Ok(None));
    let two = World { riders: vec![0.0, 0.0], guns: vec![0.0] };
    let studies = two.studies(22, 1);
    let fault = factors(&[&studies[0]], &pool(), &[], 2).unwrap_err();
    assert_eq!((fault.bot, fault.scenario), (0, 0));
}
