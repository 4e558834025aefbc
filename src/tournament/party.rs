//! The parties of tables: which games count for which party, and from the perspective of which seat.

use super::counters::Counter;
use super::plan::Plan;
use super::record::GameRow;
use super::schedule::Entrant;
use crate::game::Side;

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
    /// The side that moves first, against the other, in games in which the same bot plays both.
    First,
}

/// Whether games of these entrants show what beginning is worth: a bot that plays better may also begin more often
/// (E4.19), so that under different bots its strength would count as an advantage of beginning.
pub fn shows_first_move([first, second]: [Entrant; 2]) -> bool {
    first.bot == second.bot
}

impl Party {
    /// Whether it is a seat.
    pub fn is_seat(self) -> bool {
        matches!(self, Party::Red | Party::First)
    }

    /// Whether its games are of several pairings whose numbers of games follow from results: a mean over them then
    /// depends on which pairings got most, and has neither a value to estimate nor an interval. Seats are excepted:
    /// both sides of every pairing take each seat in turn, so that the strength of its entrants cancels.
    pub fn is_mixed(self, plan: &Plan) -> bool {
        let is_of_several = matches!(self, Party::Entrant(_) | Party::Bot(_) | Party::Bots(_) | Party::Army { .. });
        plan.allocate.is_some() && is_of_several
    }

    /// An empty counter for such games, over all scenarios together.
    pub(super) fn counter(self) -> Counter {
        match self {
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
pub struct TableLine {
    /// The scenario; `None` for all together.
    pub scenario: Option<usize>,
    /// The party whose games are counted.
    pub party: Party,
}

/// The seat from whose perspective a line sees a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum View {
    FirstEntrant,
    SecondEntrant,
    Red,
    FirstSide,
}

impl View {
    pub(super) fn seat(self, row: &GameRow) -> Option<Side> {
        match self {
            View::FirstEntrant => Some(row.spec.seat_of_first()),
            View::SecondEntrant => Some(row.spec.seat_of_first().other()),
            View::Red => Some(Side::Red),
            View::FirstSide => row.first_side,
        }
    }
}

/// Two bots or armies in the order of their numbers, and the entrant with the lower one.
fn in_order(first: usize, second: usize) -> ([usize; 2], View) {
    if first < second { ([first, second], View::FirstEntrant) } else { ([second, first], View::SecondEntrant) }
}

/// The parties for which games of two entrants count, each with its perspective.
pub(super) fn parties([first, second]: [Entrant; 2]) -> Vec<(Party, View)> {
    let mut parties = vec![(Party::Pairing([first, second]), View::FirstEntrant), (Party::Red, View::Red)];
    if shows_first_move([first, second]) {
        parties.push((Party::First, View::FirstSide));
    }
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
