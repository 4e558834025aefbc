//! The name of the troop of a line in cost tables, and the cost of a line: by the formula (E13.1 and those after it),
//! or by a table `[troop_costs]` of the rules.
//!
//! A stated cost determines the cost of an army. The value of a loss in play follows the formula in either case, so
//! that battles are the same under both.

use super::ArmyLine;
use super::regiment::Regiment;
use crate::data::troop_costs::Hundredths;
use crate::en_avant::rules::Rules;

/// The name of the troop of a line; units of table T9 are named by their sort.
pub fn name_of(line: &ArmyLine) -> String {
    line.budget.as_ref().map_or_else(|| line.troop.name(line.dismounts), Regiment::name)
}

/// The cost of what a line puts on the table. A stated cost is that of one element, a base or a unit of table T9, and
/// counts as often as the list is taken (E13.16).
pub fn line_cost(line: &ArmyLine, rules: &Rules) -> Hundredths {
    let stated = if rules.troop_costs.is_empty() { None } else { rules.troop_costs.of(&name_of(line)) };
    match stated {
        Some(each) => each * line.elements() * Hundredths::from(rules.list_multiplier),
        None => 100 * Hundredths::from(line.points(rules)) * line.fielded(rules),
    }
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
    fn a_stated_cost_replaces_the_formula_for_what_an_army_costs() {
        let army = Library::built_in().find(Kind::Army, "republican-romans").unwrap();
        let army = super::super::Army::read(&army).unwrap();
        assert_eq!(army.points(&Rules::published()), 35);
        // Two cavalry at 3, six legions at 4.25, five light infantry at 1: 36.5, displayed as 37.
        let dear = rules("[troop_costs]\nsuperior_heavy_infantry = 4.25").unwrap();
        assert_eq!(army.points(&dear), 37);
    }

    /// E13.16: a list that is taken twice costs twice as much, by the formula or by stated costs.
    #[test]
    fn stated_costs_count_as_often_as_the_list_is_taken() {
        let army = Library::built_in().find(Kind::Army, "republican-romans").unwrap();
        let army = super::super::Army::read(&army).unwrap();
        let points =
            |key: &str| army.points(&rules(&format!("{key}[troop_costs]\nsuperior_heavy_infantry = 4.25")).unwrap());
        assert_eq!((points(""), points("list_multiplier = 2\n")), (37, 73), "36.5 and 73");
    }

    /// E13.21: a stated cost of a unit of table T9 is that of the whole unit, as costs are fitted and written.
    #[test]
    fn a_stated_cost_of_a_battalion_is_that_of_the_battalion() {
        let army = Library::built_in().find(Kind::Army, "napoleonic-france-50").unwrap();
        let army = super::super::Army::read(&army).unwrap();
        let name = army.lines.iter().find(|line| line.budget.is_some()).map(name_of).unwrap();
        let count: u32 =
            army.lines.iter().filter(|line| name_of(line) == name).map(|line| line.units.len() as u32).sum();
        let points = |cost: u8| army.points(&rules(&format!("[troop_costs]\n{name} = {cost}")).unwrap());
        assert_eq!(points(101) - points(100), count, "{name}");
    }

    #[test]
    fn a_cost_of_no_troop_is_refused() {
        let error = rules("[troop_costs]\nsuperior_heavy_infantri = 4").unwrap_err();
        assert!(
            error.contains("unknown troop") && error.contains("did you mean \"superior_heavy_infantry\"?"),
            "{error}"
        );
    }
}
