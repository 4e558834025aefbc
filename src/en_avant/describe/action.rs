//! Descriptions of a side's actions before they take effect.

use super::{heading_words, length_words, listed, place_words};
use crate::en_avant::state::action::{
    Action, Change, Facing, Path, Placement, Results, Segment, signed_tenths, tenths,
};
use crate::en_avant::state::engagement::Engagement;
use crate::en_avant::state::{NO_UNIT, State, Step};

impl State {
    fn change_of_formation(&self, change: &Change) -> String {
        let turn = match change.facing {
            Facing::Kept => None,
            Facing::Right => Some("makes a quarter-turn to the right"),
            Facing::About => Some("makes a half-turn"),
            Facing::Left => Some("makes a quarter-turn to the left"),
        };
        let before = self.acting_unit().map_or(0, |unit| self.unit(unit).files);
        let form = if change.files == 1 { "forms a column".to_owned() } else { format!("forms {} wide", change.files) };
        let what = match turn {
            None => form,
            Some(turn) if change.files == before => turn.to_owned(),
            Some(turn) => format!("{turn} and {form}"),
        };
        // Changes that differ only in the base that keeps its place.
        let kept = (before > 1).then(|| format!("its {} base from the left", ordinal(change.reference)));
        let becomes = (change.files > 1).then(|| format!("the {} of the new front", ordinal(change.becomes)));
        match (kept, becomes) {
            (None, None) => what,
            (Some(kept), None) => format!("{what} on {kept}"),
            (None, Some(becomes)) => format!("{what}, its first base {becomes}"),
            (Some(kept), Some(becomes)) => format!("{what} on {kept}, {becomes}"),
        }
    }
}

impl Engagement {
    /// The description of an action.
    pub fn action_words(&self, state: &State, action: &Action) -> String {
        let unit = || self.acting_words(state);
        let at = |it: &Placement| format!("at {} facing {}", place_words(it.front), heading_words(it.heading));
        match action {
            Action::KeepEdge => "Keep this edge of the table.".to_owned(),
            Action::TakeOtherEdge => "Take the other edge: the table is turned.".to_owned(),
            Action::GoFirst if matches!(state.step, Step::DeployOrder(_)) => "Set up first.".to_owned(),
            Action::GoSecond if matches!(state.step, Step::DeployOrder(_)) => "Set up second.".to_owned(),
            Action::GoFirst => "Play first.".to_owned(),
            Action::GoSecond => "Play second.".to_owned(),
            Action::DeployUnit(next) => format!("{} is set up next.", self.unit_words(*next)),
            Action::DeployAt(it) => match state.step {
                Step::DeployCamp => format!("The camp stands {}.", at(it)),
                Step::DeployGeneral => format!("The general stands {}.", at(it)),
                _ => format!("{} stands {}, {} wide.", unit(), at(it), it.files),
            },
            Action::DeployLimbered(it) => format!("{} stands {}, limbered.", unit(), at(it)),
            Action::GeneralWith(with) => format!("The general fights with {}.", self.unit_words(*with)),
            Action::Send(heading) => format!("{} is sent {}.", unit(), heading_words(*heading)),
            Action::Activate(next) => format!("{} is activated.", self.unit_words(*next)),
            Action::ActivateGeneral => "The general is activated.".to_owned(),
            Action::ChangeFormation => format!("{} changes formation.", unit()),
            Action::March => format!("{} moves.", unit()),
            Action::Shoot => format!("{} shoots.", unit()),
            Action::Reorganise => format!("{} reorganises.", unit()),
            Action::BreakOff => format!("{} tries to break off.", unit()),
            Action::Halt => format!("{} halts.", unit()),
            Action::Form(change) => format!("{} {}.", unit(), state.change_of_formation(change)),
            Action::Limber(true) => format!("{} limbers up.", unit()),
            Action::Limber(false) => format!("{} unlimbers.", unit()),
            Action::Dismount(true) => format!("{} dismounts.", unit()),
            Action::Dismount(false) => format!("{} mounts.", unit()),
            Action::MoveAlong(path) => self.path_words(state, path),
            Action::GeneralTo(it) => format!("The general rides {}.", at(it)),
            Action::GeneralAlong => "The general goes along.".to_owned(),
            Action::ShootAt(target) => format!("{} shoots at {}.", unit(), self.unit_words(*target)),
            Action::TurnAbout => format!("{} turns about.", unit()),
            Action::RollAgain => "The six is rolled again.".to_owned(),
            Action::Keep => "The six is kept.".to_owned(),
            Action::Take(results) => format!("{} takes {}.", unit(), results_words(*results)),
            Action::LoseLeft => format!("{} loses its base on the left.", unit()),
            Action::LoseRight => format!("{} loses its base on the right.", unit()),
            Action::RecoilTo(heading) => format!("{} recoils {}.", unit(), heading_words(*heading)),
            Action::Tests(next) => format!("{} is tested.", self.unit_words(*next)),
            Action::FleeTo(heading) => format!("{} flees {}.", unit(), heading_words(*heading)),
            Action::Fight(next) if matches!(state.step, Step::Leader(_)) => {
                format!("{} leads in the melee.", self.unit_words(*next))
            }
            Action::Suffer(next) if matches!(state.step, Step::Opponent(_)) => {
                format!("{} is the principal opponent.", self.unit_words(*next))
            }
            Action::Fight(next) => format!("The melee of {} is fought next.", self.unit_words(*next)),
            Action::Suffer(next) => format!("{} takes the impacts.", self.unit_words(*next)),
            Action::Pursue => format!("{} pursues.", unit()),
            Action::Pass => match state.step {
                Step::DeployAt(_) | Step::DeployCamp | Step::DeployGeneral => {
                    "There is no room: it stays away.".to_owned()
                }
                Step::RallyFacing(_) => format!("{} keeps its facing.", unit()),
                Step::Pursuit(_) => format!("{} does not pursue.", unit()),
                Step::StopAnswer => "The battle goes on.".to_owned(),
                _ => "What is offered is declined.".to_owned(),
            },
            Action::OfferToStop => format!("{} offers to end the battle.", self.side_words(state.active)),
            Action::Agree => "Both sides agree to end the battle.".to_owned(),
            Action::Done => "No further unit is activated.".to_owned(),
        }
    }

