//! Position files: a scenario plus explicit units, officers, tokens, what the game waits for and what each unit has done. Read into a battle and its state, and written from a state.
//!
//! Rules J1.2, J1.11, J3.5, J3.17, JA1.2, JA1.6 with JI-42, JI-44, JI-45. The keys are in `position/form.rs`, the writing in `position/write.rs`; whether what a game waits for can be
//! so is checked in `position/sound.rs`.
//!
//! A position is any moment of a game, deployment included; it is read as it is written. Units of a side get their ids in the order of the file; a unit with `elements = 0` is lost and
//! keeps its id.

mod form;
mod moved;
mod sound;
mod write;

pub use write::write;

use self::form::{Done, OfficerDone, Phase, PositionFile, SideFile, UnitFile};
use super::army::{Contingents, entry};
use super::battle::Battle;
use super::card::UnitCard;
use super::drawing::{EdgeFile, MapFile, Overlay, add_edges, hex};
use super::hex::NO_HEX;
use super::notation::{Names, PendingForm, StepForm, UnitForm};
use super::officer::OfficerCard;
use super::reserves::hold_back;
use super::rules::{Rules, TerrainMethod};
use super::scenario::{Scenario, reinforcements};
use super::setup::{Troops, assemble, check_officers, muster, put_officer, put_unit};
use super::state::{Group, GroupKind, MAX_GROUPS, NO_OFFICER, NO_UNIT, State, Unit, officer_ids, slip_of, status, unit_ids};
use super::unit::Rank;
use crate::data::{DataError, Fault, Kind, Mark, Source};
use crate::game::{BySide, Side};

/// Where a position lies: what its file says before the troops, kept for writing positions of the same battle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Frame {
    /// The scenario, unless the file draws its own map.
    pub scenario: Option<String>,
    /// The rules file.
    pub rules: String,
    /// The map drawn in the file itself.
    pub map: Option<MapFile>,
    /// Terrain laid over the map.
    pub terrain: Option<Overlay>,
    /// Obstacles added to the map.
    pub edge: Vec<EdgeFile>,
}

impl Frame {
    /// The frame of a battle that was set up from a scenario.
    pub fn of(scenario: &str, rules: &str) -> Frame {
        Frame { scenario: Some(scenario.to_owned()), rules: rules.to_owned(), ..Frame::default() }
    }
}

/// A position that was read.
#[derive(Clone, Debug)]
pub struct Position {
    /// The battle. Its start is the position or, while armies are set up, what the scenario has placed before.
    pub battle: Battle,
    /// The position.
    pub state: State,
    /// What the file says before the troops.
    pub frame: Frame,
}

