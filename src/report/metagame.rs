//! `matrix.csv` and `metagame.csv`: the win rates of all army lists against each other, and which lists survive; and a
//! summary on the screen.

use super::Results;
use super::csv::{Cells, Row, Sheet};
use super::folder::Folder;
use super::format::{count, fixed};
use crate::balance::metagame::{Metagame, Standing};
use crate::balance::{Fate, Ranking, Shape, Share, rate_interval};
use crate::stats::Estimate;
use crate::tournament::{Party, Planned};
use std::io;

/// The name of the matrix.
pub const MATRIX: &str = "matrix.csv";
/// The name of the file of verdicts.
pub const METAGAME: &str = "metagame.csv";

/// The maximum number of lists of a kind named on the screen.
const NAMED: usize = 8;

/// Rankings with the shapes of their fields.
type Shaped<'a> = (&'a Ranking, &'a Shape);

struct ListRow<'a> {
    ranking: &'a Ranking,
    place: usize,
    points: Option<u32>,
    rate: Option<Estimate>,
    share: &'a Share,
    standing: &'a Standing,
    replicates: usize,
}

impl Row for ListRow<'_> {
    const COLUMNS: &'static [&'static str] = &[
        "led_by",
        "army",
        "points",
        "games",
        "rate",
        "rate_low",
        "rate_high",
        "alpha_rank",
        "nash_share",
        "verdict",
        "in_mixture_share",
        "dominated_share",
        "dominated_by",
        "dominated_by_it_share",
        "dominated_in_round",
        "weighings",
    ];

    fn write(&self, cells: &mut Cells) {
        let (rated, standing) = (&self.ranking.rated[self.place], self.standing);
        cells.put_option(self.ranking.led_by.as_ref());
        cells.put(&rated.name);
        cells.put_option(self.points);
        cells.put(rated.games);
        cells.put_interval(self.rate, 6);
        cells.put(fixed(self.share.alpha_rank, 4));
        cells.put(fixed(self.share.nash_share, 4));
        cells.put(standing.fate.name());
        cells.put(fixed(standing.in_mixture, 3));
        cells.put(fixed(standing.dominated, 3));
        cells.put_option(standing.dominated_by.map(|(other, _)| &self.ranking.rated[other].name));
        cells.put_option(standing.dominated_by.map(|(_, share)| fixed(share, 3)));
        cells.put_option(standing.round);
        cells.put(self.replicates);
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
    let mut sheet = Sheet::begin::<ListRow<'_>>(folder.part(METAGAME)?)?;
    for (ranking, shape, metagame) in of_lists {
        let bot = place(&results.plan.bots, ranking.led_by.as_ref());
        for (rank, standing) in metagame.lists.iter().enumerate() {
            let army = place(&results.plan.armies, Some(&ranking.rated[rank].name));
            let party = bot.zip(army).map(|(bot, army)| Party::Army { bot, army });
            let counter = results.standings.overall().find(|(line, _)| Some(line.party) == party);
            sheet.row(&ListRow {
                ranking,
                place: rank,
                points: army.map(|army| results.army_points[army]),
                rate: counter.and_then(|(_, counter)| rate_interval(counter)).map(|rate| rate.decisive),
                share: &shape.shares[rank],
                standing,
                replicates: shape.replicates,
            })?;
        }
    }
    sheet.finish()?.finish()
}

/// A block of rows for each bot, best army first; the columns are the armies in the order of the command line.
fn write_matrix(folder: &Folder, results: Results<'_>, of_lists: &[(&Ranking, &Shape, &Metagame)]) -> io::Result<()> {
    let mut sheet = Sheet::with_columns(
        folder.part(MATRIX)?,
        ["led_by", "army"],
        results.plan.armies.iter().map(|army| &army.name),
    )?;
    for (ranking, _, metagame) in of_lists {
        let rank = |name: &String| ranking.rated.iter().position(|rated| rated.name == *name);
        for (row, rated) in ranking.rated.iter().enumerate() {
            let cells = sheet.begin_row();
            cells.put_option(ranking.led_by.as_ref());
            cells.put(&rated.name);
            for army in &results.plan.armies {
                cells.put_option(rank(&army.name).map(|column| fixed(metagame.rates[(row, column)], 6)));
            }
            sheet.end_row()?;
        }
    }
    sheet.finish()?.finish()
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
    text += "Per cent: the share of the equilibrium mixture (Nash), and of bootstrap resamples in which the list \
        belongs to it. See docs/balance.md for metagame.csv.\n";
    text
}
