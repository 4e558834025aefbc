//! `reglette balance`: the worth of troops, and their fair costs.

mod new_list;

use self::new_list::{Elsewhere, NewListOptions};
use super::pool::{Loaded, Pool, checked_budget, names_of_allowed, read_leader, varied};
use super::ratings::read_ratings;
use super::study::{self, Asked, Done, source_line, wrote};
use super::study_options::{StudyOptions, arena_error};
use super::whole_number::whole_number;
use super::{CliError, Exit, rulebook_of};
use crate::balance::Draw;
use crate::balance::costs::{
    self as costing, ArenaError, Factors, Plan, RealArena, Strength, Study, StudyError, UnseenImbalance,
};
use crate::catalog::{self, Task};
use crate::data::{Kind, Library};
use crate::game::{Composition, Roster};
use crate::report::cost_factors_summary::{render_factors, render_strength};
use crate::report::costs::factors::{self, CostFactors};
use crate::report::costs::new_list::{self as new_list_tables, NewList};
use crate::report::costs::strength::{self, CostStrength};
use crate::report::costs::{self, Costs};
use crate::report::costs_manifest::Question;
use crate::report::costs_summary::{legend, render, rules_file};
use crate::report::format::count;
use crate::report::new_list_summary;
use crate::report::question::QuestionManifest;
use crate::report::setup::Setup;
use crate::report::{Folder, Manifest, Output, RunInfo, page, setup};
use crate::study::ResultsPlace;
use crate::tournament::{Duellists, TournamentError, signature};
use clap::Args;
use std::io::Write;
use std::path::PathBuf;

/// Estimates fair costs of troops: draws armies at a budget, plays them against each other with swapped sides, and
/// reports for each troop its fair cost with an interval.
///
/// The pool holds all troops of the army lists that are named. The costs are validated on held-out armies.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  reglette balance --armies carthaginians,republican-romans
  reglette balance open-field village-and-fields --armies gauls,caesarian-romans --budget 20,35,50 --games 20000
  reglette balance --armies gauls --iterate --write rules/fair.toml --budget 35
  reglette balance plain crossroads --armies france,prussia --budget 200 --least-change
  reglette balance open-field --armies gauls,caesarian-romans --round 0.5 --write rules/printed.toml
  reglette balance open-field --armies gauls,germans --round 1 --unseen-scenarios village-and-fields --worst-armies
  reglette balance --armies gauls --vary combativity
  reglette balance --armies gauls --bots novice,greedy,study --ratings results/ladder/en-avant/ratings.csv
  reglette balance --armies gauls --games 400000 --shard 1/4 --out parts/1
  reglette balance --resume results/004-balance")]
pub struct Options {
    /// Files and troops
    #[command(flatten)]
    pub pool: Pool,
    /// Points of an army; several budgets are studied one by one [default: the mean of the lists]
    #[arg(long, value_delimiter = ',', value_name = "P,Q,…")]
    pub budget: Vec<f64>,
    /// Bots, each of which plays both armies
    #[arg(long, value_delimiter = ',', default_value = "greedy", value_name = "X,Y,…")]
    pub bots: Vec<String>,
    /// The file ratings.csv of a tournament between these bots: also report how costs depend on the strength of the
    /// player, of at least three bots
    #[arg(long, value_name = "FILE")]
    pub ratings: Option<PathBuf>,
    /// Games of a fit
    #[arg(long, default_value_t = 8000, value_name = "N", value_parser = whole_number::<u64>(2..=100_000_000))]
    pub games: u64,
    /// Games of held-out armies, under each set of costs [default: half of --games]
    #[arg(long, value_name = "N", value_parser = whole_number::<u64>(8..=100_000_000))]
    pub held_out: Option<u64>,
    /// The maximum deviation of armies of a fit from the budget, in per cent
    #[arg(long, default_value_t = 20.0, value_name = "PERCENT", value_parser = percent)]
    pub spread: f64,
    /// The maximum deviation of held-out armies from the budget, in per cent
    #[arg(long, default_value_t = 1.0, value_name = "PERCENT", value_parser = percent)]
    pub tolerance: f64,
    /// Draw variations of the lists, with this percentage replaced, instead of arbitrary armies
    #[arg(long, value_name = "PERCENT", num_args = 0..=1, default_missing_value = "30", value_parser = percent)]
    pub variations: Option<f64>,
    /// Fit again with armies drawn at the fitted costs until the games no longer contradict them, with at most this
    /// many steps
    #[arg(
        long,
        value_name = "STEPS",
        num_args = 0..=1,
        default_missing_value = "6",
        value_parser = whole_number::<u32>(1..=50),
    )]
    pub iterate: Option<u32>,
    /// Also report the smallest set of cost changes
    #[arg(long)]
    pub least_change: bool,
    /// Also report a list that can be printed: few costs changed, to multiples of this step, such that the games do not
    /// reject it
    #[arg(long, value_name = "STEP", value_parser = step)]
    pub round: Option<f64>,
    /// What the new list leaves
    #[command(flatten)]
    pub new_list: NewListOptions,
    /// Also vary these parameters of the army, such as combativity, and report their worth in points
    #[arg(long, value_delimiter = ',', value_name = "NAME,…")]
    pub vary: Vec<String>,
    /// Write the new costs as a rules file
    #[arg(long, value_name = "FILE")]
    pub write: Option<PathBuf>,
    /// Play and output options
    #[command(flatten)]
    pub study_options: StudyOptions,
}

