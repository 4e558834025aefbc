//! `impl Roster`: pools of units by their cards, and armies made of them. Their officers are those of an army of their
//! size (JI-44).
//!
//! The rulebook publishes no costs: those of the pool are the first costs of this program (JI-187), unless the rules
//! state others.

use super::rulebook::Jomini;
use crate::game::{Composition, Roster, Side, Troop, quoted};
use crate::jomini::army::card::{KindName, UnitCard};
use crate::jomini::army::cost::{name_of, unit_cost, word};
use crate::jomini::army::list::{Army, ArmyLine, MOST_UNITS};
use crate::jomini::army::unit::Class;
use crate::jomini::rules::Rules;
use crate::jomini::state::battle::Battle;
use crate::jomini::state::{State, unit_ids};
use std::fmt::Write as _;

/// Units from which armies are made.
#[derive(Clone, Debug)]
pub struct Pool {
    troops: Vec<Troop>,
    cards: Vec<UnitCard>,
}

/// A title as the name of a type: `My unit` is `my_unit`.
fn word_of(title: &str) -> String {
    title.to_lowercase().replace(' ', "_")
}

/// The content of a card, as keys of an army file.
fn keys_of(card: &UnitCard) -> String {
    let named = |key: &str, value: String| format!("{key} = {}\n", quoted(&value));
    let all = |key: &str, words: Vec<String>| {
        let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
        if words.is_empty() { String::new() } else { format!("{key} = [{}]\n", words.join(", ")) }
    };
    let mut text = named("type", word(KindName(card.kind)))
        + &named("training", word(card.training))
        + &named("morale", word(card.morale));
    text += &all("letters", card.letters.iter().map(word).collect());
    text += &all("orders", card.orders.iter().map(word).collect());
    if let Some(western) = card.western {
        text += &format!("western = {western}\n");
    }
    if let Some(carrier) = card.carried_by {
        text += &named("carried_by", word(carrier));
    }
    if card.carronade {
        text += "carronade = true\n";
    }
    text
}

impl Roster for Jomini {
    type Pool = Pool;

    const COSTS_ARE_PUBLISHED: bool = false;

    fn pool(rules: &Rules, armies: &[Army]) -> Result<Pool, String> {
        let mut pool = Pool { troops: Vec::new(), cards: Vec::new() };
        for (army, line) in armies.iter().flat_map(|army| army.lines.iter().map(move |line| (army, line))) {
            let name = name_of(&line.card);
            // A contingent is more than its units: it requires a lord.
            if line.card.contingent > 0 || pool.troops.iter().any(|troop| troop.name == name) {
                continue;
            }
            let (Some(cost), Some(profile)) = (unit_cost(&line.card, rules), line.card.profile(rules)) else {
                return Err(format!("{}: these rules do not cover \"{}\"", army.name, line.card.name));
            };
            let arm = match profile.class {
                Class::Infantry => "infantry",
                Class::Mounted => "mounted",
                Class::Artillery => "artillery",
            };
            pool.troops.push(Troop {
                name: name.clone(),
                arm: arm.to_owned(),
                cost: f64::from(cost) / 100.0,
                most: MOST_UNITS as u32,
                parts: Vec::new(),
            });
            pool.cards.push(UnitCard { name, ..line.card.clone() });
        }
        if pool.troops.is_empty() {
            Err("a pool is made of the units of army lists, and none is named".to_owned())
        } else {
            Ok(pool)
        }
    }

    fn troops(pool: &Pool) -> &[Troop] {
        &pool.troops
    }

    fn composition(pool: &Pool, army: &Army) -> Composition {
        let mut counts = vec![0; pool.troops.len()];
        for line in army.lines.iter().filter(|line| line.card.contingent == 0) {
            let name = name_of(&line.card);
            if let Some(troop) = pool.troops.iter().position(|troop| troop.name == name) {
                counts[troop] += u32::from(line.count);
            }
        }
        Composition { counts, parameters: Vec::new() }
    }

    fn raise(pool: &Pool, composition: &Composition, name: &str) -> Result<Army, String> {
        let chosen = composition.counts.iter().zip(&pool.cards).filter(|(count, _)| **count > 0);
        let line = |(count, card): (&u32, &UnitCard)| ArmyLine {
            card: card.clone(),
            count: u8::try_from(*count).unwrap_or(u8::MAX),
            from_source: false,
        };
        let lines: Vec<ArmyLine> = chosen.map(line).collect();
        let army = Army {
            name: name.to_owned(),
            nation: name.to_owned(),
            lines,
            officers: Vec::new(),
            contingents: Vec::new(),
            usual_types: Vec::new(),
            changes: None,
        };
        match army.size() {
            0 => Err("it has no unit".to_owned()),
            size if size > MOST_UNITS => Err(format!("{size} units; a side has at most {MOST_UNITS}")),
            _ => Ok(army),
        }
    }

