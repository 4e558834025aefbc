//! `field.csv`, `cycles.csv` and a line of each on the screen: the structure of a field that need not be transitive.

use super::csv::{Decimal, PointAndBounds, Row, Table, Text, row, text};
use super::folder::Folder;
use super::format::fixed;
use crate::balance::{Ranking, Shape, Share};
use crate::stats::{Cycles, ELO, Ring};
use std::io;

/// The name of the file of shares.
pub const FIELD: &str = ShareRow::FILE;
/// The name of the file of cycles.
pub const CYCLES: &str = CycleRow::FILE;

/// The maximum number of cycles of a field that are written, strongest first.
const RINGS_WRITTEN: usize = 20;
/// The maximum number of members of the equilibrium mixture named on the screen.
const NAMED: usize = 5;
/// The significance level of cycles.
const LEVEL: f64 = 0.05;

row! {
    /// A member of a field with its shares.
    pub(super) struct ShareRow<'a> {
        /// The field: the kind of its members, as in `ratings.csv`.
        entity: Text<'a>,
        /// The field: the bot that led the armies.
        led_by: Option<Text<'a>>,
        /// The entity.
        name: Text<'a>,
        /// Its alpha-rank: its long-run share of a population in which winning strategies spread. It is discontinuous
        /// where a rate crosses one half: [no interval](statistics.md#every-interval-of-the-tables) has the nominal
        /// coverage.
        alpha_rank: Decimal<4>,
        /// Its share of the Nash mixture; also discontinuous.
        nash_share: Decimal<4>,
        /// The share of bootstrap resamples in which its share of that mixture is at least half a per cent; empty with
        /// `--allocate adaptive`.
        in_mixture_share: Option<Decimal<3>>,
        /// Its gain against that mixture, as a difference of win rate: 0 for those in it, negative for all others;
        /// without an interval where ratings have none. The interval covers [92 to 98
        /// %](statistics.md#every-interval-of-the-tables), and more for those in the mixture, whose gain cannot exceed
        /// 0.
        nash_average: PointAndBounds<4>,
        /// The number of bootstrap resamples behind the 95 % intervals: 1,000, or 200 for fields of more than 60; the
        /// draws follow from the seed of the run.
        weighings: usize,
    }
}

impl<'a> ShareRow<'a> {
    fn new(shape: &'a Shape, name: &'a str, share: &Share) -> ShareRow<'a> {
        let Share { alpha_rank, nash_share, in_mixture, nash_average } = *share;
        ShareRow {
            entity: text(shape.of.name()),
            led_by: shape.led_by.as_ref().map(text),
            name: text(name),
            alpha_rank: Decimal(alpha_rank),
            nash_share: Decimal(nash_share),
            in_mixture_share: in_mixture.map(Decimal),
            nash_average: PointAndBounds { point: Some(nash_average.point), interval: nash_average.interval },
            weighings: shape.replicates,
        }
    }
}

row! {
    /// The whole field, or one cycle in it.
    pub(super) struct CycleRow<'a> {
        /// The field: the kind of its members, as in `ratings.csv`.
        entity: Text<'a>,
        /// The field: the bot that led the armies.
        led_by: Option<Text<'a>>,
        /// The number of the cycle; empty for the whole field.
        ring: Option<usize>,
        /// The first of a cycle: it won more than half against the second, the second against the third, the third
        /// against the first.
        first: Option<Text<'a>>,
        /// The second.
        second: Option<Text<'a>>,
        /// The third.
        third: Option<Text<'a>>,
        /// The sum of the three differences in Elo points; it is 0 under any ranking. Without an interval: only cycles
        /// that were observed have a row, so that a weak one is here because chance made it strong, and
        /// [its interval](statistics.md#fields-that-are-not-a-ladder) would cover too rarely.
        ring_elo: Option<Decimal<1>>,
        /// Of the whole field: the share of its results that no ranking can express, as observed.
        cyclic_share: Option<Decimal<4>>,
        /// The same, corrected for chance.
        cyclic_share_beyond_chance: Option<Decimal<4>>,
        /// P-value of the hypothesis that there are no cycles; empty with `--allocate adaptive`, and where forfeited
        /// games were left out, whose results could have been any. After Swiss legs of 20 and 60 games a pairing it is
        /// below 5 % by chance in 2 and 3 % of tournaments rather than in 5 %.
        p_value: Option<Decimal<6>>,
        /// Of a cycle: adjusted for all triples that have all met, among which the strongest was selected; empty where
        /// `p_value` is.
        p_adjusted: Option<Decimal<6>>,
    }
}

/// A p-value where it is reported.
fn reported(ranking: &Ranking, p_value: f64) -> Option<Decimal<6>> {
    ranking.has_tests().then_some(Decimal(p_value))
}

