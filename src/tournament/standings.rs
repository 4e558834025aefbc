//! The counters of a whole tournament, one for each line of its tables, and which games count for which line.

use super::counters::Counter;
use super::quality::{Qualities, Quality};
use super::record::GameRow;
use super::schedule::{Entrant, GameSpec, Schedule};
use crate::bots::FaultKind;
use crate::game::{BySide, Side};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The party of a line in a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Party {
    /// The first of two entrants, against the second.
    Pairing([Entrant; 2]),
    /// The first of two bots, against the second, whatever armies they play.
    Bots([usize; 2]),
    /// The first of two armies, against the second, in games in which the same bot plays both.
    Armies {
        /// The bot.
        bot: usize,
        /// The armies.
        armies: [usize; 2],
    },
    /// An entrant, in its games against all others.
    Entrant(Entrant),
    /// A bot, in all games between different bots.
    Bot(usize),
    /// An army, in all games between different armies in which the same bot plays both.
    Army {
        /// The bot.
        bot: usize,
        /// The army.
        army: usize,
    },
    /// The red seat, against blue.
    Red,
    /// The side that moves first, against the other.
    First,
}

impl Party {
    /// An empty counter for such games, over all scenarios together.
    fn counter(self) -> Counter {
        match self {
            Party::Pairing([first, second]) if first == second => Counter::default(),
            Party::Pairing(_) | Party::Bots(_) | Party::Armies { .. } => Counter::of_two(),
            Party::Entrant(_) | Party::Bot(_) | Party::Army { .. } | Party::Red | Party::First => Counter::default(),
        }
    }

    /// Whether the line is about the rules and not about the players, so that a game forfeited by a bot says nothing
    /// about it.
    pub fn leaves_forfeits_out(self) -> bool {
        matches!(self, Party::Armies { .. } | Party::Army { .. } | Party::Red | Party::First)
    }
}

/// A line of a table: for one scenario, or for all together where there are several.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Line {
    /// The scenario; `None` for all together.
    pub scenario: Option<usize>,
    /// The party whose games are counted.
    pub party: Party,
}

/// The seat from whose perspective a line sees a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum View {
    FirstEntrant,
    SecondEntrant,
    Red,
    FirstSide,
}

impl View {
    fn seat(self, row: &GameRow) -> Option<Side> {
        match self {
            View::FirstEntrant => Some(row.fixture.seat_of_first()),
            View::SecondEntrant => Some(row.fixture.seat_of_first().other()),
            View::Red => Some(Side::Red),
            View::FirstSide => row.first_side,
        }
    }
}

/// A game in which one side had much more luck than the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lucky {
    /// Its entry in the schedule.
    pub fixture: GameSpec,
    /// The winner; `None` in a draw.
    pub winner: Option<Side>,
    /// The luck of each side with its own dice, in ten-thousandths of a game.
    pub luck: BySide<i32>,
}

/// The number of luckiest games that are kept.
pub const LUCKIEST: usize = 20;

impl Lucky {
    /// Red's luck beyond blue's.
    pub fn red(&self) -> i64 {
        i64::from(self.luck.red) - i64::from(self.luck.blue)
    }

    fn rank(&self) -> (std::cmp::Reverse<u64>, u64) {
        (std::cmp::Reverse(self.red().unsigned_abs()), self.fixture.game)
    }
}

/// The counts of a tournament without their names: the serialised part of [`Standings`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counts {
    counters: Vec<Counter>,
    qualities: Vec<Quality>,
    games: u64,
    forfeits: u64,
    stopped_by_clock: u64,
    steps: u64,
    faults: Vec<u64>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    luckiest: Vec<Lucky>,
}

/// Two bots or armies in the order of their numbers, and the entrant with the lower one.
fn in_order(first: usize, second: usize) -> ([usize; 2], View) {
    if first < second { ([first, second], View::FirstEntrant) } else { ([second, first], View::SecondEntrant) }
}

