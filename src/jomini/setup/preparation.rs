//! Builds a battle ready to be played from rules, a scenario and two armies, and reports all faults at once.
//!
//! Rules J1.11, J3.5, J3.17, JA1.2, JA1.5, JA1.6, JA1.7 with JI-42, JI-45, JI-175, JI-181, JI-182, JI-183, JI-186. The
//! alternate deployment itself is played (`deployment.rs`).
//!
//! The start state has every unit with its elements and every officer in play; those that the scenario places are on
//! their hexes, the others wait off the table to be deployed. The first step (the draw of the first player, deployment,
//! or a player-turn) is determined by [`Battle::begin`].

use super::reinforcements::hold_back;
use super::scenario::{Scenario, Zones};
use crate::data::message::suggestion;
use crate::game::{BySide, Identity, SetupError, Side};
use crate::jomini::army::card::UnitCard;
use crate::jomini::army::cost::points;
use crate::jomini::army::list::{Army, MOST_OFFICERS, MOST_UNITS};
use crate::jomini::army::officer::{OfficerCard, OfficerLetter, default_officers};
use crate::jomini::army::unit::{OfficerLetters, Profile, Rank, UnitLetters};
use crate::jomini::map::hex::{HexId, NO_HEX};
use crate::jomini::map::mover::MoverClass;
use crate::jomini::rules::{ArmyMethod, Rules, TerrainMethod};
use crate::jomini::state::battle::Battle;
use crate::jomini::state::field::Battlefield;
use crate::jomini::state::forces::Forces;
use crate::jomini::state::off_table::Reserves;
use crate::jomini::state::stampede_pool::StampedePool;
use crate::jomini::state::{
    MAX_FLIGHTS, NO_UNIT, OFFICERS_A_SIDE, Officer, OfficerId, SideState, Status, UNITS_A_SIDE, Unit, UnitId,
    empty_state, officer_ids, side_of, unit_ids,
};

/// A side's troops, from an army list or a position file.
#[derive(Clone, Debug, Default)]
pub struct Troops {
    /// The name of the army in tables.
    pub name: String,
    /// The units.
    pub units: Vec<UnitCard>,
    /// The officers.
    pub officers: Vec<OfficerCard>,
    /// Units at the start of the game, if more than those listed.
    pub at_start: Option<u8>,
}

impl Troops {
    /// The number of units that determines activations (J3.5, JI-45).
    fn size(&self) -> usize {
        self.at_start.map_or(self.units.len(), usize::from)
    }
}

impl From<&Army> for Troops {
    fn from(army: &Army) -> Troops {
        Troops { name: army.name.clone(), units: army.units(), officers: army.officers.clone(), at_start: None }
    }
}

/// Combines rules, a scenario and two armies. An army of the scenario takes precedence over the one given.
///
/// # Errors
/// Lists every fault.
pub fn prepare(rules: &Rules, scenario: &Scenario, armies: BySide<Option<&Army>>) -> Result<Battle, SetupError> {
    let chosen = BySide::from_fn(|side| scenario.terms[side].army.as_ref().or(armies[side]));
    let mut faults = Vec::new();
    let troops = BySide::from_fn(|side| {
        let mut troops = chosen[side].map(Troops::from).unwrap_or_else(|| {
            faults.push(format!("no army for {side}: neither the scenario nor the command names one"));
            Troops::default()
        });
        if chosen[side].is_some_and(|army| army.lines.is_empty()) {
            faults.push(format!("{} has no units, only types for the lists that extend it", troops.name));
        }
        if troops.officers.is_empty() {
            troops.officers = default_officers(rules, troops.units.len());
        }
        troops
    });
    let error = |faults| SetupError { subject: scenario.name.clone(), faults };
    if !faults.is_empty() {
        return Err(error(faults));
    }
    let mut battle = assemble(rules, scenario, &troops).map_err(error)?;
    let unequal = army_faults(&battle, scenario, &troops);
    if !unequal.is_empty() {
        return Err(error(unequal));
    }
    if rules.terrain_method == TerrainMethod::OnePlayer && scenario.leaves_choice_of_edges() {
        battle.turned = Some(Box::new(assemble(rules, &scenario.exchanged(), &troops).map_err(error)?));
    }
    let mut start = battle.start;
    battle.begin(&mut start);
    battle.start = start;
    Ok(battle)
}

