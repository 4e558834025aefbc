//! The types of unit by name, in the order of table T2, and the numbers that a rules file gives each (J4.8, J4.9,
//! J5.9). Classes, weights and special effects of the types are in `unit.rs`.

use super::Rules;
use super::keys::whole;
use super::names::TRAINING;
use crate::data::schema::rule_choice;
use crate::data::{Key, RuleValue};

rule_choice! {
    /// A type of unit; the order is that of table T2.
    pub enum UnitKind {
        /// Light infantry (J2.5).
        LightInfantry = "light_infantry",
        /// Line infantry (J2.6).
        LineInfantry = "line_infantry",
        /// Light infantry with rifles (J2.7).
        RifleLightInfantry = "rifle_light_infantry",
        /// Line infantry with rifles (J2.8).
        RifleHeavyInfantry = "rifle_heavy_infantry",
        /// Light archers (JA3.38).
        ArchersLight = "archers_light",
        /// Medium archers (JA3.39).
        ArchersMedium = "archers_medium",
        /// Light infantry without missiles (JA3.40).
        MeleeLightInfantry = "melee_light_infantry",
        /// Heavy infantry without missiles (JA3.41).
        MeleeHeavyInfantry = "melee_heavy_infantry",
        /// Light cavalry (J2.10).
        LightCavalry = "light_cavalry",
        /// Heavy cavalry (J2.11).
        HeavyCavalry = "heavy_cavalry",
        /// Cuirassiers (J2.12).
        Cuirassiers = "cuirassiers",
        /// Very heavy cavalry (J2.13).
        VeryHeavyCavalry = "very_heavy_cavalry",
        /// Light lancers (J2.14).
        LightLancers = "light_lancers",
        /// Heavy lancers (J2.14).
        HeavyLancers = "heavy_lancers",
        /// Cuirassiers with lances (J2.14).
        CuirassierLancers = "cuirassier_lancers",
        /// Very heavy lancers (J2.14).
        VeryHeavyLancers = "very_heavy_lancers",
        /// Light camelry (J2.15).
        LightCamelry = "light_camelry",
        /// Heavy camelry (J2.15).
        HeavyCamelry = "heavy_camelry",
        /// Cuirassiers on camels (J2.15).
        CuirassierCamelry = "cuirassier_camelry",
        /// Very heavy camelry (J2.15).
        VeryHeavyCamelry = "very_heavy_camelry",
        /// Medium fighting elephants (J2.23).
        ElephantMedium = "elephant_medium",
        /// Heavy fighting elephants (J2.24).
        ElephantHeavy = "elephant_heavy",
        /// Very light foot artillery (J2.18).
        FootArtilleryVeryLight = "foot_artillery_very_light",
        /// Light foot artillery (J2.18).
        FootArtilleryLight = "foot_artillery_light",
        /// Heavy foot artillery (J2.18).
        FootArtilleryHeavy = "foot_artillery_heavy",
        /// Very heavy foot artillery (J2.18).
        FootArtilleryVeryHeavy = "foot_artillery_very_heavy",
        /// Very light horse artillery (JA3.45).
        HorseArtilleryVeryLight = "horse_artillery_very_light",
        /// Light horse artillery (JA3.45).
        HorseArtilleryLight = "horse_artillery_light",
        /// Heavy horse artillery (JA3.45).
        HorseArtilleryHeavy = "horse_artillery_heavy",
        /// Guns on camels (JA3.48).
        Zambourek = "zambourek",
        /// Very light guns on elephants (J2.21).
        ElephantArtilleryVeryLight = "elephant_artillery_very_light",
        /// Light guns on elephants (J2.22).
        ElephantArtilleryLight = "elephant_artillery_light",
        /// Heavy guns towed by elephants (JA3.51).
        ElephantTowedArtilleryHeavy = "elephant_towed_artillery_heavy",
        /// Very heavy guns towed by elephants (JA3.51).
        ElephantTowedArtilleryVeryHeavy = "elephant_towed_artillery_very_heavy",
        /// Very light rockets (JA3.46).
        RocketArtilleryVeryLight = "rocket_artillery_very_light",
        /// Light rockets (JA3.46).
        RocketArtilleryLight = "rocket_artillery_light",
        /// Heavy rockets (JA3.46).
        RocketArtilleryHeavy = "rocket_artillery_heavy",
        /// Very heavy rockets (JA3.46).
        RocketArtilleryVeryHeavy = "rocket_artillery_very_heavy",
        /// An elephant in panic (JA3.52).
        PanickedElephant = "panicked_elephant",
    }
}