impl Position {
    /// Reads a position file. The rules given replace those that it names.
    ///
    /// # Errors
    /// Shows every line at fault, in this file or in those that it names.
    pub fn read(source: &Source, rules: Option<&Rules>) -> Result<Position, DataError> {
        let mut file: PositionFile = source.read()?;
        let mut faults = Vec::new();
        let rules = match rules {
            Some(rules) => rules.clone(),
            None => match source.library().find(Kind::Rules, &file.rules) {
                Ok(found) => Rules::read(&found)?,
                Err(error) => return Err(source.error(vec![Fault::at("rules", error.to_string())])),
            },
        };
        let mut scenario = scenario(source, &file, &mut faults)?;
        scenario.reinforcements = reinforcements(&scenario.map, &file.reinforcement, &mut faults);
        let mut troops =
            BySide::from_fn(|side| Troops { name: file_of(&mut file, side).army.clone().unwrap_or_default(), ..Troops::default() });
        let cards = unit_cards(&file, &mut troops, &mut faults);
        officer_cards(&file, &mut troops, &cards, &mut faults);
        for side in Side::BOTH {
            let here = file_of(&mut file, side);
            let listed = troops[side].units.len() as u8;
            troops[side].at_start = Some(here.units_at_start.unwrap_or(listed));
        }
        let step = step(&file, &mut faults);
        if !faults.is_empty() {
            return Err(source.error(faults));
        }
        let whole = |problems: Vec<String>| source.error(problems.into_iter().map(|problem| Fault::at("", problem)).collect());
        let mut lay = |scenario: &Scenario| lay(&rules, scenario, &troops, file.player_turn == 0, &mut faults).map_err(whole);
        let mut battle = lay(&scenario)?;
        if rules.terrain_method == TerrainMethod::OnePlayer && scenario.leaves_choice_of_edges() {
            battle.turned = Some(Box::new(lay(&scenario.exchanged())?));
        }
        let table = match &mut battle.turned {
            Some(turned) if file.turned => turned,
            _ if file.turned => {
                let problem = "the sides can be exchanged only where rules and scenario leave the choice of edges (JA1.4)";
                return Err(source.error(vec![Fault::at("turned", problem)]));
            }
            _ => &mut battle,
        };
        let placed = std::mem::replace(&mut table.start, muster(&rules, &scenario, &troops).map_err(whole)?.start);
        place_units(table, &file, &mut faults);
        place_officers(table, &file, &mut faults);
        for (side, file) in [(Side::Red, &file.red), (Side::Blue, &file.blue)] {
            take_losses(table, side, file);
        }
        take_turn(table, &file, &mut faults);
        take_activations(table, &file, &mut faults);
        take_pending(table, &file, &step, &mut faults);
        let mut problems = Vec::new();
        check_officers(table, &mut problems);
        faults.extend(problems.into_iter().map(|problem| Fault::at("officer", problem)));
        if faults.is_empty() {
            let problem = sound::fault(table, &table.start);
            faults.extend(problem.map(|(key, problem)| Fault::at(key, problem)));
        }
        if !faults.is_empty() {
            return Err(source.error(faults));
        }
        let state = table.start;
        if file.player_turn == 0 {
            table.start = placed;
        } else {
            battle.start = state;
        }
        let PositionFile { scenario, rules, map, terrain, edge, .. } = file;
        Ok(Position { battle, state, frame: Frame { scenario, rules, map, terrain, edge } })
    }
}

/// The battle of a position before anything of the file stands on its table: while armies are set up with its zones and what the scenario has placed.
fn lay(
    rules: &Rules,
    scenario: &Scenario,
    troops: &BySide<Troops>,
    in_set_up: bool,
    faults: &mut Vec<Fault>,
) -> Result<Battle, Vec<String>> {
    if in_set_up {
        return assemble(rules, scenario, troops);
    }
    let mut battle = muster(rules, scenario, troops)?;
    let mut problems = Vec::new();
    hold_back(&mut battle, &scenario.reinforcements, &mut problems);
    faults.extend(problems.into_iter().map(|problem| Fault::at("reinforcement", problem)));
    Ok(battle)
}

/// What the game waits for.
fn step(file: &PositionFile, faults: &mut Vec<Fault>) -> StepForm {
    let step = match (&file.phase, &file.step) {
        (Some(phase), None) => match phase {
            Phase::Command => StepForm::Command {},
            Phase::Movement => StepForm::Movement {},
            Phase::Combat => StepForm::Combat {},
        },
        (None, Some(step)) => step.clone(),
        (None, None) => {
            faults.push(Fault::at("", "missing key \"phase\": what the game waits for is a phase, or any step under \"step\""));
            StepForm::Over {}
        }
        (Some(_), Some(_)) => {
            faults.push(Fault::at("step", "what the game waits for is a phase or a step, one of the two"));
            StepForm::Over {}
        }
    };
    if (file.player_turn == 0) != step.is_set_up() {
        let problem = if file.player_turn > 0 {
            "armies are set up before the first player-turn: player_turn = 0"
        } else {
            "player-turns are counted from 1"
        };
        faults.push(Fault::at("player_turn", problem));
    }
    step
}

