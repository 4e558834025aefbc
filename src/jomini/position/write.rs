//! Writing a position file from a state at a quiet moment; reading it gives the state back.

use super::form::{Done, GroupFile, OfficerDone, OfficerFile, Phase, PositionFile, SideFile, TurnFile, UnitFile};
use super::{Frame, Position};
use crate::game::{BySide, Side};
use crate::jomini::battle::Battle;
use crate::jomini::card::{Kind, UnitCard};
use crate::jomini::hex::NO_HEX;
use crate::jomini::officer::OfficerLetter;
use crate::jomini::reserves::Reserve;
use crate::jomini::scenario::{Members, ReinforcementFile};
use crate::jomini::state::{NO_OFFICER, NO_UNIT, OfficerId, State, Step, UnitId, officer_ids, status, unit_ids};
use crate::jomini::unit::letter;

/// Why a state cannot be written as a position file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("only a Command, Movement or Combat phase without pending reactions can be written as a position file")]
pub struct NotQuiet;

impl Position {
    /// The text of a position file for a state of this position's battle.
    ///
    /// # Errors
    /// The state is not at a quiet moment of a phase.
    pub fn write(&self, state: &State) -> Result<String, NotQuiet> {
        write(&self.frame, &self.battle, &self.units, state)
    }
}

/// The text of a position file for a state of a battle, whose units have these cards in the order of their ids.
///
/// # Errors
/// The state is not at a quiet moment of a phase.
pub fn write(frame: &Frame, battle: &Battle, cards: &BySide<Vec<UnitCard>>, state: &State) -> Result<String, NotQuiet> {
    let phase = match state.step {
        _ if state.flight_count > 0 => return Err(NotQuiet),
        Step::Command => Phase::Command,
        Step::Movement => Phase::Movement,
        Step::Combat => Phase::Combat,
        _ => return Err(NotQuiet),
    };
    let side = |side: Side| SideFile::of(state.side(side), &battle.army_names[side]);
    let ids = |side: Side| unit_ids(side).zip(&cards[side]).map(move |(id, card)| (side, id, card));
    let officers = |side: Side| officer_ids(side).take(usize::from(battle.officer_counts[side])).map(move |id| (side, id));
    let file = PositionFile {
        scenario: frame.scenario.clone(),
        rules: frame.rules.clone(),
        phase,
        active: state.active,
        player_turn: state.player_turn,
        combats: state.combats,
        map: frame.map.clone(),
        terrain: frame.terrain.clone(),
        edge: frame.edge.clone(),
        red: side(Side::Red),
        blue: side(Side::Blue),
        turn: Some(turn(state)),
        reinforcement: battle.reserves.all.iter().zip(1..).map(|(it, number)| reinforcement(battle, cards, it, number)).collect(),
        unit: Side::BOTH.into_iter().flat_map(ids).map(|(side, id, card)| unit(battle, cards, state, side, id, card)).collect(),
        officer: Side::BOTH.into_iter().flat_map(officers).map(|(side, id)| officer(battle, cards, state, side, id)).collect(),
    };
    Ok(toml::to_string(&file).expect("a position file is plain tables and values"))
}

fn place(battle: &Battle, hex: u16) -> Option<String> {
    (hex != NO_HEX).then(|| battle.board.place(hex).to_string())
}

/// Contingents have lost their names; any name of their own serves.
fn contingent(number: u8) -> Option<String> {
    (number > 0).then(|| format!("contingent {number}"))
}

/// The name of a unit. Both armies may be the same; a position needs a name of its own for each unit.
fn name_of(battle: &Battle, cards: &BySide<Vec<UnitCard>>, side: Side, id: UnitId) -> String {
    let name = &battle.unit_names[usize::from(id)];
    if cards[side.other()].iter().any(|other| other.name == *name) { format!("{name}, {side}") } else { name.clone() }
}

