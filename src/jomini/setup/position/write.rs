//! Writing a position file from any state; reading it gives the state back.

use super::form::{Done, OfficerDone, OfficerFile, Phase, PositionFile, SideFile, UnitFile};
use super::{Frame, Position};
use crate::game::Side;
use crate::jomini::army::card::{KindName, UnitCard};
use crate::jomini::army::officer::OfficerLetter;
use crate::jomini::army::unit::UnitLetters;
use crate::jomini::map::hex::NO_HEX;
use crate::jomini::notation::{PendingForm, StepForm, TurnForm, UnitForm, unit_id};
use crate::jomini::setup::scenario::{Members, ReinforcementFile};
use crate::jomini::state::battle::Battle;
use crate::jomini::state::off_table::Reserve;
use crate::jomini::state::{NO_UNIT, OfficerId, State, Status, Step, Unit, UnitId, officer_ids, unit_ids};
use strum::VariantArray;

impl Position {
    /// The text of a position file for a state of this position's battle.
    pub fn write(&self, state: &State) -> String {
        write(&self.frame, &self.battle, state)
    }
}

/// The text of a position file for a state of a battle.
pub fn write(frame: &Frame, battle: &Battle, state: &State) -> String {
    let phase = match state.step {
        Step::Command => Some(Phase::Command),
        Step::Movement => Some(Phase::Movement),
        Step::Combat => Some(Phase::Combat),
        _ => None,
    };
    let cards = &battle.field.forces.cards;
    let pending = PendingForm::of(&battle.field.board, state);
    let elephants = Side::BOTH
        .into_iter()
        .flat_map(|side| battle.field.forces.units_of(side).skip(usize::from(battle.field.forces.unit_counts[side])));
    let elephants = elephants.filter(|id| *state.unit(*id) != Unit::NONE);
    let elephant = |id: UnitId| {
        (
            unit_id(id),
            UnitForm::of(&battle.field.board, state.unit(id), &battle.field.forces.unit_names[usize::from(id)]),
        )
    };
    let side = |side: Side| SideFile::of(state.side(side), &battle.field.forces.army_names[side]);
    let ids = |side: Side| unit_ids(side).zip(&cards[side]).map(move |(id, card)| (side, id, card));
    let officers = |side: Side| {
        officer_ids(side).take(usize::from(battle.field.forces.officer_counts[side])).map(move |id| (side, id))
    };
    let file = PositionFile {
        scenario: frame.scenario.clone(),
        rules: frame.rules.clone(),
        phase,
        active: Some(state.active),
        first: Some(state.first),
        turned: state.turned,
        player_turn: state.player_turn,
        batch_left: state.batch_left,
        red_slips: battle.field.board.slips(state, Side::Red),
        blue_slips: battle.field.board.slips(state, Side::Blue),
        combats: state.combats,
        flight_count: pending.flights.1,
        stampede_count: pending.stampedes.1,
        step: phase.is_none().then(|| StepForm::of(&state.step)),
        outcome: state.outcome,
        map: frame.map.clone(),
        terrain: frame.terrain.clone(),
        edge: frame.edge.clone(),
        red: side(Side::Red),
        blue: side(Side::Blue),
        turn: Some(TurnForm::of(&state.turn)),
        combat: pending.combat,
        flights: pending.flights.0,
        stampedes: pending.stampedes.0,
        reinforcement: battle
            .reserves
            .all
            .iter()
            .zip(1..)
            .map(|(it, number)| reinforcement(battle, it, number))
            .collect(),
        unit: Side::BOTH
            .into_iter()
            .flat_map(ids)
            .map(|(side, id, card)| unit(battle, state, side, id, card))
            .collect(),
        elephants: elephants.map(elephant).collect(),
        officer: Side::BOTH.into_iter().flat_map(officers).map(|(side, id)| officer(battle, state, side, id)).collect(),
    };
    toml::to_string(&file).expect("a position file is plain tables and values")
}

