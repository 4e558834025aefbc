//! Descriptions of dice before they take effect.

use super::count;
use crate::en_avant::combat::sixes::SixRoll;
use crate::en_avant::state::action::Roll;
use crate::en_avant::state::engagement::Engagement;
use crate::en_avant::state::{State, Step};
use crate::game::Side;

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
            Step::DeployRoll => drawn("it has the say in who sets up first"),
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

    /// "Gauls rolls 3 dice".
    fn dice_words(&self, state: &State, side: Side) -> String {
        format!("{} rolls {}", self.side_words(side), count(u32::from(state.clash.dice[side.index()]), "die"))
    }
}
