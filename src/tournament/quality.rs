//! Statistics of games in mergeable counters: for every scenario and every pairing the length of games, their endings,
//! the number of lead changes, and losses.
//!
//! Each *figure* is a ratio of a part to a whole in every game (combats to rounds, losses to an army, this ending to
//! this game). Sums of both and of their squares and products over clusters of games that share their dice are stored
//! as integers, from which mean and interval follow. Forfeited games are counted as such and nowhere else.

use super::histogram::Histogram;
use super::party::shows_first_move;
use super::plan::Plan;
use super::record::GameRow;
use super::schedule::{Entrant, Schedule};
use super::sums::{Clusters, Strata};
use crate::game::{Ending, Grade, Side, is_default};
use enum_map::{Enum, EnumMap};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A ratio of a part to a whole in every game. Where the whole is 0, the game does not count for the figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Figure {
    /// Whether the game reached the turn limit.
    TurnLimit,
    /// Whether the game was drawn.
    Draw,
    /// Whether the victory was marginal.
    Marginal,
    /// Whether it was medium.
    Medium,
    /// Whether it was decisive.
    Decisive,
    /// Half points of the side that moved first, of the two at stake, in games in which the same bot plays both sides.
    FirstPlayer,
    /// The number of lead changes.
    LeadChanges,
    /// Whether the winner did not lead at the end, among games that were won.
    WithoutLead,
    /// Points lost by the winner, relative to its army.
    WinnerPoints,
    /// Points lost by the loser, relative to its army.
    LoserPoints,
    /// Units lost by the winner.
    WinnerUnits,
    /// Units lost by the loser.
    LoserUnits,
    /// Decisions per player-turn.
    Decisions,
    /// Meaningless choices among the decisions that were examined.
    Meaningless,
    /// Combats per round.
    Combats,
}

impl Figure {
    /// All figures.
    pub fn all() -> impl Iterator<Item = Figure> {
        (0..Figure::LENGTH).map(Figure::from_usize)
    }

    /// The part and the whole in a game.
    fn of(self, row: &GameRow) -> (u64, u64) {
        let GameRow { outcome, tally, course, decisions, .. } = row;
        let share = |holds: bool| (u64::from(holds), 1);
        let won = |part: &dyn Fn(Side) -> (u64, u64)| outcome.winner.map_or((0, 0), part);
        let points = |side: Side| (u64::from(tally.points_lost[side]), u64::from(course.points[side]));
        let units = |side: Side| (u64::from(tally.units_lost[side]), 1);
        match self {
            Figure::TurnLimit => share(outcome.ending == Ending::TurnLimit),
            Figure::Draw => share(outcome.winner.is_none()),
            Figure::Marginal => share(outcome.grade == Grade::Marginal),
            Figure::Medium => share(outcome.grade == Grade::Medium),
            Figure::Decisive => share(outcome.grade == Grade::Decisive),
            Figure::FirstPlayer => row.first_side.map_or((0, 0), |first| match outcome.winner {
                Some(winner) => (if winner == first { 2 } else { 0 }, 2),
                None => (1, 2),
            }),
            Figure::LeadChanges => (u64::from(course.lead_changes), 1),
            Figure::WithoutLead => won(&|_| share(course.decided_at.is_none())),
            Figure::WinnerPoints => won(&points),
            Figure::LoserPoints => won(&|winner| points(winner.other())),
            Figure::WinnerUnits => won(&units),
            Figure::LoserUnits => won(&|winner| units(winner.other())),
            Figure::Decisions => (u64::from(decisions.red) + u64::from(decisions.blue), u64::from(tally.player_turns)),
            Figure::Meaningless => (u64::from(course.meaningless), u64::from(course.sampled)),
            Figure::Combats => (u64::from(tally.combats), u64::from(tally.rounds)),
        }
    }
}

/// Part and whole of a figure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Ratio {
    part: u64,
    whole: u64,
}

/// An incomplete cluster: its figures so far.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Open {
    scenario: usize,
    pair: u64,
    figures: EnumMap<Figure, Ratio>,
}

/// Statistics of some games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Quality {
    /// How games ended.
    #[serde(default, skip_serializing_if = "is_default")]
    pub endings: EnumMap<Ending, u64>,
    /// Rounds of each game.
    pub rounds: Histogram,
    /// The number of lead changes of each game.
    pub lead_changes: Histogram,
    /// In games that were won, the player-turn after which the winner led for good, as a percentage of all, rounded up:
    /// 100 where the winner did not lead before the last.
    pub decided: Histogram,
    /// For each figure the sums over its clusters by scenario, with parts in place of scores and wholes in place of
    /// games.
    #[serde(default, skip_serializing_if = "is_default")]
    sums: EnumMap<Figure, Strata<Clusters>>,
    open: Option<Open>,
}

