//! `probes.csv` and its lines on the screen: the value of each part of a rulebook to a bot that plays against itself.

use super::csv::{Decimal, Elo, IntervalAndHalfWidth, Row, Table, Text, row, text};
use super::endings::Endings;
use super::folder::Folder;
use super::format::{count, figure, fixed, rate, whole};
use super::summary::COARSE_NOTE;
use super::table::{Align, aligned};
use crate::balance::{Verdict, is_coarse, rate_interval};
use crate::stats::{Estimate, elo_of_score};
use crate::tournament::probe::{Offers, Probed};
use crate::tournament::{Counter, Party};
use enum_map::EnumMap;
use std::io;

/// The name of the file.
pub const NAME: &str = ProbeRow::FILE;

/// A part that was probed, or that never offered a choice.
pub struct Probe<'a> {
    /// The names of the rules, the scenarios and the armies.
    pub names: [&'a str; 3],
    /// The master seed.
    pub seed: u64,
    /// The rulebook.
    pub rulebook: &'a str,
    /// The bot.
    pub bot: &'a str,
    /// The part.
    pub part: &'a str,
    /// The result; `None` where the part never offered a choice.
    pub probed: Option<&'a Probed>,
}

impl Probe<'_> {
    fn counter(&self) -> Option<&Counter> {
        self.probed?.standings.overall().find(|(line, _)| line.party == Party::Bot(0)).map(|(_, counter)| counter)
    }

    fn rate(&self) -> Option<Estimate> {
        self.counter().and_then(rate_interval).map(|rate| rate.decisive)
    }

    /// Games forfeited by either side: they indicate a fault of the bot and say nothing about the part.
    fn forfeits(&self) -> u64 {
        self.counter().map_or(0, Counter::forfeits)
    }

    fn verdict(&self) -> String {
        if self.forfeits() > 0 {
            return "no verdict: forfeits".to_owned();
        }
        match self.rate().map(|rate| Verdict::of(&rate)) {
            Some(Verdict::Favours) => "worth having".to_owned(),
            Some(Verdict::FavoursOther) => "better left".to_owned(),
            Some(verdict) => verdict.describe("", ""),
            None => "never a choice".to_owned(),
        }
    }
}

row! {
    /// A bot without a part of the rulebook, against itself.
    pub(super) struct ProbeRow<'a> {
        /// The rulebook.
        rulebook: Text<'a>,
        /// The rules file.
        rules: Text<'a>,
        /// The scenarios; several names are separated by spaces.
        scenarios: Text<'a>,
        /// The armies.
        armies: Text<'a>,
        /// The master seed.
        seed: u64,
        /// The bot.
        bot: Text<'a>,
        /// The forbidden part.
        part: Text<'a>,
        /// Number of games; 0 where the part was never a choice in the first games, and the other columns are then
        /// empty. Parts named by `--forbid` are played in any case: they may be choices later.
        games: u64,
        /// How they ended.
        endings: Endings,
        /// Points per game of the unrestricted side, with the 95 % interval from clusters of games that share their
        /// dice, as for verdicts.
        rate: IntervalAndHalfWidth<6>,
        /// The same in Elo points: the value of the part; empty where a rate of 0 or 1 has no finite value.
        elo: Option<Elo>,
        /// Lower end of its interval.
        elo_low: Option<Elo>,
        /// Upper end.
        elo_high: Option<Elo>,
        /// Half the width of the interval.
        elo_half_width: Option<Elo>,
        /// Decisions per game in which the unrestricted side could choose it or something else.
        offered_a_game: Option<Decimal<3>>,
        /// The number of them in which it chose the part.
        used_a_game: Option<Decimal<3>>,
        /// Decisions per game in which the other side was prevented from it.
        kept_from_a_game: Option<Decimal<3>>,
        /// Decisions per game in which the other side could do nothing else, so that the restriction did not apply.
        unavoidable_a_game: Option<Decimal<3>>,
        /// `worth having` (the interval lies above 0.5), `better left` (below), `even`, `undecided`, `never a choice`,
        /// `no verdict: forfeits` (a bot forfeited a game, so that the rate includes its fault).
        verdict: Text<'a>,
    }
}