fn file_of(file: &mut PositionFile, side: Side) -> &mut SideFile {
    match side {
        Side::Red => &mut file.red,
        Side::Blue => &mut file.blue,
    }
}

/// The scenario of the position, with the terrain that the file lays over its map.
fn scenario(source: &Source, file: &PositionFile, faults: &mut Vec<Fault>) -> Result<Scenario, DataError> {
    let mut scenario = match (&file.scenario, &file.map) {
        (Some(name), None) => match source.library().find(Kind::Scenario, name) {
            Ok(found) => Scenario::read(&found)?,
            Err(error) => return Err(source.error(vec![Fault::at("scenario", error.to_string())])),
        },
        (None, Some(map)) => Scenario::on(source.name(), map.map("map").map_err(|faults| source.error(faults))?),
        _ => return Err(source.error(vec![Fault::at("", "a position lies in a scenario or draws a map, one of the two")])),
    };
    let obstacles_before = faults.len();
    add_edges(&mut scenario.map, &file.edge, &[crate::data::Step::key("edge")], faults);
    if let Some(overlay) = &file.terrain {
        overlay.lay_over(&mut scenario.map, "terrain", faults);
    }
    if faults.len() == obstacles_before {
        faults.extend(scenario.map.faults().into_iter().map(|problem| Fault::at("terrain", problem)));
    }
    Ok(scenario)
}

/// The cards of the units, by side; the contingents found, by side.
fn unit_cards(file: &PositionFile, troops: &mut BySide<Troops>, faults: &mut Vec<Fault>) -> BySide<Vec<String>> {
    let mut contingents = BySide::<Contingents>::default();
    for officer in &file.officer {
        contingents[officer.side].number(&officer.contingent);
    }
    for (index, unit) in file.unit.iter().enumerate() {
        if file.unit[..index].iter().any(|other| other.side == unit.side && other.id == unit.id) {
            faults.push(Fault::new(
                entry("unit", index, "id"),
                Mark::Value,
                format!("two units of {} are called \"{}\"", unit.side, unit.id),
            ));
        }
        let card = UnitCard {
            name: unit.id.clone(),
            kind: unit.kind.0,
            training: unit.training,
            morale: unit.morale,
            letters: unit.letters.clone(),
            orders: unit.orders.clone(),
            western: unit.western,
            contingent: contingents[unit.side].number(&unit.contingent),
            carried_by: unit.carried_by,
            carronade: unit.carronade,
        };
        faults.extend(card.faults().into_iter().map(|problem| Fault::new(entry("unit", index, "letters"), Mark::Value, problem)));
        troops[unit.side].units.push(card);
    }
    contingents.map(|it| it.0)
}

fn officer_cards(file: &PositionFile, troops: &mut BySide<Troops>, contingents: &BySide<Vec<String>>, faults: &mut Vec<Fault>) {
    for officer in &file.officer {
        let number =
            |name: &String| contingents[officer.side].iter().position(|it| it == name).expect("contingents were numbered") as u8 + 1;
        let same = troops[officer.side].officers.iter().filter(|it| it.rank == officer.rank.into()).count();
        let title = match Rank::from(officer.rank) {
            Rank::CommanderInChief => "Commander-in-chief".to_owned(),
            Rank::SubGeneral => format!("Sub-general {}", same + 1),
            Rank::SeniorOfficer => format!("Senior officer {}", same + 1),
        };
        troops[officer.side].officers.push(OfficerCard {
            name: officer.name.clone().unwrap_or(title),
            rank: officer.rank.into(),
            contingent: officer.contingent.as_ref().map_or(0, number),
            command_level: officer.command_level,
            letters: officer.letters.clone(),
        });
    }
    for side in Side::BOTH {
        if troops[side].officers.iter().filter(|officer| officer.rank == Rank::CommanderInChief).count() > 1 {
            faults.push(Fault::at("officer", format!("{side} has one commander-in-chief (JA2.2)")));
        }
    }
}

