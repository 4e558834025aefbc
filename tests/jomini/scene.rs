//! Small positions written in a few lines, for tests of single rules, and queries of the table for such tests.
//!
//! Each line places something on the plain of 12 by 9 hexes: `red A line_infantry 0503 elite elements=2 moved=1
//! aggressive`, `officer blue sub_general 0504`, `forest 0504 0505`, `wall 0504 SE SW`, `road 0503 0504`, `tokens red
//! 3`, `phase movement`, `active blue`. The defaults: the Combat phase, red's turn, every red unit activated, no
//! tokens, trained units of normal morale. Far away in a corner one unit of each side faces the other, so that there is
//! always a further attack and the player-turn continues; both armies are so large that no loss ends the game.

use crate::table::Table;
use reglette::data::{Kind, Library, Source};
use reglette::game::trail::Trail;
use reglette::game::{Game, Side};
use reglette::jomini::combat::hits::TacticalEffect;
use reglette::jomini::map::hex::HexId;
use reglette::jomini::rules::Rules;
use reglette::jomini::setup::position::Position;
use reglette::jomini::state::action::Payment;
use reglette::jomini::state::attack_roll::AttackRoll;
use reglette::jomini::state::{AttackKind, AttackOrder, Choice, DefenceOrder, NO_UNIT, OfficerId, Step};
use reglette::jomini::{Action, Roll};
use std::collections::BTreeMap;
use std::fmt::Write;

const TRAINING: [&str; 5] = ["super_elite", "elite", "trained", "recruits", "levy"];
const MORALE: [&str; 5] = ["iron", "solid", "normal", "weak", "unstable"];
const OBSTACLES: [&str; 4] = ["wall", "ditch", "fortification", "rampart"];
const ORDER_LETTERS: [&str; 4] = ["manoeuvre_", "attack_", "defence_", "feudal"];

/// Two friends that support a red unit on 0503 and are adjacent to no other neighbour of it but each other.
pub const RED_FRIENDS: &str = "red F1 line_infantry 0502\nred F2 line_infantry 0602\n";
/// Two friends that support a blue unit on 0504 and leave it a path of retreat.
pub const BLUE_FRIENDS: &str = "blue G1 line_infantry 0404\nblue G2 line_infantry 0505\n";

/// The position that these lines describe.
#[track_caller]
pub fn scene(lines: &str) -> Table {
    scene_with(lines, |_| ())
}

/// The same under other rules.
#[track_caller]
pub fn scene_with(lines: &str, change: impl Fn(&mut Rules)) -> Table {
    let mut rules = Rules::published();
    change(&mut rules);
    let source = Source::new(&Library::built_in(), Kind::Position, "scene.toml", toml_of(lines));
    let battle = Position::read(&source, Some(&rules)).unwrap_or_else(|error| panic!("{error}")).battle;
    Table { state: battle.initial(), battle }
}

fn toml_of(lines: &str) -> String {
    let (mut phase, mut active) = ("combat", "red");
    let mut tokens = BTreeMap::from([("red", "0"), ("blue", "0")]);
    let mut terrain = BTreeMap::<&str, Vec<&str>>::new();
    let (mut roads, mut edges, mut troops) = (Vec::new(), String::new(), String::new());
    let quoted = |words: &[&str]| words.iter().map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(", ");
    let lines: Vec<Vec<&str>> =
        lines.lines().map(|line| line.split_whitespace().collect::<Vec<_>>()).filter(|line| !line.is_empty()).collect();
    for line in &lines {
        match line[..] {
            ["phase", word] => phase = word,
            ["active", word] => active = word,
            _ => {}
        }
    }
    let is_fighting = |side: &str| phase != "command" && side == active;
    for line in &lines {
        match line[..] {
            ["phase" | "active", _] => {}
            ["tokens", side, number] => drop(tokens.insert(side, number)),
            [side @ ("red" | "blue"), name, kind, at, ref words @ ..] => {
                troops += &unit(side, name, kind, at, words, is_fighting(side))
            }
            ["officer", side, rank, at, ref words @ ..] => {
                let _ = write!(
                    troops,
                    "[[officer]]\nside = \"{side}\"\nrank = \"{rank}\"\nat = \"{at}\"\n{}\n",
                    words.join("\n")
                );
            }
            ["road", ref hexes @ ..] => roads.push(format!("[{}]", quoted(hexes))),
            [name, hex, ref sides @ ..] if OBSTACLES.contains(&name) => {
                let _ = write!(
                    edges,
                    "[[edge]]\nhex = \"{hex}\"\nobstacle = \"{name}\"\ndirections = [{}]\n",
                    quoted(sides)
                );
            }
            [name, ref hexes @ ..] => terrain.entry(name).or_default().extend(hexes),
            [] => unreachable!("empty lines are left out"),
        }
    }
    let mut text = format!("scenario = \"plain\"\nphase = \"{phase}\"\nactive = \"{active}\"\nplayer_turn = 5\n");
    for (side, number) in tokens {
        let _ = write!(text, "[{side}]\ntokens = {number}\nunits_at_start = 30\n");
    }
    let _ = write!(text, "[terrain]\nroads = [{}]\n", roads.join(", "));
    for (name, hexes) in terrain {
        let _ = writeln!(text, "{name} = [{}]", quoted(&hexes));
    }
    text + &edges
        + &troops
        + &unit("red", "red reserve", "line_infantry", "1100", &[], is_fighting("red"))
        + &unit("blue", "blue reserve", "line_infantry", "1101", &[], is_fighting("blue"))
}

