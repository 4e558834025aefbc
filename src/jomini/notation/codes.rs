//! How single values are written that only this rulebook has: the names of units, officers and hexes, payments, and the words of its states. The others are those of `game::form`.

use super::{officer_id, unit_id};
use crate::game::Side;
use crate::game::form::{Code, text};
pub use crate::game::form::{Number, Sure, Switch, Word, unknown_word};
use crate::jomini::action::Payment;
use crate::jomini::battle::Battle;
use crate::jomini::hex::{HexId, NO_HEX};
use crate::jomini::state::{NO_OFFICER, NO_UNIT, OfficerId, Strike, UnitId, officer_ids, status};
use serde_json::Value;

/// What holds of a unit, mostly for the running player-turn, by name.
pub const STATUS: &[(&str, u16)] = &[
    ("moved", status::MOVED),
    ("no_attack", status::NO_ATTACK),
    ("supported_by_order", status::SUPPORTED_BY_ORDER),
    ("nuts", status::NUTS),
    ("hold_position", status::HOLD_POSITION),
    ("sacrifice", status::SACRIFICE),
    ("move_only", status::MOVE_ONLY),
    ("only_back", status::ONLY_BACK),
    ("impetuous_rolled", status::IMPETUOUS_ROLLED),
    ("left_hex", status::LEFT_HEX),
    ("broken_through", status::BROKEN_THROUGH),
    ("mounted", status::MOUNTED),
    ("elephant_gone", status::ELEPHANT_GONE),
    ("confined", status::CONFINED),
    ("halted", status::HALTED),
    ("doubled", status::DOUBLED),
];

/// The kinds of strike.
pub const STRIKES: &[(&str, Strike)] = &[
    ("attack", Strike::Attack),
    ("riposte", Strike::Riposte),
    ("ambush", Strike::Ambush),
    ("against_break_off", Strike::AgainstBreakOff),
    ("counter_charge_attack", Strike::CounterChargeAttack),
    ("counter_charge_defence", Strike::CounterChargeDefence),
];

/// The activation groups that a further unit may come from, as bits of `unit::group_bits`.
pub const ARMS: &[(&str, u8)] = &[("infantry", 1), ("mounted", 2), ("artillery", 4)];

/// A unit of the game, or null for none.
#[derive(Clone, Copy)]
pub struct UnitCode;

impl Code<Battle, UnitId> for UnitCode {
    fn write(&self, _battle: &Battle, value: &UnitId) -> Value {
        if *value == NO_UNIT { Value::Null } else { Value::from(unit_id(*value)) }
    }

    fn read(&self, battle: &Battle, data: &Value) -> Result<UnitId, String> {
        if data.is_null() { Ok(NO_UNIT) } else { battle.unit_named(text(data)?).map_err(|error| error.0) }
    }
}

/// An officer of the game, or null for none.
#[derive(Clone, Copy)]
pub struct OfficerCode;

impl Code<Battle, OfficerId> for OfficerCode {
    fn write(&self, _battle: &Battle, value: &OfficerId) -> Value {
        if *value == NO_OFFICER { Value::Null } else { Value::from(officer_id(*value)) }
    }

    fn read(&self, battle: &Battle, data: &Value) -> Result<OfficerId, String> {
        if data.is_null() { Ok(NO_OFFICER) } else { battle.officer_named(text(data)?).map_err(|error| error.0) }
    }
}

/// A hex of the map, or null for none.
#[derive(Clone, Copy)]
pub struct HexCode;

impl Code<Battle, HexId> for HexCode {
    fn write(&self, battle: &Battle, value: &HexId) -> Value {
        if *value == NO_HEX { Value::Null } else { Value::from(battle.hex_name(*value)) }
    }

    fn read(&self, battle: &Battle, data: &Value) -> Result<HexId, String> {
        if data.is_null() { Ok(NO_HEX) } else { battle.hex_named(text(data)?).map_err(|error| error.0) }
    }
}

/// How an order is paid: the word "tokens", or the officer who leads (J3.19, J3.58).
pub struct PaymentCode;

impl Code<Battle, Payment> for PaymentCode {
    fn write(&self, battle: &Battle, value: &Payment) -> Value {
        match value {
            Payment::Tokens => Value::from("tokens"),
            Payment::Lead(officer) => OfficerCode.write(battle, officer),
        }
    }

    fn read(&self, battle: &Battle, data: &Value) -> Result<Payment, String> {
        if text(data)? == "tokens" { Ok(Payment::Tokens) } else { OfficerCode.read(battle, data).map(Payment::Lead) }
    }
}

/// Officers of one side as bits counted from its first, written as a list of their names.
pub struct OfficerBits(pub Side);

impl Code<Battle, u8> for OfficerBits {
    fn write(&self, _battle: &Battle, value: &u8) -> Value {
        let officers = officer_ids(self.0).enumerate().filter(|(place, _)| value >> place & 1 == 1);
        Value::Array(officers.map(|(_, officer)| Value::from(officer_id(officer))).collect())
    }

    fn read(&self, _battle: &Battle, data: &Value) -> Result<u8, String> {
        let names = data.as_array().ok_or_else(|| format!("expected a list of officers, found {data}"))?;
        let mut bits = 0;
        for name in names {
            let name = text(name)?;
            let place = officer_ids(self.0).position(|officer| officer_id(officer) == name);
            bits |= 1 << place.ok_or_else(|| format!("\"{name}\" is no officer of {}", self.0))?;
        }
        Ok(bits)
    }
}
