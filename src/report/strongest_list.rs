//! The files of `reglette breaker`: `breaker.csv`, `generations.csv`, `lists.csv` and `strongest.toml`, and its
//! parameters as the manifest records them.

use super::csv::{Decimal, Interval, PValue, Row, Share, Table, Text, row, text};
use super::endings::Endings;
use super::folder::Folder;
use crate::balance::strongest_list::{AgainstOne, Generation, Record, Search, Standing, Tally};
use crate::game::{Composition, Troop, names_of};
use crate::stats::Estimate;
use serde::{Deserialize, Serialize};
use std::io;

/// The army file of the strongest list.
pub const STRONGEST: &str = "strongest.toml";
/// The names of the files.
pub const NAMES: [&str; 4] = [BreakerRow::FILE, GenerationRow::FILE, ListRow::FILE, STRONGEST];

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

    fn listed(&self, composition: &Composition) -> ListColumns {
        ListColumns { list: text(names_of(composition, self.troops)), points: Some(Decimal(self.points(composition))) }
    }
}

row! {
    /// A list.
    #[derive(Default)]
    pub(super) struct ListColumns {
        /// Its troops, as far as it played with them.
        list: Text<'static>,
        /// Their cost.
        points: Option<Decimal<2>>,
    }
}

row! {
    /// The strongest list against a list of the field, or against all of them.
    pub(super) struct BreakerRow<'a> {
        /// The list of the field; `all` for the mean over all of them.
        against: Text<'a>,
        /// The list.
        listed: ListColumns,
        /// Games of the confirmation match.
        games: u64,
        /// Points per game of the strongest list in it, a forfeited game being lost by the side that forfeits, with the
        /// 95 % interval, which includes every possible result of forfeited games.
        rate: Interval<6>,
        /// P-value of the hypothesis that the rate is one half.
        p_value: Option<PValue>,
        /// The same, adjusted for all lists (Benjamini and Hochberg).
        p_adjusted: Option<PValue>,
        /// `beats`, `loses` or `undecided` by the adjusted p-value; of `all`: `exploit` if the whole interval is above
        /// one half, `none` if it includes one half, `weaker` if it is below, `untold` where no game was played.
        verdict: Text<'a>,
        /// Games that count, and were won.
        won: u64,
        /// Games that count, and were drawn.
        drawn: u64,
        /// Games that count, and were lost.
        lost: u64,
        /// How all games of the confirmation match ended.
        endings: Endings,
        /// Its score in the search.
        search_rate: Option<Share>,
        /// The number of games in the search.
        search_games: u64,
        /// Its score in the play-off.
        play_off_rate: Option<Share>,
        /// The number of games in the play-off.
        play_off_games: u64,
    }
}

/// What was found about an opponent, or about all of them.
struct FoundList<'a> {
    against: &'a str,
    listed: ListColumns,
    rate: Option<Estimate>,
    p_values: [Option<f64>; 2],
    verdict: &'static str,
    /// The scores in the search and in the play-off.
    scores: [Option<f64>; 2],
}

impl<'a> BreakerRow<'a> {
    fn of_one(of: &'a Broken<'a>, list: usize, found: &AgainstOne) -> BreakerRow<'a> {
        let tallies = Tallies::new(of, Some(list));
        let found = FoundList {
            against: &of.against[list],
            listed: of.listed(&of.field[list]),
            rate: found.rate,
            p_values: [found.p, found.p_adjusted],
            verdict: found.verdict.name(),
            scores: [tallies.searched.mean(), tallies.play_off.mean()],
        };
        BreakerRow::new(found, &tallies)
    }

    fn of_all(of: &'a Broken<'a>) -> BreakerRow<'a> {
        let confirmed = &of.search.confirmed;
        let found = FoundList {
            against: "all",
            listed: ListColumns::default(),
            rate: confirmed.rate,
            p_values: [None; 2],
            verdict: confirmed.conclusion.name(),
            scores: [confirmed.estimates.searched, confirmed.estimates.play_off],
        };
        BreakerRow::new(found, &Tallies::new(of, None))
    }

    fn new(found: FoundList<'a>, Tallies { confirmed, searched, play_off }: &Tallies) -> BreakerRow<'a> {
        let [lost, drawn, won] = confirmed.games;
        let [p_value, p_adjusted] = found.p_values.map(|p| p.map(PValue));
        let [search_rate, play_off_rate] = found.scores.map(|score| score.map(Decimal));
        BreakerRow {
            against: text(found.against),
            listed: found.listed,
            games: confirmed.counted(),
            rate: Interval(found.rate),
            p_value,
            p_adjusted,
            verdict: text(found.verdict),
            won,
            drawn,
            lost,
            endings: Endings::new(&confirmed.endings),
            search_rate,
            search_games: searched.counted(),
            play_off_rate,
            play_off_games: play_off.counted(),
        }
    }
}

