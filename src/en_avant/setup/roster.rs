//! `impl Roster`: pools of bases, or of the units of table T9, and armies composed of them.
//!
//! Rules E2.32, E13.10, E13.13, E13.18, E13.21: an army is built freely of bases of its period; the parameter
//! `combativity` is that of E1.6.

use super::rulebook::EnAvant;
use crate::en_avant::army::cost::{line_cost, name_of};
use crate::en_avant::army::regiment::{Nation, most_bases};
use crate::en_avant::army::troop::{Arm, Period, Weight};
use crate::en_avant::army::{Army, ArmyLine};
use crate::en_avant::rules::{Quality, Rules};
use crate::en_avant::state::engagement::Engagement;
use crate::en_avant::state::{State, unit_ids};
use crate::game::{Composition, CostTerm, Parameter, Roster, Side, Troop, quoted};
use std::fmt::Write as _;

/// The minimum combativity at the start (E1.6).
const LEAST_COMBATIVITY: u32 = 2;
/// The maximum combativity at the start (E1.6).
const MOST_COMBATIVITY: u32 = 5;

/// The troops from which armies are composed.
#[derive(Clone, Debug)]
pub struct Pool {
    rules: Rules,
    period: Period,
    /// The side of an army of the Civil War. Where troops of both are in the pool it is the South: its smaller
    /// regiments are allowed to either (E14.21).
    nation: Option<Nation>,
    troops: Vec<Troop>,
    /// One of each troop: a base, or a unit of table T9. It costs what it puts on the table, which is more than one
    /// where lists are multiplied (E13.16).
    lines: Vec<ArmyLine>,
    parameters: Vec<Parameter>,
}

/// One element of a line: a base, or a unit of stated size.
fn one_of(line: &ArmyLine, rules: &Rules) -> ArmyLine {
    let bases = line.budget.as_ref().map_or(1, |regiment| regiment.bases(rules));
    ArmyLine {
        name: name_of(line),
        bases,
        units: if line.budget.is_some() { vec![bases] } else { Vec::new() },
        ..line.clone()
    }
}

/// The parts by the formula of the cost of what a line puts on the table (E13.1, E13.2, E13.3, E13.4, E13.5, E13.6,
/// E13.7, E13.8, EI-103).
fn parts_of(line: &ArmyLine, rules: &Rules) -> Vec<CostTerm> {
    let bases = line.fielded(rules);
    let part = |name: &str, cost: u8| CostTerm { name: name.to_owned(), number: bases, cost: f64::from(cost) };
    let troop = line.troop(rules);
    let arm = match troop.arm {
        Arm::Elephant => return vec![part("elephant", rules.cost_elephant)],
        Arm::Infantry => part("infantry", rules.cost_infantry),
        Arm::Cavalry => part("cavalry", rules.cost_cavalry),
        Arm::Artillery => part("artillery", rules.cost_artillery),
    };
    let quality = match troop.quality {
        Quality::Inferior => None,
        Quality::Normal => Some(part("normal", rules.cost_normal)),
        Quality::Superior => Some(part("superior", rules.cost_superior)),
    };
    // Shooting of cavalry of table T9 is free, unless the rules charge for it (EI-102).
    let free = line.budget.is_some() && troop.arm == Arm::Cavalry && !rules.charge_cavalry_shooting;
    let shoots = troop.weapon.is_some() && troop.arm != Arm::Artillery && !free;
    let further = [
        (shoots, part("shooting", rules.cost_shooting)),
        (troop.weight == Weight::Heavy, part("heavy", rules.cost_heavy)),
        (troop.horse, part("limber", rules.cost_limber)),
    ];
    std::iter::once(arm)
        .chain(quality)
        .chain(further.into_iter().filter(|(has, _)| *has).map(|(_, part)| part))
        .collect()
}

/// Bases in the fewest equal parts of at most this size, the larger ones first.
fn equal_parts(bases: u8, most: u8) -> Vec<u8> {
    let parts = bases.div_ceil(most);
    (0..parts).map(|part| bases / parts + u8::from(part < bases % parts)).collect()
}

/// A line of bases, as keys of an army file.
fn keys_of_bases(line: &ArmyLine) -> String {
    let troop = &line.troop;
    let mut text = format!("arm = {}\n", quoted(troop.arm.name()));
    let mut put = |key: &str, value: &str| text += &format!("{key} = {}\n", quoted(value));
    if troop.arm != Arm::Elephant {
        put("quality", troop.quality.name());
    }
    if troop.weight != Weight::Standard {
        put("weight", troop.weight.name());
    }
    if let Some(weapon) = troop.weapon {
        put("weapon", weapon.name());
    }
    if troop.multirank {
        text += "multirank = true\n";
    }
    text += &format!("bases = {}\n", line.bases);
    if !line.units.is_empty() {
        text += &format!("units = {:?}\n", line.units);
    }
    text
}

