//! A base: its arm, quality, weight and weapon (chapter 2), and the values that follow from them by the rules: depth,
//! speed, range, points.
//!
//! A [`Troop`] is the description in an army list (`rules/troops.rs`); a [`Profile`] holds the derived values of a unit
//! that the game needs, computed once. Points are those of chapter 13 and table T8.

pub use crate::en_avant::rules::{Arm, Troop, Weight};

use crate::data::schema::rule_choice;
use crate::en_avant::rules::{Band, CavalryRange, FigureScale, MoveClass, Quality, Rules, SlowedHeavyCavalry, Weapon};
use crate::en_avant::table::geometry::{Length, TENTH};

rule_choice! {
    /// The period of an army (E13.13, EI-22).
    pub enum Period {
        /// Antiquity.
        Antiquity = "antiquity",
        /// The Middle Ages.
        MiddleAges = "middle_ages",
        /// 1799 to 1815.
        Napoleonic = "napoleonic",
        /// 1861 to 1865.
        CivilWar = "civil_war",
    }
}

impl Period {
    /// Whether armies of both periods may meet (E1.11, E13.13): those of Antiquity and the Middle Ages may.
    pub fn may_meet(self, other: Period) -> bool {
        let group = |period| if period == Period::MiddleAges { Period::Antiquity } else { period };
        group(self) == group(other)
    }
}

/// The derived values of the bases of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Profile {
    /// The troop of the bases.
    pub troop: Troop,
    /// The depth of a base (E2.18).
    pub depth: Length,
    /// The class of movement (E7.3 and those after it).
    pub class: MoveClass,
    /// Its range (E9.16); 0 if it does not shoot.
    pub range: Length,
    /// Advantages of its weapon (E9.49).
    pub weapon_bonus: u8,
    /// Points of one base (table T8).
    pub points: u8,
    /// Bases at the start.
    pub bases: u8,
}

impl Troop {
    /// The depth of one of its bases (E2.18, E2.19, E14.32, table T7).
    pub fn depth(&self, rules: &Rules) -> Length {
        let row = match (self.arm, self.quality) {
            (Arm::Infantry, Quality::Inferior) => rules.depth_inferior_infantry,
            (Arm::Infantry, Quality::Normal) => rules.depth_normal_infantry,
            (Arm::Infantry, Quality::Superior) => rules.depth_superior_infantry,
            (Arm::Cavalry, _) => rules.depth_cavalry,
            (Arm::Artillery | Arm::Elephant, _) => rules.depth_artillery,
        };
        Length::from(row.of(rules.figure_scale)) * TENTH
    }

    /// The class of movement (E2.6, E2.8, E7.3, E7.4, E7.5, E7.22, E14.1).
    pub fn class(&self, rules: &Rules) -> MoveClass {
        match (self.arm, self.weight) {
            (Arm::Infantry, Weight::Light) => MoveClass::LightInfantry,
            (Arm::Infantry, Weight::Standard) => MoveClass::Infantry,
            (Arm::Infantry, Weight::Heavy) => MoveClass::HeavyInfantry,
            (Arm::Cavalry, Weight::Light) => MoveClass::LightCavalry,
            (Arm::Cavalry, Weight::Standard) => MoveClass::Cavalry,
            (Arm::Cavalry, Weight::Heavy) => MoveClass::HeavyCavalry,
            (Arm::Artillery, _) if self.horse => rules.horse_artillery_move_class,
            (Arm::Artillery, _) => rules.foot_artillery_move_class,
            (Arm::Elephant, _) => rules.elephant_move_class,
        }
    }

    /// Whether it can shoot at all (E2.5, E9.1, E14.3).
    pub fn shoots(&self, rules: &Rules) -> bool {
        self.weapon.is_some() && (self.arm != Arm::Elephant || rules.elephant_can_shoot)
    }

    /// Points of one base (E13.1, E13.2, E13.3, E13.4, E13.5, E13.6, E13.7, E13.8, E13.9, E14.8, EI-103).
    pub fn points(&self, rules: &Rules) -> u8 {
        let arm = match self.arm {
            Arm::Infantry => rules.cost_infantry,
            Arm::Cavalry => rules.cost_cavalry,
            Arm::Artillery => rules.cost_artillery,
            Arm::Elephant => return rules.cost_elephant,
        };
        let quality = match self.quality {
            Quality::Inferior => 0,
            Quality::Normal => rules.cost_normal,
            Quality::Superior => rules.cost_superior,
        };
        let shooting = if self.weapon.is_some() && self.arm != Arm::Artillery { rules.cost_shooting } else { 0 };
        let heavy = if self.weight == Weight::Heavy { rules.cost_heavy } else { 0 };
        let limber = if self.horse { rules.cost_limber } else { 0 };
        arm + quality + shooting + heavy + limber
    }

