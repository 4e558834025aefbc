//! A tournament ready to be played: its schedule, every game it needs prepared, and a recipe for every bot.

use super::plan::{Plan, Planned};
use super::record::{GameRow, Header, Seat};
use super::referee::{GameKey, InPlay, Unwatched, Watch};
use super::schedule::{Cell, Entrant, Fixture, Schedule};
use crate::bots::{Bot, Recipe};
use crate::game::{BySide, Judge, Prepared, Show, Side};
use std::sync::Arc;

/// Everything that does not change while a tournament is played.
pub struct Contest<G> {
    /// What was asked for, with every default written out.
    pub plan: Plan,
    /// The games in order.
    pub schedule: Schedule,
    /// For each bot of the plan how to make it.
    recipes: Vec<Recipe>,
    /// Prepared games: each scenario with each pair of armies that meets on it.
    games: Arc<Vec<Prepared<G>>>,
    /// For each cell, in both orders of the seats, which of these it plays.
    of_cell: Vec<[usize; 2]>,
    /// For each cell the names of its entrants.
    names: Vec<[String; 2]>,
}

impl<G: Judge + Show + 'static> Contest<G> {
    /// Prepares every game of a plan by calling `prepare` with the scenario and the armies by seat, once for each combination that is needed.
    ///
    /// # Errors
    /// The first error of `prepare`.
    pub fn new<E>(
        plan: Plan,
        recipes: Vec<Recipe>,
        prepare: impl FnMut(usize, BySide<Option<usize>>) -> Result<Prepared<G>, E>,
    ) -> Result<Contest<G>, E> {
        let schedule = Schedule::round_robin(&plan.entries());
        Contest::of_schedule(plan, schedule, recipes, prepare)
    }

    /// As [`Contest::new`], with another schedule than that of a round robin.
    ///
    /// # Errors
    /// The first error of `prepare`.
    pub fn of_schedule<E>(
        plan: Plan,
        schedule: Schedule,
        recipes: Vec<Recipe>,
        mut prepare: impl FnMut(usize, BySide<Option<usize>>) -> Result<Prepared<G>, E>,
    ) -> Result<Contest<G>, E> {
        let mut known: Vec<(usize, BySide<Option<usize>>)> = Vec::new();
        let (mut games, mut of_cell) = (Vec::new(), Vec::new());
        for cell in schedule.cells() {
            let mut of_seats = [0; 2];
            for (swapped, slot) in [false, true].into_iter().zip(&mut of_seats) {
                let wanted = (cell.scenario, cell.seats(swapped).map(|entrant| entrant.army));
                *slot = match known.iter().position(|key| *key == wanted) {
                    Some(index) => index,
                    None => {
                        games.push(prepare(wanted.0, wanted.1)?);
                        known.push(wanted);
                        games.len() - 1
                    }
                };
            }
            of_cell.push(of_seats);
        }
        let names = schedule.cells().iter().map(|cell| cell.entrants.map(|entrant| plan.entrant_name(entrant))).collect();
        Ok(Contest { plan, schedule, recipes, games: Arc::new(games), of_cell, names })
    }

    /// The same games once more, from another seed and with other bots in the places of the first ones.
    #[must_use]
    pub fn again(&self, seed: u64, bots: Vec<Planned>, recipes: Vec<Recipe>) -> Contest<G> {
        assert_eq!((bots.len(), recipes.len()), (self.recipes.len(), self.recipes.len()), "a bot for each place");
        let plan = Plan { seed, bots, ..self.plan.clone() };
        let names = self.schedule.cells().iter().map(|cell| cell.entrants.map(|entrant| plan.entrant_name(entrant))).collect();
        let (schedule, games, of_cell) = (self.schedule.clone(), Arc::clone(&self.games), self.of_cell.clone());
        Contest { plan, schedule, recipes, games, of_cell, names }
    }

    /// The cell of a game.
    pub fn cell(&self, fixture: &Fixture) -> &Cell {
        &self.schedule.cells()[fixture.cell]
    }

    /// The prepared game that is played under a number.
    pub fn prepared(&self, fixture: &Fixture) -> &Prepared<G> {
        &self.games[self.of_cell[fixture.cell][usize::from(fixture.swapped)]]
    }

    /// For each army of the plan its points at the start.
    pub fn army_points(&self) -> Vec<u32> {
        let mut points = vec![0; self.plan.armies.len()];
        for (cell, of_seats) in self.schedule.cells().iter().zip(&self.of_cell) {
            for (side, entrant) in [(Side::Red, cell.entrants[0]), (Side::Blue, cell.entrants[1])] {
                if let Some(army) = entrant.army {
                    points[army] = self.games[of_seats[0]].points[side];
                }
            }
        }
        points
    }

    /// What is on the record before the game begins.
    pub fn header(&self, fixture: &Fixture) -> Header {
        let cell = self.cell(fixture);
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
            pair: fixture.pair,
            seats: cell.seats(fixture.swapped).map(seat),
        }
    }

    /// The game about to begin.
    pub fn start(&self, fixture: &Fixture) -> InPlay<G> {
        let scenario = &self.plan.scenarios[self.cell(fixture).scenario].name;
        let key = GameKey { seed: self.plan.seed, scenario, pair: fixture.pair };
        let [first, second] = &self.names[fixture.cell];
        let entrants = if fixture.swapped { BySide::new(&**second, &**first) } else { BySide::new(&**first, &**second) };
        InPlay::new(&self.prepared(fixture).game, key, entrants)
    }
}

/// The bots of one thread, made when first needed and used again for every game.
pub struct Bench<G> {
    bots: BySide<Vec<Option<Box<dyn Bot<G>>>>>,
}

impl<G: Judge + Show + 'static> Bench<G> {
    /// A bench without bots.
    pub fn new(contest: &Contest<G>) -> Bench<G> {
        let empty = || contest.recipes.iter().map(|_| None).collect();
        Bench { bots: BySide::new(empty(), empty()) }
    }

    /// Plays one game of the schedule.
    pub fn play(&mut self, contest: &Contest<G>, fixture: Fixture, watch: &mut impl Watch<G>) -> GameRow {
        let game = &contest.prepared(&fixture).game;
        let seats = contest.cell(&fixture).seats(fixture.swapped);
        let BySide { red, blue } = &mut self.bots;
        let red_slot = &mut red[seats.red.bot];
        let blue_slot = &mut blue[seats.blue.bot];
        let mut play = contest.start(&fixture);
        let red_bot = red_slot.get_or_insert_with(|| contest.recipes[seats.red.bot].build());
        let blue_bot = blue_slot.get_or_insert_with(|| contest.recipes[seats.blue.bot].build());
        let finished = play.play_out(game, BySide::new(&mut **red_bot, &mut **blue_bot), watch);
        // Whatever state a fault left the bot in, nobody sees it.
        match &finished.forfeit {
            Some(forfeit) if forfeit.side == Side::Red => *red_slot = None,
            Some(_) => *blue_slot = None,
            None => {}
        }
        GameRow::new(fixture, game.first_side(&play.state), finished)
    }

    /// Plays one game of the schedule, unseen.
    pub fn play_unseen(&mut self, contest: &Contest<G>, fixture: Fixture) -> GameRow {
        self.play(contest, fixture, &mut Unwatched)
    }
}