fn unit(side: &str, name: &str, kind: &str, at: &str, words: &[&str], activated: bool) -> String {
    let mut text = format!("[[unit]]\nid = \"{name}\"\nside = \"{side}\"\ntype = \"{kind}\"\nat = \"{at}\"\n");
    let (mut letters, mut orders, mut status) = (Vec::new(), Vec::new(), Vec::new());
    let mut idle = !activated;
    for word in words {
        match *word {
            "idle" => idle = true,
            "no_attack" | "moved" | "hold_position" | "supported_by_order" | "on_foot" | "elephant_gone" => {
                status.push(format!("\"{word}\""))
            }
            _ if word.contains('=') => text += &format!("{}\n", word.replace("moved=", "hexes_moved=")),
            _ if TRAINING.contains(word) => text += &format!("training = \"{word}\"\n"),
            _ if MORALE.contains(word) => text += &format!("morale = \"{word}\"\n"),
            _ if ORDER_LETTERS.iter().any(|kind| word.starts_with(kind)) => orders.push(format!("\"{word}\"")),
            _ => letters.push(format!("\"{word}\"")),
        }
    }
    if !idle {
        status.push("\"activated\"".to_owned());
    }
    let _ = write!(
        text,
        "letters = [{}]\norders = [{}]\nstatus = [{}]\n",
        letters.join(", "),
        orders.join(", "),
        status.join(", ")
    );
    text
}

