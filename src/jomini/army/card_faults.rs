//! What is wrong with a card: letters that its type cannot have, letters and orders listed twice, and such as say the
//! opposite of each other.
//!
//! Rules J7.20, JA2.6, JA2.7, JA2.9, JA3.6, JA3.7, JA3.8, JA3.16, JA3.30, JA3.31, JA3.32, JA3.33, JA3.34, JA3.35,
//! JA3.36, JA4.12, JA4.13 with JI-190. The faults of carriers are in `transport.rs`.

use super::card::{UnitCard, class_of};
use super::cost::word;
use super::letters::{Letter, OrderLetter};
use super::officer::OfficerLetter;
use super::unit::Class;
use crate::data::{Fault, Mark, PathStep};
use serde::Serialize;

/// Two letters, and the rules by which a card cannot have both.
type Opposites<L> = (L, L, &'static str);

const LETTERS: [Opposites<Letter>; 3] = [
    (Letter::Slow, Letter::Mobile, "JA3.6, JA3.7"),
    (Letter::Mobile, Letter::Static, "JA3.7, JA3.8"),
    (Letter::Regular, Letter::Militia, "JI-190"),
];
const ORDERS: [Opposites<OrderLetter>; 3] = [
    (OrderLetter::ManoeuvreGood, OrderLetter::ManoeuvreWeak, "JA3.30, JA3.31"),
    (OrderLetter::AttackGood, OrderLetter::AttackWeak, "JA3.32, JA3.33"),
    (OrderLetter::DefenceGood, OrderLetter::DefenceWeak, "JA3.34, JA3.35"),
];
/// A bad officer may be good or weak besides (JI-43).
const OFFICERS: [Opposites<OfficerLetter>; 1] = [(OfficerLetter::Good, OfficerLetter::Weak, "JA2.6, JA2.7")];

/// A fault of a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardFault {
    /// The key of the card.
    pub key: &'static str,
    /// The place in the list under that key.
    pub index: Option<usize>,
    /// What is wrong, as a sentence fragment.
    pub problem: String,
}

impl CardFault {
    /// The fault of an entry of a list of a file.
    pub(in crate::jomini) fn of_entry(self, list: &str, entry: usize) -> Fault {
        let mut path = vec![PathStep::key(list), PathStep::Index(entry), PathStep::key(self.key)];
        path.extend(self.index.map(PathStep::Index));
        Fault::new(path, Mark::Value, self.problem)
    }
}

/// The letters of a list that are repeated, and those that say the opposite of an earlier one.
fn of_list<L: Copy + PartialEq + Serialize>(
    key: &'static str,
    list: &[L],
    opposites: &[Opposites<L>],
) -> Vec<CardFault> {
    let mut faults = Vec::new();
    for (index, letter) in list.iter().enumerate() {
        let mut fault = |problem: String| faults.push(CardFault { key, index: Some(index), problem });
        let before = &list[..index];
        match before.iter().filter(|it| *it == letter).count() {
            0 => {}
            1 => {
                let times = list.iter().filter(|it| *it == letter).count();
                let times = if times == 2 { "twice".to_owned() } else { format!("{times} times") };
                fault(format!("\"{}\" is listed {times}; a card has each letter once", word(letter)));
                continue;
            }
            // The first repetition speaks for all.
            _ => continue,
        }
        for (one, other, rules) in opposites {
            let meets = |it: &L| (it == one && letter == other) || (it == other && letter == one);
            if let Some(opposite) = before.iter().find(|it| meets(it)) {
                let (opposite, own) = (word(opposite), word(letter));
                fault(format!("\"{opposite}\" and \"{own}\" exclude each other ({rules})"));
            }
        }
    }
    faults
}

/// The faults of the letters and orders of a unit, whatever its type.
pub(in crate::jomini) fn of_lists(letters: &[Letter], orders: &[OrderLetter]) -> Vec<CardFault> {
    let mut faults = of_list("letters", letters, &LETTERS);
    faults.extend(of_list("orders", orders, &ORDERS));
    faults
}

/// The faults of the letters of an officer; an allied one has troops of his own (JA2.9).
pub(in crate::jomini) fn of_officer(letters: &[OfficerLetter], has_contingent: bool) -> Vec<CardFault> {
    let mut faults = of_list("letters", letters, &OFFICERS);
    let allied = letters.iter().position(|letter| *letter == OfficerLetter::Allied);
    if allied.is_some() && !has_contingent {
        let problem = "an allied officer needs a contingent (JA2.9, JI-55)".to_owned();
        faults.push(CardFault { key: "letters", index: allied, problem });
    }
    faults
}