/// Everybody who began in a reserve, whether or not he has entered.
fn reinforcement(battle: &Battle, cards: &BySide<Vec<UnitCard>>, reserve: &Reserve, number: u8) -> ReinforcementFile {
    let side = reserve.side;
    let units = battle.units_of(side).filter(|id| battle.reserves.of_unit[usize::from(*id)] == number);
    let officers = battle.officers_of(side).filter(|id| battle.reserves.of_officer[usize::from(*id)] == number);
    ReinforcementFile {
        side,
        round: reserve.round as u8,
        hexes: reserve.entries.iter().map(|hex| battle.board.place(*hex).to_string()).collect(),
        units: Members::Named(units.map(|id| name_of(battle, cards, side, id)).collect()),
        officers: Members::Named(officers.map(|id| battle.officer_names[usize::from(id)].clone()).collect()),
    }
}

fn unit(battle: &Battle, cards: &BySide<Vec<UnitCard>>, state: &State, side: Side, id: UnitId, card: &UnitCard) -> UnitFile {
    let it = state.unit(id);
    let on_foot = battle.profile(id).has(letter::CARRIED) && !it.has(status::MOUNTED | status::ELEPHANT_GONE);
    let bits = Done::BITS.iter().filter(|(_, bit)| it.has(*bit));
    let done = bits.chain(Done::PACES.iter().filter(|(_, pace)| it.pace() == *pace)).map(|(word, _)| *word);
    let done = done.chain(on_foot.then_some(Done::OnFoot));
    UnitFile {
        id: name_of(battle, cards, side, id),
        side,
        kind: Kind(card.kind),
        training: card.training,
        morale: card.morale,
        letters: card.letters.clone(),
        orders: card.orders.clone(),
        western: card.western,
        contingent: contingent(card.contingent),
        carried_by: card.carried_by,
        carronade: card.carronade,
        at: place(battle, it.hex),
        elements: Some(it.elements),
        panicked_at: battle.elephants_of(id).filter_map(|elephant| place(battle, state.unit(elephant).hex)).collect(),
        hexes_moved: it.hexes_moved,
        group: (it.group > 0).then_some(it.group),
        attacks: (it.attacks > 0).then_some(it.attacks),
        pursuits: (it.pursuits > 0).then_some(it.pursuits),
        status: done.collect(),
    }
}

fn officer(battle: &Battle, cards: &BySide<Vec<UnitCard>>, state: &State, side: Side, id: OfficerId) -> OfficerFile {
    let (it, profile) = (state.officer(id), battle.officer_profile(id));
    let lost = battle.reserves.has_officer(id) && !it.in_play;
    let words = [(OfficerDone::Activated, Battle::has_activated(state, id)), (OfficerDone::Moved, it.has_moved), (OfficerDone::Lost, lost)];
    OfficerFile {
        name: Some(battle.officer_names[usize::from(id)].clone()),
        side,
        rank: profile.rank.into(),
        contingent: contingent(profile.contingent),
        command_level: Some(profile.command_level),
        letters: OfficerLetter::ALL.iter().filter(|letter| profile.has(letter.bit())).copied().collect(),
        at: place(battle, it.hex),
        group: (it.group > 0).then_some(it.group),
        leads: (it.leads != NO_UNIT).then(|| name_of(battle, cards, side, it.leads)),
        benefits: it.benefits,
        status: words.iter().filter(|(_, done)| *done).map(|(word, _)| *word).collect(),
    }
}

fn turn(state: &State) -> TurnFile {
    let turn = &state.turn;
    let first = officer_ids(state.active).start;
    let group = |index: usize| {
        let group = turn.groups[index];
        GroupFile {
            kind: group.kind.into(),
            leader: (group.leader != NO_OFFICER).then(|| group.leader - first),
            left: group.left,
            arms: group.arms,
            anywhere: group.anywhere,
            march_bonus: group.march_bonus,
        }
    };
    TurnFile {
        current: Some(turn.current),
        activations_left: Some(turn.activations_left),
        command_orders_given: turn.command_orders_given,
        manoeuvre_orders_given: turn.manoeuvre_orders_given,
        reconnaissance: turn.reconnaissance,
        mixed_arms: turn.mixed_arms,
        extra_activation: turn.extra_activation,
        group: (0..usize::from(turn.group_count)).map(group).collect(),
    }
}