    fn path_words(&self, state: &State, path: &Path) -> String {
        let parts: Vec<String> = path.iter().map(segment_words).collect();
        let way = if parts.is_empty() { "halts".to_owned() } else { listed(&parts) };
        let unit = self.acting_words(state);
        match path.target {
            NO_UNIT => format!("{unit} {way}."),
            target => format!("{unit} {way} and attacks {}.", self.unit_words(target)),
        }
    }
}

/// "1st" for place 0.
fn ordinal(place: u8) -> String {
    let number = u32::from(place) + 1;
    let ending = match (number % 10, number % 100) {
        (1, 1 | 21..) => "st",
        (2, 2 | 22..) => "nd",
        (3, 3 | 23..) => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

fn segment_words(segment: Segment) -> String {
    let hand = |number: i16| if number < 0 { "left" } else { "right" };
    let degrees = |turn: i16| {
        let quarters = turn.unsigned_abs();
        let part = ["", ".25", ".5", ".75"][usize::from(quarters % 4)];
        format!("{}{part}°", quarters / 4)
    };
    match segment {
        Segment::None => "halts".to_owned(),
        Segment::Advance(length) => format!("advances {} cm", length_words(tenths(length))),
        Segment::Wheel(turn) => format!("wheels {} to the {}", degrees(turn), hand(turn)),
        Segment::Slide(forward, right) => {
            let (forward, aside) = (length_words(tenths(forward)), length_words(signed_tenths(right).abs()));
            format!("slides {forward} cm forward and {aside} cm to the {}", hand(right))
        }
        Segment::Lateral(right) => {
            format!("steps {} cm to the {}", length_words(signed_tenths(right).abs()), hand(right))
        }
        Segment::Back(length) => format!("steps back {} cm", length_words(tenths(length))),
        Segment::About => "turns about".to_owned(),
        Segment::Shift(forward, right) => {
            let ahead = if forward < 0 { "back" } else { "forward" };
            let (along, aside) = (length_words(signed_tenths(forward).abs()), length_words(signed_tenths(right).abs()));
            format!("goes {along} cm {ahead} and {aside} cm to the {}", hand(right))
        }
        Segment::Turn(turn) => format!("turns {} to the {}", degrees(turn), hand(turn)),
        Segment::Cross => "crosses the obstacle".to_owned(),
    }
}

fn results_words(results: Results) -> String {
    let mut words = Vec::new();
    match results.losses {
        0 => {}
        1 => words.push("the loss of a base".to_owned()),
        losses => words.push(format!("the loss of {losses} bases")),
    }
    match results.recoils {
        0 => {}
        1 => words.push("a recoil".to_owned()),
        recoils => words.push(format!("{recoils} recoils")),
    }
    if results.disorder {
        words.push("disorder".to_owned());
    }
    listed(&words)
}
