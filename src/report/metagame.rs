//! `matrix.csv` and `metagame.csv`: the win rates of all army lists against each other, and which lists survive; and a
//! summary on the screen.

use super::Results;
use super::csv::{Decimal, Interval, Row, Share, Table, Text, row, text};
use super::folder::Folder;
use super::format::{count, fixed};
use crate::balance::metagame::Metagame;
use crate::balance::{Fate, Ranking, Shape};
use crate::tournament::{Party, Planned};
use std::io;

/// The name of the matrix.
pub const MATRIX: &str = MatrixRow::FILE;
/// The name of the file of verdicts.
pub const METAGAME: &str = ListRow::FILE;

/// The maximum number of lists of a kind named on the screen.
const NAMED: usize = 8;

/// Rankings with the shapes of their fields.
type Shaped<'a> = (&'a Ranking, &'a Shape);

row! {
    /// An army of the metagame.
    pub(super) struct ListRow<'a> {
        /// The bot that leads both sides.
        led_by: Option<Text<'a>>,
        /// The army.
        army: Text<'a>,
        /// Its points at the start.
        points: Option<u32>,
        /// Its games against other armies under that bot.
        games: u64,
        /// Points per game in them, with the 95 % interval; the same as in `armies.csv`.
        rate: Interval<6>,
        /// As in `field.csv`.
        alpha_rank: Decimal<4>,
        /// As in `field.csv`.
        nash_share: Decimal<4>,
        /// `survives`: it is in the Nash mixture; `dominated`: some other army is at least as good against every
        /// opponent; `out`: neither; `open`: undecided, or games were left out, since a bot forfeited them.
        verdict: Text<'a>,
        /// The share of bootstrap resamples in which its share of that mixture is at least half a per cent. From 0.95
        /// it survives; up to 0.05 it is out, unless it is dominated.
        in_mixture_share: Decimal<3>,
        /// The share of resamples in which at least one other army scores at least as well against every army and
        /// better against one. From 0.95 it is dominated.
        dominated_share: Decimal<3>,
        /// The army that does so in most resamples; empty where none does in any. The verdict does not require that it
        /// is always the same army.
        dominated_by: Option<Text<'a>>,
        /// The share of resamples in which that army does so.
        dominated_by_it_share: Option<Decimal<3>>,
        /// In the observed results, without regard to chance: the round of iterated elimination in which it is removed,
        /// when all dominated armies are removed at once, then all that are dominated among the rest, and so on; empty
        /// for those left at the end.
        dominated_in_round: Option<u32>,
        /// The number of bootstrap resamples.
        weighings: usize,
    }
}

row! {
    /// An army of the matrix; the columns of its rates follow.
    pub(super) struct MatrixRow<'a> {
        /// The bot that led both sides.
        led_by: Option<Text<'a>>,
        /// The army of the row.
        army: Text<'a>,
    }
}

/// Writes both files, if the armies form a field that has a metagame under some bot.
///
/// # Errors
/// If one cannot be written.
pub fn write(folder: &Folder, results: Results<'_>, shaped: &[Shaped<'_>]) -> io::Result<()> {
    let of_lists: Vec<(&Ranking, &Shape, &Metagame)> =
        shaped.iter().filter_map(|(ranking, shape)| Some((*ranking, *shape, shape.metagame.as_ref()?))).collect();
    if of_lists.is_empty() {
        return Ok(());
    }
    write_matrix(folder, results, &of_lists)?;
    let place = |names: &[Planned], name: Option<&String>| names.iter().position(|one| Some(&one.name) == name);
    let mut sheet = Table::of::<ListRow<'_>>(folder)?;
    for (ranking, shape, metagame) in of_lists {
        let bot = place(&results.plan.bots, ranking.led_by.as_ref());
        for (rank, standing) in metagame.lists.iter().enumerate() {
            let army = place(&results.plan.armies, Some(&ranking.rated[rank].name));
            let party = bot.zip(army).map(|(bot, army)| Party::Army { bot, army });
            let counted = results.standings.overall().find(|(line, _)| Some(line.party) == party);
            let rate = counted.and_then(|(line, counter)| results.rate(line.party, counter)).map(|rate| rate.decisive);
            let (rated, share) = (&ranking.rated[rank], &shape.shares[rank]);
            sheet.row(&ListRow {
                led_by: ranking.led_by.as_ref().map(text),
                army: text(&rated.name),
                points: army.map(|army| results.army_points[army]),
                games: rated.games,
                rate: Interval(rate),
                alpha_rank: Decimal(share.alpha_rank),
                nash_share: Decimal(share.nash_share),
                verdict: text(standing.fate.name()),
                in_mixture_share: Decimal(standing.in_mixture),
                dominated_share: Decimal(standing.dominated),
                dominated_by: standing.dominated_by.map(|(other, _)| text(&ranking.rated[other].name)),
                dominated_by_it_share: standing.dominated_by.map(|(_, share)| Decimal(share)),
                dominated_in_round: standing.round,
                weighings: shape.replicates,
            })?;
        }
    }
    sheet.complete()
}

