//! Types of unit that an army list defines for itself or takes over from another: each is like a type of the rules,
//! with a training, a morale (JA3.3) and letters that its units have from the start (JA3.1).

use super::card::{KindName, UnitCard, class_of};
use super::card_faults::of_lists;
use super::cost::word;
use super::letters::{Letter, Morale, OrderLetter, Training};
use super::list::entry;
use super::unit::Class;
use crate::data::message::nearest;
use crate::data::{Fault, Mark, PathStep, Reading};
use crate::jomini::rules::UnitKind;
use serde::{Deserialize, Serialize};
use strum::VariantArray;

/// The maximum number of characters by which a suggested name may differ: names of troops are often new, and a distant
/// suggestion would mislead.
const MOST_DIFFERENT: usize = 2;

/// A type as an army list defines it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TypeFile {
    #[serde(default)]
    name: String,
    /// The type of the rules from which it has class, movement, range and dice; by default the usual one of its class.
    like: Option<KindName>,
    class: Option<ClassName>,
    training: Option<Training>,
    morale: Option<Morale>,
    /// Another way to state the morale.
    elements: Option<u8>,
    #[serde(default)]
    letters: Vec<Letter>,
    #[serde(default)]
    orders: Vec<OrderLetter>,
    western: Option<bool>,
}

/// A class as files name it.
#[derive(Clone, Copy, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
enum ClassName {
    Infantry,
    Mounted,
    Artillery,
}

impl ClassName {
    fn of(class: Class) -> ClassName {
        match class {
            Class::Infantry => ClassName::Infantry,
            Class::Mounted => ClassName::Mounted,
            Class::Artillery => ClassName::Artillery,
        }
    }

    /// The type of most units of this class.
    fn usual(self) -> UnitKind {
        match self {
            ClassName::Infantry => UnitKind::LineInfantry,
            ClassName::Mounted => UnitKind::HeavyCavalry,
            ClassName::Artillery => UnitKind::FootArtilleryHeavy,
        }
    }
}