/// The changes of a number of dice: each rule, and the number after it.
struct Changes(Vec<(&'static str, i32)>);

impl Trail for Changes {
    const TAKES_NOTES: bool = true;

    fn note(&mut self, rule: &'static str, _before: i32, after: i32) {
        self.0.push((rule, after));
    }
}

impl Table {
    /// An attack of one unit on another where they stand, before any order.
    pub fn attack_roll(&self, roller: &str, target: &str) -> AttackRoll {
        let roller = self.unit(roller);
        AttackRoll::attack(
            &self.battle.field.board,
            &self.state,
            roller,
            self.state.unit(roller).hex,
            self.unit(target),
        )
    }

    /// The answer of the second unit to an attack by the first.
    pub fn answer(&self, attacker: &str, defender: &str) -> AttackRoll {
        self.attack_roll(attacker, defender).answer(&self.state, AttackKind::Riposte)
    }

    /// Dice of an attack by one unit on another.
    pub fn dice_of(&self, roller: &str, target: &str) -> u8 {
        self.battle.field.dice(&self.state, &self.attack_roll(roller, target), &mut ())
    }

    /// Dice of the second unit's answer to an attack by the first.
    pub fn dice_of_answer(&self, attacker: &str, defender: &str) -> u8 {
        self.battle.field.dice(&self.state, &self.answer(attacker, defender), &mut ())
    }

    /// The changes of the number of dice of an attack: rule and number after it.
    pub fn trail(&self, roller: &str, target: &str) -> Vec<(&'static str, i32)> {
        let mut changes = Changes(Vec::new());
        self.battle.field.dice(&self.state, &self.attack_roll(roller, target), &mut changes);
        changes.0
    }

    /// The effect of a tactical advantage in an attack by one unit on another.
    pub fn tactical(&self, roller: &str, target: &str) -> TacticalEffect {
        self.battle.field.advantage_effect(&self.state, &self.attack_roll(roller, target))
    }

    /// The effect of a tactical advantage in the second unit's answer.
    pub fn tactical_of_answer(&self, attacker: &str, defender: &str) -> TacticalEffect {
        self.battle.field.advantage_effect(&self.state, &self.answer(attacker, defender))
    }

    /// Morale hits that the second unit ignores when the first attacks it.
    pub fn ignored(&self, roller: &str, target: &str) -> u8 {
        self.battle.field.morale_hits_ignored(&self.state, &self.attack_roll(roller, target))
    }

    /// Morale hits that the attacker ignores when the defender answers.
    pub fn ignored_in_answer(&self, attacker: &str, defender: &str) -> u8 {
        self.battle.field.morale_hits_ignored(&self.state, &self.answer(attacker, defender))
    }

    /// Whether the second unit may riposte to an attack by the first.
    pub fn may_riposte(&self, attacker: &str, defender: &str) -> bool {
        self.battle.field.may_riposte(&self.state, &self.attack_roll(attacker, defender))
    }

    /// Order tokens of a side.
    pub fn tokens(&self, side: Side) -> u8 {
        self.state.side(side).tokens
    }

    /// The attack orders offered.
    pub fn attack_orders(&self) -> Vec<AttackOrder> {
        let order = |action| if let Action::OrderAttack(order, _) = action { Some(order) } else { None };
        self.legal().into_iter().filter_map(order).collect()
    }

    /// The defence orders offered.
    pub fn defence_orders(&self) -> Vec<DefenceOrder> {
        let order = |action| if let Action::OrderDefence(order, _) = action { Some(order) } else { None };
        self.legal().into_iter().filter_map(order).collect()
    }

    /// Declines everything until this step is reached.
    #[track_caller]
    pub fn decline_to(&mut self, step: Step) {
        while self.state.step != step {
            let step = self.state.step;
            let decline = match step.choice().unwrap_or_else(|| panic!("{step:?} is no decision")) {
                Choice::BreakOff => Action::Stand,
                Choice::Order => Action::NoOrder,
                _ if step.is_of_combat() => Action::Pass,
                other => panic!("{other:?} on the way to {step:?}"),
            };
            self.play(decline);
        }
    }

    /// Ends the picking of a group, if it has not ended already.
    pub fn decline_picking(&mut self) {
        if matches!(self.state.step, Step::Activation(_)) {
            self.play(Action::Done);
        }
    }

    /// Gives this attack order for tokens.
    #[track_caller]
    pub fn attack_order(&mut self, order: AttackOrder) {
        self.decline_to(Step::AttackOrder);
        self.play(Action::OrderAttack(order, Payment::Tokens));
    }

    /// Gives this defence order for tokens.
    #[track_caller]
    pub fn defence_order(&mut self, order: DefenceOrder) {
        self.decline_to(Step::DefenceOrder);
        self.play(Action::OrderDefence(order, Payment::Tokens));
    }

    /// Applies this result of the dice.
    #[track_caller]
    pub fn throw(&mut self, roll: Roll) {
        let mut rolls = Vec::new();
        self.battle.rolls(&self.state, &mut rolls);
        assert!(rolls.iter().any(|listed| listed.roll == roll), "the dice cannot do {roll:?}");
        self.battle.apply_roll(&mut self.state, roll);
    }

    /// The officers of a side who are on the table, in order.
    pub fn officers(&self, side: Side) -> Vec<OfficerId> {
        self.battle.field.forces.officers_on_table(&self.state, side).collect()
    }

    /// Where the officers of a side stand.
    pub fn officers_at(&self, side: Side) -> Vec<String> {
        self.officers(side)
            .into_iter()
            .map(|officer| self.battle.field.board.hex_name(self.state.officer(officer).hex))
            .collect()
    }

    /// The name of the unit on a hex, if one stands there.
    pub fn name_at(&self, place: &str) -> Option<&str> {
        let unit = self.state.unit_at(self.hex(place));
        (unit != NO_UNIT).then(|| self.battle.field.forces.unit_names[usize::from(unit)].as_str())
    }

    /// Hexes in the legal actions that `which` picks, in their order.
    pub fn hexes(&self, which: impl Fn(Action) -> Option<HexId>) -> Vec<String> {
        self.legal().into_iter().filter_map(which).map(|hex| self.battle.field.board.hex_name(hex)).collect()
    }

    /// Retreats to this hex.
    #[track_caller]
    pub fn retreat_to(&mut self, place: &str) {
        self.play(Action::RetreatTo(self.hex(place)));
    }
}
