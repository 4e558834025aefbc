//! Which types have camels and elephants, and which animals these frighten.
//!
//! Rules J2.15, J2.17, J2.20, J5.17, J5.18 with JI-26, JI-34, JI-35. The effects of animals in a combat are in
//! `combat/animals.rs`.

use super::unit::{Animals, Class};
use crate::jomini::rules::{Rules, UnitKind};

/// The position of a type in [`crate::jomini::rules::ANIMALS`]; `None` if nothing frightens its animals or it has none.
fn animals(kind: UnitKind, class: Class) -> Option<usize> {
    use UnitKind::{CuirassierLancers, HeavyLancers, LightLancers, VeryHeavyLancers};
    use UnitKind::{HorseArtilleryHeavy, HorseArtilleryLight, HorseArtilleryVeryLight};
    match kind {
        LightLancers | HeavyLancers | CuirassierLancers | VeryHeavyLancers => Some(1),
        _ if kind.is_camelry() => Some(2),
        _ if has_elephants(kind) => Some(3),
        UnitKind::Zambourek => Some(4),
        HorseArtilleryVeryLight | HorseArtilleryLight | HorseArtilleryHeavy => Some(5),
        _ if class == Class::Mounted => Some(0),
        _ => None,
    }
}

/// Whether a type itself includes elephants (J2.20): those that fight, carry or tow guns, or panic.
fn has_elephants(kind: UnitKind) -> bool {
    matches!(kind, UnitKind::ElephantMedium | UnitKind::ElephantHeavy | UnitKind::PanickedElephant)
        || kind.is_carried_by_elephants()
        || kind.is_towed_by_elephants()
}

/// The flags that apply to a type: its animals, and those that it fears (J5.17, J5.18, JI-34, JI-35).
pub(in crate::jomini) fn animals_of(rules: &Rules, kind: UnitKind, class: Class) -> Animals {
    let camels = kind.is_camelry() || kind == UnitKind::Zambourek;
    let elephants = has_elephants(kind);
    let shy = animals(kind, class).is_some_and(|place| rules.animal_units.contains(place));
    let flags = [
        (Animals::CAMELS, camels),
        (Animals::ELEPHANTS, elephants),
        (Animals::TALL, elephants && !kind.is_towed_by_elephants()),
        (Animals::PARTS_FROM_ELEPHANT, kind.is_towed_by_elephants()),
        (Animals::FEARS_CAMELS, shy && !camels),
        (Animals::FEARS_ELEPHANTS, shy && !elephants),
    ];
    flags.into_iter().filter(|(_, holds)| *holds).map(|(flag, _)| flag).collect()
}
