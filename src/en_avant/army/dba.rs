//! Armies converted from DBA, whose lists have twelve elements each: which troop an element becomes (table T10).
//!
//! Rules E14.33, E14.34, E14.35. A line that names its element is checked against its row; where a row leaves a choice
//! (heavy or not, light or not, which quality) the file decides.

use super::troop::{Arm, Weight};
use crate::data::Fault;
use crate::data::schema::rule_choice;
use crate::en_avant::rules::{Quality, Weapon};

/// Bases of a converted army (E14.33).
const BASES: u32 = 12;

rule_choice! {
    /// An element of DBA (E14.34).
    pub enum Element {
        /// Knights.
        Knights = "knights",
        /// Heavy chariots.
        HeavyChariots = "heavy_chariots",
        /// Scythed chariots.
        ScythedChariots = "scythed_chariots",
        /// Cavalry.
        Cavalry = "cavalry",
        /// Camelry.
        Camelry = "camelry",
        /// Light chariots.
        LightChariots = "light_chariots",
        /// Light horse.
        LightHorse = "light_horse",
        /// Blades.
        Blades = "blades",
        /// Pikes.
        Pikes = "pikes",
        /// Spears.
        Spears = "spears",
        /// Auxilia.
        Auxilia = "auxilia",
        /// Warbands.
        Warbands = "warbands",
        /// Psiloi.
        Psiloi = "psiloi",
        /// Hordes.
        Hordes = "hordes",
        /// Artillery.
        Artillery = "artillery",
        /// Bows.
        Bows = "bows",
        /// Crossbows.
        Crossbows = "crossbows",
        /// Longbows.
        Longbows = "longbows",
        /// Elephants.
        Elephants = "elephants",
    }
}

impl Element {
    /// Whether an element becomes a troop of this arm and quality (E14.34, E14.35).
    pub fn becomes(self, arm: Arm, quality: Option<Quality>, weight: Weight, weapon: Option<Weapon>) -> bool {
        use Element::*;
        let is = |own: Arm, qualities: &[Quality], other: Weight| {
            arm == own
                && quality.is_some_and(|it| qualities.contains(&it))
                && (weight == Weight::Standard || weight == other)
        };
        match self {
            Knights | HeavyChariots | ScythedChariots => is(Arm::Cavalry, &[Quality::Superior], Weight::Heavy),
            Cavalry | Camelry | LightChariots => is(Arm::Cavalry, &[Quality::Normal], Weight::Standard),
            LightHorse => is(Arm::Cavalry, &[Quality::Inferior], Weight::Light),
            Blades | Pikes | Spears => is(Arm::Infantry, &[Quality::Superior], Weight::Heavy),
            Auxilia | Warbands => is(Arm::Infantry, &[Quality::Normal], Weight::Standard),
            Psiloi | Hordes => is(Arm::Infantry, &[Quality::Inferior], Weight::Light),
            Artillery => arm == Arm::Artillery,
            Bows | Crossbows | Longbows => {
                weapon.is_some() && is(Arm::Infantry, &[Quality::Inferior, Quality::Normal], Weight::Standard)
            }
            Elephants => arm == Arm::Elephant,
        }
    }
}

/// The fault of a whole list of lines that name their elements: it must have twelve bases (E14.33).
pub fn misfit(lines: impl Iterator<Item = (Option<Element>, u8)>) -> Option<Fault> {
    let (named, bases) =
        lines.fold((false, 0), |(named, all), (element, bases)| (named || element.is_some(), all + u32::from(bases)));
    (named && bases != BASES).then(|| Fault::at("troop", format!("{bases} bases; an army of DBA has {BASES} (E14.33)")))
}
