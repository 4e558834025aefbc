//! Units of the Napoleonic period and of the Civil War: the composition of battalions, regiments and batteries, and
//! their cost.
//!
//! Rules E14.10, E14.11, E14.12, E14.13, E14.15, E14.16, E14.19, E14.20, E14.21, E14.22, E14.23, E14.24 with EI-102,
//! EI-103, EI-105 and table T9. The budgets follow from the formula of chapter 13: cavalry is not charged for shooting,
//! the limber of horse artillery costs a point.

pub use crate::en_avant::rules::{Regiment, Sort};

use super::ArmyLine;
use super::troop::{Arm, Period, Troop, Weight};
use crate::data::schema::rule_choice;
use crate::en_avant::rules::{Quality, Rules, Weapon};
use serde::Deserialize;

rule_choice! {
    /// The side of a Civil War army (E14.21).
    pub enum Nation {
        /// The South: units of 1 to 3 bases.
        South = "south",
        /// The North: infantry of 1 to 5 bases.
        North = "north",
    }
}

/// Maximum number of bases of a regiment of infantry of the South (E14.21).
const MOST_OF_THE_SOUTH: u8 = 3;
/// Maximum number of bases of a regiment of infantry of the North (E14.21).
const MOST_OF_THE_NORTH: u8 = 5;
/// Maximum number of bases of a regiment of cavalry (E14.22).
const MOST_OF_CAVALRY: u8 = 3;

impl Regiment {
    /// The troop of its bases (E14.15, E14.16, E14.19, E14.24).
    pub fn troop(&self, rules: &Rules) -> Troop {
        use {Arm::*, Quality::*, Weight::*};
        let light = if rules.napoleonic_light_cavalry_is_light { Light } else { Standard };
        let (arm, quality, weight, weapon, horse) = match self.sort {
            Sort::InferiorInfantry => (Infantry, Inferior, Standard, Weapon::Musket, false),
            Sort::LineInfantry => (Infantry, Normal, Standard, Weapon::Musket, false),
            Sort::EliteInfantry => (Infantry, Superior, Standard, Weapon::Musket, false),
            Sort::LightCavalry => (Cavalry, Inferior, light, Weapon::Musket, false),
            Sort::HeavyCavalry => (Cavalry, Normal, Heavy, Weapon::Musket, false),
            Sort::GuardCavalry => (Cavalry, Superior, Standard, Weapon::Musket, false),
            Sort::LightHorseArtillery => (Artillery, Inferior, Standard, Weapon::InferiorArtillery, true),
            Sort::LightFootArtillery => (Artillery, Inferior, Standard, Weapon::InferiorArtillery, false),
            Sort::MediumHorseArtillery => (Artillery, Normal, Standard, Weapon::NormalArtillery, true),
            Sort::MediumFootArtillery => (Artillery, Normal, Standard, Weapon::NormalArtillery, false),
            Sort::HeavyFootArtillery => (Artillery, Superior, Standard, Weapon::SuperiorArtillery, false),
            Sort::HeavyHorseArtillery => (Artillery, Superior, Standard, Weapon::SuperiorArtillery, true),
            Sort::RifledGun => (Artillery, Superior, Heavy, Weapon::SuperiorHeavyArtillery, false),
        };
        Troop { arm, quality, weight, weapon: self.shoots.then_some(weapon), horse, multirank: false }
    }

    /// Points of one of its bases (table T9): shooting of cavalry is free, a limber is not (EI-102, EI-103).
    pub fn points(&self, rules: &Rules) -> u8 {
        let troop = self.troop(rules);
        let free = troop.arm == Arm::Cavalry && !rules.charge_cavalry_shooting;
        let charged = if free { Troop { weapon: None, ..troop } } else { troop };
        charged.points(rules)
    }

    /// The number of bases for which such a unit counts (E14.10, E14.11, E14.12).
    pub fn bases(&self, rules: &Rules) -> u8 {
        match self.troop(rules).arm {
            Arm::Infantry => rules.napoleonic_battalion_bases,
            Arm::Cavalry => rules.napoleonic_cavalry_regiment_bases,
            Arm::Artillery | Arm::Elephant => rules.napoleonic_battery_bases,
        }
    }
}

/// A line of several equal units.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RegimentLine {
    name: String,
    #[serde(rename = "type")]
    sort: Sort,
    #[serde(default = "one")]
    count: u8,
    shoots: Option<bool>,
}

fn one() -> u8 {
    1
}

