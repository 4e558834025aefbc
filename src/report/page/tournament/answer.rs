//! The answer of a tournament in one sentence, with its interval.

use crate::report::page::folder::{PageError, ResultFolder};
use crate::report::page::number::{Unit, name};
use crate::report::page::sheet::Row;

/// The answer, and what else is to be said.
pub fn answer(folder: &ResultFolder) -> Result<(String, Vec<String>), PageError> {
    let mut sentences: Vec<String> = Vec::new();
    sentences.extend(of_test(folder)?);
    sentences.extend(super::allocation::answer(folder)?);
    sentences.extend(of_pairing(folder)?);
    let arrangement = folder.part(&["plan", "arrangement"]);
    let arrangement = arrangement.and_then(|table| table.get("kind")?.as_str()).unwrap_or_default();
    // Rates over opponents that differ do not compare: ratings do.
    let [bots, armies] = match arrangement {
        "gauntlet" | "list" | "swiss" => [None, None],
        _ => [of_table(folder, "bots.csv", "bot")?, of_table(folder, "armies.csv", "army")?],
    };
    // Where the bots were not the question, one of them is only the yardstick of the other.
    let is_about_armies = arrangement == "yardstick";
    if is_about_armies {
        sentences.extend(armies);
        sentences.extend(bots);
    } else {
        sentences.extend(bots);
        sentences.extend(armies);
    }
    if sentences.is_empty() {
        sentences.extend(of_ratings(folder)?);
        sentences.extend(of_seats(folder)?);
    }
    sentences.extend(of_metagame(folder)?);
    let mut sentences = sentences.into_iter();
    let first = sentences.next().unwrap_or_else(|| "The tables give no answer.".to_owned());
    Ok((first, sentences.collect()))
}

/// A rate with its interval; `None` where it has none.
fn rate(row: Row<'_>) -> Option<String> {
    Some(Unit::Percent.with_interval(row.number("rate")?, row.number("rate_low").zip(row.number("rate_high"))))
}

fn of_test(folder: &ResultFolder) -> Result<Option<String>, PageError> {
    let Some(sheet) = folder.sheet("sequential.csv")? else { return Ok(None) };
    let Some(row) = sheet.rows().next() else { return Ok(None) };
    let [first, second] = [row.text("first"), row.text("second")].map(name);
    let rate = rate(row).unwrap_or_default();
    let pairs = row.count("pairs");
    let forfeited = of_forfeits(folder)?;
    // Where all pairs have the same result, or nearly all, nothing is corrected, and there is no difference in Elo
    // points.
    let corrected = match row.number("elo") {
        Some(_) => ", corrected for the stopping",
        None => ", not corrected for the stopping, since all pairs, or nearly all, had the same result",
    };
    let [elo0, elo1] = ["elo0", "elo1"].map(|key| {
        let stop = folder.part(&["plan", "stop"]);
        let number =
            stop.and_then(|stop| stop.get(key)?.as_float().or_else(|| Some(stop.get(key)?.as_integer()? as f64)));
        Unit::Number(0).show(number.unwrap_or(0.0))
    });
    Ok(match row.text("decision") {
        "confirmed" => Some(format!(
            "The test decided after {pairs} pairs: {first} against {second} is nearer to {elo1} Elo than to {elo0}; it \
                scores {rate} of the points{corrected}{forfeited}."
        )),
        "refuted" => Some(format!(
            "The test decided after {pairs} pairs: {first} against {second} is nearer to {elo0} Elo than to {elo1}; it \
                scores {rate} of the points{corrected}{forfeited}."
        )),
        "undecided" if folder.part(&["plan", "stop"]).is_some_and(|stop| stop.contains_key("half_width")) => {
            Some(format!(
                "The interval is wider than asked for after {pairs} pairs; {first} scores {rate} of the points against \
                {second}{forfeited}."
            ))
        }
        "undecided" => Some(format!(
            "The test did not decide within {pairs} pairs; {first} scores {rate} of the points against \
                {second}{forfeited}."
        )),
        _ => None,
    })
}

