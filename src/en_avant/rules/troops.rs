//! The troops that rules and army lists name: arm, weight and sort of a base, and the names of troops in tables of
//! costs (E2.1 to E2.10, E14.15, table T9).

use super::{Quality, Weapon};
use crate::data::schema::rule_choice;

rule_choice! {
    /// The arm of a troop (E2.1, E2.4, E2.7, E2.9, E2.10, EI-106).
    pub enum Arm {
        /// Troops on foot.
        Infantry = "infantry",
        /// Mounted troops, on horses, camels or chariots.
        Cavalry = "cavalry",
        /// Engines that shoot at long range.
        Artillery = "artillery",
        /// Elephants: neither infantry nor cavalry.
        Elephant = "elephant",
    }
}

rule_choice! {
    /// The weight of a troop (E2.2, E2.6, E2.8).
    pub enum Weight {
        /// Light.
        Light = "light",
        /// Neither light nor heavy.
        Standard = "standard",
        /// Heavy.
        Heavy = "heavy",
    }
}

/// The description of a base in an army list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Troop {
    /// Its arm.
    pub arm: Arm,
    /// Its quality (E2.3).
    pub quality: Quality,
    /// Its weight.
    pub weight: Weight,
    /// Its weapon, if it shoots (E2.5, E2.27).
    pub weapon: Option<Weapon>,
    /// Artillery with horse teams (E14.13).
    pub horse: bool,
    /// Trained to fight in several ranks (E11.35, E14.9).
    pub multirank: bool,
}

impl Troop {
    /// Its name: `superior_heavy_infantry`, `inferior_light_infantry_bow`.
    pub fn name(&self, dismounts: bool) -> String {
        let mut words = Vec::new();
        if self.arm != Arm::Elephant {
            words.push(self.quality.name());
        }
        if self.weight != Weight::Standard {
            words.push(self.weight.name());
        }
        words.push(self.arm.name());
        words.extend(self.weapon.map(Weapon::name));
        let suffixes = [(self.horse, "horse_teams"), (self.multirank, "multirank"), (dismounts, "dismounting")];
        words.extend(suffixes.iter().filter(|(has, _)| *has).map(|(_, suffix)| *suffix));
        words.join("_")
    }
}

rule_choice! {
    /// A sort of unit of table T9, and the rifled gun of the Civil War (E14.24).
    pub enum Sort {
        /// Young conscripts, Landwehr, militia (E14.19).
        InferiorInfantry = "inferior_infantry",
        /// Most infantry.
        LineInfantry = "line_infantry",
        /// Guards.
        EliteInfantry = "elite_infantry",
        /// Hussars, dragoons, lancers, cossacks.
        LightCavalry = "light_cavalry",
        /// Cuirassiers, carabiniers.
        HeavyCavalry = "heavy_cavalry",
        /// Cavalry of a guard.
        GuardCavalry = "guard_cavalry",
        /// 3-, 4- or 6-pounder guns with horse teams.
        LightHorseArtillery = "light_horse_artillery",
        /// 3-, 4- or 6-pounder guns.
        LightFootArtillery = "light_foot_artillery",
        /// 8- or 9-pounder guns with horse teams.
        MediumHorseArtillery = "medium_horse_artillery",
        /// 8- or 9-pounder guns.
        MediumFootArtillery = "medium_foot_artillery",
        /// 10- or 12-pounder guns.
        HeavyFootArtillery = "heavy_foot_artillery",
        /// 10- or 12-pounder guns with horse teams.
        HeavyHorseArtillery = "heavy_horse_artillery",
        /// A rifled gun: superior heavy artillery (E14.24).
        RifledGun = "rifled_gun",
    }
}

/// A sort of unit, and whether it shoots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Regiment {
    /// Its sort.
    pub sort: Sort,
    /// Whether it shoots: cavalry armed with lances does not (E14.16).
    pub shoots: bool,
}

impl Regiment {
    /// Its name.
    pub fn name(&self) -> String {
        format!("{}{}", self.sort.name(), if self.shoots { "" } else { "_without_firearms" })
    }
}

/// All names that troops can have.
pub(super) fn names() -> Vec<String> {
    let mut names = Vec::new();
    for sort in Sort::ALL {
        names.extend([true, false].map(|shoots| Regiment { sort: *sort, shoots }.name()));
    }
    let weapons: Vec<Option<Weapon>> = std::iter::once(None).chain(Weapon::ALL.iter().copied().map(Some)).collect();
    for (arm, quality) in Arm::ALL.iter().flat_map(|arm| Quality::ALL.iter().map(move |quality| (*arm, *quality))) {
        for (weight, weapon) in
            Weight::ALL.iter().flat_map(|weight| weapons.iter().map(move |weapon| (*weight, *weapon)))
        {
            for flags in 0..8u8 {
                let [horse, multirank, dismounts] = [flags & 1, flags & 2, flags & 4].map(|flag| flag > 0);
                names.push(Troop { arm, quality, weight, weapon, horse, multirank }.name(dismounts));
            }
        }
    }
    names
}
