//! `field.csv`, `cycles.csv` and a line of each on the screen: the structure of a field that need not be transitive.

use super::csv::{Cells, Row, Sheet};
use super::folder::Folder;
use super::format::fixed;
use crate::balance::{Ranking, Shape, Share};
use crate::stats::{Cycles, ELO, Estimate, Ring};
use std::io;

/// The name of the file of shares.
pub const FIELD: &str = "field.csv";
/// The name of the file of cycles.
pub const CYCLES: &str = "cycles.csv";

/// The maximum number of cycles of a field that are written, strongest first.
const RINGS_WRITTEN: usize = 20;
/// The maximum number of members of the equilibrium mixture named on the screen.
const NAMED: usize = 5;
/// The significance level of cycles.
const LEVEL: f64 = 0.05;

struct ShareRow<'a> {
    shape: &'a Shape,
    name: &'a str,
    share: &'a Share,
}

impl Row for ShareRow<'_> {
    const COLUMNS: &'static [&'static str] = &[
        "entity",
        "led_by",
        "name",
        "alpha_rank",
        "nash_share",
        "in_mixture_share",
        "nash_average",
        "nash_average_low",
        "nash_average_high",
        "weighings",
    ];

    fn write(&self, cells: &mut Cells) {
        let Share { alpha_rank, nash_share, in_mixture, nash_average } = self.share;
        cells.put(self.shape.of.name());
        cells.put_option(self.shape.led_by.as_ref());
        cells.put(self.name);
        cells.put(fixed(*alpha_rank, 4));
        cells.put(fixed(*nash_share, 4));
        cells.put(fixed(*in_mixture, 3));
        cells.put_interval(Some(*nash_average), 4);
        cells.put(self.shape.replicates);
    }
}

/// The whole field, or one cycle in it.
struct CycleRow<'a> {
    ranking: &'a Ranking,
    ring: Option<(usize, &'a Ring)>,
    cycles: &'a Cycles,
    p_adjusted: Option<f64>,
}

impl Row for CycleRow<'_> {
    const COLUMNS: &'static [&'static str] = &[
        "entity",
        "led_by",
        "ring",
        "first",
        "second",
        "third",
        "ring_elo",
        "ring_elo_low",
        "ring_elo_high",
        "cyclic_share",
        "cyclic_share_beyond_chance",
        "p_value",
        "p_adjusted",
    ];

    fn write(&self, cells: &mut Cells) {
        let CycleRow { ranking, ring, cycles, p_adjusted } = self;
        cells.put(ranking.of.name());
        cells.put_option(ranking.led_by.as_ref());
        cells.put_option(ring.map(|(number, _)| number));
        for nth in 0..3 {
            cells.put_option(ring.map(|(_, ring)| &ranking.rated[ring.entrants[nth]].name));
        }
        let in_elo = |strength: Estimate| strength.map(|odds| odds * ELO);
        cells.put_interval(ring.map(|(_, ring)| in_elo(ring.strength)), 1);
        let whole = ring.is_none();
        cells.put_option(whole.then(|| fixed(cycles.share, 4)));
        cells.put_option(whole.then(|| fixed(cycles.share_beyond_chance, 4)));
        cells.put(fixed(ring.map_or(cycles.p_value, |(_, ring)| ring.p_value), 6));
        cells.put_option(p_adjusted.map(|p| fixed(p, 6)));
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
        let mut sheet = Sheet::begin::<ShareRow<'_>>(folder.part(FIELD)?)?;
        for (ranking, shape) in shaped {
            let named = ranking.rated.iter().zip(&shape.shares);
            named
                .map(|(rated, share)| ShareRow { shape, name: &rated.name, share })
                .try_for_each(|row| sheet.row(&row))?;
        }
        sheet.finish()?.finish()?;
    }
    if shaped.iter().any(|(_, shape)| shape.cycles.is_some()) {
        let mut sheet = Sheet::begin::<CycleRow<'_>>(folder.part(CYCLES)?)?;
        for (ranking, shape) in shaped {
            let Some(cycles) = &shape.cycles else { continue };
            sheet.row(&CycleRow { ranking, ring: None, cycles, p_adjusted: None })?;
            let rings = (1..).zip(&cycles.rings).zip(&shape.rings_adjusted).take(RINGS_WRITTEN);
            for (ring, adjusted) in rings {
                sheet.row(&CycleRow { ranking, ring: Some(ring), cycles, p_adjusted: Some(*adjusted) })?;
            }
        }
        sheet.finish()?.finish()?;
    }
    Ok(())
}

/// A line on the cycles of a field, and one on the equilibrium mixture.
pub fn render((ranking, shape): Shaped<'_>) -> String {
    let (mut text, plural) = (String::new(), ranking.title());
    let name = |place: usize| ranking.rated[place].name.as_str();
    if let Some(cycles) = &shape.cycles {
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
            None => format!("The {plural} have no significant cycles ({chance}).\n"),
        };
    }
    let support = shape.support();
    // The metagame of army lists reports this itself.
    if !support.is_empty() && shape.metagame.is_none() {
        let percent = |share: f64| fixed(share * 100.0, 0);
        let named = |place: &usize| {
            let Share { nash_share, in_mixture, .. } = shape.shares[*place];
            format!("{} {} % (in {} % of bootstrap resamples)", name(*place), percent(nash_share), percent(in_mixture))
        };
        let named: Vec<String> = support.iter().take(NAMED).map(named).collect();
        let more = if support.len() > NAMED { format!(" and {} more", support.len() - NAMED) } else { String::new() };
        text += &format!("The equilibrium mixture of {plural} (Nash): {}{more}.\n", named.join(", "));
    }
    text
}
