//! The files of `reglette breaker`: `breaker.csv`, `generations.csv`, `lists.csv` and `strongest.toml`, and its
//! parameters as the manifest records them.

use super::csv::{Cells, Row, Sheet};
use super::folder::Folder;
use super::format::fixed;
use crate::balance::breaker::{AgainstOne, Generation, Record, Search, Standing, Tally};
use crate::game::{Composition, Troop, names_of};
use serde::{Deserialize, Serialize};
use std::io;

/// The army file of the strongest list.
pub const STRONGEST: &str = "strongest.toml";
/// The names of the files.
pub const NAMES: [&str; 4] = ["breaker.csv", "generations.csv", "lists.csv", STRONGEST];

/// The parameters of the search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// The command.
    pub command: String,
    /// The rulebook.
    pub rulebook: String,
    /// The rules file.
    pub rules: String,
    /// The scenarios.
    pub scenarios: Vec<String>,
    /// The army lists whose troops form the pool.
    pub armies: Vec<String>,
    /// The opposing army lists.
    pub against: Vec<String>,
    /// The troops of the pool that armies are drawn from.
    pub troops: Vec<String>,
    /// Upper limits for single troops, where lower than the rules allow.
    pub limits: Vec<String>,
    /// The bot, which plays both armies.
    pub bot: String,
    /// The maximum points of an army.
    pub budget: f64,
    /// The number of compositions kept in each generation.
    pub population: u64,
    /// The number of generations.
    pub generations: u64,
    /// Games per composition and generation.
    pub games: u64,
    /// Games per composition in the play-off.
    pub play_off: u64,
    /// Games of the confirmation match.
    pub confirm: u64,
    /// The master seed.
    pub seed: u64,
}

/// The results of the search.
pub struct Broken<'a> {
    /// The bot.
    pub bot: &'a str,
    /// The points of an army.
    pub budget: f64,
    /// The pool.
    pub troops: &'a [Troop],
    /// The names of the lists of the field.
    pub against: &'a [String],
    /// These lists.
    pub field: &'a [Composition],
    /// The search and its outcome.
    pub search: &'a Search,
}

impl Broken<'_> {
    /// The points of a composition.
    pub fn points(&self, composition: &Composition) -> f64 {
        let costs: Vec<f64> = self.troops.iter().map(|troop| troop.cost).collect();
        composition.cost(&costs)
    }

    fn put_list(&self, cells: &mut Cells, composition: &Composition) {
        cells.put(names_of(composition, self.troops));
        cells.put(fixed(self.points(composition), 2));
    }
}

fn chance(p: f64) -> String {
    if p < 1e-4 { format!("{p:.1e}") } else { fixed(p, 4) }
}

fn share(value: f64) -> String {
    fixed(value, 6)
}

/// A row of `breaker.csv`: a list of the field, or all of them.
enum BreakerRow<'a> {
    One { of: &'a Broken<'a>, list: usize, found: &'a AgainstOne },
    All { of: &'a Broken<'a> },
}

impl BreakerRow<'_> {
    fn tallies(&self) -> [Tally; 3] {
        let (of, list) = match self {
            BreakerRow::One { of, list, .. } => (of, Some(*list)),
            BreakerRow::All { of } => (of, None),
        };
        let strongest = of.search.strongest();
        let pick = |record: &Record| list.map_or_else(|| record.all(), |list| record.tallies[list]);
        let confirmed = list.map_or_else(|| of.search.confirmed.all(), |list| of.search.confirmed.against[list].tally);
        [confirmed, pick(&strongest.candidate.record), strongest.play_off.as_ref().map(pick).unwrap_or_default()]
    }
}