/// The parties for which games of two entrants count, each with its perspective.
fn parties([first, second]: [Entrant; 2]) -> Vec<(Party, View)> {
    let mut parties = vec![
        (Party::Pairing([first, second]), View::FirstEntrant),
        (Party::Red, View::Red),
        (Party::First, View::FirstSide),
    ];
    let views = [(first, View::FirstEntrant), (second, View::SecondEntrant)];
    if first != second {
        parties.extend(views.map(|(entrant, view)| (Party::Entrant(entrant), view)));
    }
    if first.bot != second.bot {
        parties.extend(views.map(|(entrant, view)| (Party::Bot(entrant.bot), view)));
        let (two, view) = in_order(first.bot, second.bot);
        parties.push((Party::Bots(two), view));
    }
    // Under different bots the effect of the army cannot be separated.
    if first.army != second.army && first.bot == second.bot {
        let bot = first.bot;
        parties
            .extend(views.iter().filter_map(|(entrant, view)| Some((Party::Army { bot, army: entrant.army? }, *view))));
        if let (Some(first), Some(second)) = (first.army, second.army) {
            let (armies, view) = in_order(first, second);
            parties.push((Party::Armies { bot, armies }, view));
        }
    }
    parties
}

/// All counters of a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standings {
    lines: Vec<(Line, Counter)>,
    /// For each cell its scenario, and its counters with their perspectives.
    cells: Vec<(usize, Vec<(usize, View)>)>,
    /// For each cell its entrants.
    entrants: Vec<[Entrant; 2]>,
    /// Statistics of the games.
    pub qualities: Qualities,
    /// All games.
    pub games: u64,
    /// Games that ended by forfeit.
    pub forfeits: u64,
    /// The forfeits in which a clock stopped a bot that is otherwise repeatable.
    pub stopped_by_clock: u64,
    /// Rolls and decisions of all games.
    pub steps: u64,
    /// For each bot its faults, excluding the games forfeited in quarantine.
    faults: Vec<u64>,
    /// The games with most luck on one side, where luck is computed.
    luckiest: Vec<Lucky>,
}

impl Standings {
    /// Empty counters for a schedule.
    pub fn new(schedule: &Schedule) -> Standings {
        let (lines, cells, entrants, faults) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let qualities = Qualities::default();
        let (games, forfeits, stopped_by_clock, steps, luckiest) = (0, 0, 0, 0, Vec::new());
        let mut standings =
            Standings { lines, cells, entrants, qualities, games, forfeits, stopped_by_clock, steps, faults, luckiest };
        standings.extend(schedule);
        standings
    }

    /// Adds counters for the cells that were appended to the schedule since.
    pub fn extend(&mut self, schedule: &Schedule) {
        let several = schedule.cells().iter().any(|cell| cell.scenario != schedule.cells()[0].scenario);
        let mut index_of: BTreeMap<Line, usize> =
            self.lines.iter().enumerate().map(|(index, (line, _))| (*line, index)).collect();
        for cell in &schedule.cells()[self.cells.len()..] {
            let parties = parties(cell.entrants);
            let scenarios = [Some(cell.scenario), None];
            let mut counted = Vec::with_capacity(2 * parties.len());
            for scenario in &scenarios[..if several { 2 } else { 1 }] {
                for (party, view) in &parties {
                    let line = Line { scenario: *scenario, party: *party };
                    let index = *index_of.entry(line).or_insert_with(|| {
                        let counter = if several && scenario.is_some() { Counter::default() } else { party.counter() };
                        self.lines.push((line, counter));
                        self.lines.len() - 1
                    });
                    counted.push((index, *view));
                }
            }
            self.cells.push((cell.scenario, counted));
            self.entrants.push(cell.entrants);
        }
        let bots = self.entrants.iter().flatten().map(|entrant| entrant.bot + 1).max().unwrap_or(0);
        self.faults.resize(bots, 0);
        self.qualities.extend(schedule);
    }

    /// Counts a game. Games must come in schedule order.
    pub fn add(&mut self, row: &GameRow) {
        let GameSpec { cell, .. } = row.fixture;
        let (scenario, counted) = &self.cells[cell];
        for (line, view) in counted {
            if let Some(seat) = view.seat(row) {
                let (line, counter) = &mut self.lines[*line];
                if row.is_unplayed() {
                    counter.add_unplayed(row, seat);
                } else if row.forfeit.is_some() && line.party.leaves_forfeits_out() {
                    counter.left_out += 1;
                } else {
                    counter.add(*scenario, row, seat);
                }
            }
        }
        if !row.is_unplayed() {
            self.qualities.add(row);
        }
        self.games += 1;
        self.forfeits += u64::from(row.forfeit.is_some());
        if let Some(forfeit) = row.forfeit.as_ref().filter(|forfeit| forfeit.fault != FaultKind::Quarantined) {
            let seat = if row.fixture.seat_of_first() == forfeit.side { 0 } else { 1 };
            self.faults[self.entrants[cell][seat].bot] += 1;
        }
        self.stopped_by_clock += u64::from(row.forfeit.as_ref().is_some_and(|forfeit| forfeit.by_clock));
        self.steps += u64::from(row.rolls + row.decisions.red + row.decisions.blue);
        if let Some(luck) = row.luck {
            self.note_luck([Lucky { fixture: row.fixture, winner: row.outcome.winner, luck }]);
        }
    }

