//! Tournaments with prescribed results, for tests of what is computed from their counters.

use crate::game::{Ending, Grade, Outcome, Side, Tally};
use crate::tournament::{
    Arrangement, Entrant, GameRow, PairingOnScenario, Plan, Planned, PlannedScenario, Schedule, Standings,
};

/// A game whose result a test prescribes.
pub struct PrescribedGame {
    /// The index of its pairing in the list.
    pub cell: usize,
    /// The number of its pair.
    pub pair: u64,
    /// Whether it is the second of the pair.
    pub swapped: bool,
    seats: [Entrant; 2],
}

impl PrescribedGame {
    /// The seat of a bot.
    pub fn side_of(&self, bot: usize) -> Side {
        if self.seats[0].bot == bot { Side::Red } else { Side::Blue }
    }

    /// The army on a side.
    pub fn army_of(&self, side: Side) -> usize {
        self.seats[usize::from(side == Side::Blue)].army.unwrap()
    }
}

/// A bot with its army.
pub fn entrant(bot: usize, army: Option<usize>) -> Entrant {
    Entrant { bot, army }
}

/// This many pairs of each pairing on one scenario; red begins, and `winner` gives the result.
pub fn played(
    pairings: &[[Entrant; 2]],
    pairs: u64,
    winner: impl Fn(&PrescribedGame) -> Option<Side>,
) -> (Plan, Standings) {
    played_with_forfeits(pairings, pairs, |game| (winner(game), false))
}

/// The same, where `result` gives the winner and whether the other side forfeited the game.
pub fn played_with_forfeits(
    pairings: &[[Entrant; 2]],
    pairs: u64,
    result: impl Fn(&PrescribedGame) -> (Option<Side>, bool),
) -> (Plan, Standings) {
    let names = |what: &str| Planned::from_names((0..5).map(|number| format!("{what} {number}")));
    let plan = Plan {
        rulebook: "none".into(),
        rules: "none".into(),
        rules_path: "none".into(),
        repeatable: true,
        seed: 3,
        games: 2 * pairs,
        quarantine: None,
        arrangement: Arrangement::RoundRobin,
        stop: None,
        luck: None,
        luck_of_choices: false,
        ratings: None,
        allocate: None,
        ties: vec![],
        scenarios: vec![PlannedScenario {
            name: "field".into(),
            path: "field".into(),
            brings_armies: false,
            weight: 1,
        }],
        bots: names("bot"),
        armies: names("army"),
    };
    let schedule = Schedule::of_cells(
        pairings.iter().map(|entrants| PairingOnScenario { scenario: 0, entrants: *entrants, pairs }).collect(),
    );
    let mut standings = Standings::new(&schedule);
    for game in 0..schedule.games() {
        let spec = schedule.game(game);
        let seats = schedule.cells()[spec.cell].seats(spec.swapped);
        let played =
            PrescribedGame { cell: spec.cell, pair: spec.pair, swapped: spec.swapped, seats: [seats.red, seats.blue] };
        let (winner, is_forfeited) = result(&played);
        let outcome = Outcome { winner, grade: Grade::None, ending: Ending::Victory };
        let row = GameRow::for_tests(spec, outcome, Tally::default());
        let row = GameRow { first_side: Some(Side::Red), ..row };
        standings.add(&match winner.filter(|_| is_forfeited) {
            Some(winner) => row.crashed_for_tests(winner.other()),
            None => row,
        });
    }
    standings.close();
    (plan, standings)
}
