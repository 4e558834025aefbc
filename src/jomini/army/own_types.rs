//! Types of unit that an army list defines for itself or takes over from another: each is like a type of the rules,
//! with a training, a morale and letters that its units have from the start (JA3.1).

use super::card::KindName;
use super::letters::{Letter, Morale, OrderLetter, Training};
use super::list::entry;
use crate::data::message::nearest;
use crate::data::{Fault, Mark};
use crate::jomini::rules::UnitKind;
use serde::Deserialize;

/// The maximum number of characters by which a suggested name may differ: names of troops are often new, and a distant
/// suggestion would mislead.
const MOST_DIFFERENT: usize = 2;

/// A type defined by an army list.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OwnType {
    name: String,
    /// The type of the rules from which it has class, movement, range and dice.
    like: KindName,
    pub training: Option<Training>,
    pub morale: Option<Morale>,
    #[serde(default)]
    pub letters: Vec<Letter>,
    #[serde(default)]
    pub orders: Vec<OrderLetter>,
    pub western: Option<bool>,
}

/// The types of an army list: those of the rules, its own, and those of the list that it extends.
pub(super) struct Types {
    /// Its own first.
    own: Vec<OwnType>,
}

impl Types {
    /// The types of a list that defines these; a name must be new.
    pub fn of(own: Vec<OwnType>, faults: &mut Vec<Fault>) -> Types {
        for (index, of_list) in own.iter().enumerate() {
            let name = &of_list.name;
            let mut fault =
                |problem: String| faults.push(Fault::new(entry("type", index, "name"), Mark::Value, problem));
            if UnitKind::covered().iter().any(|kind| kind.name() == name) {
                fault(format!("\"{name}\" is a type of the rules"));
            }
            if own[..index].iter().any(|other| other.name == *name) {
                fault(format!("two types are called \"{name}\""));
            }
        }
        Types { own }
    }

    /// These types, and those of another list except the names that are defined here.
    pub fn over(mut self, base: Types) -> Types {
        self.own.extend(base.own);
        self
    }

    /// The type of the rules that a name stands for, and the definition of the list, if it is one of its own.
    ///
    /// # Errors
    /// If the name is not a type.
    pub fn find(&self, name: &str) -> Result<(UnitKind, Option<&OwnType>), Fault> {
        if let Some(own) = self.own.iter().find(|own| own.name == name) {
            return Ok((own.like.0, Some(own)));
        }
        if let Some(kind) = UnitKind::covered().iter().find(|kind| kind.name() == name) {
            return Ok((*kind, None));
        }
        let own = self.own.iter().map(|own| own.name.as_str());
        let known: Vec<&str> = UnitKind::covered().iter().map(|kind| kind.name()).chain(own).collect();
        let near = nearest(name, &known)
            .filter(|near| strsim::damerau_levenshtein(&name.to_lowercase(), near) <= MOST_DIFFERENT);
        let expected = "a type of the rules, such as line_infantry, or one that this file defines: [[type]] with its \
                        name and `like`, the type of the rules closest to it";
        let fault = Fault::at("", format!("unknown type \"{name}\"")).expected(expected);
        Err(Fault { near, ..fault })
    }
}