impl Pool {
    /// The lines of an army, with the troop of each.
    fn lines(&self, composition: &Composition) -> Vec<(usize, ArmyLine)> {
        let chosen = composition.counts.iter().zip(&self.lines).enumerate().filter(|(_, (count, _))| **count > 0);
        let line = |(troop, (count, one)): (usize, (&u32, &ArmyLine))| {
            let bases = one.bases.saturating_mul(u8::try_from(*count).unwrap_or(u8::MAX));
            let units =
                match self.nation.filter(|_| one.budget.is_none()).and_then(|nation| most_bases(one.troop.arm, nation))
                {
                    Some(most) => equal_parts(bases, most),
                    None => one.units.repeat(*count as usize),
                };
            (troop, ArmyLine { bases, units, ..one.clone() })
        };
        chosen.map(line).collect()
    }
}

impl Roster for EnAvant {
    type Pool = Pool;

    const COSTS_ARE_PUBLISHED: bool = true;

    fn pool(rules: &Rules, armies: &[Army]) -> Result<Pool, String> {
        let Some(first) = armies.first() else {
            return Err("a pool is made of the troops of army lists, and none is named".to_owned());
        };
        if let Some(other) = armies.iter().find(|army| !army.period.may_meet(first.period)) {
            let (one, another) = (first.period.name(), other.period.name());
            return Err(format!(
                "{} is of {one} and {} of {another}: no army has troops of both (E13.13)",
                first.name, other.name
            ));
        }
        let mut pool = Pool {
            rules: rules.clone(),
            period: first.period,
            nation: if armies.iter().all(|army| army.nation == first.nation) {
                first.nation
            } else {
                Some(Nation::South)
            },
            troops: Vec::new(),
            lines: Vec::new(),
            parameters: vec![Parameter {
                name: "combativity".to_owned(),
                least: LEAST_COMBATIVITY,
                most: MOST_COMBATIVITY.min(rules.combativity_max.into()),
                default: rules.combativity_start.into(),
            }],
        };
        for line in armies.iter().flat_map(|army| &army.lines) {
            let name = name_of(line);
            if pool.troops.iter().all(|troop| troop.name != name) {
                let one = one_of(line, rules);
                let cost = f64::from(line_cost(&one, rules)) / 100.0;
                let most = u32::from(u8::MAX / one.bases.max(1));
                let arm = line.troop(rules).arm.name().to_owned();
                pool.troops.push(Troop { name, arm, cost, most, parts: parts_of(&one, rules) });
                pool.lines.push(one);
            }
        }
        Ok(pool)
    }

    fn troops(pool: &Pool) -> &[Troop] {
        &pool.troops
    }

    fn parameters(pool: &Pool) -> &[Parameter] {
        &pool.parameters
    }

    /// A list may be taken several times (E13.16).
    fn elements_for_each(pool: &Pool) -> u32 {
        pool.rules.list_multiplier.into()
    }

    fn composition(pool: &Pool, army: &Army) -> Composition {
        let mut counts = vec![0; pool.troops.len()];
        for line in &army.lines {
            let name = name_of(line);
            if let Some(troop) = pool.troops.iter().position(|troop| troop.name == name) {
                counts[troop] += line.fielded(&pool.rules) / pool.lines[troop].fielded(&pool.rules).max(1);
            }
        }
        let combativity = army.combativity.map_or(pool.parameters[0].default, u32::from);
        Composition { counts, parameters: vec![combativity] }
    }

    fn raise(pool: &Pool, composition: &Composition, name: &str) -> Result<Army, String> {
        let army = Army {
            name: name.to_owned(),
            title: name.to_owned(),
            period: pool.period,
            nation: pool.nation,
            theatre: String::new(),
            opponents: Vec::new(),
            combativity: composition.parameters.first().and_then(|parameter| u8::try_from(*parameter).ok()),
            lines: pool.lines(composition).into_iter().map(|(_, line)| line).collect(),
            taken: Vec::new(),
            half_free_of: None,
            options: Vec::new(),
            budget: None,
            changes: None,
        };
        let force = army.force(&pool.rules)?;
        if force.units.is_empty() { Err("it has no unit".to_owned()) } else { Ok(army) }
    }

