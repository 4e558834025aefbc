//! `comparison.csv` and its summary on the screen: the effect of a change on games.

mod manifest;

pub use manifest::ComparisonManifest;

use super::csv::{Decimal, PValue, Row, Share, Sheet, Text, row, text};
use super::format::{count, figure, fixed, is_symmetric, whole};
use super::summary::COARSE_NOTE;
use super::table::{Align, aligned};
use crate::balance::compare::Key;
use crate::balance::compare::Measure;
use crate::balance::compare::unseen_share;
use crate::balance::{Change, Compared, Effect, has_coarse_steps};
use crate::stats::Estimate;
use std::io;

/// The name of the file.
pub const NAME: &str = EffectRow::FILE;

/// The maximum number of events shown on the screen.
const MOST_EVENTS: usize = 8;

/// A variant with the effect of its change.
pub struct Variant<'a> {
    /// What is changed: `rules`, `army`, `scenario` or `bot`.
    pub changed: &'a str,
    /// The name of what is changed, without the change.
    pub base: &'a str,
    /// The name with the change.
    pub name: &'a str,
    /// The scenarios' names without the change.
    pub scenarios: &'a [&'a str],
    /// Whether both are identical after parsing.
    pub is_same: bool,
    /// Whether both are played with the same seed.
    pub shares_dice: bool,
    /// The comparison.
    pub compared: &'a Compared,
}

impl Variant<'_> {
    fn scenario(&self, key: &Key) -> &str {
        key.scenario.map_or("all", |scenario| self.scenarios[scenario])
    }

    /// Whether no difference is possible.
    fn is_identical(&self) -> bool {
        self.is_same && self.shares_dice && self.compared.is_alike
    }
}

row! {
    /// A measure, without and with a change.
    pub(super) struct EffectRow<'a> {
        /// The replacement.
        variant: Text<'a>,
        /// `all`, or where there are several each of them, by its name without the change.
        scenario: Text<'a>,
        /// See below.
        measure: Text<'a>,
        /// The army, bot, pairing or event; empty for all games. A changed one is written `before→after`.
        subject: Text<'a>,
        /// The mean over games without the change.
        without_change: Share,
        /// The mean over games with it.
        with_change: Share,
        /// The second minus the first.
        difference: Share,
        /// Lower end of its 95 % interval ([how](statistics.md#what-a-change-does)); no interval where no cluster
        /// differs, and for amounts (rounds, combats, losses, events) of fewer than 200 games, where it would cover too
        /// rarely; both ends 0 where nothing can differ. That of `matchup_unfairness` is too wide where a rate lies
        /// beside one half: it covered 99.3 % where all did.
        difference_low: Option<Share>,
        /// Upper end.
        difference_high: Option<Share>,
        /// Half the width of the interval.
        difference_half_width: Option<Share>,
        /// Correlation between clusters, of the measure without and with the change; over several scenarios within
        /// each of them.
        correlation: Option<Decimal<4>>,
        /// How many times more games the same interval would take with independent dice; over several scenarios by the
        /// scatter within each of them.
        shared_dice_factor: Option<Decimal<3>>,
        /// Games of each side that count for the row. `army_units_lost` counts a game twice, here and in `left_out`, in
        /// which the army fights itself.
        games: u64,
        /// Further games that are left out, since a bot forfeited one of the two: the interval of a share covers every
        /// possible difference in them, and other measures have no interval then.
        left_out: u64,
        /// Games of the row that a bot forfeited, without or with the change: lost in its rate.
        by_forfeit: u64,
        /// Clusters among them: pairs, or blocks of four pairs.
        clusters: u64,
        /// Those in which the measure is not the same on both sides.
        clusters_differing: u64,
        /// The smallest difference that this number of clusters detects with 80 % power, by the test of this row alone.
        detectable_difference: Option<Share>,
        /// `same` (both have the same contents after reading, under the same dice), `alike` (no cluster differs),
        /// `too_few` (fewer than ten clusters, or an amount of fewer than 200 games), `forfeits` (games were left out,
        /// and the measure has no bounds), `undetected` (the interval includes 0), `higher`, `lower`; of unfairness
        /// `less_fair`, `fairer`.
        verdict: Text<'a>,
        /// P-value of the hypothesis that there is no difference.
        p_value: Option<PValue>,
        /// The same, adjusted over the rows of a variant that differ at all
        /// ([as in the other tables](#the-verdicts)).
        p_adjusted: Option<PValue>,
        /// The verdict with that adjustment.
        verdict_adjusted: Text<'a>,
    }
}