    /// Its range (E9.16, E9.33, E14.17, E14.31, EI-108); 0 if it does not shoot.
    pub fn range(&self, rules: &Rules, period: Period) -> Length {
        let Some(weapon) = self.weapon.filter(|_| self.shoots(rules)) else { return 0 };
        let cavalry = |range: CavalryRange| match range {
            CavalryRange::Short => Band::Short,
            CavalryRange::Reduced => Band::Reduced,
            CavalryRange::Medium => Band::Medium,
            CavalryRange::Long => Band::Long,
        };
        let band = match (self.arm, period) {
            (Arm::Cavalry, Period::Napoleonic) => cavalry(rules.napoleonic_cavalry_range),
            (Arm::Cavalry, Period::CivilWar) => cavalry(rules.acw_cavalry_range),
            _ => rules.weapons[weapon as usize].range,
        };
        rules.rulers(match band {
            Band::Short => rules.range_short,
            Band::Reduced => rules.range_reduced,
            Band::Medium => rules.range_medium,
            Band::Long => rules.range_long,
            Band::Rulers2 => 200,
            Band::Rulers3 => 300,
            Band::Rulers4 => 400,
        })
    }

    /// Advantages of its weapon (E9.49): by the period of its army, and more if older weapons are in the battle (E9.23,
    /// E9.26, EI-61).
    pub fn weapon_bonus(&self, rules: &Rules, period: Period, others: &[Weapon]) -> u8 {
        let Some(weapon) = self.weapon else { return 0 };
        let row = &rules.weapons[weapon as usize];
        let own = match period {
            Period::Antiquity => row.antiquity,
            Period::MiddleAges => row.middle_ages,
            Period::Napoleonic | Period::CivilWar => row.later,
        };
        let older = |other: &Weapon| match weapon {
            Weapon::ArquebusMusket => {
                matches!(other, Weapon::ShortBow | Weapon::Sling | Weapon::Bow | Weapon::Crossbow | Weapon::Longbow)
            }
            Weapon::Rifle => *other == Weapon::Musket,
            _ => false,
        };
        own + if others.iter().any(older) { row.against_older } else { 0 }
    }
}

impl Rules {
    /// Converts hundredths of the ruler to a length.
    #[inline]
    pub fn rulers(&self, hundredths: u16) -> Length {
        // Rounded to a tenth of a millimetre, in which moves are measured.
        (Length::from(self.ruler_length.of(self.figure_scale)) * Length::from(hundredths) + 50) / 100 * TENTH
    }

    /// Converts hundredths of a base width to a length.
    #[inline]
    pub fn widths(&self, hundredths: u16) -> Length {
        Length::from(self.base_width.of(self.figure_scale)) * Length::from(hundredths) * TENTH / 100
    }

    /// The width of every base (E2.17).
    #[inline]
    pub fn width(&self) -> Length {
        self.widths(100)
    }

    /// The allowance of a class of movement (E7.23, E7.24, E7.25, E7.26, E7.27, E7.28, E7.29, table T2).
    pub fn allowance(&self, class: MoveClass) -> Length {
        self.rulers(match class {
            MoveClass::LightCavalry => self.light_cavalry_move,
            MoveClass::Cavalry => self.cavalry_move,
            MoveClass::HeavyCavalry => self.heavy_cavalry_move,
            MoveClass::LightInfantry => self.light_infantry_move,
            MoveClass::Infantry => self.infantry_move,
            MoveClass::HeavyInfantry => self.heavy_infantry_move,
            MoveClass::Crawl => self.crawl_move,
        })
    }

    /// The class to which slowing terrain reduces a class (E3.18, E3.19, E3.20), once for each of `pieces` if slowing
    /// adds up (EI-16).
    pub fn slowed(&self, class: MoveClass, pieces: u8) -> MoveClass {
        let steps = self.slow_steps * if self.slow_stacks { pieces } else { pieces.min(1) };
        (0..steps).fold(class, |class, _| match class {
            MoveClass::LightCavalry => MoveClass::Cavalry,
            MoveClass::Cavalry => MoveClass::HeavyCavalry,
            MoveClass::HeavyCavalry => match self.slowed_heavy_cavalry_class {
                SlowedHeavyCavalry::HeavyInfantry => MoveClass::HeavyInfantry,
                SlowedHeavyCavalry::Infantry => MoveClass::Infantry,
                SlowedHeavyCavalry::Crawl => MoveClass::Crawl,
            },
            MoveClass::LightInfantry => MoveClass::Infantry,
            MoveClass::Infantry => MoveClass::HeavyInfantry,
            MoveClass::HeavyInfantry | MoveClass::Crawl => MoveClass::Crawl,
        })
    }
}

