//! Builds an [`Engagement`] from rules, a table and two armies: profiles, counts, the position before the first
//! decision.
//!
//! Rules E1.6, E1.12, E2.15, E2.18, E4.2, E14.13, E14.29 with EI-28, EI-30, EI-31, EI-92.

use crate::en_avant::army::troop::{Arm, Period, Profile, Troop, Weight};
use crate::en_avant::army::{Force, Muster};
use crate::en_avant::rules::{CentreReference, GeneralMode, Quality, Rules, Weapon};
use crate::en_avant::state::engagement::{Engagement, Measures, Objective};
use crate::en_avant::state::troops::Troops;
use crate::en_avant::state::{MAX_OBJECTIVES, Status, UNITS_A_SIDE, Unit, blank, unit_ids};
use crate::en_avant::table::geometry::{CENTIMETRE, Length, Point, TENTH};
use crate::en_avant::table::ground::{Ground, Piece};
use crate::game::{BySide, Side};

/// The terms of a scenario besides table and armies.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Terms {
    /// Its name.
    pub name: String,
    /// Turns after which the game is adjudicated.
    pub turn_limit: u8,
    /// The pieces of terrain that are always objectives; without any the dice decide (E4.11, E4.12).
    pub objectives: Vec<usize>,
    /// The side that alone has laid the terrain (E4.16).
    pub placer: Option<Side>,
}