impl<'a> CycleRow<'a> {
    fn of_field(ranking: &'a Ranking, cycles: &Cycles) -> CycleRow<'a> {
        CycleRow {
            entity: text(ranking.of.name()),
            led_by: ranking.led_by.as_ref().map(text),
            ring: None,
            first: None,
            second: None,
            third: None,
            ring_elo: None,
            cyclic_share: Some(Decimal(cycles.share)),
            cyclic_share_beyond_chance: Some(Decimal(cycles.share_beyond_chance)),
            p_value: reported(ranking, cycles.p_value),
            p_adjusted: None,
        }
    }

    fn of_ring(ranking: &'a Ranking, number: usize, ring: &Ring, p_adjusted: f64) -> CycleRow<'a> {
        let [first, second, third] = ring.entrants.map(|entrant| Some(text(&ranking.rated[entrant].name)));
        CycleRow {
            entity: text(ranking.of.name()),
            led_by: ranking.led_by.as_ref().map(text),
            ring: Some(number),
            first,
            second,
            third,
            ring_elo: Some(Decimal(ring.strength.point * ELO)),
            cyclic_share: None,
            cyclic_share_beyond_chance: None,
            p_value: reported(ranking, ring.p_value),
            p_adjusted: reported(ranking, p_adjusted),
        }
    }
}

/// Rankings with the shapes of their fields.
type Shaped<'a> = (&'a Ranking, &'a Shape);

/// Writes both files, each if it would have rows.
///
/// # Errors
/// If one cannot be written.
pub fn write(folder: &Folder, shaped: &[Shaped<'_>]) -> io::Result<()> {
    if shaped.iter().any(|(_, shape)| !shape.shares.is_empty()) {
        let mut sheet = Table::of::<ShareRow<'_>>(folder)?;
        for (ranking, shape) in shaped {
            let named = ranking.rated.iter().zip(&shape.shares);
            named.map(|(rated, share)| ShareRow::new(shape, &rated.name, share)).try_for_each(|row| sheet.row(&row))?;
        }
        sheet.complete()?;
    }
    if shaped.iter().any(|(_, shape)| shape.cycles.is_some()) {
        let mut sheet = Table::of::<CycleRow<'_>>(folder)?;
        for (ranking, shape) in shaped {
            let Some(cycles) = &shape.cycles else { continue };
            sheet.row(&CycleRow::of_field(ranking, cycles))?;
            let rings = (1..).zip(&cycles.rings).zip(&shape.rings_adjusted).take(RINGS_WRITTEN);
            for ((number, ring), adjusted) in rings {
                sheet.row(&CycleRow::of_ring(ranking, number, ring, *adjusted))?;
            }
        }
        sheet.complete()?;
    }
    Ok(())
}

/// A line on the cycles of a field, and one on the equilibrium mixture.
pub fn render((ranking, shape): Shaped<'_>) -> String {
    let (mut text, plural) = (String::new(), ranking.title());
    let name = |place: usize| ranking.rated[place].name.as_str();
    if let Some(cycles) = shape.cycles.as_ref().filter(|_| ranking.has_tests()) {
        let chance =
            if cycles.p_value < 0.0001 { "p < 0.0001".to_owned() } else { format!("p = {}", fixed(cycles.p_value, 4)) };
        text += &match cycles.rings.first().filter(|_| cycles.p_value < LEVEL) {
            Some(Ring { entrants, .. }) => {
                let [first, second, third] = entrants.map(name);
                let share = fixed(cycles.share_beyond_chance * 100.0, 0);
                format!(
                    "The {plural} have significant cycles ({chance}, {share} % of their results): {first} > {second} > \
                        {third} > {first}.\n"
                )
            }
            None if cycles.p_value < LEVEL => {
                format!("The results of the {plural} fit no ranking ({chance}), though no three form a cycle.\n")
            }
            None => format!(
                "The {plural} have no significant cycles, in which each beats the next and the last the first \
                    ({chance}: how probable so much of a cycle is by chance).\n"
            ),
        };
    }
    let support = shape.support();
    // The metagame of army lists reports this itself.
    if !support.is_empty() && shape.metagame.is_none() {
        let percent = |share: f64| fixed(share * 100.0, 0);
        let named = |place: &usize| {
            let Share { nash_share, in_mixture, .. } = shape.shares[*place];
            let resamples =
                in_mixture.map_or(String::new(), |share| format!(" (in {} % of bootstrap resamples)", percent(share)));
            format!("{} {} %{resamples}", name(*place), percent(nash_share))
        };
        let named: Vec<String> = support.iter().take(NAMED).map(named).collect();
        let more = if support.len() > NAMED { format!(" and {} more", support.len() - NAMED) } else { String::new() };
        text += &format!(
            "The equilibrium mixture of {plural} (Nash), against which none of them gains: {}{more}.\n",
            named.join(", ")
        );
        if support.iter().any(|place| shape.shares[*place].in_mixture.is_some()) {
            text += "Bootstrap resamples are the same games drawn again at random, with repetitions.\n";
        }
    }
    text
}