/// How many types of unit table T2 has.
pub const UNIT_KINDS: usize = UnitKind::ALL.len();

/// The types that the rules cover: all of table T2 but the panicked elephant (row 39), which is not a unit of an army;
/// its numbers are keys of chapter 5.
const COVERED: &[UnitKind] = &[
    UnitKind::LightInfantry,
    UnitKind::LineInfantry,
    UnitKind::RifleLightInfantry,
    UnitKind::RifleHeavyInfantry,
    UnitKind::ArchersLight,
    UnitKind::ArchersMedium,
    UnitKind::MeleeLightInfantry,
    UnitKind::MeleeHeavyInfantry,
    UnitKind::LightCavalry,
    UnitKind::HeavyCavalry,
    UnitKind::Cuirassiers,
    UnitKind::VeryHeavyCavalry,
    UnitKind::LightLancers,
    UnitKind::HeavyLancers,
    UnitKind::CuirassierLancers,
    UnitKind::VeryHeavyLancers,
    UnitKind::LightCamelry,
    UnitKind::HeavyCamelry,
    UnitKind::CuirassierCamelry,
    UnitKind::VeryHeavyCamelry,
    UnitKind::ElephantMedium,
    UnitKind::ElephantHeavy,
    UnitKind::FootArtilleryVeryLight,
    UnitKind::FootArtilleryLight,
    UnitKind::FootArtilleryHeavy,
    UnitKind::FootArtilleryVeryHeavy,
    UnitKind::HorseArtilleryVeryLight,
    UnitKind::HorseArtilleryLight,
    UnitKind::HorseArtilleryHeavy,
    UnitKind::Zambourek,
    UnitKind::ElephantArtilleryVeryLight,
    UnitKind::ElephantArtilleryLight,
    UnitKind::ElephantTowedArtilleryHeavy,
    UnitKind::ElephantTowedArtilleryVeryHeavy,
    UnitKind::RocketArtilleryVeryLight,
    UnitKind::RocketArtilleryLight,
    UnitKind::RocketArtilleryHeavy,
    UnitKind::RocketArtilleryVeryHeavy,
];

impl UnitKind {
    /// Whether its base dice follow its elements (J2.19, J5.11) or come from a key of chapter 5 (JA3.50), so that its
    /// row has none.
    pub const fn has_dice_by_elements(self) -> bool {
        matches!(self as u8, 22..=37)
    }

    /// Whether it is light infantry of any kind (J2.5, J2.7, JA3.38, JA3.40).
    pub const fn is_light_infantry(self) -> bool {
        matches!(
            self,
            UnitKind::LightInfantry
                | UnitKind::RifleLightInfantry
                | UnitKind::ArchersLight
                | UnitKind::MeleeLightInfantry
        )
    }

    /// Whether it retreats as mounted troops, horse artillery and guns carried by animals do (J5.70, JI-28).
    const fn retreats_mounted(self) -> bool {
        matches!(self as u8, 8..=21 | 26..=31)
    }

    /// Whether it is cavalry on camels (J2.15).
    pub const fn is_camelry(self) -> bool {
        matches!(self as u8, 16..=19)
    }

    /// Whether it is a gun carried by elephants (JA3.50).
    pub const fn is_carried_by_elephants(self) -> bool {
        matches!(self, UnitKind::ElephantArtilleryVeryLight | UnitKind::ElephantArtilleryLight)
    }