/// Assembles a game.
///
/// # Errors
/// Returns every inconsistency.
pub fn assemble(rules: &Rules, ground: Ground, forces: BySide<Force>, terms: Terms) -> Result<Engagement, Vec<String>> {
    let mut faults = Vec::new();
    for side in Side::BOTH {
        let force = &forces[side];
        let units = force.units.len();
        if units == 0 {
            faults.push(format!("{side} has no unit"));
        }
        if units > UNITS_A_SIDE {
            faults.push(format!("{side} has {units} units; a side has at most {UNITS_A_SIDE}"));
        }
        if !(2..=rules.combativity_max).contains(&force.combativity) {
            faults.push(format!(
                "{side} has a combativity of {}; it is 2 to {} at the start (E1.6)",
                force.combativity, rules.combativity_max
            ));
        }
    }
    if rules.period_match_required && !forces.red.period.may_meet(forces.blue.period) {
        faults.push(format!(
            "armies of {} and {} do not meet (E13.13)",
            forces.red.period.name(),
            forces.blue.period.name()
        ));
    }
    if terms.objectives.len() > MAX_OBJECTIVES {
        faults.push(format!("{} objectives; a game has at most {MAX_OBJECTIVES}", terms.objectives.len()));
    }
    let band = rules.rulers(rules.deployment_depth);
    if band >= ground.half_depth {
        faults.push(format!(
            "the table is {} cm deep, and both sides are set up in bands of {} cm, which would meet (E4.17)",
            2 * ground.half_depth / CENTIMETRE,
            band / CENTIMETRE
        ));
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    // E9.23: weapons that are used in the battle.
    let shooters = Side::BOTH.iter().flat_map(|side| &forces[*side].units).filter(|unit| unit.troop.shoots(rules));
    let weapons: Vec<Weapon> = shooters.filter_map(|unit| unit.troop.weapon).collect();
    let mut profiles = vec![None; 2 * UNITS_A_SIDE];
    let mut dismounted = vec![None; 2 * UNITS_A_SIDE];
    let mut unit_names = vec![String::new(); 2 * UNITS_A_SIDE];
    let mut start = blank();
    for side in Side::BOTH {
        let force = &forces[side];
        for (unit, muster) in unit_ids(side).zip(&force.units) {
            let place = usize::from(unit);
            profiles[place] = Some(profile(rules, force.period, &weapons, muster, muster.troop));
            if muster.dismounts {
                let quality = rules.dismounted_quality;
                let troop = Troop { arm: Arm::Infantry, quality, weight: Weight::Standard, ..muster.troop };
                dismounted[place] = Some(profile(rules, force.period, &weapons, muster, troop));
            }
            unit_names[place] = muster.name.clone();
            start.units[place] = Unit { status: Status::RESERVE, files: 1, bases: muster.bases, ..Unit::NONE };
        }
        start.side_mut(side).combativity = force.combativity as i8;
    }
    let width = rules.width();
    let cavalry_depth = Length::from(rules.depth_cavalry.of(rules.figure_scale)) * TENTH;
    let measures = Measures {
        width,
        ruler: rules.rulers(100),
        touch: rules.widths(u16::from(rules.contact_epsilon)),
        shared: rules.widths(u16::from(rules.min_contact_length)),
        band,
        camp: (Length::from(rules.camp_min_cavalry_bases) * width, cavalry_depth),
        general_depth: cavalry_depth,
    };
    let separate_general = BySide::from_fn(|side| match rules.general_mode {
        GeneralMode::Embedded => false,
        GeneralMode::Separate => true,
        GeneralMode::ByPeriod => !matches!(forces[side].period, Period::Antiquity | Period::MiddleAges),
    });
    let objectives = objectives(rules, &ground, &terms);
    let each = || profiles.iter().flatten().map(|it: &Profile| it.troop);
    let troops = Troops {
        any_light: each().any(|it| it.weight == Weight::Light),
        any_dismounts: dismounted.iter().any(Option::is_some),
        any_elephant: each().any(|it| it.arm == Arm::Elephant),
        unit_counts: BySide::from_fn(|side| forces[side].units.len() as u8),
        bases: BySide::from_fn(|side| forces[side].units.iter().map(|unit| u16::from(unit.bases)).sum()),
        profiles,
        dismounted,
    };
    let turned = ground.turned();
    let mut engagement = Engagement {
        ways: std::sync::Arc::default(),
        measures,
        symmetric: looks_alike(&ground, &turned),
        periods: BySide::from_fn(|side| forces[side].period),
        separate_general,
        army_names: BySide::from_fn(|side| forces[side].name.clone()),
        scenario_name: terms.name,
        placer: terms.placer,
        gains: Vec::new(),
        objectives_to_win: BySide::default(),
        turn_limit: terms.turn_limit,
        rules: rules.clone(),
        grounds: [ground, turned],
        troops,
        unit_names,
        objectives,
        start,
    };
    let mut start = engagement.start;
    engagement.roll_for_objective(&mut start, 0);
    engagement.start = start;
    Ok(engagement)
}

/// The derived values of a unit (EI-102, EI-103).
fn profile(rules: &Rules, period: Period, weapons: &[Weapon], muster: &Muster, troop: Troop) -> Profile {
    Profile {
        troop,
        depth: troop.depth(rules),
        class: troop.class(rules),
        range: troop.range(rules, period),
        weapon_bonus: troop.weapon_bonus(rules, period, weapons),
        points: muster.points.unwrap_or_else(|| muster.troop.points(rules)),
        bases: muster.bases,
    }
}

/// The pieces that are objectives, or that a die may make so: the most central first (E4.12, E4.13, E4.14, EI-23).
fn objectives(rules: &Rules, ground: &Ground, terms: &Terms) -> Vec<Objective> {
    if !terms.objectives.is_empty() {
        return (0..).zip(&terms.objectives).map(|(tie, piece)| Objective { piece: *piece, target: 1, tie }).collect();
    }
    let mut left: Vec<usize> =
        (0..ground.pieces.len()).filter(|piece| ground.pieces[*piece].can_be_objective()).collect();
    let from_last = rules.objective_centre_reference == CentreReference::PreviousPiece;
    let (mut from, mut before) = (Point::ORIGIN, None);
    let mut found: Vec<Objective> = Vec::new();
    while rules.random_objectives && found.len() < MAX_OBJECTIVES && !left.is_empty() {
        let distance = |piece: usize| (ground.pieces[piece].centre() - from).square();
        let nearest = (0..left.len()).min_by_key(|at| distance(left[*at])).expect("some are left");
        let piece = left.remove(nearest);
        let number = found.len() as u8;
        // If each objective is measured from the previous one, the order of a tie affects the next: it is the order of
        // the table.
        let tie =
            found.last().filter(|_| before == Some(distance(piece)) && !from_last).map_or(number, |last| last.tie);
        before = Some(distance(piece));
        let target = rules.objective_first_target.saturating_add(rules.objective_target_step.saturating_mul(number));
        found.push(Objective { piece, target, tie });
        if from_last {
            from = ground.pieces[piece].centre();
        }
    }
    found
}

/// Whether two tables look the same: every piece has an equal in the other.
pub(super) fn looks_alike(one: &Ground, other: &Ground) -> bool {
    let like = |a: &Piece, b: &Piece| {
        let corners = |piece: &Piece| {
            let mut corners: Vec<Point> = piece.areas().iter().flat_map(|area| area.corners().to_vec()).collect();
            corners.extend(piece.stretches().flat_map(|(from, to)| [from, to]));
            corners.sort_unstable();
            corners
        };
        (a.kind, a.movement, a.blocks_sight, a.shelter, a.rough, a.level)
            == (b.kind, b.movement, b.blocks_sight, b.shelter, b.rough, b.level)
            && corners(a) == corners(b)
    };
    one.pieces.iter().all(|piece| other.pieces.iter().any(|it| like(piece, it)))
}

impl Troop {
    /// Plain troops of an arm: no weight, no weapon.
    pub fn plain(arm: Arm, quality: Quality) -> Troop {
        Troop { arm, quality, weight: Weight::Standard, weapon: None, horse: false, multirank: false }
    }
}