impl Quality {
    /// The number of games, forfeited ones included.
    pub fn games(&self) -> u64 {
        self.endings.values().sum()
    }

    /// The number of games played to an end.
    pub fn played(&self) -> u64 {
        self.rounds.total()
    }

    /// The sums of a figure over clusters by scenario, the last cluster included: parts in place of scores, wholes in
    /// place of games.
    pub fn clusters(&self, figure: Figure) -> Strata<Clusters> {
        let mut clusters = self.sums[figure].clone();
        if let Some(Open { scenario, figures, .. }) = &self.open {
            let Ratio { part, whole } = figures[figure];
            if whole > 0 {
                clusters.of_mut(*scenario).add(whole, part);
            }
        }
        clusters
    }

    fn add(&mut self, scenario: usize, row: &GameRow, shows_first_move: bool) {
        self.endings[row.outcome.ending] += 1;
        if row.forfeit.is_some() {
            return;
        }
        self.rounds.add(row.tally.rounds);
        self.lead_changes.add(row.course.lead_changes);
        if row.outcome.winner.is_some() {
            let turns = row.tally.player_turns.max(1);
            self.decided.add((100 * row.course.decided_at.unwrap_or(turns)).div_ceil(turns));
        }
        let pair = row.spec.pair;
        if self.open.as_ref().is_none_or(|open| (open.scenario, open.pair) != (scenario, pair)) {
            self.close();
        }
        let open = self.open.get_or_insert(Open { scenario, pair, figures: EnumMap::default() });
        for (figure, sum) in &mut open.figures {
            if figure == Figure::FirstPlayer && !shows_first_move {
                continue;
            }
            let (part, whole) = figure.of(row);
            sum.part += part;
            sum.whole += whole;
        }
    }

    /// Completes the open cluster: no game of it follows.
    fn close(&mut self) {
        let Some(Open { scenario, figures, .. }) = self.open.take() else { return };
        for (figure, Ratio { part, whole }) in figures {
            if whole > 0 {
                self.sums[figure].of_mut(scenario).add(whole, part);
            }
        }
    }

    /// Adds the games of another part of the schedule, which shares no cluster with this one.
    fn merge(&mut self, other: &Quality) {
        let mut other = other.clone();
        other.close();
        self.close();
        other.endings.iter().for_each(|(ending, games)| self.endings[ending] += games);
        self.rounds.merge(&other.rounds);
        self.lead_changes.merge(&other.lead_changes);
        self.decided.merge(&other.decided);
        other.sums.iter().for_each(|(figure, sums)| self.sums[figure].merge(sums));
    }
}

/// A set of games that are counted together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Games {
    /// Those on this scenario; `None` for all scenarios, where there are several.
    pub scenario: Option<usize>,
    /// Those of these two entrants; `None` for all.
    pub pairing: Option<[Entrant; 2]>,
}

impl Games {
    /// Whether they are of several pairings whose numbers of games follow from results, as of
    /// [`Party::is_mixed`](super::Party::is_mixed).
    pub fn is_mixed(&self, plan: &Plan) -> bool {
        plan.allocate.is_some() && self.pairing.is_none()
    }
}

/// The statistics of a whole tournament.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Qualities {
    lines: Vec<(Games, Quality)>,
    /// For each cell its scenario, whether its games show what the first move is worth, and the indices of their
    /// counters.
    cells: Vec<(usize, bool, Vec<usize>)>,
}

impl Qualities {
    /// Adds counters for the cells that were appended to the schedule since.
    pub(super) fn extend(&mut self, schedule: &Schedule) {
        let several = schedule.cells().iter().any(|cell| cell.scenario != schedule.cells()[0].scenario);
        let mut index_of: BTreeMap<Games, usize> =
            self.lines.iter().enumerate().map(|(index, (games, _))| (*games, index)).collect();
        for cell in &schedule.cells()[self.cells.len()..] {
            let scenarios = [Some(cell.scenario), None];
            let scenarios = &scenarios[..if several { 2 } else { 1 }];
            let games = scenarios
                .iter()
                .flat_map(|scenario| [None, Some(cell.entrants)].map(|pairing| Games { scenario: *scenario, pairing }));
            let counted = games.map(|games| {
                *index_of.entry(games).or_insert_with(|| {
                    self.lines.push((games, Quality::default()));
                    self.lines.len() - 1
                })
            });
            let counted = counted.collect();
            self.cells.push((cell.scenario, shows_first_move(cell.entrants), counted));
        }
    }

    /// Counts a game. Games must come in schedule order.
    pub(super) fn add(&mut self, row: &GameRow) {
        let (scenario, first_move, counted) = &self.cells[row.spec.cell];
        counted.iter().for_each(|line| self.lines[*line].1.add(*scenario, row, *first_move));
    }