/// Adds faults of setting up to an entry of a list.
fn at_entry(list: &str, index: usize, problems: Vec<String>, faults: &mut Vec<Fault>) {
    faults.extend(problems.into_iter().map(|problem| Fault::new(entry(list, index, "at"), Mark::Value, problem)));
}

fn place_units(battle: &mut Battle, position: &PositionFile, faults: &mut Vec<Fault>) {
    let mut ids = BySide::from_fn(unit_ids);
    for (index, file) in position.unit.iter().enumerate() {
        let id = ids[file.side].next().expect("the number of units was checked");
        let most = battle.profile(id).elements;
        let elements = file.elements.unwrap_or(most);
        if elements > most {
            let problem = format!("{elements} elements; a unit of this morale has {most} (JA3.3)");
            faults.push(Fault::new(entry("unit", index, "elements"), Mark::Value, problem));
        }
        let activated = file.status.contains(&Done::Activated) || file.group.is_some();
        let unit = battle.start.unit_mut(id);
        unit.elements = elements;
        unit.hexes_moved = file.hexes_moved;
        unit.group = file.group.unwrap_or(u8::from(activated));
        unit.attacks = file.attacks.unwrap_or(u8::from(file.status.contains(&Done::Attacked)));
        unit.pursuits = file.pursuits.unwrap_or(0);
        for (word, bit) in Done::BITS.into_iter().chain(Done::PACES) {
            unit.status |= if file.status.contains(&word) { bit } else { 0 };
        }
        let mut problems = Vec::new();
        let on_foot = file.status.contains(&Done::OnFoot) || file.status.contains(&Done::ElephantGone);
        if file.status.contains(&Done::OnFoot) && !unit.has(status::MOUNTED) {
            problems.push("only mounted infantry is said to be on foot (JI-36)".to_owned());
        }
        if on_foot {
            unit.status &= !status::MOUNTED;
        }
        match &file.at {
            Some(_) if elements == 0 => problems.push("a unit without elements is lost and stands nowhere".to_owned()),
            None if elements > 0 && position.player_turn > 0 && !battle.reserves.has_unit(id) => {
                problems.push(format!("\"{}\" stands nowhere; a lost unit has elements = 0", file.id))
            }
            None => {}
            Some(word) => match hex(battle.board.map(), word) {
                Ok(hex) => put_unit(battle, id, hex, &mut problems),
                Err(problem) => problems.push(problem),
            },
        }
        place_elephants(battle, id, file, &mut problems);
        at_entry("unit", index, problems, faults);
        if let Err(problem) = moved::settle(battle, id) {
            faults.push(Fault::new(entry("unit", index, "hexes_moved"), Mark::Value, problem));
        }
    }
    for (name, form) in &position.elephants {
        place_elephant(battle, name, form, faults);
    }
}

/// Puts an elephant in panic on the table that is written in full, by its short name.
fn place_elephant(battle: &mut Battle, name: &str, form: &UnitForm, faults: &mut Vec<Fault>) {
    let key = format!("elephants.{name}");
    let mut names = Names::new(battle);
    let id = names.unit(&key, name);
    let read = form.read(&key, &mut names);
    faults.extend(names.into_faults());
    if id != NO_UNIT && !battle.is_panicked(id) {
        faults.push(Fault::at(&key, format!("{name} is no elephant: their names are behind those of their side's units")));
    } else if id != NO_UNIT {
        *battle.start.unit_mut(id) = Unit { hex: NO_HEX, ..read };
        let mut problems = Vec::new();
        if read.hex != NO_HEX {
            put_unit(battle, id, read.hex, &mut problems);
        }
        faults.extend(problems.into_iter().map(|problem| Fault::at(&format!("{key}.hex"), problem)));
    }
}