/// The faults of the armies that players bring: above the budget of the scenario or the rules, or not as many units as
/// the other (JA1.2, JA1.3, JI-187).
fn army_faults(battle: &Battle, scenario: &Scenario, troops: &BySide<Troops>) -> Vec<String> {
    let rules = &battle.field.rules;
    let brought = |side: Side| scenario.terms[side].army.is_some();
    let mut faults = Vec::new();
    for side in Side::BOTH.into_iter().filter(|side| !brought(*side)) {
        let by_rules = (rules.army_method == ArmyMethod::Budget).then_some(rules.army_budget);
        let points = points(&troops[side].units, rules);
        if let Some(budget) = scenario.terms[side].budget.or(by_rules)
            && points > u32::from(budget)
        {
            faults.push(format!("{side}'s army costs {points} points; the budget is {budget} (JA1.3)"));
        }
    }
    let (red, blue) = (troops.red.units.len(), troops.blue.units.len());
    if rules.army_method == ArmyMethod::Counts && red != blue && !brought(Side::Red) && !brought(Side::Blue) {
        faults.push(format!("red has {red} units and blue {blue}; both bring as many (JA1.3)"));
    }
    faults
}

/// The battle on one map, before the first decision.
///
/// # Errors
/// Lists every fault.
pub(super) fn assemble(rules: &Rules, scenario: &Scenario, troops: &BySide<Troops>) -> Result<Battle, Vec<String>> {
    let mut battle = muster(rules, scenario, troops)?;
    let mut faults = Vec::new();
    hold_back(&mut battle, &scenario.reinforcements, &mut faults);
    place(&mut battle, scenario, &mut faults);
    zones(&mut battle, scenario, &mut faults);
    check_officers(&battle, &mut faults);
    if faults.is_empty() { Ok(battle) } else { Err(faults) }
}

/// Everything but the hexes of the troops: the board, the profiles, a start state with an empty table.
///
/// # Errors
/// Lists the faults of the troops.
pub fn muster(rules: &Rules, scenario: &Scenario, troops: &BySide<Troops>) -> Result<Battle, Vec<String>> {
    let rules = &rules.of_period();
    let faults: Vec<String> = Side::BOTH.iter().flat_map(|side| troop_faults(rules, *side, &troops[*side])).collect();
    if !faults.is_empty() {
        return Err(faults);
    }
    let mut profiles = vec![None; 2 * UNITS_A_SIDE];
    let mut unit_names = vec![String::new(); 2 * UNITS_A_SIDE];
    let mut officers = vec![None; 2 * OFFICERS_A_SIDE];
    let mut officer_names = vec![String::new(); 2 * OFFICERS_A_SIDE];
    let mut start = empty_state();
    for side in Side::BOTH {
        let (troops, terms) = (&troops[side], &scenario.terms[side]);
        for (id, card) in unit_ids(side).map(usize::from).zip(&troops.units) {
            let profile = card.profile(rules).expect("types were checked against the rules");
            // JI-36: mounted infantry starts mounted.
            let status = if profile.has(UnitLetters::CARRIED) { Status::MOUNTED } else { Status::empty() };
            start.units[id] = Unit { elements: profile.elements, status, ..Unit::NONE };
            profiles[id] = Some(profile);
            unit_names[id] = card.name.clone();
        }
        let mut tokens = 0;
        for (id, card) in officer_ids(side).map(usize::from).zip(&troops.officers) {
            let mut profile = card.profile(rules, troops.size());
            if let Some(units) = terms.activation_size {
                profile = card.with_activations(profile, rules, units);
            }
            let serves = |other: &OfficerCard| {
                other.contingent == card.contingent && other.letters.contains(&OfficerLetter::Allied)
            };
            if card.contingent > 0 && troops.officers.iter().any(serves) {
                profile.letters |= OfficerLetters::ALLIED;
            }
            if profile.rank == Rank::CommanderInChief {
                tokens = profile.command_level;
            }
            start.officers[id] = Officer { in_play: true, ..Officer::NONE };
            officers[id] = Some(profile);
            officer_names[id] = card.name.clone();
        }
        let tokens = terms.tokens.or(rules.starting_order_tokens).unwrap_or(tokens);
        *start.side_mut(side) = SideState { tokens, units_at_start: troops.size() as u8, ..SideState::default() };
    }
    let band =
        |side: Side| scenario.terms[side].activations.unwrap_or(rules.activations_of(troops[side].size()).activations);
    let unit_counts = BySide::from_fn(|side| troops[side].units.len() as u8);
    let stampede_pool = StampedePool::muster(rules, &unit_counts, &mut profiles, &mut unit_names)?;
    let forces = Forces {
        stampede_pool,
        animals: Forces::find_animals(&profiles),
        officers,
        unit_names,
        officer_names,
        letters: BySide::from_fn(|side| letters_of(&profiles, side)),
        unit_counts,
        profiles,
        cards: BySide::from_fn(|side| troops[side].units.clone()),
        officer_counts: BySide::from_fn(|side| troops[side].officers.len() as u8),
        army_names: BySide::from_fn(|side| troops[side].name.clone()),
        states_activation_size: BySide::from_fn(|side| scenario.terms[side].activation_size.is_some()),
    };
    Ok(Battle {
        identity: Identity::new(),
        field: Battlefield { rules: rules.clone(), board: scenario.boards.of(&scenario.map, rules), forces },
        scenario_name: scenario.name.clone(),
        zones: BySide::default(),
        spare_zones: BySide::default(),
        has_few_gun_hexes: BySide::default(),
        reserves: Reserves::default(),
        exits: scenario.exits.clone(),
        objectives: scenario.objectives.clone(),
        objective_points_to_win: BySide::from_fn(|side| scenario.terms[side].points_to_win),
        objectives_from_round: scenario.objectives_from_round,
        losses_decide: scenario.losses_decide,
        winner_at_limit: scenario.winner_at_limit,
        turned: None,
        turn_limit: u16::from(scenario.turn_limit.unwrap_or(rules.turn_limit)),
        first_player: scenario.first_player.unwrap_or(rules.first_player),
        activations: BySide::from_fn(band),
        states_activations: BySide::from_fn(|side| scenario.terms[side].activations.is_some()),
        start,
    })
}

