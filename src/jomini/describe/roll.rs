//! The description of a roll before it takes effect: every die by its effect in this roll.

use crate::data::message::count;
use crate::data::message::listed;
use crate::game::{DiceStep, Thrown};
use crate::jomini::combat::hits::TacticalEffect;
use crate::jomini::state::action::Roll;
use crate::jomini::state::attack_roll::AttackRoll;
use crate::jomini::state::field::Battlefield;
use crate::jomini::state::single_dice::Reliability;
use crate::jomini::state::{AttackKind, Dice, State, Status, Step};

impl Battlefield {
    /// The description of a roll.
    pub fn roll_words(&self, state: &State, roll: &Roll) -> String {
        match state.step.dice().expect("dice are due") {
            Dice::FirstPlayer => {
                format!("The first player is drawn: {}.", self.forces.side_words(roll.first_player()))
            }
            Dice::Impetuous(unit) => {
                let name = self.forces.unit_words(unit);
                if roll.carries_away() {
                    format!("{name} is carried away: a free forced march.")
                } else {
                    format!("{name} stays under control.")
                }
            }
            Dice::Unreliable(unit) => {
                let name = self.forces.unit_words(unit);
                match roll.reliability() {
                    Reliability::Stays if self.rules.unreliable_flag_blocks_combat => {
                        format!("{name} does not obey: it stays and does nothing.")
                    }
                    Reliability::Stays => format!("{name} does not obey: it stays where it is."),
                    Reliability::Hurries => format!("{name} hurries: it moves twice as far."),
                    Reliability::Obeys => format!("{name} obeys."),
                }
            }
            Dice::Deficient(unit) => {
                let name = self.forces.unit_words(unit);
                if !roll.loses_order() {
                    format!("The order reaches {name}.")
                } else {
                    let hexes = self.rules.deficient_move_cap;
                    let hexes = if hexes == 1 { "1 hex".to_owned() } else { format!("{hexes} hexes") };
                    format!("The order does not reach {name}: it moves {hexes} at most and does not fight.")
                }
            }
            Dice::Messengers(officer) => {
                let name = self.forces.officer_words(officer);
                if roll.sends_courier() {
                    format!("{name} may send a Courier free.")
                } else {
                    format!("{name} sends no messenger.")
                }
            }
            Dice::Stampede => {
                let name = state.acting_unit().map(|unit| self.forces.unit_words(unit)).unwrap_or_default();
                let hexes = self.rules.panic_hexes(roll.hits);
                format!(
                    "{name} rolls {} of panic: {}.",
                    count(u32::from(self.rules.panic_dice), "die").replace("dies", "dice"),
                    match hexes {
                        0 => "nothing drives it on".to_owned(),
                        1 => "it runs 1 hex".to_owned(),
                        _ => format!("it runs {hexes} hexes"),
                    }
                )
            }
            Dice::Panic(dice) => {
                let name = state.acting_unit().map(|unit| self.forces.unit_words(unit)).unwrap_or_default();
                format!(
                    "Panic: {name} rolls {}: {}.",
                    count(u32::from(dice), "die").replace("dies", "dice"),
                    shown(roll, dice)
                )
            }
            Dice::Wound(_) => {
                let officer = state
                    .front_officer(AttackRoll::running(state).target)
                    .map(|officer| self.forces.officer_words(officer));
                let name = officer.unwrap_or_else(|| "The officer".to_owned());
                if roll.wounds() {
                    format!("{name} is wounded in the front rank and leaves the game.")
                } else {
                    format!("{name} is unhurt.")
                }
            }
            Dice::Strike => self.strike_words(state, roll),
        }
    }

    /// The dice of a roll by their effect, and of a strike the steps of T15 by which their number was reached.
    pub fn dice_thrown(&self, state: &State, roll: &Roll) -> Thrown {
        let mut steps: Vec<DiceStep> = Vec::new();
        let dice = match state.step.dice().expect("dice are due") {
            // Their results are drawn: a side, a number of hexes.
            Dice::FirstPlayer | Dice::Stampede => return Thrown::default(),
            Dice::Impetuous(_) | Dice::Unreliable(_) | Dice::Deficient(_) | Dice::Messengers(_) => 1,
            Dice::Wound(dice) | Dice::Panic(dice) => dice,
            Dice::Strike => self.dice(state, &AttackRoll::running(state), &mut steps),
        };
        let counted = roll.hits + roll.morale_hits + roll.letters + roll.tactical;
        let faces = [
            ("hit", roll.hits),
            ("morale hit", roll.morale_hits),
            ("order letter", roll.letters),
            ("tactical advantage", roll.tactical),
            ("miss", dice.saturating_sub(counted)),
        ];
        Thrown::new(faces.map(|(effect, dice)| (effect, u32::from(dice))), steps)
    }

    /// The dice of a strike: "Old Guard (R1) rolls 4 dice: 2 hits, 1 morale hit and 1 miss."
    fn strike_words(&self, state: &State, roll: &Roll) -> String {
        let attack = AttackRoll::running(state);
        let dice = self.dice(state, &attack, &mut ());
        let manner = match attack.kind {
            AttackKind::Attack | AttackKind::CounterChargeAttack => "",
            AttackKind::Riposte => " in riposte",
            AttackKind::Ambush => " in ambush",
            AttackKind::AgainstBreakOff => " after it",
            AttackKind::CounterChargeDefence => " in counter-charge",
        };
        let name = self.forces.unit_words(attack.roller);
        let number = if dice == 1 { "1 die".to_owned() } else { format!("{dice} dice") };
        let mut words = format!("{name} rolls {number}{manner}: {}.", shown(roll, dice));
        for remark in self.remarks(state, &attack, roll) {
            words.push(' ');
            words.push_str(&remark);
        }
        words
    }