impl Row for BreakerRow<'_> {
    const COLUMNS: &'static [&'static str] = &[
        "against",
        "list",
        "points",
        "games",
        "rate",
        "rate_low",
        "rate_high",
        "p_value",
        "p_adjusted",
        "verdict",
        "won",
        "drawn",
        "lost",
        "by_victory",
        "by_objective",
        "by_turn_limit",
        "by_agreement",
        "by_forfeit",
        "search_rate",
        "search_games",
        "play_off_rate",
        "play_off_games",
    ];

    fn write(&self, cells: &mut Cells) {
        let [confirmed, searched, play_off] = self.tallies();
        let [lost, drawn, won] = confirmed.games;
        let scores = match self {
            BreakerRow::One { of, list, found } => {
                cells.put(&of.against[*list]);
                of.put_list(cells, &of.field[*list]);
                cells.put(confirmed.counted());
                cells.put_interval(found.rate, 6);
                cells.put_option(found.p.map(chance));
                cells.put_option(found.p_adjusted.map(chance));
                cells.put(found.verdict.name());
                [searched.mean(), play_off.mean()]
            }
            BreakerRow::All { of } => {
                cells.put("all");
                cells.put("");
                cells.put("");
                cells.put(confirmed.counted());
                cells.put_interval(of.search.confirmed.rate, 6);
                (0..2).for_each(|_| cells.put(""));
                cells.put(of.search.confirmed.conclusion.name());
                let estimates = of.search.confirmed.estimates;
                [estimates.searched, estimates.play_off]
            }
        };
        [won, drawn, lost].into_iter().chain(confirmed.endings).for_each(|count| cells.put(count));
        for (score, tally) in scores.into_iter().zip([searched, play_off]) {
            cells.put_option(score.map(share));
            cells.put(tally.counted());
        }
    }
}

/// A row of `generations.csv`.
struct GenerationRow<'a> {
    of: &'a Broken<'a>,
    number: usize,
    generation: &'a Generation,
}

impl Row for GenerationRow<'_> {
    const COLUMNS: &'static [&'static str] = &[
        "generation",
        "tried",
        "new",
        "mean",
        "best",
        "best_games",
        "best_estimate",
        "best_list",
        "best_points",
        "games",
    ];

    fn write(&self, cells: &mut Cells) {
        let found = self.generation;
        cells.put(self.number);
        cells.put(found.tried);
        cells.put(share(found.new));
        cells.put_option(found.mean.map(share));
        cells.put_option(found.best.map(share));
        cells.put(found.leader_games);
        cells.put(share(found.estimate));
        self.of.put_list(cells, &found.leader);
        cells.put(found.games);
    }
}

/// A row of `lists.csv`.
struct ListRow<'a> {
    of: &'a Broken<'a>,
    rank: usize,
    standing: &'a Standing,
}

impl Row for ListRow<'_> {
    const COLUMNS: &'static [&'static str] = &[
        "rank",
        "list",
        "points",
        "origin",
        "born",
        "games",
        "score",
        "estimate",
        "forfeited",
        "play_off_games",
        "play_off",
        "strongest",
    ];

    fn write(&self, cells: &mut Cells) {
        let Standing { candidate, estimate, play_off } = self.standing;
        let all = candidate.record.all();
        cells.put(self.rank + 1);
        self.of.put_list(cells, &candidate.composition);
        cells.put(candidate.origin.name());
        cells.put(candidate.born);
        cells.put(all.counted());
        cells.put_option(candidate.record.score().map(share));
        cells.put(share(*estimate));
        cells.put(all.forfeited());
        cells.put_option(play_off.as_ref().map(|record| record.all().counted()));
        cells.put_option(play_off.as_ref().and_then(Record::score).map(share));
        cells.put(u8::from(self.rank == self.of.search.strongest));
    }
}

/// Writes all files. `army` is the text of the army file.
///
/// # Errors
/// If one cannot be written.
pub fn write(folder: &Folder, of: &Broken<'_>, army: &str) -> io::Result<()> {
    let mut sheet = Sheet::begin::<BreakerRow<'_>>(folder.part(NAMES[0])?)?;
    for (list, found) in of.search.confirmed.against.iter().enumerate() {
        sheet.row(&BreakerRow::One { of, list, found })?;
    }
    sheet.row(&BreakerRow::All { of })?;
    sheet.finish()?.finish()?;
    let mut sheet = Sheet::begin::<GenerationRow<'_>>(folder.part(NAMES[1])?)?;
    for (index, generation) in of.search.generations.iter().enumerate() {
        sheet.row(&GenerationRow { of, number: index + 1, generation })?;
    }
    sheet.finish()?.finish()?;
    let mut sheet = Sheet::begin::<ListRow<'_>>(folder.part(NAMES[2])?)?;
    for (rank, standing) in of.search.population.iter().enumerate() {
        sheet.row(&ListRow { of, rank, standing })?;
    }
    sheet.finish()?.finish()?;
    folder.write(STRONGEST, army)
}