    /// Whether it is a gun towed by elephants (JA3.51).
    pub const fn is_towed_by_elephants(self) -> bool {
        matches!(self, UnitKind::ElephantTowedArtilleryHeavy | UnitKind::ElephantTowedArtilleryVeryHeavy)
    }

    /// The types that a rules file must state, in the order of table T2.
    pub const fn covered() -> &'static [UnitKind] {
        COVERED
    }
}

/// The numbers of one type of unit: its row of table T2 (JI-18, JI-19, JI-21).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnitNumbers {
    /// The maximum number of hexes after which it may still fight (J4.9).
    pub move_fight: u8,
    /// The maximum number of hexes of a move (J4.9).
    pub move_max: u8,
    /// The distance at which it fights; 1 is melee only (J5.9).
    pub range: u8,
    /// Base dice (J5.9); `None` for artillery, whose dice follow its elements (J5.11).
    pub dice: Option<u8>,
    /// Retreat hexes for each morale hit (J5.70), from `retreat_hexes_foot` or `retreat_hexes_mounted`.
    pub retreat: u8,
}

const CHAPTER: &str = "Types of unit";

/// The keys of the types that the rules cover.
pub(super) fn keys() -> Vec<Key> {
    let mut keys = Vec::new();
    for &kind in COVERED {
        let mut add = |cell: &str, rules, accepts, meaning: &str| {
            let name = format!("unit.{}.{cell}", kind.name());
            keys.push(Key { name, chapter: CHAPTER, rules, accepts, meaning: meaning.to_owned() });
        };
        add("move_fight", "J4.9, JI-90", whole(0, 12), "maximum number of hexes after which it may still fight");
        add("move_max", "J4.8, JI-90", whole(0, 12), "maximum number of hexes");
        add("range", "J5.9, J5.25", whole(1, 12), "hexes at which it fights");
        if !kind.has_dice_by_elements() {
            add("dice", "J5.9", whole(1, 12), "base dice");
        }
    }
    keys
}

/// Reads the rows of a table that was checked against `keys` and is complete.
pub(super) fn read(table: &toml::Table) -> [Option<UnitNumbers>; UNIT_KINDS] {
    let number = |name: &str| table.get(name).and_then(u8::read).expect("retreat hexes were checked before");
    let (foot, mounted) = (number("retreat_hexes_foot"), number("retreat_hexes_mounted"));
    let mut units = [None; UNIT_KINDS];
    for &kind in COVERED {
        let row = table.get("unit").and_then(|units| units.get(kind.name()));
        let cell = |name: &str| row.and_then(|row| row.get(name)).and_then(u8::read);
        units[kind as usize] = Some(UnitNumbers {
            move_fight: cell("move_fight").expect("move_fight was checked before it is read"),
            move_max: cell("move_max").expect("move_max was checked before it is read"),
            range: cell("range").expect("range was checked before it is read"),
            dice: cell("dice"),
            retreat: if kind.retreats_mounted() { mounted } else { foot },
        });
    }
    units
}

impl Rules {
    /// The numbers of a type of unit; `None` if these rules do not cover it.
    pub fn unit(&self, kind: UnitKind) -> Option<&UnitNumbers> {
        self.units[kind as usize].as_ref()
    }