    /// Explains the symbols if their meaning is not obvious.
    fn remarks(&self, state: &State, attack: &AttackRoll, roll: &Roll) -> Vec<String> {
        let mut remarks = Vec::new();
        let meaning = self.advantage_effect(state, attack);
        if attack.kind != AttackKind::AgainstBreakOff {
            remarks.push(match meaning {
                TacticalEffect::Miss => "Tactical advantages do nothing here.".to_owned(),
                TacticalEffect::MoraleHit => "Tactical advantages are morale hits here.".to_owned(),
                TacticalEffect::Hit => "Tactical advantages are hits here.".to_owned(),
                TacticalEffect::Harassment => {
                    let (_, morale_hits) = self.rules.tactical_hits(meaning, 1);
                    let each = count(u32::from(morale_hits), "morale hit");
                    format!("Tactical advantages are {each} each here.")
                }
            });
        }
        let mut morale_hits = roll.morale_hits;
        if attack.kind != AttackKind::AgainstBreakOff {
            let flags = self.units().letters_as_flags(attack.roller, roll.letters);
            morale_hits += flags;
            if flags > 0 {
                remarks.push(format!(
                    "For guns {} a flag.",
                    if flags == 1 {
                        "the first letter is".to_owned()
                    } else {
                        format!("the first {flags} letters are each")
                    }
                ));
            }
        }
        // While tactical advantages have no effect yet, the length of the retreat is undetermined.
        if morale_hits > 0 && roll.tactical == 0 {
            remarks.extend(self.morale_remark(state, attack, roll, morale_hits));
        }
        remarks
    }

    /// Whether a side may still change, after this roll, what its hits do (T15).
    fn leaves_decisions(&self, state: &State, roll: &Roll) -> bool {
        const DECISIONS: [Step; 3] = [Step::Dodge, Step::Sharpshoot, Step::LeadAgainstLoss];
        let mut rolled = *state;
        self.roll_in_strike(&mut rolled, *roll);
        // A die for a wound comes before morale, which the officer helps to hold (JA4.4, J5.53).
        let target = state.unit(AttackRoll::running(state).target);
        if (1..target.elements).contains(&roll.hits) && self.rules.is_officer_in_danger(&rolled) {
            return true;
        }
        DECISIONS.into_iter().any(|step| self.arises(&rolled, step))
    }

    /// Describes the effect of morale hits: how many are ignored (J5.53), the hexes of retreat, and those that cannot
    /// be made (J5.76); or that this is still to be decided.
    fn morale_remark(&self, state: &State, attack: &AttackRoll, roll: &Roll, morale_hits: u8) -> Option<String> {
        let name = self.forces.unit_words(attack.target);
        let it = state.unit(attack.target);
        // An elephant out of control is driven, without a retreat (JI-167).
        if self.forces.is_panicked(attack.target) {
            return None;
        }
        if self.leaves_decisions(state, roll) {
            return Some(format!("What {name} suffers is still to be decided."));
        }
        let hits = roll.hits;
        if it.elements <= hits {
            return None;
        }
        if state.holds_position(attack.target) {
            let may = if self.rules.ignore_flags_auto { "holds" } else { "may hold" };
            return Some(format!("{name} {may} its position whatever the flags."));
        }
        let ignored = self.morale_hits_ignored(state, attack).min(morale_hits);
        if ignored > 0 && !self.rules.ignore_flags_auto {
            // Its owner decides how many.
            return Some(format!("{name} may ignore {}.", count(u32::from(ignored), "morale hit")));
        }
        // Instead of a retreat its owner may take losses (J3.46).
        if morale_hits > ignored && it.has(Status::SACRIFICE) {
            return Some(format!("What {name} suffers is still to be decided."));
        }
        let due = self.units().retreat_due(attack.target, morale_hits - ignored);
        let (made, losses) = self.longest_retreat(state, attack.target, due);
        let losses = losses.min(it.elements - hits);
        let ignores =
            if ignored > 0 { format!("ignores {}", count(u32::from(ignored), "morale hit")) } else { String::new() };
        let hexes = |number: u8| if number == 1 { "1 hex".to_owned() } else { format!("{number} hexes") };
        let goes = match (due, made) {
            (0, _) if morale_hits > ignored => "stands firm".to_owned(),
            (0, _) => String::new(),
            (due, 0) => format!("must retreat {} and cannot,", hexes(due)),
            (due, made) if made < due => format!("must retreat {} and can make only {made},", hexes(due)),
            (due, _) => format!("must retreat {}", hexes(due)),
        };
        let parts: Vec<String> = [ignores, goes].into_iter().filter(|part| !part.is_empty()).collect();
        let cost =
            if losses > 0 { format!(" at the cost of {}", count(u32::from(losses), "element")) } else { String::new() };
        Some(format!("{name} {}{cost}.", listed(&parts)))
    }
}

/// The result of this many dice: "2 hits, 1 letter and 1 miss".
fn shown(roll: &Roll, dice: u8) -> String {
    let counted = roll.hits + roll.morale_hits + roll.letters + roll.tactical;
    let parts = [
        (roll.hits, "hit", "hits"),
        (roll.morale_hits, "morale hit", "morale hits"),
        (roll.letters, "order letter", "order letters"),
        (roll.tactical, "tactical advantage", "tactical advantages"),
        (dice.saturating_sub(counted), "miss", "misses"),
    ];
    let words = |(number, one, many): &(u8, &str, &str)| format!("{number} {}", if *number == 1 { one } else { many });
    listed(&parts.iter().filter(|part| part.0 > 0).map(words).collect::<Vec<_>>())
}
