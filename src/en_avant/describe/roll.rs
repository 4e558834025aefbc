//! Descriptions of dice before they take effect.

use crate::data::message::count;
use crate::en_avant::combat::sixes::SixRoll;
use crate::en_avant::state::action::Roll;
use crate::en_avant::state::engagement::Engagement;
use crate::en_avant::state::{ClashKind, NO_UNIT, State, Step};
use crate::game::{DiceStep, Side, Thrown};

impl Roll {
    fn impact_words(&self) -> String {
        let all = count(u32::from(self.hits) + u32::from(self.sixes), "impact");
        if self.sixes > 0 { format!("{all}, {} among them", count(u32::from(self.sixes), "six")) } else { all }
    }
}

impl Engagement {
    /// The description of a roll.
    pub fn roll_words(&self, state: &State, roll: &Roll) -> String {
        let unit = || self.acting_words(state);
        let drawn = |what: &str| match roll.drawn() {
            Some(side) => format!("The dice favour {}: {what}.", self.side_words(side)),
            None => "The dice are equal and are rolled again.".to_owned(),
        };
        let passed = roll.passes();
        match state.step {
            Step::EdgeRoll => drawn("it chooses its edge"),
            Step::DeployRoll => drawn("it decides who sets up first"),
            Step::InitiativeRoll => drawn("it chooses to play first or second"),
            Step::ObjectiveRoll(index) => {
                let name = |objective: usize| self.ground(state).pieces[self.objectives[objective].piece].name.as_str();
                match self.objective_rolled(state, index, *roll) {
                    Some(piece) => format!("{} is an objective.", name(piece)),
                    None => {
                        let pieces: Vec<&str> = self.objective_candidates(state, index).map(name).collect();
                        format!("{} is no objective.", pieces.join(" or "))
                    }
                }
            }
            Step::ReorganiseRoll(_) if passed => format!("{} rallies.", unit()),
            Step::ReorganiseRoll(_) => format!("{} does not rally.", unit()),
            Step::BreakOffRoll(_) if passed => format!("{} breaks off.", unit()),
            Step::BreakOffRoll(_) => format!("{} cannot break off.", unit()),
            Step::ContagionRoll(_) if passed => format!("{} stands fast.", unit()),
            Step::ContagionRoll(_) => format!("{} takes to its heels too.", unit()),
            Step::TargetRoll(_) => format!("{}: a die decides between targets.", unit()),
            Step::ShotRoll => {
                format!("{} for the shot: {}.", self.dice_words(state, state.active), roll.impact_words())
            }
            Step::SaveRoll => {
                let side = state.saver();
                let dice = count(u32::from(state.clash.saves[side.index()]), "die");
                format!("{} rolls {dice} for saves: {}.", self.side_words(side), count(u32::from(roll.hits), "save"))
            }
            Step::MeleeRoll(side) => {
                format!("{} in melee: {}.", self.dice_words(state, side), roll.impact_words())
            }
            Step::SixRoll(side) => {
                let side = self.side_words(side);
                match SixRoll::of(*roll) {
                    SixRoll::Again => format!("{side} rolls another six."),
                    SixRoll::Gained => format!("{side} gains an impact."),
                    SixRoll::Lost => match self.rules.impacts_at_risk(state) {
                        1 => format!("{side} loses the impact."),
                        impacts => format!("{side} loses {}.", count(u32::from(impacts), "impact")),
                    },
                }
            }
            step => format!("{step:?}: {roll:?}"),
        }
    }

    /// The dice of a roll by their effect, and in a fight the advantages by which their number was reached.
    pub fn dice_thrown(&self, state: &State, roll: &Roll) -> Thrown {
        let clash = &state.clash;
        let dice_of = |side: Side| clash.dice[side.index()];
        let (effect, dice, steps) = match state.step {
            Step::ShotRoll => ("impact", dice_of(state.active), self.steps(state, state.active, false)),
            Step::MeleeRoll(side) => ("impact", dice_of(side), self.steps(state, side, false)),
            Step::SaveRoll => ("save", clash.saves[state.saver().index()], self.steps(state, state.saver(), true)),
            Step::SixRoll(_) => {
                let effect = match SixRoll::of(*roll) {
                    SixRoll::Again => "six",
                    SixRoll::Gained => "impact",
                    SixRoll::Lost => "miss",
                };
                return Thrown::new([(effect, 1)], Vec::new());
            }
            Step::ReorganiseRoll(_) | Step::BreakOffRoll(_) | Step::ContagionRoll(_) => ("pass", 1, Vec::new()),
            _ => return Thrown::default(),
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

    /// "Gauls rolls 3 dice".
    fn dice_words(&self, state: &State, side: Side) -> String {
        format!("{} rolls {}", self.side_words(side), count(u32::from(state.clash.dice[side.index()]), "die"))
    }
}