impl<'a> EffectRow<'a> {
    fn new(variant: &'a Variant<'a>, key: &'a Key, effect: &Effect) -> EffectRow<'a> {
        let verdict = |verdict: Change| text(if variant.is_identical() { "same" } else { verdict.name(key.measure) });
        let exactly = variant.is_identical().then_some(Estimate { point: 0.0, low: 0.0, high: 0.0, level: 1.0 });
        let interval = exactly.or(effect.interval);
        EffectRow {
            variant: text(variant.name),
            scenario: text(variant.scenario(key)),
            measure: text(key.measure.name()),
            subject: text(&key.of),
            without_change: Decimal(effect.base),
            with_change: Decimal(effect.variant),
            difference: Decimal(effect.difference),
            difference_low: interval.map(|it| Decimal(it.low)),
            difference_high: interval.map(|it| Decimal(it.high)),
            difference_half_width: interval.map(|it| Decimal(it.half_width())),
            correlation: effect.correlation.map(Decimal),
            shared_dice_factor: effect.gained_by_sharing.map(Decimal),
            games: effect.games,
            left_out: effect.left_out,
            by_forfeit: effect.by_forfeit,
            clusters: effect.clusters,
            clusters_differing: effect.differing,
            detectable_difference: effect.detectable.map(Decimal),
            verdict: verdict(effect.verdict),
            p_value: effect.p_value.map(PValue),
            p_adjusted: effect.p_adjusted.map(PValue),
            verdict_adjusted: verdict(effect.verdict_adjusted),
        }
    }
}

/// The text of the file.
///
/// # Errors
/// Only if memory runs out.
pub fn csv(variants: &[Variant<'_>]) -> io::Result<Vec<u8>> {
    let mut sheet = Sheet::begin::<EffectRow<'_>>(Vec::new())?;
    for variant in variants {
        variant
            .compared
            .effects
            .iter()
            .try_for_each(|(key, effect)| sheet.row(&EffectRow::new(variant, key, effect)))?;
    }
    sheet.finish()
}

/// The label of a measure on the screen.
fn words(key: &Key) -> String {
    let of = &key.of;
    match key.measure {
        Measure::FirstPlayer => "first player's rate".to_owned(),
        Measure::Draws => "draws".to_owned(),
        Measure::Comebacks => "wins from behind".to_owned(),
        Measure::Decisive => "decisive victories".to_owned(),
        Measure::Marginal => "marginal victories".to_owned(),
        Measure::Rounds => "rounds".to_owned(),
        Measure::Combats => "combats".to_owned(),
        Measure::UnitsLost => "units lost".to_owned(),
        Measure::PointsLost => "points lost".to_owned(),
        Measure::ArmyRate | Measure::BotRate => format!("rate of {of}"),
        Measure::ArmyLosses => format!("units lost by {of}"),
        Measure::MatchupRate => format!("rate of {of}"),
        Measure::Unfairness => format!("unfairness of {of}"),
        Measure::Event => of.clone(),
    }
}

/// A number as the file has it, so that the screen and the page, which is made from the file, round alike.
fn as_written(number: f64) -> f64 {
    (number * 1e6).round() / 1e6
}

/// The factor and the decimals with which a measure is shown: per cent for shares.
fn scale(measure: Measure) -> (f64, usize) {
    if measure.is_share() { (100.0, 1) } else { (1.0, 2) }
}

fn value(measure: Measure, number: f64) -> String {
    let (factor, decimals) = scale(measure);
    let unit = if measure.is_share() { " %" } else { "" };
    format!("{}{unit}", fixed(factor * as_written(number), decimals))
}

/// A signed difference: percentage points for shares.
fn signed(measure: Measure, number: f64) -> String {
    let (factor, decimals) = scale(measure);
    let text = fixed(factor * as_written(number), decimals);
    if text.starts_with('-') || text.bytes().all(|byte| byte == b'0' || byte == b'.') {
        text
    } else {
        format!("+{text}")
    }
}

/// The bounds of the interval of a difference, after its point.
fn bounds(measure: Measure, interval: &Estimate) -> String {
    let number = |number: f64| signed(measure, number);
    let (factor, decimals) = scale(measure);
    if is_symmetric(&interval.map(|number| factor * number), decimals) {
        format!(" ± {}", number(interval.half_width()).replace('+', ""))
    } else {
        format!(" ({} to {})", number(interval.low), number(interval.high))
    }
}

fn verdict(measure: Measure, effect: &Effect) -> String {
    let rendered = match effect.verdict {
        Change::Alike => "alike in all clusters".to_owned(),
        Change::TooFew => "too few games".to_owned(),
        Change::Undetected => "no detectable effect".to_owned(),
        Change::Forfeits => "no verdict: forfeits".to_owned(),
        found => found.name(measure).replace('_', " "),
    };
    let is_left = effect.verdict == effect.verdict_adjusted;
    if is_left { rendered } else { format!("{rendered}, but not significant among all verdicts") }
}

/// The measures shown on the screen: those over all scenarios, and of the events those with the most significant
/// change.
fn reported_rows(compared: &Compared) -> Vec<&(Key, Effect)> {
    let all = || compared.effects.iter().filter(|(key, _)| key.scenario.is_none());
    let seen = |effect: &Effect| effect.base != 0.0 || effect.variant != 0.0;
    let mut rows: Vec<&(Key, Effect)> =
        all().filter(|(key, effect)| key.measure != Measure::Event && seen(effect)).collect();
    let mut events: Vec<&(Key, Effect)> =
        all().filter(|(key, effect)| key.measure == Measure::Event && effect.verdict_adjusted.is_effect()).collect();
    events.sort_by(|one, other| one.1.p_value.unwrap_or(1.0).total_cmp(&other.1.p_value.unwrap_or(1.0)));
    rows.extend(events.into_iter().take(MOST_EVENTS));
    rows
}

fn table(variant: &Variant<'_>) -> String {
    let reported = reported_rows(variant.compared);
    let is_coarse = |(key, effect): &&(Key, Effect)| {
        key.measure.is_share() && effect.interval.is_some_and(|interval| has_coarse_steps(effect.games, 0, &interval))
    };
    let note = if reported.iter().any(is_coarse) { COARSE_NOTE } else { "" };
    let has_left_out = reported.iter().any(|(_, effect)| effect.left_out > 0);
    let has_forfeits = reported.iter().any(|(_, effect)| effect.by_forfeit > 0);
    let mut head = ["", "without", "with", "difference", "detectable"].map(str::to_owned).to_vec();
    head.extend(has_left_out.then(|| "left out".to_owned()));
    head.extend(has_forfeits.then(|| "forfeited".to_owned()));
    head.push(String::new());
    let mut align = vec![Align::Left];
    align.resize(head.len() - 1, Align::Right);
    let mut rows = vec![head];
    for (key, effect) in reported {
        let mut row = vec![
            words(key),
            value(key.measure, effect.base),
            value(key.measure, effect.variant),
            format!(
                "{}{}",
                signed(key.measure, effect.difference),
                effect.interval.map_or(String::new(), |it| bounds(key.measure, &it))
            ),
            effect.detectable.map_or(String::new(), |it| signed(key.measure, it).replace('+', "")),
        ];
        row.extend(has_left_out.then(|| whole(effect.left_out)));
        row.extend(has_forfeits.then(|| whole(effect.by_forfeit)));
        row.push(verdict(key.measure, effect));
        rows.push(row);
    }
    aligned(&rows, &align) + note
}

/// A difference so far in a line, such as `+1.2 ± 3.4 pp first player's rate`; `variant` is named where there are
/// several. The figure is first, since the end of the line may be cut.
pub fn so_far(key: &Key, difference: &Estimate, variant: Option<&str>) -> String {
    let percent = difference.map(|share| 100.0 * share);
    let sign = if fixed(percent.point, 1).starts_with('-') { "" } else { "+" };
    let with = variant.map(|name| format!(" with {name}")).unwrap_or_default();
    format!("{sign}{} pp {}{with}", figure(&percent, 1), words(key))
}

/// Explains the word where it appears on the screen.
const CLUSTER: &str = "games that share their dice, or are balanced together";

/// The conclusion in a sentence or two.
fn conclusion(variant: &Variant<'_>) -> String {
    let Variant { changed, base, name, compared, .. } = variant;
    let what = if *changed == "rules" { "the same rules".to_owned() } else { format!("the same {changed}") };
    let pairs = compared.effects.iter().map(|(_, effect)| effect.clusters).max().unwrap_or(0);
    if variant.is_identical() {
        return format!("Nothing is changed: {base} and {name} are {what}, so every difference is exactly zero.\n");
    }
    if compared.is_alike && compared.forfeits == [0; 2] {
        let most = 100.0 * unseen_share(pairs);
        return format!(
            "No detectable effect: none of {} had a different result, so the change makes no difference in them. Of {} \
                ({CLUSTER}), a change in more than {} % would have been detected with 95 % confidence.\n",
            count(compared.games, "game"),
            count(pairs, "cluster"),
            fixed(most, 1)
        );
    }
    let same = if variant.is_same {
        format!("{base} and {name} are {what}, with other dice: all differences are due to chance.\n")
    } else {
        String::new()
    };
    if compared.effects.iter().all(|(key, effect)| key.measure.is_of_bots() || effect.games == 0) {
        // Forfeits of a bot that is changed are what its rates are about.
        let but = if *changed == "bot" { String::new() } else { format!(": nothing follows about the {changed}") };
        return format!("{same}Every game was forfeited with the change or without it{but}.\n");
    }
    if compared.effects.iter().all(|(_, effect)| effect.verdict == Change::Alike) {
        return format!("{same}No detectable effect: every measure is alike in every cluster ({CLUSTER}).\n");
    }
    let found = compared.effects.iter().filter(|(_, effect)| effect.verdict_adjusted.is_effect()).count();
    if found > 0 {
        let rows = compared.effects.iter().filter(|(_, effect)| effect.p_value.is_some()).count();
        let by_scenario = compared.effects.iter().any(|(key, _)| key.scenario.is_some());
        let of = if by_scenario { ", those of single scenarios included" } else { "" };
        return format!(
            "{same}An effect on {} of the {} that can be tested{of}, adjusted for multiple testing.\n",
            whole(found as u64),
            count(rows as u64, "measure"),
        );
    }
    let least = |wanted: &[Measure]| {
        let found = compared.effects.iter().filter(|(key, _)| key.scenario.is_none() && wanted.contains(&key.measure));
        found
            .filter_map(|(key, effect)| Some((key.measure, effect, effect.detectable?, effect.interval?.half_width())))
            .max_by(|one, other| one.2.total_cmp(&other.2))
    };
    let rates = [Measure::FirstPlayer, Measure::ArmyRate, Measure::BotRate, Measure::MatchupRate];
    let rendered = |(measure, effect, detectable, half): (Measure, &Effect, f64, f64), what: &str| {
        let unit = if measure.is_share() { " percentage points" } else { "" };
        let [detectable, half] = [detectable, half].map(|it| signed(measure, it).replace('+', ""));
        format!(
            "{what} that changed by {detectable}{unit} would have been detected with 80 % power by its own test, \
                before adjustment for the others (half-width {half}, {})",
            count(effect.clusters, "cluster")
        )
    };
    let parts: Vec<String> = [
        least(&rates).map(|it| rendered(it, "a rate")),
        least(&[Measure::Rounds]).map(|it| rendered(it, "a length in rounds")),
    ]
    .into_iter()
    .flatten()
    .collect();
    if !parts.is_empty() {
        return format!("{same}No detectable effect: {}. Clusters are {CLUSTER}.\n", parts.join("; "));
    }
    if compared.effects.iter().any(|(_, effect)| effect.p_value.is_some()) {
        format!("{same}No detectable effect.\n")
    } else {
        let few = if compared.forfeits == [0; 2] { "games" } else { "games that were not forfeited" };
        format!("{same}Nothing can be tested: too few {few}.\n")
    }
}

/// The screen summary.
pub fn render(variants: &[Variant<'_>]) -> String {
    let mut text = String::new();
    for variant in variants {
        let Variant { changed, base, name, compared, .. } = variant;
        text.push_str(&format!("{changed}: {name} against {base}, {} each\n\n", count(compared.games, "game")));
        if !compared.is_alike || compared.forfeits != [0; 2] {
            text.push_str(&table(variant));
            text.push('\n');
        }
        text.push_str(&conclusion(variant));
        let [without, with] = compared.forfeits;
        if without + with > 0 {
            text.push_str(&format!(
                "Forfeited: {} without the change, {} with it. They count as lost in the rates of bots and match-ups, \
                    and are left out of all else: intervals of shares cover every possible result of them, and other \
                    measures have no verdict.\n",
                whole(without),
                whole(with)
            ));
        }
        text.push('\n');
    }
    text
}
