//! The exact odds of the library against the oracle: the number of dice and the whole distribution, as exact fractions
//! and to 12 digits.

use crate::odds_cases::{Case, cases};
use crate::oracle::{self, AttackOrder, DefenceOrder, Distribution, Strike, may_riposte};
use crate::table::Table;
use rayon::prelude::*;
use reglette::game::Game;
use reglette::jomini::combat::odds::{Dodge, Odds, OddsOptions, Row, StrikeOdds};
use reglette::jomini::state;
use std::process::Command;

/// The choices of a case in the library's terms.
fn options(case: &Case) -> OddsOptions {
    let choices = &case.choices;
    OddsOptions {
        order: choices.attack_order.map(|order| match order {
            AttackOrder::Elan => state::AttackOrder::Elan,
            AttackOrder::Charge => state::AttackOrder::Charge,
            AttackOrder::Berserk => state::AttackOrder::Berserk,
            AttackOrder::Sappers => state::AttackOrder::Sappers,
        }),
        wind_of_ball: if choices.wind_of_ball { u8::MAX } else { 0 },
        defence_order: choices.defence_order.map(|order| match order {
            DefenceOrder::Sacrifice => state::DefenceOrder::Sacrifice,
            DefenceOrder::LikeARock => state::DefenceOrder::LikeARock,
            DefenceOrder::Dodge => state::DefenceOrder::Dodge,
            DefenceOrder::HoldPosition => state::DefenceOrder::HoldPosition,
            DefenceOrder::Nuts => state::DefenceOrder::Nuts,
        }),
        leaders: choices.leaders as u8,
        dodge_by_trait: if choices.dodges_by_letter { Dodge::Yes } else { Dodge::No },
        dodge_by_order: if choices.dodges_by_order { Dodge::Yes } else { Dodge::No },
        sacrifices: choices.sacrifices as u8,
        riposte: case.riposte,
        ..OddsOptions::default()
    }
}

/// The library's result for a case.
fn odds(case: &Case) -> Odds {
    let table = Table::read(&case.name(), &case.text);
    let state = table.battle.initial();
    let weighed = table.battle.odds(&state, table.unit(&case.attacker), table.unit(&case.target), &options(case));
    weighed.unwrap_or_else(|error| panic!("{}: {error}", case.name()))
}

/// The roll requested by the case. A riposte of guns is listed for each possible number of elements after the attack:
/// the first has all of them.
fn asked<'a>(case: &Case, odds: &'a Odds) -> &'a StrikeOdds {
    let roll = match case {
        Case { riposte: true, .. } => odds.ripostes().next(),
        Case { ambush: true, .. } => odds.strikes.first().filter(|strike| strike.kind == state::AttackKind::Ambush),
        _ => odds.attack(),
    };
    roll.unwrap_or_else(|| panic!("{}: no such roll", case.name()))
}

/// The difference between the library's table and the oracle's, if there is one.
fn difference(found: &StrikeOdds, expected: &Distribution) -> Option<String> {
    if u32::from(found.dice) != expected.dice {
        return Some(format!("{} dice, not {}", found.dice, expected.dice));
    }
    let mut rows: Vec<(Row, u128)> = Vec::new();
    for (row, count) in &expected.counts {
        rows.push((
            Row { losses: row.losses as u8, retreat: row.retreat as u8, tokens: row.tokens as u8, officers: 0 },
            *count,
        ));
    }
    // Fractions over different powers of six are compared crosswise, without rounding.
    let same = found.rows.len() == rows.len()
        && found
            .rows
            .iter()
            .zip(&rows)
            .all(|((row, count), (wanted, ways))| row == wanted && count * expected.total == ways * found.total);
    (!same).then(|| format!("{:?} of {}\n  by the tables {:?} of {}", found.rows, found.total, rows, expected.total))
}