fn of_pairing(folder: &ResultFolder) -> Result<Option<String>, PageError> {
    let Some(sheet) = folder.sheet("matchups.csv")? else { return Ok(None) };
    let scenarios = sheet.distinct("scenario");
    let rows: Vec<Row<'_>> = sheet.with("scenario", scenarios.first().copied().unwrap_or_default()).collect();
    let [row] = rows[..] else { return Ok(None) };
    let [first, second] = [super::matrix::entrant(row, "first"), super::matrix::entrant(row, "second")];
    if first == second {
        return Ok(None);
    }
    let sentence = |rate: String| {
        format!(
            "{} scores {rate} of the points against {}, in {} games{}: {}.",
            name(&first),
            name(&second),
            Unit::Count.show(row.number("games").unwrap_or(0.0)),
            forfeits(row),
            verdict(row)
        )
    };
    Ok(rate(row).map(sentence))
}

/// How many of the games of a row were forfeited, and how many further ones left out or never played, where some were.
fn forfeits(row: Row<'_>) -> String {
    let some = |column: &str, words: &str| match row.number(column) {
        Some(games) if games > 0.0 => format!(", {} {words}", Unit::Count.show(games)),
        _ => String::new(),
    };
    some("by_forfeit", "of them forfeited")
        + &some("left_out", "more left out, since they were forfeited")
        + &some("never_played", "more never played")
}

/// A remark on the games of the whole tournament that bots forfeited, or that were never played, where some were.
fn of_forfeits(folder: &ResultFolder) -> Result<String, PageError> {
    let Some(sheet) = folder.sheet("matchups.csv")? else { return Ok(String::new()) };
    let scenario = sheet.distinct("scenario").first().copied().unwrap_or_default();
    let all = |column: &str| sheet.with("scenario", scenario).filter_map(|row| row.number(column)).sum::<f64>();
    let [games, forfeited, unplayed] = ["games", "by_forfeit", "never_played"].map(all);
    if forfeited + unplayed == 0.0 {
        return Ok(String::new());
    }
    let [games, forfeited, missing] = [games, forfeited, unplayed].map(|number| Unit::Count.show(number));
    let missing = if unplayed > 0.0 { format!(", and {missing} more were never played") } else { String::new() };
    Ok(format!("; of the {games} games of the tournament {forfeited} were forfeited{missing}"))
}

/// The verdict of a row, adjusted for all of its table.
fn verdict(row: Row<'_>) -> String {
    let is_lost_by_adjustment = row.text("verdict").starts_with("favours");
    match row.text("verdict_adjusted") {
        "undecided" if is_lost_by_adjustment => {
            "the games do not decide who is ahead once all rates of the table are judged together".to_owned()
        }
        "" | "undecided" => "the games do not decide who is ahead".to_owned(),
        "even" => "both are even".to_owned(),
        other => match other.strip_prefix("favours ") {
            Some("the others") => "the others are ahead".to_owned(),
            Some(party) => format!("{} is ahead", name(party)),
            None => name(other),
        },
    }
}

/// The maximum number of parties with the same rate that are named.
const MOST_NAMES: usize = 3;

/// The likelihood of superiority from which on an entrant counts as ahead of the next: one side of 95 %.
const SHOWN: f64 = 0.975;

/// Of rows with the same figure the one that the games say least about, whose interval is the widest or missing; and
/// the figure with that interval.
fn of_level<'a>(level: &[Row<'a>], [point, low, high]: [&str; 3], unit: Unit) -> Option<(Row<'a>, String)> {
    let bounds = |row: &Row<'_>| row.number(low).zip(row.number(high));
    let width = |row: &Row<'_>| bounds(row).map_or(f64::INFINITY, |(low, high)| high - low);
    let widest = level.iter().copied().max_by(|one, other| width(one).total_cmp(&width(other)))?;
    let figure = unit.with_interval(widest.number(point)?, bounds(&widest));
    let are_alike = level.iter().all(|row| bounds(row) == bounds(&widest));
    Some((widest, if are_alike { figure } else { figure.replace(')', " at the widest)") }))
}

