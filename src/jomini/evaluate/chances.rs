//! The mean effect of a number of dice, computed once: the joint probabilities of hits and morale hits, and their
//! result for a unit with given elements and room to retreat (J5.51, J5.53, J5.70, J5.76).

use std::sync::LazyLock;

/// The maximum number of dice for which probabilities are stored; more are treated as this number.
const MOST_DICE: usize = 10;
/// The maximum number of faces of one effect for which probabilities are stored; more are treated as this number.
const MOST_FACES: usize = 3;
/// Pairs of hits and morale hits of one roll.
const PAIRS: usize = (MOST_DICE + 1) * (MOST_DICE + 2) / 2;

/// The numbers of faces of a die with each effect in a blow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Faces {
    /// Faces that hit.
    pub hits: u8,
    /// Faces that are morale hits.
    pub morale_hits: u8,
    /// Faces of which the first rolled counts as one morale hit: the letters of artillery (J5.55).
    pub first_flag: u8,
}

/// Probabilities of hits and morale hits by dice and faces.
struct Table(Vec<[f32; PAIRS]>);

static TABLE: LazyLock<Table> = LazyLock::new(Table::new);

const KINDS: usize = MOST_FACES + 1;

impl Table {
    fn new() -> Table {
        let mut rows = Vec::with_capacity((MOST_DICE + 1) * KINDS * KINDS * KINDS);
        for dice in 0..=MOST_DICE {
            for index in 0..KINDS * KINDS * KINDS {
                rows.push(row(dice, [index / (KINDS * KINDS), index / KINDS % KINDS, index % KINDS]));
            }
        }
        Table(rows)
    }
}

/// The probabilities of each pair for a number of dice, in the order hits outer, morale hits inner. The faces sum to at
/// most six.
fn row(dice: usize, faces: [usize; 3]) -> [f32; PAIRS] {
    let mut row = [0.0; PAIRS];
    if faces.iter().sum::<usize>() > 6 {
        return row;
    }
    let [hit, flag, first] = faces.map(|count| count as f64 / 6.0);
    let none = 1.0 - hit - flag - first;
    let factorial = |n: usize| (1..=n).map(|k| k as f64).product::<f64>();
    for hits in 0..=dice {
        for flags in 0..=dice - hits {
            for firsts in 0..=dice - hits - flags {
                let rest = dice - hits - flags - firsts;
                let ways = factorial(dice) / (factorial(hits) * factorial(flags) * factorial(firsts) * factorial(rest));
                let power = |chance: f64, times: usize| (0..times).map(|_| chance).product::<f64>();
                let chance = ways * power(hit, hits) * power(flag, flags) * power(first, firsts) * power(none, rest);
                row[place(dice, hits) + flags + usize::from(firsts > 0)] += chance as f32;
            }
        }
    }
    row
}

/// The index in a row of the first pair with this many hits.
const fn place(dice: usize, hits: usize) -> usize {
    hits * (dice + 1) - hits * hits.saturating_sub(1) / 2
}

/// The properties of the struck unit that matter to a roll.
#[derive(Clone, Copy, Debug)]
pub struct Struck {
    /// Its elements.
    pub elements: u8,
    /// Morale hits that it ignores.
    pub ignored: u8,
    /// Retreat hexes for each further one.
    pub hexes: u8,
    /// Hexes taken off the first.
    pub reduction: u8,
    /// Hexes that it can make.
    pub room: u8,
    /// Morale hits that a dodged hit becomes, if one can be dodged.
    pub dodge: Option<u8>,
}

/// The mean effect of a roll on the struck unit.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Verdict {
    /// Mean number of elements lost, at most those it has.
    pub losses: f32,
    /// Probability that it is destroyed.
    pub destroyed: f32,
    /// Probability that it survives and leaves its hex.
    pub driven: f32,
    /// Probability that it survives but must retreat, whether or not it can.
    pub retreats: f32,
    /// Mean number of tokens that the striker gains.
    pub tokens: f32,
}

impl Verdict {
    /// Probability that the struck unit is still in its hex.
    #[inline]
    pub fn stays(&self) -> f32 {
        1.0 - self.destroyed - self.driven
    }

