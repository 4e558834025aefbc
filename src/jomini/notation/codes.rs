//! How single values are written: numbers, yes and no, words, sets of words, and the names of units, officers and hexes.

use super::form::{Code, Form};
use super::{officer_id, unit_id};
use crate::data::message::{nearest, quoted_list};
use crate::game::{Outcome, ShowError, Side};
use crate::jomini::action::Payment;
use crate::jomini::battle::Battle;
use crate::jomini::hex::{HexId, NO_HEX};
use crate::jomini::state::{
    AttackOrder, DefenceOrder, GroupKind, Mounting, NO_OFFICER, NO_UNIT, OfficerId, Strike, UnitId, Woodsmen, officer_ids, status,
};
use serde_json::Value;

/// The attack orders by the names of rules files (J3.39, J3.40, J3.41, J3.42).
pub const ATTACK_ORDERS: &[(&str, AttackOrder)] =
    &[("elan", AttackOrder::Elan), ("charge", AttackOrder::Charge), ("berserk", AttackOrder::Berserk), ("sappers", AttackOrder::Sappers)];

/// The defence orders by the names of rules files (J3.46, J3.47, J3.48, J3.49, J3.50, J3.51, J3.52, J3.53).
pub const DEFENCE_ORDERS: &[(&str, DefenceOrder)] = &[
    ("sacrifice", DefenceOrder::Sacrifice),
    ("like_a_rock", DefenceOrder::LikeARock),
    ("dodge", DefenceOrder::Dodge),
    ("hold_position", DefenceOrder::HoldPosition),
    ("nuts", DefenceOrder::Nuts),
    ("counter_charge", DefenceOrder::CounterCharge),
    ("withdrawal", DefenceOrder::Withdrawal),
    ("ambush", DefenceOrder::Ambush),
];

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

/// The seats.
pub const SIDES: &[(&str, Side)] = &[("red", Side::Red), ("blue", Side::Blue)];