impl TypeFile {
    /// The type, and what is wrong with it: each with its key. `lacks` tells which keys could not be read.
    fn resolved(self, lacks: impl Fn(&str) -> bool) -> (OwnType, Vec<(&'static str, String)>) {
        let mut faults = Vec::new();
        let like = match (self.like, self.class) {
            (Some(KindName(like)), class) => {
                let own = word(ClassName::of(class_of(like)));
                if let Some(class) = class.map(word).filter(|class| *class != own) {
                    faults.push(("class", format!("{} is of the class {own}, not {class} (T2)", like.name())));
                }
                like
            }
            (None, Some(class)) => class.usual(),
            (None, None) if lacks("like") || lacks("class") => UnitKind::LineInfantry,
            (None, None) => {
                let problem = "neither `like`, a type of the rules, nor `class`: infantry, mounted or artillery";
                faults.push(("name", problem.to_owned()));
                UnitKind::LineInfantry
            }
        };
        // JA3.3: five elements with the best morale, one with the worst.
        let number = |morale: Morale| Morale::VARIANTS.len() as u8 - morale as u8;
        let stated =
            self.elements.map(|elements| (elements, Morale::VARIANTS.iter().find(|it| number(**it) == elements)));
        let morale = match (self.morale, stated) {
            (morale, None) => morale,
            (_, Some((elements, None))) => {
                faults.push(("elements", format!("{elements} elements; a unit has 1 to 5, by its morale (JA3.3)")));
                None
            }
            (Some(morale), Some((elements, Some(of_elements)))) if morale != *of_elements => {
                let (word, own) = (word(morale), number(morale));
                let problem = format!("{elements} elements; the morale {word} has {own} (JA3.3): state one of the two");
                faults.push(("elements", problem));
                Some(morale)
            }
            (_, Some((_, Some(of_elements)))) => Some(*of_elements),
        };
        let TypeFile { name, training, letters, orders, western, .. } = self;
        let is_usual = self.like.is_none();
        let own = OwnType { name, like, is_usual, is_faulty: false, training, morale, letters, orders, western };
        (own, faults)
    }
}

/// A type defined by an army list.
pub(super) struct OwnType {
    name: String,
    /// The type of the rules that it is like.
    like: UnitKind,
    /// Whether that is the usual one of its class, since the list names none.
    is_usual: bool,
    /// Whether its units cannot be checked, since it has faults itself.
    pub is_faulty: bool,
    pub training: Option<Training>,
    pub morale: Option<Morale>,
    pub letters: Vec<Letter>,
    pub orders: Vec<OrderLetter>,
    pub western: Option<bool>,
}

impl OwnType {
    /// A unit of this type without letters of its own, in the contingent of a lord.
    fn card(&self) -> UnitCard {
        UnitCard {
            name: self.name.clone(),
            kind: self.like,
            training: self.training.unwrap_or_default(),
            morale: self.morale.unwrap_or_default(),
            letters: self.letters.clone(),
            orders: self.orders.clone(),
            western: self.western,
            contingent: 1,
            carried_by: None,
            carronade: false,
        }
    }
}

/// The types of an army list: those of the rules, its own, and those of the list that it extends.
pub(super) struct Types {
    /// Its own first.
    own: Vec<OwnType>,
    are_all_named: bool,
}

impl Types {
    /// The types of a list that defines these; a name must be new.
    pub fn of(own: Vec<TypeFile>, reading: &Reading, faults: &mut Vec<Fault>) -> Types {
        let at = |index, key, problem: String| Fault::new(entry("type", index, key), Mark::Value, problem);
        let resolve = |(index, file): (usize, TypeFile)| {
            let lacks = |key: &str| reading.lacks(&entry("type", index, key));
            let (mut own, problems) = file.resolved(lacks);
            let mut found: Vec<Fault> = problems.into_iter().map(|(key, problem)| at(index, key, problem)).collect();
            let is_unlike = !found.is_empty() || lacks("like") || lacks("class");
            let of_card = if is_unlike { of_lists(&own.letters, &own.orders) } else { own.card().faults() };
            found.extend(of_card.into_iter().map(|fault| fault.of_entry("type", index)));
            own.is_faulty = !found.is_empty() || reading.lacks(&PathStep::path(&format!("type[{index}]")));
            faults.extend(found);
            own
        };
        let are_all_named = !reading.lacks_entries("type");
        let own: Vec<OwnType> = own.into_iter().enumerate().map(resolve).collect();
        for (index, of_list) in own.iter().enumerate() {
            let name = &of_list.name;
            let mut fault = |problem: String| faults.push(at(index, "name", problem));
            if UnitKind::covered().iter().any(|kind| kind.name() == name) {
                fault(format!("\"{name}\" is a type of the rules"));
            }
            if !name.is_empty() && own[..index].iter().any(|other| other.name == *name) {
                fault(format!("two types are called \"{name}\""));
            }
        }
        Types { are_all_named: are_all_named && own.iter().all(|own| !own.name.is_empty()), own }
    }

    /// Whether every type that the lists define has a name.
    pub fn are_all_named(&self) -> bool {
        self.are_all_named
    }

    /// These types, and those of another list except the names that are defined here.
    pub fn over(mut self, base: Types) -> Types {
        self.own.extend(base.own);
        self
    }

    /// The types for which the lists name no type of the rules, each with the one that it is like.
    pub fn usual(&self) -> Vec<String> {
        let is_hidden = |index: usize| self.own[..index].iter().any(|other| other.name == self.own[index].name);
        let usual = self.own.iter().enumerate().filter(|(index, own)| own.is_usual && !is_hidden(*index));
        usual
            .map(|(_, own)| own)
            .map(|own| format!("{} is like {}, the usual type of its class", own.name, own.like.name()))
            .collect()
    }

    /// The type of the rules that a name stands for, and the definition of the list, if it is one of its own.
    ///
    /// # Errors
    /// If the name is not a type.
    pub fn find(&self, name: &str) -> Result<(UnitKind, Option<&OwnType>), Fault> {
        if let Some(own) = self.own.iter().find(|own| own.name == name) {
            return Ok((own.like, Some(own)));
        }
        if let Some(kind) = UnitKind::covered().iter().find(|kind| kind.name() == name) {
            return Ok((*kind, None));
        }
        let own = self.own.iter().map(|own| own.name.as_str());
        let known: Vec<&str> = UnitKind::covered().iter().map(|kind| kind.name()).chain(own).collect();
        let near = nearest(name, &known)
            .filter(|near| strsim::damerau_levenshtein(&name.to_lowercase(), near) <= MOST_DIFFERENT);
        let expected = "a type of the rules, such as line_infantry, or one that this file defines: [[type]] with its \
                        name and `like`, the type of the rules closest to it, or `class`";
        let fault = Fault::at("", format!("unknown type \"{name}\"")).expected(expected);
        Err(Fault { near, ..fault })
    }
}