impl<'a> ProbeRow<'a> {
    fn new(probe: &Probe<'a>) -> ProbeRow<'a> {
        let [rules, scenarios, armies] = probe.names.map(text);
        let (counter, rate) = (probe.counter(), probe.rate());
        let elo = |end: fn(Estimate) -> f64| {
            rate.map(|rate| end(rate.map(elo_of_score))).filter(|elo| elo.is_finite()).map(Decimal)
        };
        let games = counter.map_or(0, Counter::games);
        let offers = probe.probed.map(|probed| probed.offers[0]);
        let a_game = |count: fn(&Offers) -> u64| offers.as_ref().map(|it| Decimal(count(it) as f64 / games as f64));
        ProbeRow {
            rulebook: text(probe.rulebook),
            rules,
            scenarios,
            armies,
            seed: probe.seed,
            bot: text(probe.bot),
            part: text(probe.part),
            games,
            endings: Endings::new(&counter.map_or_else(EnumMap::default, |counter| counter.endings)),
            rate: IntervalAndHalfWidth(rate),
            elo: elo(|it| it.point),
            elo_low: elo(|it| it.low),
            elo_high: elo(|it| it.high),
            elo_half_width: elo(|it| it.half_width()),
            offered_a_game: a_game(|offers| offers.offered),
            used_a_game: a_game(|offers| offers.used),
            kept_from_a_game: a_game(|offers| offers.kept),
            unavoidable_a_game: a_game(|offers| offers.unavoidable),
            verdict: text(probe.verdict()),
        }
    }
}

/// Writes the file.
///
/// # Errors
/// If it cannot be written.
pub fn write(folder: &Folder, probes: &[Probe<'_>]) -> io::Result<()> {
    let mut sheet = Table::of::<ProbeRow<'_>>(folder)?;
    probes.iter().try_for_each(|probe| sheet.row(&ProbeRow::new(probe)))?;
    sheet.complete()
}

/// The probes of a bot for the screen, most valuable part first.
pub fn render(bot: &str, probes: &[Probe<'_>]) -> String {
    let mut rows = vec![
        ["part", "games", "rate with it", "Elo", "on offer", "used a game", "forfeited", ""]
            .map(str::to_owned)
            .to_vec(),
    ];
    let forfeits: u64 = probes.iter().map(Probe::forfeits).sum();
    let mut known: Vec<(&Probe<'_>, Estimate)> =
        probes.iter().filter_map(|probe| Some((probe, probe.rate()?))).collect();
    known.sort_by(|(_, one), (_, other)| other.point.total_cmp(&one.point));
    let is_coarse = |(probe, rate): &(&Probe<'_>, Estimate)| probe.counter().is_some_and(|it| is_coarse(it, rate));
    let note = if known.iter().any(is_coarse) { COARSE_NOTE } else { "" };
    for (probe, estimate) in known {
        let games = probe.counter().map_or(0, Counter::games);
        let offers = probe.probed.map(|probed| probed.offers[0]).unwrap_or_default();
        let elo = estimate.map(elo_of_score);
        let elo = if elo.half_width().is_finite() { format!("{:>5}", figure(&elo, 0)) } else { String::new() };
        let a_game = |count: u64| fixed(count as f64 / games as f64, 1);
        let forfeited = whole(probe.forfeits());
        let cells = [
            whole(games),
            rate(&estimate),
            elo,
            a_game(offers.offered),
            a_game(offers.used),
            forfeited,
            probe.verdict(),
        ];
        rows.push([probe.part.to_owned()].into_iter().chain(cells).collect());
    }
    let never: Vec<&str> = probes.iter().filter(|probe| probe.probed.is_none()).map(|probe| probe.part).collect();
    let align = [Align::Left, Align::Right, Align::Left, Align::Left, Align::Right, Align::Right, Align::Right];
    let table = aligned(&rows, &align);
    let never = if never.is_empty() { String::new() } else { format!("Never a choice: {}\n", never.join(", ")) };
    let forfeits = match forfeits {
        0 => String::new(),
        games => format!(
            "{} forfeited by faults of the bot: they affect the rates, so no verdict is given on these parts.\n",
            count(games, "game")
        ),
    };
    format!("{bot} with everything against {bot} without\n{table}{note}{never}{forfeits}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Ending, Grade, Outcome, Side, Tally};
    use crate::tournament::{Entrant, GameRow, PairingOnScenario, Schedule, Standings};

    /// Forty games that the free side wins, this many of them by a forfeit of the other.
    fn probed(forfeits: u64) -> Probed {
        let schedule = Schedule::of_cells(vec![PairingOnScenario {
            scenario: 0,
            entrants: [0, 1].map(|bot| Entrant { bot, army: None }),
            pairs: 20,
        }]);
        let mut standings = Standings::new(&schedule);
        for game in 0..schedule.games() {
            let spec = schedule.game(game);
            let winner = spec.seat_of_first();
            let outcome = Outcome { winner: Some(winner), grade: Grade::None, ending: Ending::Victory };
            let row = GameRow { first_side: Some(Side::Red), ..GameRow::for_tests(spec, outcome, Tally::default()) };
            standings.add(&if game < forfeits { row.crashed_for_tests(winner.other()) } else { row });
        }
        standings.close();
        Probed { standings, offers: vec![Offers::default()] }
    }

    #[test]
    fn forfeits_are_reported_and_leave_no_verdict() {
        let rendered = |forfeits: u64| {
            let probed = probed(forfeits);
            let probe = Probe {
                names: ["rules", "plain", "france"],
                seed: 1,
                rulebook: "none",
                bot: "mine",
                part: "charge",
                probed: Some(&probed),
            };
            (probe.verdict(), super::render("mine", &[probe]))
        };
        assert_eq!(rendered(0).0, "worth having");
        assert!(!rendered(0).1.contains("forfeited by faults"), "{}", rendered(0).1);
        let (verdict, text) = rendered(3);
        assert_eq!(verdict, "no verdict: forfeits");
        assert!(
            text.contains("no verdict: forfeits") && text.contains("3 games forfeited by faults of the bot"),
            "{text}"
        );
    }
}