/// The best of a table of bots or armies.
fn of_table(folder: &ResultFolder, file: &str, column: &str) -> Result<Option<String>, PageError> {
    let Some(sheet) = folder.sheet(file)? else { return Ok(None) };
    let scenario = sheet.distinct("scenario").first().copied().unwrap_or_default();
    let mut rows: Vec<Row<'_>> = sheet.with("scenario", scenario).filter(|row| row.number("rate").is_some()).collect();
    let best_of = |rows: &[Row<'_>]| rows.iter().filter_map(|row| row.number("rate")).fold(0.0, f64::max);
    // The bot under which the best army scores most: armies may all be equal under a bot that plays badly.
    let most = best_of(&rows);
    let leader = rows.iter().find(|row| row.number("rate") == Some(most)).map_or("", |row| row.text("led_by"));
    rows.retain(|row| row.text("led_by") == leader);
    let several = rows.len();
    rows.retain(|row| row.number("rate") == Some(most));
    let Some((best, rate)) = of_level(&rows, ["rate", "rate_low", "rate_high"], Unit::Percent).filter(|_| several > 1)
    else {
        return Ok(None);
    };
    let field = match leader {
        "" => format!("{several} bots"),
        leader => format!("{several} armies led by {}", name(leader)),
    };
    let against = if leader.is_empty() { "other bots" } else { "the others" };
    let games = Unit::Count.show(best.number("games").unwrap_or(0.0));
    let forfeited = Some(forfeits(best)).filter(|words| !words.is_empty());
    let forfeited = forfeited.map_or_else(String::new, |words| format!(" (in {games} games{words})"));
    if rows.len() == several {
        return Ok(Some(format!("Of {field}, all score the same: {rate} of the points against {against}{forfeited}.")));
    }
    let parties = rows.iter().take(MOST_NAMES).map(|row| name(row.text(column))).collect::<Vec<_>>().join(", ");
    let party = match rows.len() {
        tied if tied > MOST_NAMES => format!("{parties} and {} more", tied - MOST_NAMES),
        _ => parties,
    };
    // The name follows a colon, since it may be singular or plural.
    let head = format!("Of {field}, the most points: {party}, {rate} of those against {against}{forfeited}");
    Ok(Some(match best.text("verdict_adjusted") {
        favoured if favoured.starts_with("favours") => {
            format!("{head}, more than half of them.")
        }
        "even" => format!("{head}, practically half."),
        "undecided" if best.text("verdict").starts_with("favours") => {
            format!("{head}, more than half by itself, but not once all {several} are judged together.")
        }
        _ => format!("{head}, but the games do not show that this is more than half."),
    }))
}

fn of_metagame(folder: &ResultFolder) -> Result<Option<String>, PageError> {
    let Some(sheet) = folder.sheet("metagame.csv")? else { return Ok(None) };
    let leader = sheet.distinct("led_by").first().copied().unwrap_or_default();
    let rows: Vec<Row<'_>> = sheet.with("led_by", leader).collect();
    let of = |verdict: &str| {
        let names: Vec<String> =
            rows.iter().filter(|row| row.text("verdict") == verdict).map(|row| name(row.text("army"))).collect();
        match names.len() {
            0 => "none".to_owned(),
            1..=6 => names.join(", "),
            count => format!("{} and {} more", names[..5].join(", "), count - 5),
        }
    };
    Ok(Some(format!(
        "If players choose freely among {} lists under {}: these survive: {}; dominated: {}; out: {}; open: {}.",
        rows.len(),
        name(leader),
        of("survives"),
        of("dominated"),
        of("out"),
        of("open")
    )))
}

fn of_ratings(folder: &ResultFolder) -> Result<Option<String>, PageError> {
    let Some(sheet) = folder.sheet("ratings.csv")? else { return Ok(None) };
    let Some(best) = sheet.rows().next() else { return Ok(None) };
    let field: Vec<Row<'_>> = sheet
        .rows()
        .take_while(|row| ["entity", "led_by"].iter().all(|column| row.text(column) == best.text(column)))
        .collect();
    let level: Vec<Row<'_>> = field.iter().copied().take_while(|row| row.text("elo") == best.text("elo")).collect();
    let tied: Vec<String> = level.iter().map(|row| name(row.text("name"))).collect();
    let figure = of_level(&level, ["elo", "elo_low", "elo_high"], Unit::Difference(1));
    let Some((widest, rated)) = figure else { return Ok(None) };
    if tied.len() == field.len() && tied.len() > 1 {
        return Ok(Some(format!("All {} are rated the same, {rated} Elo from the mean of the field.", tied.len())));
    }
    let without = match widest.number("elo_low") {
        Some(_) => "",
        None => "; the games give this rating no interval",
    };
    let are = if tied.len() > 1 { "are" } else { "is" };
    let names = if tied.len() > MOST_NAMES {
        format!("{} and {} more", tied[..MOST_NAMES].join(", "), tied.len() - MOST_NAMES)
    } else {
        tied.join(", ")
    };
    // Whether the first is ahead of the next that is not level with it.
    let last = field[tied.len() - 1];
    let is_shown = last.number("stronger_than_next").is_some_and(|likelihood| likelihood >= SHOWN);
    let doubt = match field.get(tied.len()) {
        Some(next) if !is_shown => match beaten(folder, field.len(), [last, *next])? {
            Some(rate) => format!("; against {} the first scores {rate} of the points", name(next.text("name"))),
            None => format!(", but the games do not show that this is more than {}", name(next.text("name"))),
        },
        _ => String::new(),
    };
    Ok(Some(format!(
        "{names} {are} rated highest, {rated} Elo from the mean of the field{without}{doubt}{}.",
        of_forfeits(folder)?
    )))
}

/// The rate of one member of a field against another in their own games, where its whole interval is above one half:
/// where nearly all games are won the difference of ratings has hardly a bound, and their likelihood says less.
fn beaten(folder: &ResultFolder, members: usize, [one, other]: [Row<'_>; 2]) -> Result<Option<String>, PageError> {
    if members == 2 && one.text("entity") == "bot" {
        // Of two the table of bots has the games of both.
        let Some(sheet) = folder.sheet("bots.csv")? else { return Ok(None) };
        let row = sheet.with("bot", one.text("name")).next();
        return Ok(row.filter(|row| row.number("rate_low").is_some_and(|low| low > 0.5)).and_then(rate));
    }
    let Some(sheet) = folder.sheet("superiority.csv")? else { return Ok(None) };
    let is_of_field = |row: &Row<'_>| ["entity", "led_by"].iter().all(|column| row.text(column) == one.text(column));
    let names = [one, other].map(|row| row.text("name"));
    let found = sheet.rows().filter(is_of_field).find_map(|row| {
        let [point, low, high] = ["rate", "rate_low", "rate_high"].map(|column| row.number(column));
        match [row.text("first"), row.text("second")] {
            pair if pair == names => Some((point?, low?, high?)),
            [second, first] if [first, second] == names => Some((1.0 - point?, 1.0 - high?, 1.0 - low?)),
            _ => None,
        }
    });
    let found = found.filter(|(_, low, _)| *low > 0.5);
    Ok(found.map(|(point, low, high)| Unit::Percent.with_interval(point, Some((low, high)))))
}

fn of_seats(folder: &ResultFolder) -> Result<Option<String>, PageError> {
    let Some(sheet) = folder.sheet("seats.csv")? else { return Ok(None) };
    let first = sheet.with("seat", "first").next();
    Ok(first.and_then(|row| Some(format!("The side that begins scores {} of the points.", rate(row)?))))
}
