//! The name of a base of a troop in cost tables, and its cost: by the formula (E13.1 and those after it), or by a table
//! `[troop_costs]` of the rules.
//!
//! Such a price determines the cost of an army. The value of a loss in play follows the formula in either case, so that
//! battles are the same under both.

use super::ArmyLine;
use super::regiment::{Regiment, Sort};
use super::troop::{Arm, Troop, Weight};
use crate::data::prices::Hundredths;
use crate::en_avant::rules::{Quality, Rules, Weapon};

/// The name of a troop: `superior_heavy_infantry`, `inferior_light_infantry_bow`.
pub fn name_of_troop(troop: &Troop, dismounts: bool) -> String {
    let mut words = Vec::new();
    if troop.arm != Arm::Elephant {
        words.push(troop.quality.name());
    }
    if troop.weight != Weight::Standard {
        words.push(troop.weight.name());
    }
    words.push(troop.arm.name());
    words.extend(troop.weapon.map(Weapon::name));
    let suffixes = [(troop.horse, "horse_teams"), (troop.multirank, "multirank"), (dismounts, "dismounting")];
    words.extend(suffixes.iter().filter(|(has, _)| *has).map(|(_, suffix)| *suffix));
    words.join("_")
}

fn name_of_regiment(regiment: &Regiment) -> String {
    format!("{}{}", regiment.sort.name(), if regiment.shoots { "" } else { "_without_firearms" })
}

/// The name of the troop of a line; units of table T9 are named by their sort.
pub fn name_of(line: &ArmyLine) -> String {
    line.budget.as_ref().map_or_else(|| name_of_troop(&line.troop, line.dismounts), name_of_regiment)
}

/// The cost of one base of a line.
pub fn price(line: &ArmyLine, rules: &Rules) -> Hundredths {
    let stated = if rules.troop_costs.is_empty() { None } else { rules.troop_costs.of(&name_of(line)) };
    stated.unwrap_or_else(|| 100 * Hundredths::from(line.points(rules)))
}

/// All names that troops can have.
pub fn names() -> Vec<String> {
    let mut names = Vec::new();
    for sort in Sort::ALL {
        names.extend([true, false].map(|shoots| name_of_regiment(&Regiment { sort: *sort, shoots })));
    }
    let weapons: Vec<Option<Weapon>> = std::iter::once(None).chain(Weapon::ALL.iter().copied().map(Some)).collect();
    for (arm, quality) in Arm::ALL.iter().flat_map(|arm| Quality::ALL.iter().map(move |quality| (*arm, *quality))) {
        for (weight, weapon) in
            Weight::ALL.iter().flat_map(|weight| weapons.iter().map(move |weapon| (*weight, *weapon)))
        {
            for flags in 0..8u8 {
                let [horse, multirank, dismounts] = [flags & 1, flags & 2, flags & 4].map(|flag| flag > 0);
                names.push(name_of_troop(&Troop { arm, quality, weight, weapon, horse, multirank }, dismounts));
            }
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::{Kind, Library, Source};

    fn rules(text: &str) -> Result<Rules, String> {
        Rules::read(&Source::new(
            &Library::built_in(),
            Kind::Rules,
            "dear.toml",
            format!("extends = \"en-avant\"\n{text}"),
        ))
        .map_err(|error| error.to_string())
    }

    #[test]
    fn a_stated_price_replaces_the_formula_for_what_an_army_costs() {
        let army = Library::built_in().find(Kind::Army, "republican-romans").unwrap();
        let army = super::super::Army::read(&army).unwrap();
        assert_eq!(army.points(&Rules::published()), 35);
        // Two cavalry at 3, six legions at 4.25, five light infantry at 1: 36.5, displayed as 37.
        let dear = rules("[troop_costs]\nsuperior_heavy_infantry = 4.25").unwrap();
        assert_eq!(army.points(&dear), 37);
    }

    #[test]
    fn a_price_of_no_troop_is_refused() {
        let error = rules("[troop_costs]\nsuperior_heavy_infantri = 4").unwrap_err();
        assert!(
            error.contains("unknown troop") && error.contains("did you mean \"superior_heavy_infantry\"?"),
            "{error}"
        );
    }
}
