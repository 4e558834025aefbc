//! A tournament ready to be played: its schedule, every prepared game, and a configuration for every bot.

use super::course::Following;
use super::games::{Combination, Games, Prepare};
use super::luck::{self, Luck};
use super::plan::{Plan, Planned};
use super::record::{GameRow, Header, Seat};
use super::referee::{GameKey, InPlay, NoObserver, Observer};
use super::schedule::{Entrant, GameSpec, PairingOnScenario, Schedule};
use super::value::ValueFunction;
use crate::bots::{Bot, BotConfig, BotFault};
use crate::game::{BySide, Evaluate, Game, GameFiles, Prepared, SetupError, Show, Side, Weighted};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Everything that does not change during a tournament.
pub struct Tournament<G> {
    /// The plan, with every default written out.
    pub plan: Plan,
    /// The games in order.
    pub schedule: Schedule,
    /// The configuration of each bot of the plan.
    configs: Vec<BotConfig>,
    /// Each scenario with each pair of armies that plays on it.
    games: Arc<Games<G>>,
    /// For each army of the plan its points at the start.
    army_points: Vec<u32>,
    /// The names of entrants.
    names: Arc<BTreeMap<Entrant, String>>,
    /// The names of scenarios in the dice keys, where they differ from their own names.
    grounds: Option<Arc<Vec<String>>>,
    /// The value function by which luck is computed, where requested.
    value: Option<Arc<ValueFunction>>,
    /// The nanoseconds spent on it.
    luck_time: Arc<AtomicU64>,
}

/// The names of all entrants of the plan and the schedule.
fn names(plan: &Plan, schedule: &Schedule) -> Arc<BTreeMap<Entrant, String>> {
    let entries = plan.entries();
    let entered = [false, true].into_iter().flat_map(|brings| entries.entrants(brings)).map(|(entrant, _)| entrant);
    let playing = schedule.cells().iter().flat_map(|cell| cell.entrants);
    Arc::new(entered.chain(playing).map(|entrant| (entrant, plan.entrant_name(entrant))).collect())
}

impl<G> Clone for Tournament<G> {
    fn clone(&self) -> Self {
        let (plan, schedule, configs) = (self.plan.clone(), self.schedule.clone(), self.configs.clone());
        let (games, army_points, names) = (Arc::clone(&self.games), self.army_points.clone(), Arc::clone(&self.names));
        let (grounds, value, luck_time) = (self.grounds.clone(), self.value.clone(), Arc::clone(&self.luck_time));
        Tournament { plan, schedule, configs, games, army_points, names, grounds, value, luck_time }
    }
}

fn combination(cell: &PairingOnScenario, swapped: bool) -> Combination {
    (cell.scenario, cell.seats(swapped).map(|entrant| entrant.army))
}