/// How a group came to act.
pub const GROUP_KINDS: &[(&str, GroupKind)] = &[
    ("activation", GroupKind::Activation),
    ("strategic_move", GroupKind::StrategicMove),
    ("courier", GroupKind::Courier),
    ("led", GroupKind::Led),
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

/// How Woodsmen applies to a move.
pub const WOODSMEN: &[(&str, Woodsmen)] = &[("no", Woodsmen::No), ("paid", Woodsmen::Paid), ("free", Woodsmen::Free)];

/// How Mount or dismount applies to a move.
pub const MOUNTING: &[(&str, Mounting)] = &[("no", Mounting::No), ("mounts", Mounting::Mounts), ("dismounts", Mounting::Dismounts)];

/// The activation groups that a further unit may come from, as bits of `unit::group_bits`.
pub const ARMS: &[(&str, u8)] = &[("infantry", 1), ("mounted", 2), ("artillery", 4)];

/// A whole number, not negative.
#[derive(Clone, Copy)]
pub struct Number;

impl<N: TryFrom<u64> + Into<u64> + Copy> Code<N> for Number {
    fn write(&self, _battle: &Battle, value: &N) -> Value {
        Value::from((*value).into())
    }

    fn read(&self, _battle: &Battle, data: &Value) -> Result<N, String> {
        data.as_u64().and_then(|number| N::try_from(number).ok()).ok_or_else(|| format!("expected a small whole number, found {data}"))
    }
}

/// Yes or no.
#[derive(Clone, Copy)]
pub struct Switch;

impl Code<bool> for Switch {
    fn write(&self, _battle: &Battle, value: &bool) -> Value {
        Value::from(*value)
    }

    fn read(&self, _battle: &Battle, data: &Value) -> Result<bool, String> {
        data.as_bool().ok_or_else(|| format!("expected true or false, found {data}"))
    }
}

/// A text of a data message, for values that only strings can name.
fn text(data: &Value) -> Result<&str, String> {
    data.as_str().ok_or_else(|| format!("expected a name, found {data}"))
}

/// One of some words.
pub struct Word<T: 'static>(pub &'static [(&'static str, T)]);

impl<T: Copy + PartialEq> Code<T> for Word<T> {
    fn write(&self, _battle: &Battle, value: &T) -> Value {
        let (name, _) = self.0.iter().find(|(_, it)| it == value).expect("every value of the type has a word");
        Value::from(*name)
    }

    fn read(&self, _battle: &Battle, data: &Value) -> Result<T, String> {
        let word = text(data)?;
        self.0
            .iter()
            .find(|(name, _)| *name == word)
            .map(|(_, value)| *value)
            .ok_or_else(|| unknown_word(word, self.0.iter().map(|it| it.0)))
    }
}

/// What is said of a word that is none of the known ones.
pub fn unknown_word<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> String {
    let known: Vec<&str> = known.collect();
    let near = nearest(word, &known).map(|near| format!("; did you mean \"{near}\"?")).unwrap_or_default();
    format!("unknown word \"{word}\"; expected {}{near}", quoted_list(&known, "or"))
}

/// A set of words, as the list of those that hold; bits without a word are written as numbers.
pub struct Words<N: 'static>(pub &'static [(&'static str, N)]);

impl<N: TryFrom<u64> + Into<u64> + Copy> Code<N> for Words<N> {
    fn write(&self, _battle: &Battle, value: &N) -> Value {
        let bits: u64 = (*value).into();
        let mut named = 0;
        let mut words = Vec::new();
        for (name, bit) in self.0 {
            let bit: u64 = (*bit).into();
            // A word for two bits stands before those for each of them.
            if bits & !named & bit == bit {
                words.push(Value::from(*name));
                named |= bit;
            }
        }
        words.extend((0..64).map(|place| 1 << place).filter(|bit| bits & !named & bit != 0).map(Value::from));
        Value::Array(words)
    }

    fn read(&self, _battle: &Battle, data: &Value) -> Result<N, String> {
        let words = data.as_array().ok_or_else(|| format!("expected a list of words, found {data}"))?;
        let mut bits = 0;
        for word in words {
            bits |= match word.as_u64() {
                Some(bit) => bit,
                None => {
                    let word = text(word)?;
                    let known = self.0.iter().find(|(name, _)| *name == word);
                    known.map(|(_, bit)| (*bit).into()).ok_or_else(|| unknown_word(word, self.0.iter().map(|it| it.0)))?
                }
            };
        }
        N::try_from(bits).map_err(|_| format!("no such set: {data}"))
    }
}

/// A unit of the game, or null for none.
#[derive(Clone, Copy)]
pub struct UnitCode;

impl Code<UnitId> for UnitCode {
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

impl Code<OfficerId> for OfficerCode {
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

impl Code<HexId> for HexCode {
    fn write(&self, battle: &Battle, value: &HexId) -> Value {
        if *value == NO_HEX { Value::Null } else { Value::from(battle.hex_name(*value)) }
    }

    fn read(&self, battle: &Battle, data: &Value) -> Result<HexId, String> {
        if data.is_null() { Ok(NO_HEX) } else { battle.hex_named(text(data)?).map_err(|error| error.0) }
    }
}

/// A unit that must be one, a hex that must be one: what an action names.
pub struct Sure<C>(pub C);

impl<T, C: Code<T>> Code<T> for Sure<C> {
    fn write(&self, battle: &Battle, value: &T) -> Value {
        self.0.write(battle, value)
    }

    fn read(&self, battle: &Battle, data: &Value) -> Result<T, String> {
        if data.is_null() { Err("expected a name, found null".to_owned()) } else { self.0.read(battle, data) }
    }
}

/// How an order is paid: the word "tokens", or the officer who leads (J3.19, J3.58).
pub struct PaymentCode;

impl Code<Payment> for PaymentCode {
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

impl Code<u8> for OfficerBits {
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

/// A value that may be missing, written as null.
pub struct Maybe<C>(pub C);

impl<T, C: Code<T>> Code<Option<T>> for Maybe<C> {
    fn write(&self, battle: &Battle, value: &Option<T>) -> Value {
        value.as_ref().map_or(Value::Null, |value| self.0.write(battle, value))
    }

    fn read(&self, battle: &Battle, data: &Value) -> Result<Option<T>, String> {
        if data.is_null() { Ok(None) } else { self.0.read(battle, data).map(Some) }
    }
}

/// Several values of one kind in a fixed number of places, written as a list without the places at the end that hold the usual value.
pub struct Places<T, C> {
    /// How each is written.
    pub code: C,
    /// The value of places left out.
    pub usual: T,
}

impl<T: Copy + PartialEq, C: Code<T>, const N: usize> Code<[T; N]> for Places<T, C> {
    fn write(&self, battle: &Battle, value: &[T; N]) -> Value {
        let used = value.iter().rposition(|it| *it != self.usual).map_or(0, |last| last + 1);
        Value::Array(value[..used].iter().map(|it| self.code.write(battle, it)).collect())
    }

    fn read(&self, battle: &Battle, data: &Value) -> Result<[T; N], String> {
        let list = data.as_array().filter(|list| list.len() <= N).ok_or_else(|| format!("expected a list of at most {N}, found {data}"))?;
        let mut places = [self.usual; N];
        for (place, data) in places.iter_mut().zip(list) {
            *place = self.code.read(battle, data)?;
        }
        Ok(places)
    }
}

/// A structure within a structure.
pub struct Object<T, F> {
    /// Its name in messages.
    pub what: &'static str,
    /// What it is before its fields are read.
    pub blank: T,
    /// Its fields.
    pub fields: F,
}

impl<T: Copy, F: Fn(&mut Form, &mut T) -> Result<(), ShowError>> Code<T> for Object<T, F> {
    fn write(&self, battle: &Battle, value: &T) -> Value {
        let mut value = *value;
        Form::write(battle, |form| (self.fields)(form, &mut value))
    }

    fn read(&self, battle: &Battle, data: &Value) -> Result<T, String> {
        let mut value = self.blank;
        Form::read(battle, self.what, data, |form| (self.fields)(form, &mut value)).map_err(|error| error.0)?;
        Ok(value)
    }
}

/// How the game ended.
pub struct OutcomeCode;

impl Code<Outcome> for OutcomeCode {
    fn write(&self, _battle: &Battle, value: &Outcome) -> Value {
        serde_json::to_value(value).expect("an outcome is plain data")
    }

    fn read(&self, _battle: &Battle, data: &Value) -> Result<Outcome, String> {
        serde_json::from_value(data.clone()).map_err(|error| error.to_string())
    }
}