/// Every modifier of T15, every limit of terrain and works (J5.45), the face of each arm (J5.48, J5.49, J5.50), every
/// line of T6 (J5.56), every letter that acts in a roll and every order given before it; the position files name the
/// rules that they show.
#[test]
fn the_odds_are_those_of_every_sequence_of_faces() {
    let cases = cases();
    assert!(cases.len() >= 200, "the cases are there");
    let mut wrong = Vec::new();
    for case in &cases {
        let position = case.position();
        let expected = oracle::distribution(&case.strike(&position));
        let odds = odds(case);
        let found = asked(case, &odds);
        if let Some(difference) = difference(found, &expected) {
            wrong.push(format!("{}\n  {difference}", case.name()));
            continue;
        }
        for (row, (own, _)) in expected.counts.keys().zip(&found.rows) {
            let (share, wanted) = (found.probability(*own), expected.probability(row));
            assert!((share - wanted).abs() < 1e-12, "{}: {share} and {wanted}", case.name());
        }
    }
    assert!(wrong.is_empty(), "{} of {} differ:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}

/// The trail explains the number of dice: each step begins where the one before ended, and the last is the number
/// rolled.
#[test]
fn the_trail_leads_to_the_number_of_dice() {
    for case in cases() {
        let odds = odds(&case);
        let roll = asked(&case, &odds);
        let (_, steps) = oracle::dice(&case.strike(&case.position()));
        assert!(roll.trail.windows(2).all(|pair| pair[0].after == pair[1].before), "{}: {:?}", case.name(), roll.trail);
        assert_eq!(roll.trail.first().map(|step| step.before), Some(0), "{}", case.name());
        assert_eq!(roll.trail.last().map(|step| step.after), Some(i32::from(roll.dice)), "{}", case.name());
        let values = |trail: Vec<(i32, i32)>| trail.into_iter().collect::<std::collections::BTreeSet<_>>();
        let (own, theirs) = (
            values(roll.trail.iter().map(|step| (step.before, step.after)).collect()),
            values(steps.iter().map(|step| (step.before, step.after)).collect()),
        );
        assert_eq!(own, theirs, "{}: {:?} and by the tables {steps:?}", case.name(), roll.trail);
    }
}

/// J5.87, J5.89: the right to riposte, if the defender is still in place after the attack.
#[test]
fn the_right_to_riposte_is_that_of_the_tables() {
    for case in cases().iter().filter(|case| !case.riposte && !case.ambush) {
        let position = case.position();
        let right = may_riposte(&Strike::new(&position, &case.attacker, &case.target, false, case.choices));
        assert_eq!(odds(case).may_riposte.count > 0, right, "{}", case.name());
    }
    for case in cases().iter().filter(|case| case.riposte) {
        let position = case.position();
        assert!(
            may_riposte(&Strike::new(&position, &case.attacker, &case.target, false, case.choices)),
            "{}",
            case.name()
        );
    }
}

/// `reglette odds`with the arguments in the file prints the same numbers to 12 digits, for attack and riposte.
#[test]
fn the_command_prints_the_same_numbers() {
    let cases = cases();
    let wrong: Vec<String> = cases
        .par_iter()
        .filter_map(|case| printed_difference(case).map(|what| format!("{}: {what}", case.name())))
        .collect();
    assert!(wrong.is_empty(), "{} of {} differ:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}

/// The difference between the output of the command for a case and the oracle, if there is one.
fn printed_difference(case: &Case) -> Option<String> {
    let run = Command::new(env!("CARGO_BIN_EXE_reglette"))
        .args(["odds", "--format", "json"])
        .arg(&case.path)
        .args(case.line.split_whitespace())
        .output()
        .expect("the program runs");
    if !run.status.success() {
        return Some(String::from_utf8_lossy(&run.stderr).into_owned());
    }
    let printed: serde_json::Value = serde_json::from_slice(&run.stdout).expect("JSON");
    let kind = match case {
        Case { riposte: true, .. } => "riposte",
        Case { ambush: true, .. } => "ambush",
        _ => "attack",
    };
    let rolls = printed["rolls"].as_array().expect("a list of rolls");
    let roll = rolls.iter().find(|roll| roll["roll"] == kind).expect("the roll that was asked for");
    let position = case.position();
    let expected = oracle::distribution(&case.strike(&position));
    if roll["dice"] != expected.dice {
        return Some(format!("{} dice, not {}", roll["dice"], expected.dice));
    }
    let rows = roll["rows"].as_array().expect("rows");
    let same = rows.len() == expected.counts.len()
        && rows.iter().zip(&expected.counts).all(|(row, (wanted, _))| {
            let share = row["probability"].as_f64().expect("a number");
            row["losses"] == wanted.losses
                && row["retreat"] == wanted.retreat
                && row["tokens"] == wanted.tokens
                && (share - expected.probability(wanted)).abs() < 1e-12
        });
    (!same).then(|| format!("{rows:?}"))
}