    /// The first cost of a unit: defined by this program, since the rulebook publishes none (JI-187). It is the sum of
    /// its dice (training included, never under the minimum), elements, hexes of movement, hexes of range beyond the
    /// first and good letters, less its bad letters; at least 1. Training counts by its position in `TRAINING`.
    pub fn first_cost(&self, unit: &UnitNumbers, training: usize, elements: u8, good: u8, bad: u8) -> u16 {
        debug_assert!(training < TRAINING.len(), "training is a row of table T10");
        let base = unit.dice.unwrap_or_else(|| self.uncapped_gun_dice(elements).min(self.artillery_dice_cap));
        let dice = (i32::from(base) + i32::from(self.training_dice[training])).max(i32::from(self.min_dice));
        let worth = |price: u8, number: i32| i32::from(price) * number;
        let cost = worth(self.cost_per_die, dice)
            + worth(self.cost_per_element, elements.into())
            + worth(self.cost_per_hex, unit.move_max.into())
            + worth(self.cost_per_range_hex, i32::from(unit.range) - 1)
            + worth(self.cost_good_letter, good.into())
            - worth(self.cost_bad_letter, bad.into());
        u16::try_from(cost.max(1)).unwrap_or(u16::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jomini::rules::ArtilleryDiceMode;

    #[test]
    fn types_stand_in_the_order_of_the_table() {
        let row = |kind: UnitKind| kind as usize + 1;
        assert_eq!(UNIT_KINDS, 39);
        assert_eq!(row(UnitKind::LightCavalry), 9);
        assert_eq!(row(UnitKind::FootArtilleryVeryLight), 23);
        assert_eq!(row(UnitKind::HorseArtilleryHeavy), 29);
        assert_eq!(row(UnitKind::PanickedElephant), 39);
        assert_eq!(UnitKind::from_name("horse_artillery_light"), Some(UnitKind::HorseArtilleryLight));
    }

    #[test]
    fn only_covered_types_have_numbers() {
        let rules = Rules::published();
        for &kind in UnitKind::ALL {
            assert_eq!(rules.unit(kind).is_some(), UnitKind::covered().contains(&kind), "{}", kind.name());
        }
    }

    /// J5.70.
    #[test]
    fn mounted_troops_and_horse_artillery_retreat_two_hexes_and_others_one() {
        let rules = Rules::published();
        let retreat = |kind| rules.unit(kind).unwrap().retreat;
        for kind in [
            UnitKind::LightCavalry,
            UnitKind::VeryHeavyLancers,
            UnitKind::HorseArtilleryVeryLight,
            UnitKind::HorseArtilleryHeavy,
        ] {
            assert_eq!(retreat(kind), 2, "{}", kind.name());
        }
        for kind in [UnitKind::LightInfantry, UnitKind::RifleHeavyInfantry, UnitKind::FootArtilleryVeryHeavy] {
            assert_eq!(retreat(kind), 1, "{}", kind.name());
        }
    }

    #[test]
    fn first_cost_is_the_stated_sum() {
        let rules = Rules::published();
        let cost = |kind, training, elements, good, bad| {
            rules.first_cost(rules.unit(kind).unwrap(), training, elements, good, bad)
        };
        // 3 dice × 4, 3 elements × 3, 2 hexes × 1.
        assert_eq!(cost(UnitKind::LineInfantry, 2, 3, 0, 0), 23);
        // One more die, one element more, one good letter.
        assert_eq!(cost(UnitKind::LineInfantry, 1, 4, 1, 0), 31);
        // Two dice fewer of two leave the minimum of one; one bad letter.
        assert_eq!(cost(UnitKind::LightInfantry, 4, 1, 0, 1), 4 + 3 + 2 - 1);
        // Guns have one die for each element, three at most; range 4 is three hexes beyond the first.
        assert_eq!(cost(UnitKind::FootArtilleryHeavy, 2, 5, 0, 0), 3 * 4 + 5 * 3 + 1 + 3 * 2);
        // In the first edition guns have three dice whatever their elements (J5.11).
        let first = Rules { artillery_dice_mode: ArtilleryDiceMode::Fixed3, ..rules.clone() };
        let light = rules.unit(UnitKind::FootArtilleryLight).unwrap();
        assert_eq!(
            [&rules, &first].map(|rules| rules.first_cost(light, 2, 1, 0, 0)),
            [4 + 3 + 1 + 2 * 2, 3 * 4 + 3 + 1 + 2 * 2]
        );
    }
}