/// The letters of all units of a side together.
fn letters_of(profiles: &[Option<Profile>], side: Side) -> UnitLetters {
    unit_ids(side).filter_map(|unit| profiles[usize::from(unit)].as_ref()).map(|profile| profile.letters).collect()
}

fn troop_faults(rules: &Rules, side: Side, troops: &Troops) -> Vec<String> {
    let mut faults = Vec::new();
    if troops.units.len() > MOST_UNITS {
        faults.push(format!("{side} has {} units; a side has at most {MOST_UNITS}", troops.units.len()));
    }
    if troops.officers.len() > MOST_OFFICERS {
        faults.push(format!("{side} has {} officers; a side has at most {MOST_OFFICERS}", troops.officers.len()));
    }
    for card in &troops.units {
        if rules.unit(card.kind_in_play(rules)).is_none() {
            faults.push(format!(
                "{side}'s {}: these rules do not cover the type {}",
                card.name,
                card.kind_in_play(rules).name()
            ));
        }
        faults.extend(card.faults().into_iter().map(|fault| format!("{side}'s {}: {}", card.name, fault.problem)));
    }
    faults
}

/// Places the pieces that the scenario puts on the table.
fn place(battle: &mut Battle, scenario: &Scenario, faults: &mut Vec<String>) {
    for placement in &scenario.placements {
        let (side, name, hex) = (placement.side, &placement.name, placement.hex);
        let unit = unit_ids(side).find(|id| {
            battle.field.forces.unit_names[usize::from(*id)] == *name
                && battle.field.forces.profiles[usize::from(*id)].is_some()
        });
        let officer = officer_ids(side).find(|id| {
            battle.field.forces.officer_names[usize::from(*id)] == *name
                && battle.field.forces.officers[usize::from(*id)].is_some()
        });
        if unit.is_some_and(|unit| battle.reserves.has_unit(unit))
            || officer.is_some_and(|officer| battle.reserves.has_officer(officer))
        {
            faults.push(format!("{side}'s \"{name}\" is held off the table and cannot be placed"));
        } else if let Some(unit) = unit {
            put_unit(battle, unit, hex, faults);
        } else if let Some(officer) = officer {
            put_officer(battle, officer, hex, faults);
        } else {
            let known: Vec<&String> = unit_ids(side)
                .map(|id| &battle.field.forces.unit_names[usize::from(id)])
                .filter(|name| !name.is_empty())
                .collect();
            let near = suggestion(name, &known);
            faults.push(format!("{side} has neither unit nor officer called \"{name}\"{near}"));
        }
    }
}

/// Puts a unit on a hex that is free and open to it (J1.11, JA1.6).
pub(super) fn put_unit(battle: &mut Battle, unit: UnitId, hex: HexId, faults: &mut Vec<String>) {
    let name = |id: UnitId| battle.field.forces.unit_names[usize::from(id)].clone();
    let place = battle.field.board.place(hex);
    let there = battle.start.unit_at(hex);
    if there != NO_UNIT {
        faults.push(format!("hex {place}: \"{}\" and \"{}\" stand on the same hex (J1.11)", name(there), name(unit)));
    } else if !battle.field.board.can_stand(battle.field.forces.mover(&battle.start, unit), hex) {
        faults.push(format!("hex {place}: the terrain is closed to \"{}\" (JA1.6)", name(unit)));
    } else {
        battle.start.place(unit, hex);
    }
}

/// Puts an officer on a passable hex (JI-52); enemy units are checked for once all units are placed.
pub(super) fn put_officer(battle: &mut Battle, officer: OfficerId, hex: HexId, faults: &mut Vec<String>) {
    let place = battle.field.board.place(hex);
    if battle.field.board.officer_can_stand(hex) {
        battle.start.officer_mut(officer).hex = hex;
    } else {
        faults.push(format!(
            "hex {place}: \"{}\" cannot stand there",
            battle.field.forces.officer_names[usize::from(officer)]
        ));
    }
}