/// Puts the elephants of a unit on the table that have run away from it (JA3.52).
fn place_elephants(battle: &mut Battle, unit: u8, file: &UnitFile, problems: &mut Vec<String>) {
    if file.panicked_at.is_empty() {
        return;
    }
    if file.panicked_at.len() > battle.elephants_of(unit).count() {
        problems.push(format!("{} elephants in panic, more than the unit has", file.panicked_at.len()));
        return;
    }
    if battle.is_one_elephant(unit) && battle.start.unit(unit).elements > 0 {
        problems.push("an elephant in panic is no unit any more; write elements = 0".to_owned());
        return;
    }
    let it = battle.start.unit_mut(unit);
    it.status = it.status & !status::MOUNTED | status::ELEPHANT_GONE;
    for (elephant, word) in battle.elephants_of(unit).zip(&file.panicked_at) {
        battle.start.unit_mut(elephant).elements = 1;
        match hex(battle.board.map(), word) {
            Ok(hex) => put_unit(battle, elephant, hex, problems),
            Err(problem) => problems.push(problem),
        }
    }
}

fn place_officers(battle: &mut Battle, position: &PositionFile, faults: &mut Vec<Fault>) {
    let mut ids = BySide::from_fn(officer_ids);
    for (index, file) in position.officer.iter().enumerate() {
        let id = ids[file.side].next().expect("the number of officers was checked");
        let mut problems = Vec::new();
        match &file.at {
            None => {
                let comes = battle.reserves.has_officer(id) || position.player_turn == 0;
                battle.start.officer_mut(id).in_play = comes && !file.status.contains(&OfficerDone::Lost);
            }
            Some(word) => match hex(battle.board.map(), word) {
                Ok(hex) => put_officer(battle, id, hex, &mut problems),
                Err(problem) => problems.push(problem),
            },
        }
        let officer = battle.start.officer_mut(id);
        officer.has_moved = file.status.contains(&OfficerDone::Moved);
        officer.group = file.group.unwrap_or(0);
        officer.benefits = file.benefits;
        officer.in_play = file.in_play.unwrap_or(officer.in_play);
        let mut names = Names::new(battle);
        let leads = names.unit_or_none(&format!("officer[{index}].leads"), &file.leads);
        faults.extend(names.into_faults());
        battle.start.officer_mut(id).leads = leads;
        at_entry("officer", index, problems, faults);
    }
}

/// What a side has and has lost. What the file does not state is counted from its units.
fn take_losses(battle: &mut Battle, side: Side, file: &SideFile) {
    let lost: Vec<_> = unit_ids(side).take(usize::from(battle.unit_counts[side])).filter(|id| is_lost(battle, *id)).collect();
    let points: u16 = lost.iter().map(|id| battle.profile(*id).points).sum();
    let state = battle.start.side_mut(side);
    let unlisted = file.units_lost.unwrap_or(0).saturating_sub(lost.len() as u8);
    state.tokens = file.tokens.unwrap_or(state.tokens);
    state.units_at_start = file.units_at_start.unwrap_or(state.units_at_start + unlisted);
    state.units_lost = file.units_lost.unwrap_or(lost.len() as u8);
    state.points_lost = file.points_lost.unwrap_or(points);
    state.turns_to_skip = file.turns_to_skip;
    state.cinc_to_place = file.cinc_to_place;
    state.units_left = file.units_left;
    state.exit_points = file.exit_points;
    state.objective_points = file.objective_points;
}

/// Whether a unit counts as lost: without elements, unless its elephant still counts for it (JI-168).
fn is_lost(battle: &Battle, unit: u8) -> bool {
    let lives_on = battle.is_counted_later(unit) && battle.elephants_of(unit).any(|elephant| battle.start.unit(elephant).elements > 0);
    battle.start.unit(unit).elements == 0 && !lives_on
}