impl<G: Evaluate + Show + 'static> Tournament<G> {
    /// Prepares every game of a round robin by calling `prepare` with the scenario and the armies by seat, once for
    /// each combination that is needed.
    ///
    /// # Errors
    /// The first error of `prepare`.
    pub fn new<E>(
        plan: Plan,
        configs: Vec<BotConfig>,
        prepare: impl FnMut(usize, BySide<Option<usize>>) -> Result<Prepared<G>, E>,
    ) -> Result<Tournament<G>, E> {
        let schedule = Schedule::round_robin(&plan.entries());
        Tournament::of_schedule(plan, schedule, configs, prepare)
    }

    /// As [`Tournament::new`], with a given schedule instead of a round robin.
    ///
    /// # Errors
    /// The first error of `prepare`.
    pub fn of_schedule<E>(
        plan: Plan,
        schedule: Schedule,
        configs: Vec<BotConfig>,
        mut prepare: impl FnMut(usize, BySide<Option<usize>>) -> Result<Prepared<G>, E>,
    ) -> Result<Tournament<G>, E> {
        let mut ready: Vec<(Combination, Prepared<G>)> = Vec::new();
        let mut army_points = vec![0; plan.armies.len()];
        for cell in schedule.cells() {
            for wanted in [false, true].map(|swapped| combination(cell, swapped)) {
                if ready.iter().all(|(known, _)| *known != wanted) {
                    let prepared = prepare(wanted.0, wanted.1)?;
                    note_points(&mut army_points, wanted, &prepared);
                    ready.push((wanted, prepared));
                }
            }
        }
        let names = names(&plan, &schedule);
        Ok(Tournament {
            plan,
            schedule,
            configs,
            games: Arc::new(Games::of(ready)),
            army_points,
            names,
            grounds: None,
            value: None,
            luck_time: Arc::default(),
        })
    }

    /// As [`Tournament::of_schedule`]; but of many games only enough are prepared at once to try every army on every
    /// scenario where it plays, and all others when they are needed.
    ///
    /// # Errors
    /// The first error of `prepare`.
    pub fn on_demand(
        plan: Plan,
        schedule: Schedule,
        configs: Vec<BotConfig>,
        prepare: Prepare<G>,
    ) -> Result<Tournament<G>, SetupError> {
        let games = Games::on_demand(prepare);
        let mut army_points = vec![0; plan.armies.len()];
        let mut seen: BTreeSet<(usize, Option<usize>)> = BTreeSet::new();
        let mut look = |wanted: Combination| {
            let [red, blue] = [wanted.1.red, wanted.1.blue].map(|army| seen.insert((wanted.0, army)));
            if red || blue {
                note_points(&mut army_points, wanted, &*games.get(wanted)?);
            }
            Ok::<(), SetupError>(())
        };
        for cell in schedule.cells() {
            look(combination(cell, false))?;
        }
        // Where the pairings are not known yet, every army is prepared against itself.
        if plan.steers_itself() {
            for (scenario, planned) in plan.scenarios.iter().enumerate() {
                let armies: Vec<Option<usize>> =
                    if planned.brings_armies { vec![None] } else { (0..plan.armies.len()).map(Some).collect() };
                armies.into_iter().try_for_each(|army| look((scenario, BySide::new(army, army))))?;
            }
        }
        let names = names(&plan, &schedule);
        Ok(Tournament {
            plan,
            schedule,
            configs,
            games: Arc::new(games),
            army_points,
            names,
            grounds: None,
            value: None,
            luck_time: Arc::default(),
        })
    }

    /// The same games again, with another seed and with other bots in place of the first ones.
    #[must_use]
    pub fn again(&self, seed: u64, bots: Vec<Planned>, configs: Vec<BotConfig>) -> Tournament<G> {
        assert_eq!((bots.len(), configs.len()), (self.configs.len(), self.configs.len()), "a bot for each place");
        let plan = Plan { seed, bots, ..self.plan.clone() };
        let names = names(&plan, &self.schedule);
        Tournament { plan, configs, names, ..self.clone() }
    }

    /// The same games with the keys of another tournament whose scenarios, bots and armies have the same indices: dice
    /// and bots draw the same numbers as there, whatever the names of the files.
    #[must_use]
    pub fn with_keys_of(self, other: &Tournament<G>) -> Tournament<G> {
        let places = |plan: &Plan| [plan.scenarios.len(), plan.bots.len(), plan.armies.len()];
        assert_eq!(places(&self.plan), places(&other.plan), "there is a key for each place");
        let grounds = other.plan.scenarios.iter().map(|scenario| scenario.name.clone()).collect();
        Tournament { names: Arc::clone(&other.names), grounds: Some(Arc::new(grounds)), ..self }
    }

    /// Computes the luck of every game by this value function.
    #[must_use]
    pub fn with_value(self, value: ValueFunction) -> Tournament<G> {
        Tournament { value: Some(Arc::new(value)), ..self }
    }

    /// The time that all threads together have spent on computing luck.
    pub fn luck_time(&self) -> Duration {
        Duration::from_nanos(self.luck_time.load(Ordering::Relaxed))
    }

    /// The configuration of a bot of the plan.
    pub fn config(&self, bot: usize) -> &BotConfig {
        &self.configs[bot]
    }

    /// The cell of a game.
    pub fn cell(&self, spec: &GameSpec) -> &PairingOnScenario {
        &self.schedule.cells()[spec.cell]
    }

    /// The prepared game of a game number.
    pub fn prepared(&self, spec: &GameSpec) -> Arc<Prepared<G>> {
        let prepared = self.games.get(combination(self.cell(spec), spec.swapped));
        prepared.unwrap_or_else(|fault| panic!("armies that stand on a scenario do so against any other: {fault}"))
    }

    /// For each army of the plan its points at the start.
    pub fn army_points(&self) -> &[u32] {
        &self.army_points
    }

    /// Starts each bot that may fail to start, before the first game. A program that asks for files prepares games in
    /// which it meets every scenario and every army of the schedule.
    ///
    /// # Errors
    /// The place of the bot in the plan, and its fault.
    pub fn try_out_bots(&self) -> Result<(), (usize, BotFault)> {
        for (bot, config) in self.configs.iter().enumerate() {
            let games = if matches!(config, BotConfig::External(_)) { self.trials(bot) } else { Vec::new() };
            config.try_out(&games).map_err(|fault| (bot, fault))?;
        }
        Ok(())
    }

    /// The files of games in which a bot meets every scenario and every army that it ever meets.
    fn trials(&self, bot: usize) -> Vec<Arc<GameFiles>> {
        let (mut scenarios, mut armies) = (BTreeSet::new(), BTreeSet::new());
        let mut games = Vec::new();
        for cell in self.schedule.cells() {
            let seats = cell.seats(false);
            if [seats.red.bot, seats.blue.bot].contains(&bot) {
                let is_new = scenarios.insert(cell.scenario);
                let brings_new = [seats.red.army, seats.blue.army].map(|army| armies.insert(army));
                if is_new || brings_new.contains(&true) {
                    let prepared = self.games.get(combination(cell, false));
                    games.extend(prepared.ok().and_then(|prepared| prepared.files.clone()));
                }
            }
        }
        games
    }

    /// The header of the record of a game.
    pub fn header(&self, spec: &GameSpec) -> Header {
        let cell = self.cell(spec);
        let seat = |Entrant { bot, army }| Seat {
            bot: self.plan.bots[bot].name.clone(),
            army: army.map(|army| self.plan.armies[army].name.clone()),
        };
        Header {
            version: env!("CARGO_PKG_VERSION").to_string(),
            rulebook: self.plan.rulebook.clone(),
            rules: self.plan.rules.clone(),
            scenario: self.plan.scenarios[cell.scenario].name.clone(),
            seed: self.plan.seed,
            pair: spec.pair,
            seats: cell.seats(spec.swapped).map(seat),
            setup: None,
        }
    }

    /// The game at its start.
    pub fn start(&self, spec: &GameSpec) -> InPlay<G> {
        self.start_of(&self.prepared(spec).game, spec)
    }

    fn start_of(&self, game: &G, spec: &GameSpec) -> InPlay<G> {
        let seats = self.cell(spec).seats(spec.swapped);
        InPlay::new(game, self.key(spec), seats.map(|entrant| self.names[&entrant].as_str()))
    }

    /// The key that distinguishes the random streams of a game.
    pub fn key(&self, spec: &GameSpec) -> GameKey<'_> {
        let place = self.cell(spec).scenario;
        let scenario = self.grounds.as_ref().map_or(&self.plan.scenarios[place].name, |grounds| &grounds[place]);
        GameKey { seed: self.plan.seed, scenario, pair: spec.pair }
    }
}

