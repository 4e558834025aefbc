//! Descriptions of dice before they take effect.

use crate::data::message::count;
use crate::en_avant::combat::sixes::SixRoll;
use crate::en_avant::state::action::Roll;
use crate::en_avant::state::engagement::Engagement;
use crate::en_avant::state::{ClashKind, Dice, NO_UNIT, State, Step};
use crate::game::{DiceStep, Side, Thrown};

impl Roll {
    fn impact_words(&self) -> String {
        let all = count(u32::from(self.hits) + u32::from(self.sixes), "impact");
        if self.sixes > 0 { format!("{all}, {} among them", count(u32::from(self.sixes), "six")) } else { all }
    }
}

impl Engagement {
    /// The description of a roll: the words of its step in the table of steps, or of its kind of dice. `{army}` is that
    /// of the side that rolls, `{side}` the side that a draw favours, `{dice}` the number of dice, `{impacts}` and
    /// `{saves}` the dice that succeed.
    pub fn roll_words(&self, state: &State, roll: &Roll) -> String {
        let Some((dice, side)) = state.rolled() else { return format!("{:?}: {roll:?}", state.step) };
        let words = || state.step.words().expect("the table of steps has words for such dice");
        let numbered = |word: (&'static str, String)| {
            let number = count(u32::from(self.rules.pool(state, dice, side).1), "die");
            self.filled(state, words(), &[("army", self.army_words(side)), ("dice", number), word])
        };
        match dice {
            Dice::Draw => match roll.drawn() {
                Some(side) => self.filled(state, words(), &[("side", self.side_words(side))]),
                None => "The dice are equal and are rolled again.".to_owned(),
            },
            Dice::Objective => self.objective_words(state, roll),
            Dice::Test if !roll.passes() => self.filled(state, state.step.failed().unwrap_or_else(words), &[]),
            Dice::Test | Dice::Lot => self.filled(state, words(), &[]),
            Dice::Strike => numbered(("impacts", roll.impact_words())),
            Dice::Saves => numbered(("saves", count(u32::from(roll.hits), "save"))),
            Dice::Six => {
                let army = self.army_words(side);
                match SixRoll::of(*roll) {
                    SixRoll::Again => format!("{army} rolls another six."),
                    SixRoll::Gained => format!("{army} gains an impact."),
                    SixRoll::Lost => match self.rules.impacts_at_risk(state) {
                        1 => format!("{army} loses the impact."),
                        impacts => format!("{army} loses {}.", count(u32::from(impacts), "impact")),
                    },
                }
            }
        }
    }

    fn objective_words(&self, state: &State, roll: &Roll) -> String {
        let Step::ObjectiveRoll(index) = state.step else { panic!("{:?} rolls for no objective", state.step) };
        let name = |objective: usize| self.ground(state).pieces[self.objectives[objective].piece].name.as_str();
        match self.objective_rolled(state, index, *roll) {
            Some(piece) => format!("{} is an objective.", name(piece)),
            None => {
                let pieces: Vec<&str> = self.objective_candidates(state, index).map(name).collect();
                format!("{} is no objective.", pieces.join(" or "))
            }
        }
    }

    /// The dice of a roll by their effect, and in a fight the advantages by which their number was reached.
    pub fn dice_thrown(&self, state: &State, roll: &Roll) -> Thrown {
        let Some((kind, side)) = state.rolled() else { return Thrown::default() };
        let (effect, dice, steps) = match kind {
            Dice::Strike => ("impact", self.rules.pool(state, kind, side).1, self.steps(state, side, false)),
            Dice::Saves => ("save", self.rules.pool(state, kind, side).1, self.steps(state, side, true)),
            Dice::Six => {
                let effect = match SixRoll::of(*roll) {
                    SixRoll::Again => "six",
                    SixRoll::Gained => "impact",
                    SixRoll::Lost => "miss",
                };
                return Thrown::new([(effect, 1)], Vec::new());
            }
            Dice::Test => ("pass", 1, Vec::new()),
            Dice::Draw | Dice::Objective | Dice::Lot => return Thrown::default(),
        };
        let (hits, sixes) = (roll.hits, roll.sixes);
        let misses = dice.saturating_sub(hits + sixes);
        let faces = [("six", sixes), (effect, hits), ("miss", misses)];
        Thrown::new(faces.map(|(effect, dice)| (effect, u32::from(dice))), steps)
    }

    /// The advantages that make up the dice of a side, or its dice of saves.
    fn steps(&self, state: &State, side: Side, saves: bool) -> Vec<DiceStep> {
        let [own, other] = [side, side.other()].map(|side| state.clash.leaders[side.index()]);
        let mut steps: Vec<DiceStep> = Vec::new();
        if own == NO_UNIT || other == NO_UNIT {
            return steps;
        }
        let counted = match (state.clash.kind, saves) {
            (ClashKind::Shot, false) => self.shot_dice(state, own, other, &mut steps),
            (ClashKind::Shot, true) => self.save_dice(state, other, own, &mut steps),
            (ClashKind::Melee, false) => self.dice_in_melee(state, side, &mut steps),
            (ClashKind::Melee, true) => self.melee_saves(state, side, &mut steps),
            (ClashKind::None | ClashKind::Rout, _) => 0,
        };
        let rolled = if saves { state.clash.saves } else { state.clash.dice };
        // A number that was counted earlier in the fight may have other reasons than the present ones.
        if counted == rolled[side.index()] { steps } else { Vec::new() }
    }
}