    fn note_luck(&mut self, games: impl IntoIterator<Item = Lucky>) {
        for game in games {
            let place = self.luckiest.partition_point(|other| other.rank() < game.rank());
            if place < LUCKIEST {
                self.luckiest.truncate(LUCKIEST - 1);
                self.luckiest.insert(place, game);
            }
        }
    }

    /// The games with most luck on one side, where luck is computed.
    pub fn luckiest(&self) -> &[Lucky] {
        &self.luckiest
    }

    /// The counts alone, for a checkpoint.
    pub fn counts(&self) -> Counts {
        let counters = self.lines.iter().map(|(_, counter)| counter.clone()).collect();
        Counts {
            counters,
            qualities: self.qualities.counts(),
            games: self.games,
            forfeits: self.forfeits,
            stopped_by_clock: self.stopped_by_clock,
            steps: self.steps,
            faults: self.faults.clone(),
            luckiest: self.luckiest.clone(),
        }
    }

    /// Restores counts from a checkpoint; false if they are not those of this schedule.
    #[must_use]
    pub fn restore(&mut self, counts: Counts) -> bool {
        let Counts { counters, qualities, games, forfeits, stopped_by_clock, steps, faults, luckiest } = counts;
        let fits = counters.len() == self.lines.len() && faults.len() == self.faults.len();
        self.lines.iter_mut().zip(counters).for_each(|((_, mine), kept)| *mine = kept);
        (self.games, self.forfeits, self.stopped_by_clock, self.steps) = (games, forfeits, stopped_by_clock, steps);
        (self.faults, self.luckiest) = (faults, luckiest);
        self.qualities.restore(qualities) && fits
    }

    /// Adds the games of another part of the same schedule.
    pub fn merge(&mut self, other: &Standings) {
        assert_eq!(self.lines.len(), other.lines.len(), "parts of one schedule");
        self.lines.iter_mut().zip(&other.lines).for_each(|((_, mine), (_, theirs))| mine.merge(theirs));
        self.qualities.merge(&other.qualities);
        self.games += other.games;
        self.forfeits += other.forfeits;
        self.stopped_by_clock += other.stopped_by_clock;
        self.steps += other.steps;
        self.faults.iter_mut().zip(&other.faults).for_each(|(mine, theirs)| *mine += theirs);
        self.note_luck(other.luckiest.iter().copied());
    }

    /// For each bot its faults so far, excluding the games forfeited in quarantine.
    pub fn faults_of_bots(&self) -> &[u64] {
        &self.faults
    }

    /// Completes the last clusters: no game follows.
    pub fn close(&mut self) {
        self.lines.iter_mut().for_each(|(_, counter)| counter.close());
        self.qualities.close();
    }

    /// The lines over all scenarios together: those of the only scenario where there is just one.
    pub fn overall(&self) -> impl Iterator<Item = (&Line, &Counter)> {
        // Every cell of a schedule over several scenarios has a line for all of them.
        let together = self.lines.iter().any(|(line, _)| line.scenario.is_none());
        self.lines().filter(move |(line, _)| line.scenario.is_none() == together)
    }

    /// The games of each two bots against each other, over all armies and scenarios together.
    pub fn bots(&self) -> impl Iterator<Item = ([usize; 2], &Counter)> {
        self.overall().filter_map(|(line, counter)| match line.party {
            Party::Bots(bots) => Some((bots, counter)),
            _ => None,
        })
    }

    /// The indices of the bots that play both of two different armies.
    pub fn bots_of_armies(&self) -> BTreeSet<usize> {
        let bot = |line: &Line| match line.party {
            Party::Armies { bot, .. } => Some(bot),
            _ => None,
        };
        self.overall().filter_map(|(line, _)| bot(line)).collect()
    }