/// Finds the deployment zones and checks that the pieces still to be deployed have room (JA1.5, JA1.6, JI-183).
fn zones(battle: &mut Battle, scenario: &Scenario, faults: &mut Vec<String>) {
    let mut zones = BySide::<Vec<HexId>>::default();
    for side in Side::BOTH {
        let waiting: Vec<UnitId> = unit_ids(side)
            .filter(|unit| {
                battle.field.forces.profiles[usize::from(*unit)].is_some() && battle.start.unit(*unit).hex == NO_HEX
            })
            .filter(|unit| !battle.reserves.has_unit(*unit))
            .collect();
        let guns =
            waiting.iter().filter(|unit| battle.field.forces.mover(&battle.start, **unit).is_artillery()).count();
        let room = |zone: &[HexId], class| battle.open_hexes(&battle.start, zone.iter(), class, [NO_UNIT]).count();
        // Every hex open to guns is open to all others: counting suffices.
        let is_enough = |zone: &[HexId]| {
            room(zone, MoverClass::TROOPS) >= waiting.len() && room(zone, MoverClass::ARTILLERY) >= guns
        };
        zones[side] = match &scenario.zones {
            Zones::Drawn(drawn) => drawn[side].clone(),
            Zones::Rows(stated) => {
                let least = stated.unwrap_or(battle.field.rules.deploy_rows).min(battle.field.board.rows() / 2);
                let rows_of = |rows: u8| -> Vec<HexId> {
                    let board = &battle.field.board;
                    board.hexes().filter(|hex| board.rows_to_edge(side, *hex) < rows).collect()
                };
                // More units than free hexes: as many further rows as needed (JI-183).
                (least..=battle.field.board.rows() / 2)
                    .map(rows_of)
                    .find(|zone| is_enough(zone))
                    .unwrap_or_else(|| rows_of(least))
            }
        };
        if !is_enough(&zones[side]) {
            faults.push(format!(
                "{side}'s deployment zone has no room for {} units, {guns} of them artillery",
                waiting.len()
            ));
        }
        let is_open = |hex: &HexId| battle.officer_may_deploy_at(&battle.start, side, *hex);
        if battle.waiting_officer(&battle.start, side).is_some() && !zones[side].iter().any(is_open) {
            faults.push(format!("{side}'s deployment zone has no hex for its officers (JI-182)"));
        }
    }
    if let Some(hex) = zones.red.iter().find(|hex| zones.blue.contains(hex)) {
        faults.push(format!("hex {} lies in both deployment zones", battle.field.board.place(*hex)));
    }
    battle.spare_zones = BySide::from_fn(|side| {
        let drawn = |hex: &HexId| zones.red.contains(hex) || zones.blue.contains(hex);
        let is_spare =
            |hex: &HexId| battle.field.board.rows_to_edge(side, *hex) < battle.field.board.rows() / 2 && !drawn(hex);
        battle.field.board.hexes().filter(is_spare).collect()
    });
    // Each side sees its hexes in its own order, so that mirrored positions give mirrored lists.
    for side in Side::BOTH {
        zones[side].sort_by_key(|hex| battle.field.board.rank(side, *hex));
        battle.spare_zones[side].sort_by_key(|hex| battle.field.board.rank(side, *hex));
    }
    battle.zones = zones;
    battle.has_few_gun_hexes = BySide::from_fn(|side| battle.may_lack_gun_hexes(&battle.start, side));
}

/// Checks that no officer shares a hex with an enemy unit (JI-52), unless he is about to flee from it.
pub(super) fn check_officers(battle: &Battle, faults: &mut Vec<String>) {
    for side in Side::BOTH {
        for officer in officer_ids(side) {
            let hex = battle.start.officer(officer).hex;
            let flights = &battle.start.flights[..usize::from(battle.start.flight_count).min(MAX_FLIGHTS)];
            if flights.iter().any(|flight| flight.officer == officer) {
                continue;
            }
            let there = if hex == NO_HEX { NO_UNIT } else { battle.start.unit_at(hex) };
            if there != NO_UNIT && side_of(there) != side {
                faults.push(format!(
                    "hex {}: an officer of {side} stands with an enemy unit (JI-52)",
                    battle.field.board.place(hex)
                ));
            }
        }
    }
}

impl Forces {
    /// The points of a side's army at the start.
    pub fn points(&self, side: Side) -> u32 {
        unit_ids(side)
            .filter_map(|unit| self.profiles[usize::from(unit)].as_ref())
            .map(|profile| u32::from(profile.points))
            .sum()
    }
}