/// The games of the strongest list.
struct Tallies {
    confirmed: Tally,
    searched: Tally,
    play_off: Tally,
}

impl Tallies {
    /// Those against a list of the field, or against all.
    fn new(of: &Broken<'_>, list: Option<usize>) -> Tallies {
        let strongest = of.search.strongest();
        let pick = |record: &Record| list.map_or_else(|| record.all(), |list| record.tallies[list]);
        Tallies {
            confirmed: list.map_or_else(|| of.search.confirmed.all(), |list| of.search.confirmed.against[list].tally),
            searched: pick(&strongest.candidate.record),
            play_off: strongest.play_off.as_ref().map(pick).unwrap_or_default(),
        }
    }
}

row! {
    /// A generation of the search.
    pub(super) struct GenerationRow {
        /// From 1.
        generation: usize,
        /// Compositions added in this generation.
        tried: usize,
        /// The share of them among the survivors.
        new: Share,
        /// The mean score of the survivors, in all their games.
        mean: Option<Share>,
        /// The score of the first-ranked composition.
        best: Option<Share>,
        /// Its games.
        best_games: u64,
        /// Its estimated strength: that score, shrunk towards the mean according to its variance.
        best_estimate: Share,
        /// Its troops.
        best_list: Text<'static>,
        /// Their cost.
        best_points: Option<Decimal<2>>,
        /// Games of the search so far.
        games: u64,
    }
}

impl GenerationRow {
    fn new(of: &Broken<'_>, number: usize, found: &Generation) -> GenerationRow {
        let ListColumns { list, points } = of.listed(&found.leader);
        GenerationRow {
            generation: number,
            tried: found.tried,
            new: Decimal(found.new),
            mean: found.mean.map(Decimal),
            best: found.best.map(Decimal),
            best_games: found.leader_games,
            best_estimate: Decimal(found.estimate),
            best_list: list,
            best_points: points,
            games: found.games,
        }
    }
}

row! {
    /// A list of the last generation, as the search ranks it.
    pub(super) struct ListRow<'a> {
        /// From 1.
        rank: usize,
        /// The list.
        listed: ListColumns,
        /// `list`: one of `--armies`; `drawn`; `replaced`: another with a share replaced; `swapped`: another with
        /// troops exchanged; `crossed`: a cross of two others.
        origin: Text<'a>,
        /// The generation in which it first played.
        born: usize,
        /// Its games that count in the whole search.
        games: u64,
        /// Its score in the search.
        score: Option<Share>,
        /// Its estimated strength.
        estimate: Share,
        /// Its games that a bot forfeited.
        forfeited: u64,
        /// Games in the play-off, for those that took part.
        play_off_games: Option<u64>,
        /// Its score in the play-off.
        play_off: Option<Share>,
        /// 1 for the one that won the play-off.
        strongest: u8,
    }
}

impl<'a> ListRow<'a> {
    fn new(of: &Broken<'_>, rank: usize, standing: &'a Standing) -> ListRow<'a> {
        let Standing { candidate, estimate, play_off } = standing;
        let all = candidate.record.all();
        ListRow {
            rank: rank + 1,
            listed: of.listed(&candidate.composition),
            origin: text(candidate.origin.name()),
            born: candidate.born,
            games: all.counted(),
            score: candidate.record.score().map(Decimal),
            estimate: Decimal(*estimate),
            forfeited: all.forfeited(),
            play_off_games: play_off.as_ref().map(|record| record.all().counted()),
            play_off: play_off.as_ref().and_then(Record::score).map(Decimal),
            strongest: u8::from(rank == of.search.strongest),
        }
    }
}

/// Writes all files. `army` is the text of the army file.
///
/// # Errors
/// If one cannot be written.
pub fn write(folder: &Folder, of: &Broken<'_>, army: &str) -> io::Result<()> {
    let mut sheet = Table::of::<BreakerRow<'_>>(folder)?;
    for (list, found) in of.search.confirmed.against.iter().enumerate() {
        sheet.row(&BreakerRow::of_one(of, list, found))?;
    }
    sheet.row(&BreakerRow::of_all(of))?;
    sheet.complete()?;
    let mut sheet = Table::of::<GenerationRow>(folder)?;
    for (index, generation) in of.search.generations.iter().enumerate() {
        sheet.row(&GenerationRow::new(of, index + 1, generation))?;
    }
    sheet.complete()?;
    let mut sheet = Table::of::<ListRow<'_>>(folder)?;
    for (rank, standing) in of.search.population.iter().enumerate() {
        sheet.row(&ListRow::new(of, rank, standing))?;
    }
    sheet.complete()?;
    folder.write(STRONGEST, army)
}