impl FigureScale {
    /// The side of the square table for small actions, in centimetres (E4.2).
    pub fn small_table(self) -> u16 {
        match self {
            FigureScale::Fifteen => 60,
            FigureScale::Twenty => 100,
            FigureScale::TwentyFive => 120,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn troop(arm: Arm, quality: Quality, weight: Weight, weapon: Option<Weapon>) -> Troop {
        Troop { arm, quality, weight, weapon, horse: false, multirank: false }
    }

    /// EX-17, EX-85, E13.1, E13.2, E13.3, E13.4, E13.5, E13.6, E13.7, E13.8, E13.9.
    #[test]
    fn points_follow_the_formula() {
        let rules = Rules::published();
        let points = |arm, quality, weight, weapon| troop(arm, quality, weight, weapon).points(&rules);
        use {Arm::*, Quality::*, Weight::*};
        assert_eq!(points(Infantry, Superior, Heavy, None), 4, "a hoplite");
        assert_eq!(points(Cavalry, Superior, Heavy, None), 5, "a knight");
        assert_eq!(points(Infantry, Normal, Standard, Some(Weapon::Bow)), 3);
        assert_eq!(points(Cavalry, Inferior, Light, None), 2);
        assert_eq!(points(Artillery, Inferior, Standard, Some(Weapon::Ballista)), 3);
        assert_eq!(points(Elephant, Normal, Standard, None), 6);
        assert_eq!(points(Infantry, Inferior, Standard, None), 1, "the cheapest");
        let foot_battery = troop(Artillery, Inferior, Standard, Some(Weapon::InferiorArtillery));
        let limber = Troop { horse: true, ..foot_battery }.points(&rules) - foot_battery.points(&rules);
        assert_eq!(limber, 1, "EI-103");
        assert_eq!(points(Artillery, Superior, Heavy, Some(Weapon::SuperiorHeavyArtillery)), 6, "the dearest");
    }

    /// EX-72, E7.23, E7.24, E7.25, E7.26, E7.27, E7.28, E7.29, E9.33.
    #[test]
    fn allowances_and_ranges_are_those_of_the_tables() {
        let mut rules = Rules::published();
        let rows = [
            (FigureScale::Fifteen, [1333, 1066, 800, 800, 600, 400, 200], [533, 800, 1066, 1333, 2666, 3999, 5332]),
            (FigureScale::Twenty, [2000, 1600, 1200, 1200, 900, 600, 300], [800, 1200, 1600, 2000, 4000, 6000, 8000]),
            (
                FigureScale::TwentyFive,
                [3000, 2400, 1800, 1800, 1350, 900, 450],
                [1200, 1800, 2400, 3000, 6000, 9000, 12_000],
            ),
        ];
        let weapons = [
            Weapon::Bow,
            Weapon::Longbow,
            Weapon::Musket,
            Weapon::Rifle,
            Weapon::NormalArtillery,
            Weapon::SuperiorArtillery,
            Weapon::SuperiorHeavyArtillery,
        ];
        for (scale, allowances, ranges) in rows {
            rules.figure_scale = scale;
            let found: Vec<i32> = MoveClass::ALL.iter().map(|class| rules.allowance(*class) / TENTH).collect();
            assert_eq!(found, allowances);
            let range = |weapon: &Weapon| {
                troop(Arm::Infantry, Quality::Normal, Weight::Standard, Some(*weapon)).range(&rules, Period::Antiquity)
            };
            assert_eq!(weapons.iter().map(|weapon| range(weapon) / TENTH).collect::<Vec<_>>(), ranges);
        }
    }

    /// EX-4, E3.18, E3.19, E3.20.
    #[test]
    fn slowing_terrain_slows_by_a_class() {
        let rules = Rules::published();
        let slowed = |class| rules.allowance(rules.slowed(class, 2)) / TENTH;
        assert_eq!(slowed(MoveClass::LightCavalry), 1600);
        assert_eq!(slowed(MoveClass::Infantry), 600);
        assert_eq!(slowed(MoveClass::HeavyCavalry), 600);
        assert_eq!(slowed(MoveClass::HeavyInfantry), 300);
        assert_eq!(slowed(MoveClass::LightInfantry), 900);
    }

    /// E9.22, E9.23, E9.26, EI-61.
    #[test]
    fn bonuses_of_weapons_depend_on_period_and_company() {
        let rules = Rules::published();
        let bonus = |weapon, period, others: &[Weapon]| {
            troop(Arm::Infantry, Quality::Normal, Weight::Standard, Some(weapon)).weapon_bonus(&rules, period, others)
        };
        assert_eq!(bonus(Weapon::Longbow, Period::Antiquity, &[]), 0);
        assert_eq!(bonus(Weapon::Longbow, Period::MiddleAges, &[]), 1);
        assert_eq!(bonus(Weapon::ArquebusMusket, Period::MiddleAges, &[Weapon::ArquebusMusket]), 0);
        assert_eq!(bonus(Weapon::ArquebusMusket, Period::MiddleAges, &[Weapon::Sling]), 1);
        assert_eq!(bonus(Weapon::Rifle, Period::CivilWar, &[Weapon::Musket]), 1);
        assert_eq!(bonus(Weapon::SuperiorHeavyArtillery, Period::CivilWar, &[]), 5);
    }
}
