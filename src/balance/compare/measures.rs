//! What is measured in each of two games that differ by one change, and to which rows of a comparison it is added.

use super::tally::Tally;
use crate::game::{Event, Game, Grade, Side};
use crate::tournament::{GameRow, PairingOnScenario, Schedule, Tournament, shows_first_move};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A measure, averaged over games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Measure {
    /// Points of the side that plays the first player-turn, in games in which the same bot plays both sides; half a
    /// point where play did not get that far.
    #[strum(serialize = "first_player_rate")]
    FirstPlayer,
    /// Drawn games.
    Draws,
    /// Games won by the side that was behind at half time.
    Comebacks,
    /// Victories of the highest grade.
    #[strum(serialize = "decisive_victories")]
    Decisive,
    /// Victories of the lowest grade.
    #[strum(serialize = "marginal_victories")]
    Marginal,
    /// Rounds begun.
    Rounds,
    /// Combats resolved.
    Combats,
    /// Units lost by both sides.
    UnitsLost,
    /// Points lost by both sides.
    PointsLost,
    /// Points of an army against other armies that the same bot plays.
    #[strum(serialize = "army_win_rate")]
    ArmyRate,
    /// Units lost by an army.
    #[strum(serialize = "army_units_lost")]
    ArmyLosses,
    /// Points of a bot against other bots.
    #[strum(serialize = "bot_win_rate")]
    BotRate,
    /// Points of the first of two entrants against the second.
    #[strum(serialize = "matchup_win_rate")]
    MatchupRate,
    /// The distance of that rate from one half.
    #[strum(serialize = "matchup_unfairness")]
    Unfairness,
    /// How often an order was given or a rule took effect.
    #[strum(serialize = "events")]
    Event,
}

impl Measure {
    /// The measures of all games together, in the order of rows.
    const OVERALL: [Measure; 9] = [
        Measure::FirstPlayer,
        Measure::Draws,
        Measure::Comebacks,
        Measure::Decisive,
        Measure::Marginal,
        Measure::Rounds,
        Measure::Combats,
        Measure::UnitsLost,
        Measure::PointsLost,
    ];

    /// The name used in files.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Whether it is about the players, so that a forfeited game counts as lost; for all other measures it is
    /// left out.
    pub fn is_of_bots(self) -> bool {
        matches!(self, Measure::BotRate | Measure::MatchupRate | Measure::Unfairness)
    }

    /// Whether it is a share of games rather than a number per game.
    pub fn is_share(self) -> bool {
        !matches!(
            self,
            Measure::Rounds
                | Measure::Combats
                | Measure::UnitsLost
                | Measure::PointsLost
                | Measure::ArmyLosses
                | Measure::Event
        )
    }
}

/// The key of a row of a comparison.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key {
    /// The scenario, as index into the plan's list; `None` for all together.
    pub scenario: Option<usize>,
    /// What is measured.
    pub measure: Measure,
    /// The subject; empty for all games.
    pub of: String,
}

/// A game with observations that its row does not contain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Observed {
    /// Its row.
    pub row: GameRow,
    /// The side that led at half time.
    pub led: Option<Side>,
    /// How often each event took effect, where they are counted.
    pub events: Vec<u64>,
}

/// The contribution of a game to a row.
#[derive(Clone, Copy, Debug)]
enum Figure {
    Overall(Measure),
    /// Points of the first or second entrant of the pairing.
    Score(usize),
    /// Units lost by this entrant.
    Losses(usize),
    Event(usize),
}