/// A block of rows for each bot, best army first; the columns are the armies in the order of the command line.
fn write_matrix(folder: &Folder, results: Results<'_>, of_lists: &[(&Ranking, &Shape, &Metagame)]) -> io::Result<()> {
    let armies = results.plan.armies.iter().map(|army| army.name.clone());
    let mut sheet = Table::of_with_more_columns::<MatrixRow<'_>>(folder, armies)?;
    for (ranking, _, metagame) in of_lists {
        let rank = |name: &String| ranking.rated.iter().position(|rated| rated.name == *name);
        for (row, rated) in ranking.rated.iter().enumerate() {
            let rate = |column: usize| Decimal(metagame.rates[(row, column)]);
            let rates: Vec<Option<Share>> = results.plan.armies.iter().map(|army| rank(&army.name).map(rate)).collect();
            let of = MatrixRow { led_by: ranking.led_by.as_ref().map(text), army: text(&rated.name) };
            sheet.row_with_more(&of, &rates)?;
        }
    }
    sheet.complete()
}

/// Some lists with a remark on each, and the number of those left out.
fn named(all: impl Iterator<Item = String>) -> String {
    let all: Vec<String> = all.collect();
    let more = if all.len() > NAMED { format!(" and {} more", all.len() - NAMED) } else { String::new() };
    all[..all.len().min(NAMED)].join(", ") + &more
}

/// Which lists survive, which are dominated and by which, and how many are undecided; empty where there is no metagame.
pub fn render((ranking, shape): Shaped<'_>) -> String {
    let Some(metagame) = &shape.metagame else { return String::new() };
    let percent = |share: f64| fixed(share * 100.0, 0);
    let name = |place: usize| ranking.rated[place].name.as_str();
    let of = |fate: Fate| {
        let mut places: Vec<usize> =
            (0..metagame.lists.len()).filter(|place| metagame.lists[*place].fate == fate).collect();
        places.sort_by(|one, other| shape.shares[*other].nash_share.total_cmp(&shape.shares[*one].nash_share));
        places
    };
    let share = |place: usize| {
        let in_mixture = metagame.lists[place].in_mixture;
        format!(
            "{} {} % (in {} % of bootstrap resamples)",
            name(place),
            percent(shape.shares[place].nash_share),
            percent(in_mixture)
        )
    };
    let lists = |number: usize| count(number as u64, "list");
    let (survive, dominated, out, open) = (of(Fate::Survives), of(Fate::Dominated), of(Fate::Out), of(Fate::Open));
    let under = ranking.led_by.as_ref().map_or(String::new(), |bot| format!(" under {bot}"));
    let mut text = format!("The metagame of {}{under}, if players are free to choose:\n", lists(metagame.lists.len()));
    let mut line = |what: &str, places: &[usize], all: String| {
        text += &format!(
            "  {:<10} {}{}\n",
            what,
            lists(places.len()),
            if places.is_empty() { String::new() } else { format!(": {all}") }
        );
    };
    line("survive", &survive, named(survive.iter().map(|place| share(*place))));
    let by = |place: usize| match metagame.lists[place].dominated_by {
        Some((other, _)) => format!("{} by {}", name(place), name(other)),
        None => name(place).to_owned(),
    };
    line("dominated", &dominated, named(dominated.iter().map(|place| by(*place))));
    line("out", &out, named(out.iter().map(|place| name(*place).to_owned())));
    line("open", &open, named(open.iter().map(|place| share(*place))));
    if metagame.leaves_games_out {
        text += "Games were left out, since a bot forfeited them: any result of theirs is possible, so that no list \
            has a verdict.\n";
    }
    text += "Of the lists that survive, players bring some when all choose best; to a dominated one another is at \
        least as good against every list; those that are out gain less than others; open are those that the games do \
        not decide.\nPer cent: the share of the equilibrium mixture (Nash), and of bootstrap resamples in which the \
        list belongs to it. See docs/balance.md for metagame.csv.\n";
    text
}