impl UnitCard {
    /// The contradictions on the card. Letters without effect on a type, such as Tenacious on infantry, are allowed.
    pub fn faults(&self) -> Vec<CardFault> {
        let mut faults = of_lists(&self.letters, &self.orders);
        let class = class_of(self.kind);
        let light = self.kind.is_light_infantry();
        let mut only = |letters: &[Letter], fits: bool, what: &str| {
            if let (false, Some(index)) = (fits, self.letters.iter().position(|letter| letters.contains(letter))) {
                faults.push(CardFault { key: "letters", index: Some(index), problem: what.to_owned() });
            }
        };
        only(
            &[Letter::BreakOff],
            class == Class::Mounted || light,
            "only mounted troops and light infantry break off (JA3.16)",
        );
        only(&[Letter::Static], class == Class::Artillery, "only artillery is static (JA3.8)");
        only(&[Letter::Woodsmen], class != Class::Artillery, "artillery cannot be woodsmen");
        only(&[Letter::SiegeEquipment], class == Class::Infantry, "only infantry has siege equipment (J7.20)");
        only(
            &[Letter::Rifled, Letter::RecoilBrakes],
            class == Class::Artillery,
            "only guns are rifled or have recoil brakes (JA4.13)",
        );
        only(&[Letter::BreechLoading], class != Class::Mounted, "only infantry and guns load at the breech (JA4.12)");
        let feudal = self.orders.iter().position(|order| *order == OrderLetter::Feudal);
        if feudal.is_some() && self.contingent == 0 {
            let problem = "a feudal unit needs a contingent with a sub-general (JA3.36)".to_owned();
            faults.push(CardFault { key: "orders", index: feudal, problem });
        }
        faults.extend(self.carrier_faults());
        faults
    }

    /// The card without what is at fault on it, to check what does not depend on that.
    pub(in crate::jomini) fn sound(mut self) -> UnitCard {
        while let Some(CardFault { key, index, .. }) = self.faults().into_iter().next() {
            match (key, index) {
                ("letters", Some(index)) => drop(self.letters.remove(index)),
                ("orders", Some(index)) => drop(self.orders.remove(index)),
                _ => (self.carried_by, self.carronade) = (None, false),
            }
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(faults: Vec<CardFault>) -> Vec<(Option<usize>, String)> {
        faults.into_iter().map(|fault| (fault.index, fault.problem)).collect()
    }

    /// JI-187: a letter counts once in the cost of a unit, so it is listed once.
    #[test]
    fn a_letter_is_listed_once() {
        use Letter::{Aggressive, Stubborn};
        let found = problems(of_lists(&[Stubborn, Aggressive, Stubborn], &[]));
        assert_eq!(found, [(Some(2), "\"stubborn\" is listed twice; a card has each letter once".to_owned())]);
        let found = problems(of_lists(&[Stubborn; 5], &[OrderLetter::AttackGood; 2]));
        assert_eq!(found[0].1, "\"stubborn\" is listed 5 times; a card has each letter once");
        assert!(found.len() == 2 && found[1].1.starts_with("\"attack_good\" is listed twice"), "{found:?}");
        assert_eq!(of_officer(&[OfficerLetter::Bad, OfficerLetter::Bad], false).len(), 1);
    }

    /// JA2.6, JA2.7, JA3.6, JA3.7, JA3.34, JA3.35.
    #[test]
    fn letters_that_say_the_opposite_exclude_each_other() {
        use OrderLetter::{AttackWeak, DefenceGood, DefenceWeak};
        let found = problems(of_lists(&[Letter::Mobile, Letter::Slow], &[DefenceGood, AttackWeak, DefenceWeak]));
        assert_eq!(
            found,
            [
                (Some(1), "\"mobile\" and \"slow\" exclude each other (JA3.6, JA3.7)".to_owned()),
                (Some(2), "\"defence_good\" and \"defence_weak\" exclude each other (JA3.34, JA3.35)".to_owned()),
            ]
        );
        assert!(of_lists(&[Letter::Fleeing, Letter::Hesitant], &[]).is_empty(), "JI-142 joins them");
        use OfficerLetter::{Bad, Good, Weak};
        assert_eq!(of_officer(&[Good, Weak], false).len(), 1);
        assert!(of_officer(&[Good, Bad], false).is_empty(), "JI-43 joins them");
    }
}
