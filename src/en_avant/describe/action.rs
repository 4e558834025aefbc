//! Descriptions of a side's actions before they take effect: templates of the tables of actions and steps, and the
//! words of actions for which a template is not enough.

use super::length_words;
use super::template::Word;
use crate::data::message::listed;
use crate::en_avant::state::action::{
    Action, Change, Facing, Path, Results, Segment, action_table, signed_tenths, tenths,
};
use crate::en_avant::state::engagement::Engagement;
use crate::en_avant::state::{NO_UNIT, State, Step};

/// What an action by the words of its step says if the step has none.
const CHOSEN: &str = "{unit} is chosen.";

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

/// The description of an action as the tables state it.
macro_rules! described {
    (by_step, $game:ident, $state:ident, $action:ident; $($name:ident)?) => {
        $game.filled($state, $state.step.words().unwrap_or(CHOSEN), &[$( (stringify!($name), $name.word($game)) )?])
    };
    (declined, $game:ident, $state:ident, $action:ident; ) => {
        $game.filled($state, $state.step.declined().expect("every step that can be declined has words for it"), &[])
    };
    (own, $game:ident, $state:ident, $action:ident; $($name:ident)?) => {
        $game.own_words($state, $action)
    };
    ($template:literal, $game:ident, $state:ident, $action:ident; $($name:ident)?) => {
        $game.filled($state, $template, &[$( (stringify!($name), $name.word($game)) )?])
    };
}

macro_rules! define_descriptions {
    ($( $kind:ident = $name:literal, $idle:ident, $form:ident {
        $(
            $(#[$meta:meta])*
            $action:ident $(($field:ident: $data:ty))? says $words:tt $(counts $event:ident)?,
        )+
    } )+) => {
        /// The description of an action.
        #[allow(unused_variables, reason = "some descriptions read the data of the action themselves")]
        fn described(game: &Engagement, state: &State, action: &Action) -> String {
            match *action {
                $( $( Action::$action $(($field))? => described!($words, game, state, action; $($field)?), )+ )+
            }
        }
    };
}

action_table!(define_descriptions);

impl Engagement {
    /// The description of an action.
    pub fn action_words(&self, state: &State, action: &Action) -> String {
        described(self, state, action)
    }

    /// The description of an action for which the table has no template.
    fn own_words(&self, state: &State, action: &Action) -> String {
        let unit = || self.acting_words(state);
        let sets_up = matches!(state.step, Step::DeployOrder(_));
        match *action {
            Action::GoFirst => if sets_up { "Set up first." } else { "Play first." }.to_owned(),
            Action::GoSecond => if sets_up { "Set up second." } else { "Play second." }.to_owned(),
            Action::DeployAt(at) => match state.step.words() {
                Some(template) => self.filled(state, template, &[("at", at.word(self))]),
                None => format!("{} stands {}, {} wide.", unit(), at.word(self), at.files),
            },
            Action::DeployLimbered(at) => format!("{} stands {}, limbered.", unit(), at.word(self)),
            Action::Form(change) => format!("{} {}.", unit(), state.change_of_formation(&change)),
            Action::Limber(limbers) => format!("{} {}.", unit(), if limbers { "limbers up" } else { "unlimbers" }),
            Action::Dismount(on_foot) => format!("{} {}.", unit(), if on_foot { "dismounts" } else { "mounts" }),
            Action::MoveAlong(path) => self.path_words(state, &path),
            Action::Take(results) => format!("{} takes {}.", unit(), results_words(results)),
            action => unreachable!("the table describes {action:?}"),
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
            let words = |number: i16, way: String| {
                (number != 0).then(|| format!("{} cm {way}", length_words(signed_tenths(number).abs())))
            };
            let along = words(forward, if forward < 0 { "back" } else { "forward" }.to_owned());
            let aside = words(right, format!("to the {}", hand(right)));
            format!("goes {}", listed(&along.into_iter().chain(aside).collect::<Vec<_>>()))
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