/// Records the points of the armies of a game.
fn note_points<G>(army_points: &mut [u32], (_, seats): Combination, prepared: &Prepared<G>) {
    for (side, army) in [(Side::Red, seats.red), (Side::Blue, seats.blue)] {
        if let Some(army) = army {
            army_points[army] = prepared.points[side];
        }
    }
}

/// The bots of one thread, created when first needed and reused for every game.
pub struct Worker<G: Game> {
    bots: BySide<Vec<Option<Box<dyn Bot<G>>>>>,
    following: Following<G>,
    luck: Option<luck::Space<G>>,
    /// Buffer reused from game to game.
    space: Vec<Weighted<G::Roll>>,
}

impl<G: Evaluate + Show + 'static> Worker<G> {
    /// A worker without bots.
    pub fn new(tournament: &Tournament<G>) -> Worker<G> {
        let empty = || tournament.configs.iter().map(|_| None).collect();
        Worker { bots: BySide::new(empty(), empty()), following: Following::default(), luck: None, space: Vec::new() }
    }

    /// Plays one game of the schedule.
    pub fn play(&mut self, tournament: &Tournament<G>, spec: GameSpec, observer: &mut impl Observer<G>) -> GameRow {
        let prepared = tournament.prepared(&spec);
        let game = &prepared.game;
        let seats = tournament.cell(&spec).seats(spec.swapped);
        let Worker { bots: BySide { red, blue }, following, space, .. } = self;
        let red_slot = &mut red[seats.red.bot];
        let blue_slot = &mut blue[seats.blue.bot];
        let mut play = tournament.start_of(game, &spec);
        let red_bot = red_slot.get_or_insert_with(|| tournament.configs[seats.red.bot].build());
        let blue_bot = blue_slot.get_or_insert_with(|| tournament.configs[seats.blue.bot].build());
        red_bot.receive_files(prepared.files.as_ref());
        blue_bot.receive_files(prepared.files.as_ref());
        following.begin(
            tournament.key(&spec),
            seats.map(|entrant| tournament.names[&entrant].as_str()),
            prepared.points,
        );
        play.exchange_space(space);
        let finished =
            play.play_out(game, BySide::new(&mut **red_bot, &mut **blue_bot), &mut (observer, &mut *following));
        play.exchange_space(space);
        // A fault may leave the bot in any state, so it is dropped and never used again.
        match &finished.forfeit {
            Some(forfeit) if forfeit.side == Side::Red => *red_slot = None,
            Some(_) => *blue_slot = None,
            None => {}
        }
        let course = following.end(&finished.tally, &finished.outcome);
        GameRow::new(spec, game.first_side(&play.state), finished, course)
    }

    /// Plays one game of the schedule without an observer.
    pub fn play_unseen(&mut self, tournament: &Tournament<G>, spec: GameSpec) -> GameRow {
        let Some(value) = &tournament.value else { return self.play(tournament, spec, &mut NoObserver) };
        let seats = tournament.cell(&spec).seats(spec.swapped);
        let draws = seats.map(|entrant| {
            tournament.plan.luck_of_choices && matches!(tournament.configs[entrant.bot], BotConfig::Random)
        });
        let mut observer = Luck::new(value, self.luck.take().unwrap_or_default()).of_choices(draws);
        let row = self.play(tournament, spec, &mut observer);
        let row = GameRow { luck: Some(observer.luck()), ..row };
        let (spent, space) = observer.finish();
        tournament.luck_time.fetch_add(spent.as_nanos() as u64, Ordering::Relaxed);
        self.luck = Some(space);
        row
    }
}