/// The officers who are said to have activated lead a group (J3.13): one that has no leader yet, or one more, whose units are not said.
fn take_activations(battle: &mut Battle, file: &PositionFile, faults: &mut Vec<Fault>) {
    let mut ids = BySide::from_fn(officer_ids);
    for (index, officer) in file.officer.iter().enumerate() {
        let id = ids[officer.side].next().expect("the number of officers was checked");
        if !officer.status.contains(&OfficerDone::Activated) || officer.side != file.active || Battle::has_activated(&battle.start, id) {
            continue;
        }
        let turn = &mut battle.start.turn;
        let made = usize::from(turn.group_count);
        let unled = |group: &&mut Group| group.leader == NO_OFFICER && group.kind == GroupKind::Activation;
        if let Some(group) = turn.groups[..made].iter_mut().find(unled) {
            group.leader = id;
        } else if made < MAX_GROUPS {
            turn.groups[made].leader = id;
            turn.group_count += 1;
        } else {
            let problem = format!("there are at most {MAX_GROUPS} groups, and he leads none of them");
            faults.push(Fault::new(entry("officer", index, "status"), Mark::Value, problem));
        }
    }
}

/// The groups of the running player-turn. Without a table `[turn]` every group in which a unit is activated is an ordinary one.
fn take_turn(battle: &mut Battle, file: &PositionFile, faults: &mut Vec<Fault>) {
    let stated = file.turn.clone().unwrap_or_default();
    let state = &battle.start;
    let used = state.units.iter().map(|unit| unit.group).chain(state.officers.iter().map(|officer| officer.group)).max().unwrap_or(0);
    let listed = stated.groups.len() as u8;
    if usize::from(used) > MAX_GROUPS {
        faults.push(Fault::at("turn", format!("there are at most {MAX_GROUPS} groups")));
        return;
    }
    if listed > 0 && used > listed {
        faults.push(Fault::at("turn.group", format!("a unit acts in group {used}, but only {listed} are listed")));
        return;
    }
    let active = file.active;
    let mut names = Names::new(battle);
    let mut turn = stated.read(active, &mut names);
    faults.extend(names.into_faults());
    let in_command = file.phase == Some(Phase::Command);
    turn.group_count = stated.group_count.unwrap_or(used.max(listed).max(u8::from(file.phase.is_some() && !in_command)));
    let fallback = if in_command { battle.activations[active].saturating_sub(turn.group_count) } else { 0 };
    turn.activations_left = stated.activations_left.unwrap_or(fallback);
    turn.current = stated.current.unwrap_or(u8::from(file.player_turn > 0 && !in_command));
    battle.start.turn = turn;
}

/// The moment: whose player-turn it is, what the game waits for, and whatever interrupts it.
fn take_pending(battle: &mut Battle, file: &PositionFile, step: &StepForm, faults: &mut Vec<Fault>) {
    let mut state = battle.start;
    let mut names = Names::new(battle);
    state.step = step.read(&mut names);
    state.active = file.active;
    state.player_turn = file.player_turn;
    // The first player has the odd player-turns.
    state.first = file.first.unwrap_or(if file.player_turn % 2 == 1 { file.active } else { file.active.other() });
    (state.turned, state.batch_left, state.combats, state.outcome) = (file.turned, file.batch_left, file.combats, file.outcome);
    let pending = PendingForm {
        combat: file.combat.clone(),
        flights: (file.flights.clone(), file.flight_count),
        stampedes: (file.stampedes.clone(), file.stampede_count),
    };
    pending.read(&mut state, ["flights", "stampedes"], &mut names);
    for (side, slips) in [(Side::Red, &file.red_slips), (Side::Blue, &file.blue_slips)] {
        for (index, slip) in slips.iter().enumerate() {
            let key = format!("{side}_slips[{index}]");
            let hex = names.hex(&key, slip);
            if hex != NO_HEX && state.unit_at(hex) != NO_UNIT {
                names.fault(&key, format!("something lies on hex {slip} already"));
            } else if hex != NO_HEX {
                state.occupant[usize::from(hex)] = slip_of(side);
            }
        }
    }
    faults.extend(names.into_faults());
    battle.start = state;
}