    fn written(pool: &Pool, composition: &Composition, title: &str) -> String {
        let mut text = format!("name = {}\nperiod = {}\n", quoted(title), quoted(pool.period.name()));
        let mut put = |line: std::fmt::Arguments<'_>| text.write_fmt(line).expect("a string takes whatever is written");
        if let Some(nation) = pool.nation {
            put(format_args!("nation = {}\n", quoted(nation.name())));
        }
        if let Some(combativity) = composition.parameters.first() {
            put(format_args!("combativity = {combativity}\n"));
        }
        for (_, line) in pool.lines(composition) {
            let name = quoted(&line.name);
            match &line.budget {
                Some(regiment) => {
                    let shoots = if regiment.shoots { "" } else { "shoots = false\n" };
                    let (sort, count) = (quoted(regiment.sort.name()), line.units.len());
                    put(format_args!("\n[[regiment]]\nname = {name}\ntype = {sort}\ncount = {count}\n{shoots}"));
                }
                None => put(format_args!("\n[[troop]]\nname = {name}\n{}", keys_of_bases(&line))),
            }
        }
        text
    }

    fn survivors(
        pool: &Pool,
        composition: &Composition,
        game: &Engagement,
        state: &State,
        side: Side,
    ) -> Vec<[u32; 2]> {
        let mut survivors = vec![[0; 2]; pool.troops.len()];
        let lines = pool.lines(composition);
        let units =
            lines.iter().flat_map(|(troop, line)| std::iter::repeat_n(*troop, line.partition(&pool.rules).len()));
        for (unit, troop) in unit_ids(side).zip(units) {
            let Some(profile) = &game.troops.profiles[usize::from(unit)] else { continue };
            survivors[troop][0] += u32::from(profile.bases);
            survivors[troop][1] += u32::from(state.unit(unit).bases);
        }
        survivors
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::{Kind, Library, Source};
    use crate::en_avant::army::Muster;
    use crate::game::{BySide, Game, Rulebook};

    fn army(name: &str) -> Army {
        Army::read(&Library::built_in().find(Kind::Army, name).unwrap()).unwrap()
    }

    #[test]
    fn a_list_is_raised_again_from_its_composition() {
        let rules = Rules::published();
        for name in ["gauls", "carthaginians", "napoleonic-france-50", "civil-war-texas-50"] {
            let list = army(name);
            let pool = EnAvant::pool(&rules, std::slice::from_ref(&list)).unwrap();
            let composition = EnAvant::composition(&pool, &list);
            let costs: Vec<f64> = EnAvant::troops(&pool).iter().map(|troop| troop.cost).collect();
            assert_eq!(composition.cost(&costs), f64::from(list.points(&rules)), "{name}");
            // The parts of the formula have the same sum.
            let parts = |troop: &Troop| troop.parts.iter().map(|part| f64::from(part.number) * part.cost).sum::<f64>();
            assert!(
                EnAvant::troops(&pool).iter().all(|troop| parts(troop) == troop.cost),
                "{name}: {:?}",
                EnAvant::troops(&pool)
            );
            let raised = EnAvant::raise(&pool, &composition, "again").unwrap();
            assert_eq!(
                (raised.points(&rules), raised.bases(&rules)),
                (list.points(&rules), list.bases(&rules)),
                "{name}"
            );
        }
    }

    /// E13.16, E14.10, E14.11, E14.12: points, bases and composition of an army are those of what it puts on the table,
    /// whatever the rules.
    #[test]
    fn an_army_counts_as_what_it_puts_on_the_table() {
        let small = Rules { napoleonic_battalion_bases: 3, napoleonic_cavalry_regiment_bases: 2, ..Rules::published() };
        let guns = Rules { napoleonic_battery_bases: 2, ..small.clone() };
        let twice = Rules { list_multiplier: 2, ..guns.clone() };
        let names = ["gauls", "napoleonic-france-50", "civil-war-texas-50"];
        for (rules, name) in [&small, &guns, &twice].into_iter().flat_map(|rules| names.map(|name| (rules, name))) {
            let list = army(name);
            let units = list.force(rules).unwrap().units;
            let points = |unit: &Muster| u32::from(unit.points.unwrap_or_else(|| unit.troop.points(rules)));
            let on_table: u32 = units.iter().map(|unit| points(unit) * u32::from(unit.bases)).sum();
            let bases: u32 = units.iter().map(|unit| u32::from(unit.bases)).sum();
            assert_eq!((list.points(rules), list.bases(rules)), (on_table, bases), "{name}");
            let pool = EnAvant::pool(rules, std::slice::from_ref(&list)).unwrap();
            let composition = EnAvant::composition(&pool, &list);
            let costs: Vec<f64> = EnAvant::troops(&pool).iter().map(|troop| troop.cost).collect();
            assert_eq!(composition.cost(&costs), f64::from(on_table), "{name}");
            let raised = EnAvant::raise(&pool, &composition, "again").unwrap();
            assert_eq!((raised.points(rules), raised.bases(rules)), (on_table, bases), "{name}");
        }
    }

    #[test]
    fn a_written_army_reads_back_as_the_same_composition_and_the_same_units() {
        let (rules, library) = (Rules::published(), Library::built_in());
        let mut read = 0;
        for name in library.list(Kind::Army).into_iter().map(|entry| entry.name) {
            let Ok(list) = Army::read(&library.find(Kind::Army, &name).unwrap()) else { continue };
            let pool = EnAvant::pool(&rules, std::slice::from_ref(&list)).unwrap();
            let composition = EnAvant::composition(&pool, &list);
            let text = EnAvant::written(&pool, &composition, "Again");
            let again = Army::read(&Source::new(&library, Kind::Army, "armies/again.toml", text.clone())).expect(&text);
            assert_eq!(EnAvant::composition(&pool, &again), composition, "{name}: {text}");
            let units = |army: &Army| {
                army.force(&rules).unwrap().units.iter().map(|unit| (unit.troop, unit.bases)).collect::<Vec<_>>()
            };
            assert_eq!(units(&again), units(&EnAvant::raise(&pool, &composition, "again").unwrap()), "{name}");
            read += 1;
        }
        assert!(read > 50, "{read}");
    }

    /// E14.21: armies of the Civil War composed from a pool have regiments of 1 to 3 bases, infantry of the North up to
    /// 5.
    #[test]
    fn regiments_of_the_civil_war_are_as_large_as_their_side_allows() {
        let rules = Rules::published();
        let largest = |names: &[&str], arm: Arm| {
            let lists: Vec<Army> = names.iter().map(|name| army(name)).collect();
            let pool = EnAvant::pool(&rules, &lists).unwrap();
            let only =
                |troop: &Troop| if troop.arm == arm.name() && !troop.name.contains("artillery") { 10 } else { 0 };
            let composition =
                Composition { counts: EnAvant::troops(&pool).iter().map(only).collect(), parameters: vec![4] };
            let force = EnAvant::raise(&pool, &composition, "drawn").unwrap().force(&rules).unwrap();
            force.units.iter().map(|unit| unit.bases).max().unwrap()
        };
        let (south, north) = ("civil-war-texas-50", "civil-war-ohio-50");
        assert_eq!((largest(&[south], Arm::Infantry), largest(&[north], Arm::Infantry)), (3, 5));
        assert_eq!((largest(&[north, south], Arm::Infantry), largest(&[south], Arm::Cavalry)), (3, 3));
    }

    #[test]
    fn survivors_are_counted_by_troop() {
        let (rules, list) = (Rules::published(), army("gauls"));
        let pool = EnAvant::pool(&rules, std::slice::from_ref(&list)).unwrap();
        let composition = EnAvant::composition(&pool, &list);
        let raised = EnAvant::raise(&pool, &composition, "again").unwrap();
        let scenario = Library::built_in().find(Kind::Scenario, "open-field").unwrap();
        let scenario = EnAvant::read_scenario(&scenario).unwrap();
        let game = EnAvant::prepare(&rules, &scenario, BySide::new(Some(&raised), Some(&list))).unwrap().game;
        let mut state = game.initial();
        let all = EnAvant::survivors(&pool, &composition, &game, &state, Side::Red);
        assert_eq!(all.iter().map(|[start, _]| *start).collect::<Vec<_>>(), composition.counts);
        assert!(all.iter().all(|[start, left]| start == left));
        state.units[0].bases -= 1;
        let fewer = EnAvant::survivors(&pool, &composition, &game, &state, Side::Red);
        assert_eq!(fewer[0][1] + 1, all[0][1]);
    }

    #[test]
    fn troops_of_periods_that_never_meet_make_no_pool() {
        let error = EnAvant::pool(&Rules::published(), &[army("gauls"), army("civil-war-texas-50")]).unwrap_err();
        assert!(error.contains("gauls is of antiquity"), "{error}");
    }
}