impl Figure {
    /// Twice the figure, so that half points are integers.
    fn doubled(self, game: &Observed) -> u64 {
        let row = &game.row;
        let seat = |slot: usize| if slot == 0 { row.spec.seat_of_first() } else { row.spec.seat_of_first().other() };
        let points = |side: Side| row.outcome.winner.map_or(1, |winner| 2 * u64::from(winner == side));
        let whether = |it: bool| 2 * u64::from(it);
        match self {
            Figure::Score(slot) => points(seat(slot)),
            Figure::Losses(slot) => 2 * u64::from(row.tally.units_lost[seat(slot)]),
            Figure::Event(event) => 2 * game.events[event],
            Figure::Overall(measure) => match measure {
                Measure::FirstPlayer => row.first_side.map_or(1, points),
                Measure::Draws => whether(row.outcome.winner.is_none()),
                Measure::Comebacks => {
                    whether(row.outcome.winner.is_some() && row.outcome.winner.map(Side::other) == game.led)
                }
                Measure::Decisive => whether(row.outcome.grade == Grade::Decisive),
                Measure::Marginal => whether(row.outcome.grade == Grade::Marginal),
                Measure::Rounds => 2 * u64::from(row.tally.rounds),
                Measure::Combats => 2 * u64::from(row.tally.combats),
                Measure::UnitsLost => 2 * u64::from(row.tally.units_lost.red + row.tally.units_lost.blue),
                Measure::PointsLost => 2 * u64::from(row.tally.points_lost.red + row.tally.points_lost.blue),
                other => unreachable!("{other:?} is not a measure of all games"),
            },
        }
    }
}

/// The rows of a comparison, and which games count for which.
pub(super) struct Table {
    keys: Vec<Key>,
    of_cells: Vec<Vec<(usize, Figure)>>,
}

/// Stands between the names of something without and with the change.
const CHANGED: char = '→';

/// The label of something whose name may be changed.
fn called(one: &str, other: &str) -> String {
    if one == other { one.to_owned() } else { format!("{one}{CHANGED}{other}") }
}

impl Table {
    /// The rows for games of these tournaments.
    pub fn new<G: Game>(base: &Tournament<G>, variant: &Tournament<G>, events: &[Event]) -> Table {
        Table::of_figures(base, variant, events, figures)
    }

    /// The rows for the games in which this bot plays both sides: those of all games, and of armies.
    pub fn under<G: Game>(bot: usize, base: &Tournament<G>, variant: &Tournament<G>) -> Table {
        Table::of_figures(base, variant, &[], |base, variant, cell| figures_under(bot, base, variant, cell))
    }

    fn of_figures<G: Game>(
        base: &Tournament<G>,
        variant: &Tournament<G>,
        events: &[Event],
        figures: impl Fn(&Tournament<G>, &Tournament<G>, &PairingOnScenario) -> Vec<(Measure, String, Figure)>,
    ) -> Table {
        let several = base.plan.scenarios.len() > 1;
        let mut rows: BTreeMap<Key, Vec<(usize, Figure)>> = BTreeMap::new();
        for (index, cell) in base.schedule.cells().iter().enumerate() {
            for (measure, of, figure) in figures(base, variant, cell) {
                let mut add =
                    |scenario| rows.entry(Key { scenario, measure, of: of.clone() }).or_default().push((index, figure));
                add(None);
                if several {
                    add(Some(cell.scenario));
                }
            }
            for (event, Event { group, name }) in events.iter().enumerate() {
                let key = Key { scenario: None, measure: Measure::Event, of: format!("{group}: {name}") };
                rows.entry(key).or_default().push((index, Figure::Event(event)));
            }
        }
        let mut of_cells = vec![Vec::new(); base.schedule.cells().len()];
        let mut keys = Vec::with_capacity(rows.len());
        for (place, (key, figures)) in rows.into_iter().enumerate() {
            figures.into_iter().for_each(|(cell, figure)| of_cells[cell].push((place, figure)));
            keys.push(key);
        }
        Table { keys, of_cells }
    }

    /// The rows.
    pub fn keys(&self) -> &[Key] {
        &self.keys
    }

    /// The row that is watched during play, a share of games: that of the army or bot that is changed, or else that of
    /// the first player, or of the first pairing.
    pub fn watched(&self) -> Option<usize> {
        let rank = |key: &Key| match key.measure {
            Measure::ArmyRate | Measure::BotRate if key.of.contains(CHANGED) => Some(0),
            Measure::FirstPlayer => Some(1),
            Measure::MatchupRate => Some(2),
            _ => None,
        };
        let rows = self.keys.iter().enumerate().filter(|(_, key)| key.scenario.is_none());
        rows.filter_map(|(place, key)| Some((rank(key)?, place))).min().map(|(_, place)| place)
    }