    /// Probability that an attacker struck in this way before its attack still makes it (J3.53).
    #[inline]
    pub fn attacks(&self) -> f32 {
        1.0 - self.destroyed - self.retreats
    }
}

/// The result of given hits and morale hits for a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Fate {
    /// Elements lost.
    losses: u8,
    /// Hexes of retreat due.
    due: u8,
    /// Hexes of them that it makes.
    made: u8,
}

impl Struck {
    /// The result of given hits and morale hits for the unit.
    #[inline]
    fn suffers(&self, hits: u8, morale_hits: u8) -> Fate {
        let (mut hits, mut morale_hits) = (hits, morale_hits);
        if let Some(instead) = self.dodge
            && hits > 0
        {
            hits -= 1;
            morale_hits += instead;
        }
        if hits >= self.elements {
            return Fate { losses: self.elements, due: 0, made: 0 };
        }
        let flags = morale_hits.saturating_sub(self.ignored);
        let due = if flags == 0 { 0 } else { (flags * self.hexes).saturating_sub(self.reduction) };
        let made = due.min(self.room);
        Fate { losses: (hits + due - made).min(self.elements), due, made }
    }

    /// The mean effect of a roll of this many dice.
    #[inline]
    pub fn struck_by(&self, dice: u8, faces: Faces) -> Verdict {
        let dice = usize::from(dice).min(MOST_DICE);
        let [hits, flags, first] =
            [faces.hits, faces.morale_hits, faces.first_flag].map(|count| usize::from(count).min(MOST_FACES));
        let row = &TABLE.0[((dice * KINDS + hits) * KINDS + flags) * KINDS + first];
        let mut verdict = Verdict::default();
        let mut next = 0;
        for hits in 0..=dice {
            for morale_hits in 0..=dice - hits {
                let chance = row[next];
                next += 1;
                let Fate { losses, due, made } = self.suffers(hits as u8, morale_hits as u8);
                verdict.losses += chance * f32::from(losses);
                if losses == self.elements {
                    verdict.destroyed += chance;
                    continue;
                }
                verdict.driven += if made > 0 { chance } else { 0.0 };
                verdict.retreats += if due > 0 { chance } else { 0.0 };
            }
        }
        verdict
    }

    /// The effect of given hits and morale hits.
    pub fn fate(&self, hits: u8, morale_hits: u8) -> Verdict {
        let Fate { losses, due, made } = self.suffers(hits, morale_hits);
        let destroyed = losses == self.elements;
        let as_number = |is: bool| if is { 1.0 } else { 0.0 };
        Verdict {
            losses: losses.into(),
            destroyed: as_number(destroyed),
            driven: as_number(made > 0 && !destroyed),
            retreats: as_number(due > 0 && !destroyed),
            tokens: 0.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_sum_to_one() {
        for dice in 0..=MOST_DICE {
            for faces in [[0, 1, 0], [1, 1, 0], [2, 1, 0], [1, 2, 0], [1, 1, 1], [3, 3, 0], [2, 1, 2]] {
                let sum: f32 = row(dice, faces).iter().sum();
                assert!((sum - 1.0).abs() < 1e-5, "{dice} dice, {faces:?}: {sum}");
            }
        }
    }

    #[test]
    fn mean_losses_are_hits_and_hexes_not_made() {
        let struck = Struck { elements: 5, ignored: 0, hexes: 1, reduction: 0, room: 0, dodge: None };
        let verdict = struck.struck_by(2, Faces { hits: 1, morale_hits: 1, first_flag: 0 });
        assert!((verdict.losses - 4.0 / 6.0).abs() < 1e-6, "{verdict:?}");
        assert_eq!(verdict.driven, 0.0);
        assert!((verdict.attacks() - 25.0 / 36.0).abs() < 1e-6 && verdict.stays() > verdict.attacks(), "{verdict:?}");
        let free = Struck { room: 5, ..struck }.struck_by(2, Faces { hits: 1, morale_hits: 1, first_flag: 0 });
        assert!((free.losses - 2.0 / 6.0).abs() < 1e-6 && (free.driven - 11.0 / 36.0).abs() < 1e-6, "{free:?}");
    }
}
