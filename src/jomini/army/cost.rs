//! The names of unit types in cost tables, and their costs: the first cost (JI-187), or the value in the table
//! `[troop_costs]` of the rules.
//!
//! A name is that of training and morale, where they are not the default, and type; then the letters:
//! `elite_solid_line_infantry+marksman`. A stated cost decides what an army costs; in play a loss counts at the first
//! cost in both cases, so that stated costs do not change battles.

use super::card::{KindName, UnitCard};
use super::letters::{Letter, Morale, OrderLetter, Training};
use super::transport::Carrier;
use crate::data::troop_costs::Hundredths;
use crate::jomini::rules::{Rules, UnitKind};
use serde::Serialize;
use strum::VariantArray;

/// The name of a value in files.
pub(in crate::jomini) fn word(value: impl Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(word)) => word,
        other => unreachable!("a value of a list of names is a name: {other:?}"),
    }
}

fn stem(training: Training, morale: Morale, kind: UnitKind) -> String {
    let mut words = Vec::new();
    if training != Training::default() {
        words.push(word(training));
    }
    if morale != Morale::default() {
        words.push(word(morale));
    }
    words.push(word(KindName(kind)));
    words.join("_")
}

/// The name of the type described by a card, whatever the name of the unit.
pub fn name_of(card: &UnitCard) -> String {
    let mut words = vec![stem(card.training, card.morale, card.kind)];
    let mut letters: Vec<String> = card.letters.iter().map(word).chain(card.orders.iter().map(word)).collect();
    letters.sort();
    words.extend(letters);
    words.extend(card.western.map(|western| if western { "western" } else { "not_western" }.to_owned()));
    words.extend(card.carried_by.map(|carrier| format!("on_{}", word(carrier))));
    words.extend(card.carronade.then(|| "carronade".to_owned()));
    words.join("+")
}

/// The cost of a unit; `None` if the rules do not cover its type.
pub fn unit_cost(card: &UnitCard, rules: &Rules) -> Option<Hundredths> {
    let stated = if rules.troop_costs.is_empty() { None } else { rules.troop_costs.of(&name_of(card)) };
    stated.or_else(|| Some(100 * Hundredths::from(card.profile(rules)?.points)))
}

/// The points of units, rounded up (JI-187); units that the rules do not cover have none.
pub fn points(units: &[UnitCard], rules: &Rules) -> u32 {
    units.iter().filter_map(|card| unit_cost(card, rules)).sum::<u32>().div_ceil(100)
}

fn additions() -> Vec<String> {
    let mut words: Vec<String> =
        Letter::VARIANTS.iter().map(word).chain(OrderLetter::VARIANTS.iter().map(word)).collect();
    words.extend(Carrier::VARIANTS.iter().map(|carrier| format!("on_{}", word(carrier))));
    words.extend(["western", "not_western", "carronade"].map(str::to_owned));
    words
}

/// Whether this is a valid name in a cost table.
pub fn is_name(name: &str) -> bool {
    let mut parts = name.split('+');
    let is_stem = parts.next().is_some_and(|first| names().iter().any(|known| known == first));
    let (additions, parts) = (additions(), parts.collect::<Vec<_>>());
    // A card has each letter once.
    let is_repeated = |index: usize| parts[..index].contains(&parts[index]);
    let fits = |(index, part): (usize, &&str)| additions.iter().any(|known| known == part) && !is_repeated(index);
    is_stem && parts.iter().enumerate().all(fits)
}

/// All names without letters.
pub fn names() -> Vec<String> {
    let quality =
        Training::VARIANTS.iter().flat_map(|training| Morale::VARIANTS.iter().map(move |morale| (*training, *morale)));
    quality
        .flat_map(|(training, morale)| UnitKind::covered().iter().map(move |kind| stem(training, morale, *kind)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::{Library, Source};

    fn rules(text: &str) -> Result<Rules, String> {
        let text = format!("extends = \"jomini-v2\"\n{text}");
        Rules::read(&Source::new(&Library::built_in(), crate::data::Kind::Rules, "dear.toml", text))
            .map_err(|error| error.to_string())
    }

    #[test]
    fn a_stated_cost_replaces_the_first_cost_of_a_unit_with_exactly_these_letters() {
        let source = Library::built_in().find(crate::data::Kind::Army, "spain").unwrap();
        let army = crate::jomini::army::Army::read(&source).unwrap();
        let plain = rules("").unwrap();
        for line in &army.lines {
            let name = name_of(&line.card);
            assert!(is_name(&name), "{name}");
            let dear = rules(&format!("[troop_costs]\n\"{name}\" = 99.5")).unwrap();
            assert_eq!(unit_cost(&line.card, &dear), Some(9_950), "{name}");
            let other = UnitCard { letters: vec![Letter::SiegeEquipment], ..line.card.clone() };
            assert_eq!(unit_cost(&other, &dear), unit_cost(&other, &plain));
        }
    }

    #[test]
    fn a_cost_of_no_troop_is_refused() {
        let error = rules("[troop_costs]\nlight_cavalery = 4").unwrap_err();
        assert!(error.contains("did you mean \"light_cavalry\"?"), "{error}");
        assert!(is_name("line_infantry+marksman+stubborn") && !is_name("line_infantry+stubborn+stubborn"));
    }
}
