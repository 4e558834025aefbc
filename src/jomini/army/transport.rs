//! Carriers of infantry and teams of guns (slot 09 of a card), and the type as which such guns and carronades play.
//!
//! Rules J2.16, JA3.25, JA3.26, JA3.27, JA3.29, JA3.42, JA3.47. The behaviour of mounted infantry on the table is in
//! `state/riding.rs` and `turn/mounting.rs`.

use super::card::{UnitCard, class_of};
use super::card_faults::CardFault;
use super::unit::{Animals, Class, UnitLetters};
use crate::jomini::map::mover::MoverClass;
use crate::jomini::rules::{Rules, UnitKind};
use serde::{Deserialize, Serialize};

/// A carrier of infantry or a team of guns: the symbols of slot 09 (T9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, strum::VariantArray)]
#[serde(rename_all = "snake_case")]
pub enum Carrier {
    /// Horses (JA3.25).
    Horses,
    /// Camels (JA3.26).
    Camels,
    /// Elephants (JA3.27).
    Elephants,
    /// Wagons, for infantry only (JA3.29).
    Wagons,
}

impl Carrier {
    /// Its flag among the letters of the infantry that it carries.
    pub const fn flag(self) -> UnitLetters {
        match self {
            Carrier::Horses => UnitLetters::HORSES,
            Carrier::Camels => UnitLetters::CAMELS,
            Carrier::Elephants => UnitLetters::ELEPHANTS,
            Carrier::Wagons => UnitLetters::WAGONS,
        }
    }

    /// The flags that apply to infantry that it carries, while it is mounted: elephants stand high,
    /// frighten other animals and part from it in panic (JI-35, J5.95, JI-122); camels shelter it in melee only
    /// (J5.46).
    pub const fn animals(self) -> Animals {
        match self {
            Carrier::Elephants => Animals::ELEPHANTS.union(Animals::TALL).union(Animals::PARTS_FROM_ELEPHANT),
            Carrier::Camels => Animals::SHELTERING_CAMELS,
            Carrier::Horses | Carrier::Wagons => Animals::empty(),
        }
    }

    /// The terrain class of infantry while it is carried: wagons are vehicles (JI-37), sand does not stop camels
    /// (J7.9).
    pub const fn mover(self, on_foot: MoverClass) -> MoverClass {
        match self {
            Carrier::Wagons => MoverClass::ARTILLERY,
            Carrier::Camels => on_foot.on_camels(),
            Carrier::Horses | Carrier::Elephants => on_foot,
        }
    }
}

/// Foot artillery from the lightest to the heaviest (J2.18, JA3.44).
const FOOT_ARTILLERY: [UnitKind; 4] = [
    UnitKind::FootArtilleryVeryLight,
    UnitKind::FootArtilleryLight,
    UnitKind::FootArtilleryHeavy,
    UnitKind::FootArtilleryVeryHeavy,
];

/// The guns of table T2 that these animals draw instead of men: horses make them faster (JA3.25, JA3.45), camels carry
/// the lightest (JA3.26, JA3.48), elephants tow the heaviest (JA3.27, JA3.51). [`None`] where the table has no such
/// guns.
fn drawn(kind: UnitKind, carrier: Carrier) -> Option<UnitKind> {
    use UnitKind as Is;
    match (carrier, kind) {
        (Carrier::Horses, Is::FootArtilleryVeryLight) => Some(Is::HorseArtilleryVeryLight),
        (Carrier::Horses, Is::FootArtilleryLight) => Some(Is::HorseArtilleryLight),
        (Carrier::Horses, Is::FootArtilleryHeavy) => Some(Is::HorseArtilleryHeavy),
        (Carrier::Camels, Is::FootArtilleryVeryLight) => Some(Is::Zambourek),
        (Carrier::Elephants, Is::FootArtilleryHeavy) => Some(Is::ElephantTowedArtilleryHeavy),
        (Carrier::Elephants, Is::FootArtilleryVeryHeavy) => Some(Is::ElephantTowedArtilleryVeryHeavy),
        _ => None,
    }
}

impl UnitCard {
    /// The invalid combinations of unit and carrier.
    pub(super) fn carrier_faults(&self) -> Vec<CardFault> {
        let mut faults = Vec::new();
        let mut fault = |key, problem: &str| faults.push(CardFault { key, index: None, problem: problem.to_owned() });
        let guns = FOOT_ARTILLERY.contains(&self.kind);
        if self.carronade && !guns {
            let problem =
                "carronades count as foot artillery of a lighter class: the type is that of their shot (JA3.47)";
            fault("carronade", problem);
        }
        match self.carried_by {
            None => {}
            Some(_) if class_of(self.kind) == Class::Infantry => {}
            Some(_) if !guns => {
                let problem = "only infantry is carried, and only foot artillery is drawn (JA3.25, JA3.42)";
                fault("carried_by", problem);
            }
            Some(_) if self.carronade => fault("carronade", "carronades count as foot artillery (JA3.47)"),
            Some(carrier) if drawn(self.kind, carrier).is_none() => {
                let problem = "no such guns: horses draw up to heavy ones, camels carry very light ones, elephants tow \
                               heavy and very heavy ones";
                fault("carried_by", problem);
            }
            Some(_) => {}
        }
        faults
    }

    /// The type as which it plays: carronades are foot artillery one class lighter than the weight of their shot
    /// (JA3.47), guns drawn by animals those of the table (JA3.25, JA3.26, JA3.27).
    pub fn kind_in_play(&self, rules: &Rules) -> UnitKind {
        let Some(class) = FOOT_ARTILLERY.iter().position(|kind| *kind == self.kind) else {
            return self.armed_for_period(self.kind, rules);
        };
        let lighter = if self.carronade { usize::from(rules.carronade_class_shift.unsigned_abs()) } else { 0 };
        let kind = FOOT_ARTILLERY[class.saturating_sub(lighter)];
        self.carried_by.and_then(|carrier| drawn(kind, carrier)).unwrap_or(kind)
    }
}