impl RegimentLine {
    /// The lines of troops that it yields, or the key and the fault.
    pub fn lines(&self, period: Period, rules: &Rules) -> Result<ArmyLine, (&'static str, String)> {
        let regiment = Regiment { sort: self.sort, shoots: self.shoots.unwrap_or(true) };
        let troop = regiment.troop(rules);
        if matches!(period, Period::Antiquity | Period::MiddleAges) {
            return Err(("type", "battalions, regiments and batteries are of later periods (E13.21)".to_owned()));
        }
        if period == Period::CivilWar && troop.arm != Arm::Artillery {
            return Err(("type", "of table T9 the Civil War has the artillery only (E14.24)".to_owned()));
        }
        if period == Period::Napoleonic && self.sort == Sort::RifledGun {
            return Err(("type", "rifled guns are of the Civil War (E14.24)".to_owned()));
        }
        if !regiment.shoots && troop.arm != Arm::Cavalry {
            return Err((
                "shoots",
                "all infantry and artillery shoots; only cavalry may be without firearms (E14.15)".to_owned(),
            ));
        }
        if self.count == 0 {
            return Err(("count", "a line stands for at least one unit".to_owned()));
        }
        let bases = regiment.bases(rules);
        let Some(all) = bases.checked_mul(self.count) else { return Err(("count", "far too many units".to_owned())) };
        let units = vec![bases; usize::from(self.count)];
        Ok(ArmyLine { name: self.name.clone(), troop, bases: all, units, dismounts: false, budget: Some(regiment) })
    }
}

/// A fault in the composition of an army: at a key of a line of troops, or of the whole file.
pub struct Misfit {
    /// The index of the line among the lines of troops.
    pub troop: Option<usize>,
    /// The key.
    pub key: &'static str,
    /// The message.
    pub problem: String,
}

/// The maximum number of bases of a regiment of the Civil War (E14.21, E14.22); none for artillery.
pub fn most_bases(arm: Arm, nation: Nation) -> Option<u8> {
    match (arm, nation) {
        (Arm::Infantry, Nation::South) => Some(MOST_OF_THE_SOUTH),
        (Arm::Infantry, Nation::North) => Some(MOST_OF_THE_NORTH),
        (Arm::Cavalry, _) => Some(MOST_OF_CAVALRY),
        _ => None,
    }
}

/// Faults in the composition of an army as a whole: units of the Civil War have 1 to 3 bases, infantry of the North up
/// to 5, and its cavalry is light (E14.21, E14.22, E14.23); Napoleonic armies consist of the units of table T9
/// (E14.19).
pub fn composition(period: Period, nation: Option<Nation>, lines: &[ArmyLine]) -> Vec<Misfit> {
    let mut problems = Vec::new();
    if nation.is_some() && period != Period::CivilWar {
        problems.push(Misfit {
            troop: None,
            key: "nation",
            problem: "a nation is stated for armies of the Civil War only (E14.21)".to_owned(),
        });
    }
    let listed = || lines.iter().filter(|line| line.budget.is_none()).enumerate();
    let of_army = |key, problem: &str| Misfit { troop: None, key, problem: problem.to_owned() };
    let of_line = |troop, key, problem: String| Misfit { troop: Some(troop), key, problem };
    match period {
        Period::Antiquity | Period::MiddleAges => {}
        Period::Napoleonic => {
            let misfit = |(index, line): (usize, &ArmyLine)| {
                of_line(
                    index,
                    "name",
                    format!("\"{}\": Napoleonic armies consist of units of table T9 (E14.19)", line.name),
                )
            };
            problems.extend(listed().map(misfit));
        }
        Period::CivilWar => {
            let Some(nation) = nation else {
                return vec![of_army(
                    "",
                    "an army of the Civil War says whether its nation is the south or the north (E14.21)",
                )];
            };
            for (index, line) in listed() {
                let mut misfit =
                    |key, problem: String| problems.push(of_line(index, key, format!("\"{}\": {problem}", line.name)));
                let Some(most) = most_bases(line.troop.arm, nation) else {
                    let problem = match line.troop.arm {
                        Arm::Elephant => "the Civil War has infantry, cavalry and artillery (E14.21 to E14.24)",
                        _ => "artillery is stated by its sort (E14.24)",
                    };
                    misfit("arm", problem.to_owned());
                    continue;
                };
                if line.units.is_empty() || line.units.iter().any(|bases| *bases > most) {
                    let key = if line.units.is_empty() { "name" } else { "units" };
                    misfit(key, format!("the units are stated and have 1 to {most} bases (E14.21)"));
                }
                if line.troop.arm == Arm::Cavalry && line.troop.weight != Weight::Light {
                    misfit("arm", "all cavalry of the Civil War is light (E14.23)".to_owned());
                }
                match line.troop.weapon {
                    None => misfit("name", "all infantry and cavalry of the Civil War shoots (E14.23)".to_owned()),
                    Some(Weapon::Musket | Weapon::Rifle) => {}
                    Some(_) => misfit(
                        "weapon",
                        "the Civil War has musket_17c_mid19c and rifle_mid19c_1914 (E14.23)".to_owned(),
                    ),
                }
            }
        }
    }
    problems
}