    /// The games of each two armies against each other played by this bot, over all scenarios together.
    pub fn armies_under(&self, leader: usize) -> impl Iterator<Item = ([usize; 2], &Counter)> {
        self.overall().filter_map(move |(line, counter)| match line.party {
            Party::Armies { bot, armies } if bot == leader => Some((armies, counter)),
            _ => None,
        })
    }

    /// The pairings over all scenarios together.
    pub fn pairings(&self) -> impl Iterator<Item = ([Entrant; 2], &Counter)> {
        self.overall().filter_map(|(line, counter)| match line.party {
            Party::Pairing(entrants) => Some((entrants, counter)),
            _ => None,
        })
    }

    /// All lines, in the order in which the schedule first needs them.
    pub fn lines(&self) -> impl Iterator<Item = (&Line, &Counter)> {
        self.lines.iter().map(|(line, counter)| (line, counter))
    }

    /// One line; `None` if the schedule has no such games.
    pub fn line(&self, scenario: Option<usize>, party: Party) -> Option<&Counter> {
        self.lines().find(|(line, _)| **line == Line { scenario, party }).map(|(_, counter)| counter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Ending, Grade, Outcome, Tally};
    use crate::tournament::{Cell, Clusters};

    const fn entrant(bot: usize, army: usize) -> Entrant {
        Entrant { bot, army: Some(army) }
    }

    /// Standings of this many pairs of each of these pairings. Red begins and wins every game, except that those of bot
    /// 0 with army 1 are drawn.
    fn played(pairings: &[[Entrant; 2]], pairs: u64) -> Standings {
        let schedule = Schedule::of_cells(
            pairings.iter().map(|entrants| Cell { scenario: 0, entrants: *entrants, pairs }).collect(),
        );
        let mut standings = Standings::new(&schedule);
        for game in 0..schedule.games() {
            let fixture = schedule.game(game);
            let drawn = pairings[fixture.cell].contains(&entrant(0, 1));
            let outcome =
                Outcome { winner: (!drawn).then_some(Side::Red), grade: Grade::None, ending: Ending::Victory };
            let row = GameRow { first_side: Some(Side::Red), ..GameRow::for_tests(fixture, outcome, Tally::default()) };
            standings.add(&row);
        }
        standings.close();
        standings
    }

    #[test]
    fn games_of_two_bots_with_armies_swapped_are_one_unit_of_four() {
        let swapped = [[entrant(0, 0), entrant(1, 1)], [entrant(0, 1), entrant(1, 0)]];
        let standings = played(&swapped, 5);
        // Of each four games bot 0 wins one as red, loses one as blue and draws two.
        let quads = Clusters { count: 5, games: 20, score: 20, games_squared: 80, score_squared: 80, score_games: 80 };
        let ([bots], [bot]) = ([standings.bots().next()], [standings.line(Some(0), Party::Bot(0))]);
        assert_eq!(bots.map(|(bots, counter)| (bots, counter.clusters())), Some(([0, 1], quads)));
        assert_eq!(bot.map(Counter::clusters), Some(quads));
        // No bot played both armies.
        assert!(standings.bots_of_armies().is_empty());
        assert!(
            standings.pairings().all(|(_, counter)| counter.clusters().games_squared == 5 * 4),
            "a pairing has pairs"
        );
    }

    #[test]
    fn where_all_meet_all_games_with_the_same_dice_are_one_unit() {
        let entrants = [entrant(0, 0), entrant(0, 1), entrant(1, 0), entrant(1, 1)];
        let pairings: Vec<[Entrant; 2]> =
            (0..4).flat_map(|first| (first + 1..4).map(move |second| [entrants[first], entrants[second]])).collect();
        let standings = played(&pairings, 3);
        let (_, bots) = standings.bots().next().unwrap();
        assert_eq!((bots.clusters().count, bots.games()), (3, 24), "four pairings of different bots");
    }

    #[test]
    fn armies_are_compared_under_the_same_bot() {
        let pairings = [
            [entrant(0, 1), entrant(0, 0)],
            [entrant(0, 0), entrant(1, 1)],
            [entrant(1, 0), entrant(0, 1)],
            [entrant(1, 0), entrant(1, 1)],
        ];
        let standings = played(&pairings, 5);
        assert!(standings.bots_of_armies().into_iter().eq([0, 1]));
        for (bot, score) in [(0, 10), (1, 10)] {
            // Army 0 comes first, whichever was named first; bot 0 draws its games against army 1, and red wins where
            // bot 1 plays both.
            let armies: Vec<([usize; 2], Clusters)> =
                standings.armies_under(bot).map(|(two, counter)| (two, counter.clusters())).collect();
            let [([0, 1], clusters)] = armies[..] else { panic!("{armies:?}") };
            assert_eq!((clusters.count, clusters.games, clusters.score), (5, 10, score));
            assert_eq!(standings.line(Some(0), Party::Army { bot, army: 1 }).unwrap().games(), 10);
        }
        assert_eq!(standings.line(Some(0), Party::Army { bot: 0, army: 0 }).unwrap().draws, 10);
        assert_eq!(standings.line(Some(0), Party::Army { bot: 1, army: 0 }).unwrap().draws, 0);
    }

    /// A game of the first pairing that its first entrant's bot forfeits with this fault.
    fn forfeited(fixture: GameSpec, fault: FaultKind) -> GameRow {
        let side = fixture.seat_of_first();
        let row = GameRow::for_tests(fixture, Outcome::forfeit(side), Tally::default());
        GameRow { first_side: Some(Side::Red), ..row }.forfeited_for_tests(side, fault)
    }

    #[test]
    fn forfeits_are_losses_of_bots_and_nothing_of_armies_and_unplayed_games_are_nothing_at_all() {
        let schedule =
            Schedule::of_cells(vec![Cell { scenario: 0, entrants: [entrant(0, 0), entrant(0, 1)], pairs: 6 }]);
        let mut standings = Standings::new(&schedule);
        for game in 0..12 {
            let fixture = schedule.game(game);
            standings.add(&match game {
                0..6 => {
                    let outcome = Outcome { winner: Some(Side::Red), grade: Grade::None, ending: Ending::Victory };
                    GameRow { first_side: Some(Side::Red), ..GameRow::for_tests(fixture, outcome, Tally::default()) }
                }
                6..8 => forfeited(fixture, FaultKind::Crash),
                _ => forfeited(fixture, FaultKind::Quarantined),
            });
        }
        standings.close();
        let of = |party| standings.line(Some(0), party).unwrap();
        let (_, pairing) = standings.pairings().next().unwrap();
        assert_eq!(
            (pairing.wins, pairing.losses, pairing.forfeited(), pairing.unplayed, pairing.left_out),
            (3, 5, 2, 4, 0)
        );
        assert_eq!((pairing.clusters().count, pairing.faults[FaultKind::Quarantined as usize]), (4, 4));
        let mut games = [0; 9];
        pairing
            .kinds()
            .unwrap()
            .groups()
            .values()
            .for_each(|group| games.iter_mut().zip(group).for_each(|(sum, count)| *sum += count));
        assert_eq!(games, [3, 0, 0, 0, 0, 3, 0, 0, 2], "who forfeits tells nothing of beginning");
        for party in [Party::Red, Party::First, Party::Army { bot: 0, army: 0 }] {
            let counter = of(party);
            assert_eq!(
                (counter.games(), counter.left_out, counter.unplayed, counter.forfeits()),
                (6, 2, 4, 2),
                "{party:?}"
            );
        }
        assert_eq!((standings.games, standings.forfeits), (12, 6), "the run has all of them");
    }

    #[test]
    fn games_are_counted_by_who_began_and_how_they_ended() {
        let standings = played(&[[entrant(1, 1), entrant(0, 0)], [entrant(1, 0), entrant(0, 1)]], 4);
        let kinds = |counter: &Counter| counter.kinds().unwrap();
        let (_, bots) = standings.bots().next().unwrap();
        // From the perspective of bot 0, the second entrant: won and drawn where it began, drawn and lost where the
        // other did.
        let games: Vec<[u32; 9]> = kinds(bots).groups().values().copied().collect();
        assert_eq!(games, [[1, 1, 0, 0, 1, 1, 0, 0, 0]; 4], "games with the same dice stand together");
        assert_eq!(
            standings.line(Some(0), Party::Bot(0)).unwrap().kinds(),
            None,
            "a line against all others has no opponent to be rated by"
        );
    }
}
