//! Counting dice, with the rules that change their number one after the other.

use super::odds::DiceStep;

/// Records each change of a number of dice: the rule, the numbers before and after.
pub trait Trail {
    /// Whether changes are recorded; if not, the names of rules need not be looked up.
    const TAKES_NOTES: bool = true;
    /// Records a change.
    fn note(&mut self, rule: &'static str, before: i32, after: i32);
}

/// In play nothing is recorded.
impl Trail for () {
    const TAKES_NOTES: bool = false;

    #[inline]
    fn note(&mut self, _rule: &'static str, _before: i32, _after: i32) {}
}

/// Every change is recorded.
impl Trail for Vec<DiceStep> {
    fn note(&mut self, rule: &'static str, before: i32, after: i32) {
        self.push(DiceStep { rule, before, after });
    }
}

/// The number of dice so far, and its trail.
pub struct DiceCount<'a, T> {
    /// The number so far.
    pub dice: i32,
    /// What records its changes.
    pub trail: &'a mut T,
}

impl<'a, T: Trail> DiceCount<'a, T> {
    /// No dice yet.
    #[inline]
    pub fn new(trail: &'a mut T) -> DiceCount<'a, T> {
        DiceCount { dice: 0, trail }
    }

    /// Adds dice, or takes some away.
    #[inline]
    pub fn add(&mut self, rule: &'static str, change: impl Into<i32>) {
        let change = change.into();
        if change != 0 {
            self.trail.note(rule, self.dice, self.dice + change);
            self.dice += change;
        }
    }

    /// Adds dice if the rule holds.
    #[inline]
    pub fn add_if(&mut self, holds: bool, rule: &'static str, change: impl Into<i32>) {
        if holds {
            self.add(rule, change);
        }
    }

    /// Lowers the number to a maximum.
    #[inline]
    pub fn cap(&mut self, rule: &'static str, most: i32) {
        if self.dice > most {
            self.trail.note(rule, self.dice, most);
            self.dice = most;
        }
    }

    /// Raises the number to a minimum.
    #[inline]
    pub fn raise(&mut self, rule: &'static str, least: i32) {
        if self.dice < least {
            self.trail.note(rule, self.dice, least);
            self.dice = least;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_recorded_and_what_changes_nothing_is_not() {
        let mut steps: Vec<DiceStep> = Vec::new();
        let mut count = DiceCount::new(&mut steps);
        count.add("A", 5);
        count.add("B", 0);
        count.add_if(false, "B", 2);
        count.cap("C", 3);
        count.cap("D", 3);
        count.add("E", -4);
        count.raise("F", 1);
        count.raise("G", 1);
        assert_eq!(count.dice, 1);
        let recorded: Vec<_> = steps.iter().map(|step| (step.rule, step.before, step.after)).collect();
        assert_eq!(recorded, [("A", 0, 5), ("C", 5, 3), ("E", 3, -1), ("F", -1, 1)]);
    }
}