    fn written(pool: &Pool, composition: &Composition, title: &str) -> String {
        let mut text = format!("nation = {}\n", quoted(title));
        for (count, card) in composition.counts.iter().zip(&pool.cards).filter(|(count, _)| **count > 0) {
            write!(text, "\n[[unit]]\nname = {}\n{}", quoted(&card.name), keys_of(card))
                .expect("a string takes whatever is written");
            writeln!(text, "count = {count}").expect("a string takes whatever is written");
        }
        text
    }

    /// The troop becomes a type of its own: like one of the rules, with what its card states.
    fn unit_file(pool: &Pool, troop: usize, title: &str) -> String {
        let keys = keys_of(&pool.cards[troop]);
        let like = keys.strip_prefix("type").expect("the type of a card comes first");
        let (name, nation) = (quoted(&word_of(title)), quoted(title));
        let unit = format!("[[unit]]\nname = {nation}\ntype = {name}\ncount = 1\n");
        format!("nation = {nation}\n\n[[type]]\nname = {name}\nlike{like}\n{unit}")
    }

    fn survivors(pool: &Pool, composition: &Composition, game: &Battle, state: &State, side: Side) -> Vec<[u32; 2]> {
        let mut survivors = vec![[0; 2]; pool.troops.len()];
        let units = composition
            .counts
            .iter()
            .enumerate()
            .flat_map(|(troop, count)| std::iter::repeat_n(troop, *count as usize));
        for (unit, troop) in unit_ids(side).zip(units) {
            let Some(profile) = &game.field.forces.profiles[usize::from(unit)] else { continue };
            survivors[troop][0] += u32::from(profile.elements);
            survivors[troop][1] += u32::from(state.unit(unit).elements);
        }
        survivors
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::{Kind, Library, Source};
    use crate::game::{BySide, Game, Rulebook};

    #[test]
    fn a_list_is_raised_again_from_its_composition() {
        let rules = Rules::published();
        let army = Army::read(&Library::built_in().find(Kind::Army, "france").unwrap()).unwrap();
        let pool = Jomini::pool(&rules, std::slice::from_ref(&army)).unwrap();
        let composition = Jomini::composition(&pool, &army);
        let raised = Jomini::raise(&pool, &composition, "again").unwrap();
        assert_eq!(raised.size(), army.size());
        let scenario = Jomini::read_scenario(&Library::built_in().find(Kind::Scenario, "plain").unwrap()).unwrap();
        let prepared = Jomini::prepare(&rules, &scenario, BySide::new(Some(&raised), Some(&army))).unwrap();
        let costs: Vec<f64> = Jomini::troops(&pool).iter().map(|troop| troop.cost).collect();
        assert_eq!(composition.cost(&costs), f64::from(prepared.points.red));
        assert_eq!(prepared.points.red, prepared.points.blue);
        let survivors = Jomini::survivors(&pool, &composition, &prepared.game, &prepared.game.initial(), Side::Red);
        assert!(survivors.iter().all(|[start, left]| start == left && *start > 0), "{survivors:?}");
    }

    #[test]
    fn a_written_army_reads_back_as_the_same_composition() {
        let library = Library::built_in();
        let mut read = 0;
        for name in library.list(Kind::Army).into_iter().map(|entry| entry.name) {
            let Ok(army) = Army::read(&library.find(Kind::Army, &name).unwrap()) else { continue };
            for rules in
                [Rules::published(), Rules::read(&library.find(Kind::Rules, "jomini-lace-wars").unwrap()).unwrap()]
            {
                let Ok(pool) = Jomini::pool(&rules, std::slice::from_ref(&army)) else { continue };
                let composition = Jomini::composition(&pool, &army);
                if composition.counts.iter().all(|count| *count == 0) {
                    continue;
                }
                let text = Jomini::written(&pool, &composition, "Again");
                let again =
                    Army::read(&Source::new(&library, Kind::Army, "armies/again.toml", text.clone())).expect(&text);
                assert_eq!(Jomini::composition(&pool, &again), composition, "{name}: {text}");
                read += 1;
            }
        }
        assert!(read > 20, "{read}");
    }

    #[test]
    fn an_army_has_no_more_units_than_a_side_can_have() {
        let army = Army::read(&Library::built_in().find(Kind::Army, "brigade").unwrap()).unwrap();
        let pool = Jomini::pool(&Rules::published(), &[army]).unwrap();
        let composition = Composition { counts: vec![20, 5, 0, 0, 0], parameters: Vec::new() };
        assert_eq!(Jomini::raise(&pool, &composition, "horde").unwrap_err(), "25 units; a side has at most 24");
    }
}
