//! Combats, flights and stampedes from the state to their forms and back.

use super::form::{CombatForm, FlightForm, FrontRankForm, StampedeForm};
use super::names::{Names, officer_or_none, unit_or_none, words};
use crate::game::Places;
use crate::jomini::map::board::Board;
use crate::jomini::state::{Combat, Flight, Stampede};

/// The parties that can have used the Dodge trait.
const PARTIES: &[(&str, u8)] = &[("attacker", 1), ("defender", 2)];

/// The strikes whose separate die may still take an officer.
const APART: &[(&str, u8)] = &[("attack", 1), ("counter_charge", 2)];

impl CombatForm {
    /// The form of a combat; `None` if there is none.
    pub fn of(board: &Board, combat: &Combat) -> Option<CombatForm> {
        let Combat {
            attacker,
            defender,
            attacker_hex,
            defender_hex,
            melee,
            attack_kind,
            attack_order,
            attack_order_given,
            defence_order,
            leaders,
            riposte_used,
            dodge_trait_used,
            dodge_order_used,
            hits,
            apart,
            morale_hits,
            firm_morale_hits,
            tactical,
            retreat_due,
            counter_charge,
            inflicted,
            kept_hits,
            kept_morale_hits,
            kept_firm_morale_hits,
            wounds_due,
            retreat_ordered,
            front_rank,
        } = *combat;
        (*combat != Combat::NONE).then(|| CombatForm {
            attacker: unit_or_none(attacker),
            defender: unit_or_none(defender),
            attacker_hex: board.hex_or_none(attacker_hex),
            defender_hex: board.hex_or_none(defender_hex),
            melee,
            strike: attack_kind,
            attack_order,
            attack_order_given,
            defence_order,
            leaders,
            riposte_used,
            dodge_trait_used: words(dodge_trait_used, PARTIES),
            dodge_order_used,
            hits,
            apart: words(apart, APART),
            morale_hits,
            firm_morale_hits,
            tactical,
            retreat_due,
            counter_charge,
            inflicted: Places(inflicted),
            kept_hits: Places(kept_hits),
            kept_morale_hits: Places(kept_morale_hits),
            kept_firm_morale_hits: Places(kept_firm_morale_hits),
            wounds_due,
            retreat_ordered,
            front_rank: FrontRankForm {
                attacker: officer_or_none(front_rank[0]),
                defender: officer_or_none(front_rank[1]),
            },
        })
    }

    /// The combat of a form under this key.
    pub fn read(&self, key: &str, names: &mut Names) -> Combat {
        let at = |field: &str| format!("{key}.{field}");
        Combat {
            attacker: names.unit_or_none(&at("attacker"), &self.attacker),
            defender: names.unit_or_none(&at("defender"), &self.defender),
            attacker_hex: names.hex_or_none(&at("attacker_hex"), &self.attacker_hex),
            defender_hex: names.hex_or_none(&at("defender_hex"), &self.defender_hex),
            melee: self.melee,
            attack_kind: self.strike,
            attack_order: self.attack_order,
            attack_order_given: self.attack_order_given,
            defence_order: self.defence_order,
            leaders: self.leaders,
            riposte_used: self.riposte_used,
            dodge_trait_used: names.bits(&at("dodge_trait_used"), &self.dodge_trait_used, PARTIES),
            dodge_order_used: self.dodge_order_used,
            hits: self.hits,
            apart: names.bits(&at("apart"), &self.apart, APART),
            morale_hits: self.morale_hits,
            firm_morale_hits: self.firm_morale_hits,
            tactical: self.tactical,
            retreat_due: self.retreat_due,
            counter_charge: self.counter_charge,
            inflicted: self.inflicted.0,
            kept_hits: self.kept_hits.0,
            kept_morale_hits: self.kept_morale_hits.0,
            kept_firm_morale_hits: self.kept_firm_morale_hits.0,
            wounds_due: self.wounds_due,
            retreat_ordered: self.retreat_ordered,
            front_rank: [
                names.officer_or_none(&at("front_rank.attacker"), &self.front_rank.attacker),
                names.officer_or_none(&at("front_rank.defender"), &self.front_rank.defender),
            ],
        }
    }
}

impl FlightForm {
    /// The form of a flight.
    pub fn of(Flight { officer, driver }: &Flight) -> FlightForm {
        FlightForm { officer: officer_or_none(*officer), driver: unit_or_none(*driver) }
    }

    /// The flight of a form under this key.
    pub fn read(&self, key: &str, names: &mut Names) -> Flight {
        Flight {
            officer: names.officer_or_none(&format!("{key}.officer"), &self.officer),
            driver: names.unit_or_none(&format!("{key}.driver"), &self.driver),
        }
    }
}

impl StampedeForm {
    /// The form of an elephant in flight.
    pub fn of(board: &Board, stampede: &Stampede) -> StampedeForm {
        let Stampede { elephant, more, from, left, begun, resume, combat } = *stampede;
        let (elephant, from) = (unit_or_none(elephant), board.hex_or_none(from));
        StampedeForm { elephant, more, from, left, begun, resume, combat: CombatForm::of(board, &combat) }
    }

    /// The flight of a form under this key.
    pub fn read(&self, key: &str, names: &mut Names) -> Stampede {
        Stampede {
            elephant: names.unit_or_none(&format!("{key}.elephant"), &self.elephant),
            more: self.more,
            from: names.hex_or_none(&format!("{key}.from"), &self.from),
            left: self.left,
            begun: self.begun,
            resume: self.resume,
            combat: self.combat.as_ref().map_or(Combat::NONE, |combat| combat.read(&format!("{key}.combat"), names)),
        }
    }
}

/// The contents of a list with a counter: the counted entries, and later ones that are not blank.
pub(super) fn listed<T: Copy + PartialEq>(all: &[T], count: u8, blank: T) -> (&[T], Option<u8>) {
    let used = all.iter().rposition(|it| *it != blank).map_or(0, |last| last + 1);
    let length = used.max(usize::from(count).min(all.len()));
    (&all[..length], (length != usize::from(count)).then_some(count))
}