fn percent(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(share) if (0.0..=90.0).contains(&share) => Ok(share),
        _ => Err("expected per cent, from 0 to 90".to_owned()),
    }
}

fn step(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(step) if (0.01..=1000.0).contains(&step) => Ok(step),
        _ => Err("expected points, from 0.01 to 1000".to_owned()),
    }
}

/// The name of the command and of its numbered folders.
const NAME: &str = "balance";
/// Pairs of games in each meeting of held-out armies.
const PAIRS: u64 = 2;

impl Options {
    /// Plays, fits, reports and writes.
    ///
    /// # Errors
    /// Bad input before anything is played; later only faults of the system or the program.
    pub fn run(&self, library: &Library, out: &mut dyn Write) -> Result<Exit, CliError> {
        if let Some(at) = &self.study_options.study.resume {
            return study::resume(NAME, at, &self.study_options.study, out);
        }
        let scenarios = self.pool.scenarios.iter().chain(&self.new_list.unseen_scenarios);
        let rulebook = rulebook_of(library, self.pool.rules.as_deref(), scenarios, &self.pool.armies)?;
        catalog::with(rulebook, Balance { options: self, library, out }).expect("the rulebook is in the catalog")
    }

    /// The path of the rules file to be written, validated.
    fn check_write(&self) -> Result<(), CliError> {
        if self.write.is_some() && (self.budget.len() > 1 || self.bots.len() > 1) {
            return Err(CliError::Input("--write writes one set of costs: it needs one budget and one bot".to_owned()));
        }
        self.study_options.check_write(self.write.as_deref())
    }
}

struct Balance<'a> {
    options: &'a Options,
    library: &'a Library,
    out: &'a mut dyn Write,
}

fn to_cli_error(error: StudyError) -> CliError {
    match error {
        StudyError::Arena(error) => arena_error(error),
        StudyError::Fit(error) => CliError::Input(format!("{error} (--games, --spread)")),
        other => CliError::Input(other.to_string()),
    }
}

/// Why one troop is not a pool.
const ALONE: &str = "worths are relative, so a single troop cannot be measured; name more armies or troops";