/// The names of contingents are not stored; any distinct name serves.
fn contingent(number: u8) -> Option<String> {
    (number > 0).then(|| format!("contingent {number}"))
}

/// All pieces that began in a reserve, whether or not they have entered.
fn reinforcement(battle: &Battle, reserve: &Reserve, number: u8) -> ReinforcementFile {
    let side = reserve.side;
    let units = battle.field.forces.units_of(side).filter(|id| battle.reserves.of_unit[usize::from(*id)] == number);
    let officers =
        battle.field.forces.officers_of(side).filter(|id| battle.reserves.of_officer[usize::from(*id)] == number);
    ReinforcementFile {
        side,
        round: reserve.round as u8,
        hexes: reserve.entries.iter().map(|hex| battle.field.board.place(*hex).to_string()).collect(),
        units: Members::Named(units.map(|id| battle.field.forces.unit_names[usize::from(id)].clone()).collect()),
        officers: Members::Named(
            officers.map(|id| battle.field.forces.officer_names[usize::from(id)].clone()).collect(),
        ),
    }
}

fn unit(battle: &Battle, state: &State, side: Side, id: UnitId, card: &UnitCard) -> UnitFile {
    let it = state.unit(id);
    let on_foot =
        battle.field.forces.profile(id).has(UnitLetters::CARRIED) && !it.has(Status::MOUNTED | Status::ELEPHANT_GONE);
    let bits = Done::BITS.iter().filter(|(_, bit)| it.has(*bit));
    let done = bits.chain(Done::PACES.iter().filter(|(_, pace)| it.pace() == *pace)).map(|(word, _)| *word);
    let done = done.chain(on_foot.then_some(Done::OnFoot));
    UnitFile {
        id: battle.field.forces.unit_names[usize::from(id)].clone(),
        side,
        kind: KindName(card.kind),
        training: card.training,
        morale: card.morale,
        letters: card.letters.clone(),
        orders: card.orders.clone(),
        western: card.western,
        contingent: contingent(card.contingent),
        carried_by: card.carried_by,
        carronade: card.carronade,
        at: battle.field.board.hex_or_none(it.hex),
        elements: Some(it.elements),
        panicked_at: Vec::new(),
        hexes_moved: it.hexes_moved,
        group: (it.group > 0).then_some(it.group),
        attacks: (it.attacks > 0).then_some(it.attacks),
        pursuits: (it.pursuits > 0).then_some(it.pursuits),
        status: done.collect(),
    }
}

fn officer(battle: &Battle, state: &State, side: Side, id: OfficerId) -> OfficerFile {
    let (it, profile) = (state.officer(id), battle.field.forces.officer_profile(id));
    let lost = it.hex == NO_HEX && !it.in_play && (battle.reserves.has_officer(id) || state.player_turn == 0);
    let follows = it.hex != NO_HEX || battle.reserves.has_officer(id) && !lost || state.player_turn == 0 && !lost;
    let words = [(OfficerDone::Moved, it.has_moved), (OfficerDone::Lost, lost)];
    OfficerFile {
        name: Some(battle.field.forces.officer_names[usize::from(id)].clone()),
        side,
        rank: profile.rank.into(),
        contingent: contingent(profile.contingent),
        command_level: profile.level_is_stated.then_some(profile.command_level),
        letters: OfficerLetter::VARIANTS.iter().filter(|letter| profile.has(letter.flag())).copied().collect(),
        at: battle.field.board.hex_or_none(it.hex),
        in_play: (it.in_play != follows).then_some(it.in_play),
        group: (it.group > 0).then_some(it.group),
        leads: (it.leads != NO_UNIT).then(|| unit_id(it.leads)),
        benefits: it.benefits.bits(),
        status: words.iter().filter(|(_, done)| *done).map(|(word, _)| *word).collect(),
    }
}