    /// The counters alone, for a checkpoint.
    pub(super) fn counts(&self) -> Vec<Quality> {
        self.lines.iter().map(|(_, quality)| quality.clone()).collect()
    }

    /// Restores counters from a checkpoint; false if their number differs.
    pub(super) fn restore(&mut self, counts: Vec<Quality>) -> bool {
        let fits = counts.len() == self.lines.len();
        self.lines.iter_mut().zip(counts).for_each(|((_, mine), kept)| *mine = kept);
        fits
    }

    pub(super) fn merge(&mut self, other: &Qualities) {
        self.lines.iter_mut().zip(&other.lines).for_each(|((_, mine), (_, theirs))| mine.merge(theirs));
    }

    pub(super) fn close(&mut self) {
        self.lines.iter_mut().for_each(|(_, quality)| quality.close());
    }

    /// All of them, in the order in which the schedule first needs them.
    pub fn lines(&self) -> impl Iterator<Item = (&Games, &Quality)> {
        self.lines.iter().map(|(games, quality)| (games, quality))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{BySide, Outcome, Tally};
    use crate::tournament::course::Course;
    use crate::tournament::schedule::GameSpec;

    /// A game of ten player-turns that red won although blue moved first, decided at a player-turn.
    fn row(pair: u64, decided_at: Option<u32>) -> GameRow {
        let spec = GameSpec { game: 0, cell: 0, pair, swapped: false };
        let outcome = Outcome { winner: Some(Side::Red), grade: Grade::Medium, ending: Ending::Objective };
        let tally = Tally {
            rounds: 5,
            player_turns: 10,
            combats: 7,
            units_lost: BySide::new(1, 4),
            points_lost: BySide::new(3, 20),
        };
        let (points, lead_changes) = (BySide::new(30, 40), pair as u32);
        let mut course = Course { points, lead_changes, decided_at, ..Course::default() };
        (course.sampled, course.meaningless) = (3, 1);
        GameRow { first_side: Some(Side::Blue), course, ..GameRow::for_tests(spec, outcome, tally) }
    }

    fn counted(rows: &[GameRow]) -> Quality {
        let mut quality = Quality::default();
        rows.iter().for_each(|row| quality.add(0, row, true));
        quality
    }

    #[test]
    fn a_figure_is_a_part_of_a_whole_summed_over_clusters() {
        let quality = counted(&[row(0, Some(4)), row(0, Some(4)), row(1, Some(4))]);
        let sums = |figure| {
            let Clusters { count, games, score, games_squared, score_squared, score_games } =
                quality.clusters(figure).total();
            [count, score, games, score_squared, games_squared, score_games]
        };
        assert_eq!(sums(Figure::Combats), [2, 21, 15, 14 * 14 + 7 * 7, 100 + 25, 140 + 35]);
        let means = [
            (Figure::LoserPoints, [60, 120]),
            (Figure::WinnerPoints, [9, 90]),
            (Figure::LoserUnits, [12, 3]),
            (Figure::FirstPlayer, [0, 6]),
            (Figure::Medium, [3, 3]),
            (Figure::Decisive, [0, 3]),
            (Figure::Meaningless, [3, 9]),
            (Figure::LeadChanges, [1, 3]),
        ];
        for (figure, expected) in means {
            assert_eq!(sums(figure)[1..3], expected, "{figure:?}");
        }
    }

    #[test]
    fn a_game_won_without_a_lead_is_decided_at_its_end() {
        let quality = counted(&[row(0, Some(4)), row(1, Some(1)), row(2, None)]);
        assert_eq!([1, 50, 100].map(|percent| quality.decided.percentile(percent).unwrap()), [10, 40, 100]);
        assert_eq!(quality.clusters(Figure::WithoutLead).total().score, 1);
    }

    #[test]
    fn a_forfeited_game_is_counted_as_such_and_nowhere_else() {
        let mut forfeited = row(0, None);
        let reason = String::new();
        let fault = crate::bots::FaultKind::Crash;
        forfeited.outcome = Outcome::forfeit(Side::Blue);
        forfeited.forfeit =
            Some(Box::new(crate::tournament::Forfeit { side: Side::Blue, fault, reason, by_clock: false }));
        let quality = counted(&[forfeited]);
        assert_eq!((quality.games(), quality.endings[Ending::Forfeit]), (1, 1));
        assert_eq!(Quality { endings: EnumMap::default(), ..quality }, Quality::default());
    }

    #[test]
    fn parts_add_up_to_the_whole() {
        let rows: Vec<GameRow> = (0..6).flat_map(|pair| [row(pair, Some(2)), row(pair, None)]).collect();
        let (mut first, second, mut whole) = (counted(&rows[..4]), counted(&rows[4..]), counted(&rows));
        first.merge(&second);
        whole.close();
        assert_eq!(first, whole);
    }
}