    /// The rows, by value.
    pub fn into_keys(self) -> Vec<Key> {
        self.keys
    }

    /// Adds a game without and with the change.
    pub fn add(&self, schedule: &Schedule, unchanged: &Observed, changed: &Observed, tallies: &mut [Tally]) {
        let spec = unchanged.row.spec;
        let scenario = schedule.cells()[spec.cell].scenario;
        let is_forfeited = unchanged.row.forfeit.is_some() || changed.row.forfeit.is_some();
        let is_balanced = unchanged.row.set_up_draws > 0 || changed.row.set_up_draws > 0;
        for (place, figure) in &self.of_cells[spec.cell] {
            if is_forfeited && !self.keys[*place].measure.is_of_bots() {
                tallies[*place].leave_out();
                continue;
            }
            tallies[*place].by_forfeit += u64::from(is_forfeited);
            tallies[*place].add(scenario, spec.pair, is_balanced, figure.doubled(unchanged), figure.doubled(changed));
        }
    }
}

/// The measures that the games of a pairing on one scenario contribute to, and their subjects.
fn figures<G: Game>(
    base: &Tournament<G>,
    variant: &Tournament<G>,
    cell: &PairingOnScenario,
) -> Vec<(Measure, String, Figure)> {
    let (plan, changed) = (&base.plan, &variant.plan);
    let mut figures: Vec<(Measure, String, Figure)> = Measure::OVERALL
        .into_iter()
        .filter(|measure| *measure != Measure::FirstPlayer || shows_first_move(cell.entrants))
        .map(|measure| (measure, String::new(), Figure::Overall(measure)))
        .collect();
    let [first, second] = cell.entrants;
    let entrant = |it| called(&plan.entrant_name(it), &changed.entrant_name(it));
    for (slot, it) in [first, second].into_iter().enumerate() {
        if let Some(army) = it.army {
            let name = called(&plan.armies[army].name, &changed.armies[army].name);
            // Under different bots the effect of the army cannot be separated; under several, each has rows of its own.
            if first.army != second.army && first.bot == second.bot {
                let whose = if plan.bots.len() > 1 { entrant(it) } else { name.clone() };
                figures.push((Measure::ArmyRate, whose, Figure::Score(slot)));
            }
            figures.push((Measure::ArmyLosses, name, Figure::Losses(slot)));
        }
        if first.bot != second.bot {
            figures.push((
                Measure::BotRate,
                called(&plan.bots[it.bot].name, &changed.bots[it.bot].name),
                Figure::Score(slot),
            ));
        }
    }
    if first != second {
        figures.push((Measure::MatchupRate, format!("{} v {}", entrant(first), entrant(second)), Figure::Score(0)));
    }
    figures
}

/// The same for games in which this bot plays both sides. Subjects are armies without the bot: the same under every
/// bot.
fn figures_under<G: Game>(
    bot: usize,
    base: &Tournament<G>,
    variant: &Tournament<G>,
    cell: &PairingOnScenario,
) -> Vec<(Measure, String, Figure)> {
    if cell.entrants.iter().any(|entrant| entrant.bot != bot) {
        return Vec::new();
    }
    let army = |slot: usize| {
        let army = cell.entrants[slot].army?;
        Some(called(&base.plan.armies[army].name, &variant.plan.armies[army].name))
    };
    let of = |(measure, subject, figure): (Measure, String, Figure)| match (measure, figure) {
        (Measure::ArmyRate, Figure::Score(slot)) => Some((measure, army(slot)?, figure)),
        (Measure::ArmyLosses, _) | (_, Figure::Overall(_)) => Some((measure, subject, figure)),
        _ => None,
    };
    figures(base, variant, cell).into_iter().filter_map(of).collect()
}