impl Task for Balance<'_> {
    type Output = Result<Exit, CliError>;

    fn run<R: Roster + 'static>(self) -> Result<Exit, CliError> {
        let Balance { options, library, out } = self;
        options.check_write()?;
        let loaded = options.pool.load::<R>(library, &[])?;
        let scenario_names = loaded.scenario_names();
        let Loaded { mut files, armies, rules, mut inputs, army_names, own, .. } = loaded;
        let (troops, allowed) = options.pool.chosen(R::troops(&files.pool), &own, ALONE)?;
        let parameters = R::parameters(&files.pool).to_vec();
        let varied = varied(&options.vary, &parameters)?;
        let costs: Vec<f64> = troops.iter().map(|troop| troop.cost).collect();
        let lists: Vec<Composition> = armies.iter().map(|army| R::composition(&files.pool, army)).collect();
        let mean = lists.iter().map(|list| list.cost(&costs)).sum::<f64>() / lists.len().max(1) as f64;
        let budgets = if options.budget.is_empty() { vec![mean.round()] } else { options.budget.clone() };
        budgets.iter().try_for_each(|budget| checked_budget(*budget).map(drop))?;
        let legal = |composition: &Composition| R::raise(&files.pool, composition, "drawn").is_ok();
        let draw = Draw::new(&troops, &parameters, costs, &legal).only(allowed.clone()).varying(varied);
        let draw = match options.variations {
            Some(share) => draw.around(lists, share / 100.0),
            None => draw,
        };
        let mut bots = Vec::new();
        for name in &options.bots {
            bots.push(read_leader::<R>(library, name, &mut inputs)?);
        }
        let bot_names: Vec<&str> = bots.iter().map(|(name, _)| name.as_str()).collect();
        let ratings = match &options.ratings {
            Some(path) => Some(read_ratings(path, library, R::NAME, &bot_names, &mut inputs)?),
            None => None,
        };
        let elsewhere = Elsewhere::<R>::read(&options.new_list, library, &scenario_names, &bot_names, &mut inputs)?;
        let Elsewhere { scenarios, bots: other_bots } = elsewhere;
        files.scenarios.extend(scenarios);
        let all_scenarios: Vec<String> = files.scenarios.iter().map(|(name, _)| name.clone()).collect();
        let held_out = options.held_out.unwrap_or(options.games / 2).max(4 * PAIRS);
        let plan = Plan {
            budget: 0.0,
            spread: options.spread / 100.0,
            tolerance: options.tolerance / 100.0,
            meetings: (options.games / 2) as usize,
            held_out: (held_out / (2 * PAIRS)) as usize,
            pairs: PAIRS,
            scenarios: scenario_names.len(),
            seed: options.study_options.seed,
            steps: options.iterate.unwrap_or(1),
            least_change: options.least_change,
            // A rules file states the cost of one element.
            round: options.round.map(|step| step * f64::from(R::elements_for_each(&files.pool))),
            worst: options.new_list.worst_armies.map_or(0, |games| games.div_ceil(2) as usize),
        };
        let unseen_games = options.new_list.unseen_games.unwrap_or(held_out).max(2 * new_list::PAIRS);
        let unseen_plan = costing::UnseenPlan {
            scenarios: &all_scenarios,
            meetings: (unseen_games / (2 * new_list::PAIRS)) as usize,
            pairs: new_list::PAIRS,
        };
        let places = costing::unseen_places(1 + other_bots.len(), scenario_names.len(), all_scenarios.len()).len();
        for budget in &budgets {
            let plan = Plan { budget: *budget, ..plan.clone() };
            costing::check(&draw, &plan).map_err(to_cli_error)?;
        }
        let target = options.study_options.target(NAME);

        let question = Question {
            rulebook: R::NAME.to_owned(),
            rules: rules.path().to_owned(),
            scenarios: scenario_names.clone(),
            armies: army_names.clone(),
            troops: names_of_allowed(&troops, &allowed),
            limits: options.pool.limit.clone(),
            bots: bots.iter().map(|(name, _)| name.clone()).collect(),
            ratings: options.ratings.as_ref().map(|path| path.to_string_lossy().into_owned()),
            budgets: budgets.clone(),
            spread: plan.spread,
            tolerance: plan.tolerance,
            variation: options.variations.unwrap_or(0.0) / 100.0,
            vary: options.vary.clone(),
            games: 2 * plan.meetings as u64,
            held_out: 2 * PAIRS * plan.held_out as u64,
            steps: plan.steps,
            least_change: plan.least_change,
            round: options.round,
            unseen_scenarios: all_scenarios[scenario_names.len()..].to_vec(),
            unseen_bots: other_bots.iter().map(|(name, _)| name.clone()).collect(),
            unseen_games: (places > 0).then(|| 2 * new_list::PAIRS * unseen_plan.meetings as u64),
            worst_armies: (plan.worst > 0).then_some(2 * plan.worst as u64),
            seed: plan.seed,
        };
        let repeatable = bots.iter().all(|(_, config)| config.is_repeatable());
        let manifest = QuestionManifest::new(signature::<R>(), repeatable, question, inputs.files(), Vec::new());
        // On each unseen ground under each bot the old list and the new one.
        let unseen_games = 2 * (2 * new_list::PAIRS * unseen_plan.meetings as u64) * places as u64;
        let games = (plan.games() + unseen_games) * (budgets.len() * bots.len()) as u64;
        let headline = format!(
            "{} · {} · {} of {} · at most {} · seed {}",
            rules.name(),
            scenario_names.join(", "),
            count(manifest.question.troops.len() as u64, "troop"),
            army_names.join(", "),
            count(games, "game"),
            options.study_options.seed
        );
        let known: Vec<&str> =
            costs::all_names().chain([setup::NAME, Manifest::NAME, RunInfo::NAME, page::NAME]).collect();
        let place = ResultsPlace::Folder(&target, &known);
        let question = manifest.to_toml();
        let asked = Asked {
            command: NAME,
            steers: options.iterate.is_some(),
            place,
            inputs: inputs.files(),
            question: &question,
            headline,
            units: games,
        };
        let running = options.study_options.study.begin::<R>(asked, out)?;
        running.play(out, |running| {
            let tick = |games: u64| running.bar().inc(games);
            let mut studies: Vec<(usize, f64, Study)> = Vec::new();
            let mut elsewhere: Vec<Vec<UnseenImbalance>> = Vec::new();
            for budget in &budgets {
                for (bot, (_, config)) in bots.iter().enumerate() {
                    let (seats, part) = (|| Duellists::new(config), format!("{bot}/{budget}"));
                    let arena = RealArena { files: &files, bots: &seats, log: running.log(), part: &part, tick: &tick };
                    let plan = Plan { budget: *budget, ..plan.clone() };
                    let study =
                        match running.pool().install(|| costing::study(&arena, &draw, &troops, &parameters, &plan)) {
                            Err(StudyError::Arena(ArenaError::PartDone)) => continue,
                            found => found.map_err(to_cli_error)?,
                        };
                    let others: Vec<_> = other_bots.iter().map(|(_, config)| || Duellists::new(config)).collect();
                    let parts: Vec<String> = other_bots.iter().map(|(name, _)| format!("{part}/{name}")).collect();
                    let arenas: Vec<RealArena<'_, R>> = others
                        .iter()
                        .zip(&parts)
                        .map(|(seats, part)| RealArena {
                            files: &files,
                            bots: seats,
                            log: running.log(),
                            part,
                            tick: &tick,
                        })
                        .collect();
                    let mut players: Vec<costing::Player<'_>> = vec![(bot_names[bot], &arena)];
                    players
                        .extend(arenas.iter().zip(&other_bots).map(|(arena, (name, _))| (name.as_str(), arena as _)));
                    let sets = new_list::both_lists(&study, draw.costs());
                    let found = running.pool().install(|| costing::unseen(&players, &draw, &sets, &plan, &unseen_plan));
                    elsewhere.push(found.map_err(to_cli_error)?);
                    studies.push((bot, *budget, study));
                }
            }
            if running.log().is_part() {
                return Err(TournamentError::PartDone.into());
            }
            let results: Vec<Costs<'_>> = studies
                .iter()
                .map(|(bot, budget, study)| Costs {
                    bot: &bots[*bot].0,
                    budget: *budget,
                    troops: &troops,
                    parameters: &parameters,
                    scenarios: &scenario_names,
                    study,
                })
                .collect();
            let mut screen: String = results.iter().map(|result| render(result) + "\n").collect();
            let led_by = |bot: usize| -> Vec<&str> {
                std::iter::once(bot_names[bot]).chain(other_bots.iter().map(|(name, _)| name.as_str())).collect()
            };
            let players: Vec<Vec<&str>> = studies.iter().map(|(bot, ..)| led_by(*bot)).collect();
            let new_lists: Vec<NewList<'_>> = studies
                .iter()
                .zip(&elsewhere)
                .zip(&players)
                .map(|(((bot, budget, study), unseen), players)| NewList {
                    bot: bot_names[*bot],
                    budget: *budget,
                    troops: &troops,
                    players,
                    scenarios: &all_scenarios,
                    seen: scenario_names.len(),
                    study,
                    unseen,
                })
                .collect();
            let lines = new_lists.iter().map(new_list_summary::render).filter(|lines| !lines.is_empty());
            screen.extend(lines.map(|lines| lines + "\n"));
            let mut by_cell: Vec<(f64, Factors)> = Vec::new();
            for budget in &budgets {
                let of_budget = studies.iter().filter(|(_, points, _)| points == budget).map(|(.., study)| study);
                match costing::factors(&of_budget.collect::<Vec<_>>(), &troops, &parameters, scenario_names.len()) {
                    Ok(found) => by_cell.extend(found.map(|found| (*budget, found))),
                    Err(fault) => {
                        let (bot, scenario) = (bot_names[fault.bot], &scenario_names[fault.scenario]);
                        screen += &format!("No costs by scenario and bot: {bot} on {scenario}: {fault}.\n\n");
                    }
                }
            }
            let by_cell: Vec<CostFactors<'_>> = by_cell
                .iter()
                .map(|(budget, factors)| CostFactors {
                    budget: *budget,
                    troops: &troops,
                    bots: &bot_names,
                    scenarios: &scenario_names,
                    factors,
                })
                .collect();
            screen.extend(by_cell.iter().map(|result| render_factors(result) + "\n"));
            let mut strengths: Vec<(f64, Strength)> = Vec::new();
            for (of, ratings) in by_cell.iter().zip(ratings.iter().cycle()) {
                match costing::strength(of.factors, &troops, ratings) {
                    Some(found) => strengths.push((of.budget, found)),
                    None => screen += "No costs by strength: the ratings are no further apart than their errors.\n\n",
                }
            }
            let by_strength: Vec<CostStrength<'_>> = strengths
                .iter()
                .map(|(budget, found)| CostStrength {
                    budget: *budget,
                    troops: &troops,
                    bots: &bot_names,
                    ratings: ratings.as_deref().unwrap_or_default(),
                    strength: found,
                })
                .collect();
            screen.extend(by_strength.iter().map(|result| render_strength(result) + "\n"));
            screen += &(legend() + "\n");
            if !R::COSTS_ARE_PUBLISHED {
                screen += "The rulebook publishes no costs: those of the list are our initial estimates.\n";
            }
            let folder = running.folder();
            let named: Vec<(&str, &R::Army)> = army_names.iter().map(String::as_str).zip(&armies).collect();
            Setup::of_lists::<R>(&files.rules, &files.scenarios, &named).write(folder)?;
            let mut written = costs::write(folder, &results)?;
            written.extend(factors::write(folder, &by_cell)?);
            written.extend(strength::write(folder, &by_strength)?);
            written.extend(new_list_tables::write(folder, &new_lists)?);
            let manifest = QuestionManifest {
                outputs: Output::of(folder.path(), written.iter().copied().chain([setup::NAME]), None)?,
                ..manifest
            }
            .to_toml();
            let of_places = elsewhere.iter().flatten().filter(|one| one.place.is_some()).map(|one| one.games);
            let games = studies.iter().map(|(.., study)| study.games).sum::<u64>() + of_places.sum::<u64>();
            running.write_manifest(&manifest, games)?;
            let names: Vec<&str> =
                written.into_iter().chain([setup::NAME, Manifest::NAME, RunInfo::NAME, page::NAME]).collect();
            screen += &wrote(folder, &names);
            if let Some(path) = &options.write {
                let same = library.find(Kind::Rules, rules.name()).is_ok_and(|found| found.path() == rules.path());
                let extends = if same { rules.name() } else { rules.path() };
                let text = rules_text(&results[0], extends, R::elements_for_each(&files.pool), folder, &manifest);
                running.write_file(path, &text, options.study_options.force)?;
                screen += &format!("Wrote {}\n", path.display());
            }
            Ok(Done { exit: Exit::Done, games, screen })
        })
    }
}

/// The costs as a rules file with their provenance.
fn rules_text(result: &Costs<'_>, extends: &str, elements_for_each: u32, folder: &Folder, manifest: &str) -> String {
    let source = [source_line(folder, manifest), format!("{} by {}", count(result.study.games, "game"), result.bot)];
    rules_file(result, extends, elements_for_each, &source)
}
