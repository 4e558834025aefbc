//! Chapters 11 and 12 in play: how melees begin, which units lead and are struck, the effect of surprise, and the end
//! of a game by its scenario.

use crate::melees::{attacked, dice_of_both, face_to_face, odds};
use crate::movement::moved;
use crate::scene::{Scene, foot, horse, with_weapon};
use crate::terrain::area;
use reglette::data::{Kind, Library, Source};
use reglette::en_avant::army::troop::{Arm, Troop};
use reglette::en_avant::combat::odds::Odds;
use reglette::en_avant::rules::{ImpactTarget, Quality, Rules, TerrainKind, Weapon};
use reglette::en_avant::setup::position::faults;
use reglette::en_avant::setup::scenario::Scenario;
use reglette::en_avant::state::action::{Action, Path, Roll, Segment};
use reglette::en_avant::state::{Piece, Placing, Status, Step, UnitId};
use reglette::en_avant::table::geometry::{CENTIMETRE, Edge, Heading, Point};
use reglette::en_avant::{Engagement, State};
use reglette::game::{BySide, Ending, Game, Moment, Side};

fn listed(game: &Engagement, state: &State) -> Vec<Action> {
    let mut actions = Vec::new();
    game.legal_actions(state, &mut actions);
    actions
}

/// The advantages that a row of table T6 gives the attacker and the defender.
fn row(odds: &Odds, rule: &str) -> [i32; 2] {
    [0, 1].map(|side| odds.strikes[side].trail.iter().find(|it| it.rule == rule).map_or(0, |it| it.after - it.before))
}

/// E11.1, E11.11, EI-72: units brought into contact by a move fight when the impulse ends, without a choice; units half
/// a centimetre apart do not.
#[test]
fn melees_follow_from_moves_into_contact() {
    let scene = Scene::new().stand(Side::Red, foot(), (0, -500), 0, 2, 2).stand(Side::Blue, foot(), (0, 0), 180, 2, 2);
    let (game, state, ids) = scene.stand(Side::Red, foot(), (3000, -3000), 0, 1, 1).build();
    let mut near = state;
    near.unit_mut(ids[0]).front.y = -CENTIMETRE / 2;
    game.units().refresh_contacts(&mut near);
    game.apply(&mut near, Action::Done);
    assert_eq!((near.active, near.combats), (Side::Blue, 0));
    let mut met = moved(&game, &state, ids[0], Path::of(&[Segment::Advance(500)]).against(ids[1]));
    game.apply(&mut met, Action::Done);
    assert_eq!((met.step, met.combats), (Step::MeleeRoll(Side::Red), 1));
}

/// E11.9, EI-74: a surprised unit turns only when it is activated, by a change of formation towards the side on which
/// it is attacked, and is then no longer attacked there.
#[test]
fn a_surprised_unit_turns_in_its_own_activation() {
    let build = |allowed: bool| {
        let mut scene = Scene::new();
        scene.rules.surprised_unit_turn = allowed;
        let scene = scene.stand(Side::Red, horse(), (-600, -200), 90, 1, 2).stand(Side::Blue, foot(), (0, 0), 0, 2, 2);
        scene.stand(Side::Blue, foot(), (3000, 4000), 180, 1, 1).build()
    };
    let (game, mut state, ids) = build(true);
    assert_eq!(game.units().sides_taken(&state, ids[1]), 1 << Edge::Left as u8);
    state.active = Side::Blue;
    game.apply(&mut state, Action::Activate(ids[1]));
    assert_eq!(listed(&game, &state), [Action::ChangeFormation, Action::Halt], "it cannot break off");
    game.apply(&mut state, Action::ChangeFormation);
    let it = state.unit(ids[1]);
    assert_eq!(
        (it.heading, it.files, game.units().sides_taken(&state, ids[1])),
        (Heading::new(1_080), 1, 0),
        "the only turn is made at once"
    );
    let (game, mut state, ids) = build(false);
    state.active = Side::Blue;
    assert!(!game.units().may_change_formation(&state, ids[1]));
    let (game, mut state, ids) = build(true);
    state.unit_mut(ids[1]).set(Status::DISORDERED, true);
    assert!(!game.units().may_change_formation(&state, ids[1]), "not in disorder");
}

/// E6.4, E11.9, EI-74: where a unit in contact may change formation, the zones of control of enemies in contact do not
/// keep it from it, and it still turns to face; the zones of other enemies leave it only that turn.
#[test]
fn a_surprised_unit_that_may_change_formation_still_turns_to_face() {
    for watched in [false, true] {
        let build = |in_contact: bool| {
            let mut scene = Scene::new();
            scene.rules.formation_change_in_contact = in_contact;
            let scene =
                scene.stand(Side::Red, horse(), (-600, -200), 90, 1, 2).stand(Side::Blue, foot(), (0, 0), 0, 2, 2);
            let mut scene = scene.stand(Side::Blue, foot(), (3000, 4000), 180, 1, 1);
            if watched {
                scene = scene.stand(Side::Red, foot(), (0, 250), 180, 1, 1);
            }
            let (game, mut state, ids) = scene.build();
            state.active = Side::Blue;
            state.step = Step::Place(ids[1], Placing::Formation);
            (game, state, ids[1])
        };
        let ((strict, before, unit), (free, state, _)) = (build(false), build(true));
        assert!(free.units().may_change_formation(&state, unit));
        let (turns, changes) = (listed(&strict, &before), listed(&free, &state));
        assert!(matches!(turns[..], [Action::Form(_)]), "{turns:?}");
        for turn in &turns {
            let Action::Form(change) = turn else { panic!("{turn:?}") };
            assert_eq!(free.check(&state, turn), Ok(()));
            assert!(changes.contains(turn), "{changes:?}");
            assert_eq!(free.units().formed(&state, unit, change), strict.units().formed(&before, unit, change));
        }
        assert_eq!(changes.len() > turns.len(), !watched, "{changes:?}");
        // Only the turn counts as one.
        for action in changes {
            let mut counts = vec![0; Engagement::events().len()];
            let mut after = state;
            free.apply_counting(&mut after, action, &mut counts);
            let turn = Engagement::events().iter().position(|event| event.name == "surprised unit turns").unwrap();
            assert_eq!(counts[turn] == 1, turns.contains(&action), "{action:?}");
        }
    }
}

/// E11.13, E11.16, E11.18, EI-80: in melee cavalry is stronger than infantry, and both are stronger than artillery.
#[test]
fn cavalry_beats_infantry_and_both_beat_guns() {
    let guns = with_weapon(Weapon::NormalArtillery, Troop::plain(Arm::Artillery, Quality::Normal));
    assert_eq!(dice_of_both(horse(), foot()), (1, 1), "its advantage is one die, and nobody rolls fewer");
    let (game, mut state, ids) = attacked(face_to_face(horse(), 3, foot(), 3));
    state.unit_mut(ids[0]).set(Status::CHARGED, false);
    assert_eq!(row(&odds(&game, &state, &ids), "E11.16"), [1, 0]);
    assert_eq!(dice_of_both(horse(), guns), (2, 1));
    assert_eq!(dice_of_both(guns, foot()), (1, 2));
}

/// E11.14: both sides use one table: in a round after the first it does not matter which side attacked.
#[test]
fn one_table_serves_attacker_and_defender() {
    use reglette::en_avant::army::troop::Weight::{Heavy, Light};
    use reglette::en_avant::rules::Quality::{Inferior, Superior};
    let guns = with_weapon(Weapon::NormalArtillery, Troop::plain(Arm::Artillery, Quality::Normal));
    let troops = [
        foot(),
        horse(),
        guns,
        Troop { quality: Superior, weight: Heavy, ..foot() },
        Troop { quality: Inferior, weight: Light, ..horse() },
        Troop { quality: Superior, weight: Light, ..foot() },
    ];
    for red in troops {
        for blue in troops {
            let (one, other) = dice_of_both(red, blue);
            assert_eq!(dice_of_both(blue, red), (other, one), "{red:?} and {blue:?}");
        }
    }
}

/// E11.23, E11.24, E11.32, EI-19, EI-82: higher ground, light shelter of the unit attacked, contact with its general.
#[test]
fn ground_and_the_general_help() {
    let build = |kind: TerrainKind| {
        let mut scene = face_to_face(foot(), 2, foot(), 2);
        scene.pieces = vec![area(kind, &[(-20, 0), (20, 0), (20, 20), (-20, 20)])];
        attacked(scene)
    };
    let (game, state, ids) = build(TerrainKind::GentleHill);
    assert_eq!(row(&odds(&game, &state, &ids), "E11.23"), [0, 1]);
    let (game, mut state, ids) = build(TerrainKind::TallCropsOrScrub);
    assert_eq!(row(&odds(&game, &state, &ids), "E11.24"), [0, 1]);
    // The attacker has no shelter.
    state.unit_mut(ids[1]).set(Status::DEFENDER, false);
    assert_eq!(row(&odds(&game, &state, &ids), "E11.24"), [0, 0]);
    for (y, expected) in [(-3_000, [1, 0]), (-3_100, [0, 0])] {
        let (game, mut state, ids) = attacked(face_to_face(foot(), 2, foot(), 2));
        let side = state.side_mut(Side::Red);
        side.general_lost = false;
        side.general = Piece { front: Point::new(0, y), heading: Heading::NORTH, present: true, activated: false };
        assert_eq!(row(&odds(&game, &state, &ids), "E11.32"), expected);
    }
}

/// E11.38, E9.37, E10.16: in melee too sixes may be rolled again, impacts are taken as results, and a number equal to
/// the combativity makes a unit rout.
#[test]
fn impacts_of_a_melee_do_what_those_of_a_shot_do() {
    let mut scene = face_to_face(horse(), 4, foot(), 4).stand(Side::Blue, foot(), (3000, 4000), 180, 20, 20);
    scene.combativity.blue = 2;
    let (game, mut state, ids) = attacked(scene);
    game.apply(&mut state, Action::Done);
    assert_eq!(state.clash.dice, [2, 1]);
    game.apply_roll(&mut state, Roll { hits: 0, sixes: 1 });
    game.apply_roll(&mut state, Roll::default());
    assert_eq!((state.step, listed(&game, &state)), (Step::Six(Side::Red), vec![Action::RollAgain, Action::Keep]));
    let mut one = state;
    game.apply(&mut one, Action::Keep);
    assert_eq!((one.step, listed(&game, &one).len()), (Step::Results(ids[1]), 3), "one impact, one of three results");
    game.apply(&mut state, Action::RollAgain);
    game.apply_roll(&mut state, Roll { hits: 1, sixes: 0 });
    assert_eq!(state.clash.suffered, [0, 2]);
    let action = listed(&game, &state)[0];
    game.apply(&mut state, action);
    while !state.unit(ids[1]).has(Status::ROUTING) {
        let action = listed(&game, &state)[0];
        game.apply(&mut state, action);
    }
}

/// E5.11, EI-76, EI-77: where two units could lead a side its owner chooses, and where the leading unit has two
/// opponents with contacts of equal length the active side chooses which it strikes.
#[test]
fn ties_in_a_melee_are_decided_by_their_players() {
    // Three files of red face two units of blue: one base and a half each.
    let scene = Scene::new().stand(Side::Red, foot(), (0, 0), 0, 4, 4);
    let scene = scene.stand(Side::Blue, foot(), (-600, 0), 180, 2, 2).stand(Side::Blue, foot(), (600, 0), 180, 2, 2);
    let build = |change: fn(&mut Rules)| {
        let mut scene = Scene { stands: scene.stands.clone(), ..Scene::new() };
        change(&mut scene.rules);
        let (game, mut state, ids) = scene.build();
        game.apply(&mut state, Action::Done);
        (game, state, ids)
    };
    let (game, mut state, ids) = build(|_| {});
    assert_eq!((state.step, game.moment(&state)), (Step::Opponent(Side::Red), Moment::Decide(Side::Red)));
    assert_eq!(listed(&game, &state), [Action::Suffer(ids[1]), Action::Suffer(ids[2])]);
    // A position file cannot ask for a choice that does not exist.
    let problems = |step: Step| -> Vec<String> {
        let mut changed = state;
        changed.step = step;
        faults(&game, &changed).into_iter().map(|it| it.problem).collect()
    };
    assert_eq!(problems(state.step), [""; 0]);
    assert!(problems(Step::Opponent(Side::Blue)).concat().contains("no choice of its opponent"));
    assert!(problems(Step::Leader(Side::Red)).concat().contains("no choice of its leading unit"));
    game.apply(&mut state, Action::Suffer(ids[2]));
    assert_eq!((state.step, state.clash.struck), (Step::MeleeRoll(Side::Red), [ids[0], ids[2]]));
    let (_, state, _) = build(|rules| rules.impact_target = ImpactTarget::OwnersChoice);
    assert_eq!(state.step, Step::MeleeRoll(Side::Red), "its owner will say who suffers");
    // If only the leading unit's properties count, the choice matters.
    let (game, state, ids) =
        build(|rules| rules.side_property_rule = reglette::en_avant::rules::SideProperty::LeadingUnit);
    assert_eq!((state.step, game.moment(&state)), (Step::Leader(Side::Blue), Moment::Decide(Side::Blue)));
    assert_eq!(listed(&game, &state), [Action::Fight(ids[1]), Action::Fight(ids[2])]);
    let mut chosen = state;
    game.apply(&mut chosen, Action::Fight(ids[2]));
    assert_eq!((chosen.clash.leaders[1], chosen.step), (ids[2], Step::Opponent(Side::Red)));
}

fn scenario(text: &str) -> Engagement {
    let library = Library::built_in();
    let source = Source::new(&library, Kind::Scenario, "scenarios/en-avant/mine.toml", text);
    let scenario = Scenario::read(&source).unwrap_or_else(|error| panic!("{error}"));
    scenario.prepare(&Rules::published(), BySide::default()).expect("a sound game")
}

/// Both sides do nothing until a later turn begins or the game ends.
fn idle(game: &Engagement, state: &mut State, turn: u8) {
    while state.turn < turn && state.outcome.is_none() {
        match game.moment(state) {
            Moment::Over(_) => return,
            Moment::Decide(_) => {
                let actions = listed(game, state);
                let action = actions.iter().find(|action| **action == Action::Done).unwrap_or(&actions[0]);
                game.apply(state, *action);
            }
            Moment::Roll(_) => {
                let mut rolls = Vec::new();
                game.rolls(state, &mut rolls);
                game.apply_roll(state, rolls[0].roll);
            }
        }
    }
}

const ARMIES: &str = "[red]\narmy = \"gauls\"\nRED\n[blue]\narmy = \"franks\"\n";

/// E12.4: the grant of a scenario is made at the start of its turn, to an army below the maximum; else the enemy loses
/// it.
#[test]
fn a_scenario_grants_combativity() {
    let text = format!(
        "{}[[gain]]\nturn = 2\nside = \"red\"\ncombativity = 1\n[[gain]]\nturn = 3\nside = \"red\"\ncombativity = 1\n",
        ARMIES.replace("RED", "")
    );
    let game = scenario(&text);
    let mut state = game.initial();
    let mut course = Vec::new();
    for turn in 1..=3 {
        idle(&game, &mut state, turn);
        course.push((state.combativity(Side::Red), state.combativity(Side::Blue)));
    }
    assert_eq!(course, [(4, 4), (5, 4), (5, 3)]);
}

/// E12.9, EI-94: an army that fatigue has beaten gets no reinforcement.
#[test]
fn fatigue_comes_before_grants() {
    let granted = |turn: u8| {
        let gain = format!("[[gain]]\nturn = {turn}\nside = \"red\"\ncombativity = 1\n");
        let game = scenario(&format!("{}{gain}", ARMIES.replace("RED", "")));
        let mut state = game.initial();
        idle(&game, &mut state, turn - 1);
        state.side_mut(Side::Red).combativity = 2;
        idle(&game, &mut state, turn);
        state.outcome.and_then(|it| it.winner)
    };
    // The first fatigue is that of turn 11.
    assert_eq!([10, 11].map(granted), [None, Some(Side::Blue)]);
}

/// E1.5, E12.10: a side that has taken the number of objectives of its scenario has won; without such a number the game
/// continues.
#[test]
fn a_scenario_may_be_won_by_objectives() {
    let end = |wanted: &str| {
        let wood = "[[piece]]\nkind = \"wood\"\nobjective = true\ncircle = { at = [0, 0], radius = 10 }\n";
        let game = scenario(&format!("{}{wood}", ARMIES.replace("RED", wanted)));
        let mut state = game.initial();
        idle(&game, &mut state, 1);
        let unit = game.troops.units_of(Side::Red).first();
        state.unit_mut(unit).front = Point::new(0, CENTIMETRE);
        idle(&game, &mut state, 4);
        assert_eq!(state.objectives[0].owner, Some(Side::Red));
        (state.turn, state.outcome.map(|it| (it.winner, it.ending)))
    };
    assert_eq!(end("objectives_to_win = 1"), (2, Some((Some(Side::Red), Ending::Objective))));
    assert_eq!(end("objectives_to_win = 2"), (4, None));
    assert_eq!(end(""), (4, None));
}

/// E12.12, E5.1, EI-95: after the last turn the lower combativity loses.
#[test]
fn the_lower_combativity_loses_at_the_limit() {
    let game = scenario(&format!("turn_limit = 2\n{}", ARMIES.replace("RED", "combativity = 3")));
    let mut state = game.initial();
    idle(&game, &mut state, 9);
    assert_eq!(state.outcome.map(|it| (it.winner, it.ending)), Some((Some(Side::Blue), Ending::TurnLimit)));
    assert_eq!(state.turn, 2);
    let ids: Vec<UnitId> = game.troops.units_of(Side::Red).collect();
    assert!(state.unit(ids[0]).is_on_table());
}

/// E11.33, E11.36, EI-89: a routing unit that is attacked fights with at least a die, counts as disordered and takes
/// losses only.
#[test]
fn a_routing_unit_still_fights() {
    let scene = Scene::new().stand(Side::Red, horse(), (0, -600), 0, 2, 2).stand(Side::Blue, foot(), (0, 0), 0, 2, 4);
    let (game, mut state, ids) = attacked(scene.stand(Side::Blue, foot(), (3000, 4000), 180, 20, 20));
    state.unit_mut(ids[1]).set(Status::ROUTING | Status::DISORDERED, true);
    let found = odds(&game, &state, &ids);
    assert_eq!((row(&found, "E11.33"), row(&found, "E11.27"), found.strikes[1].dice), ([1, 0], [1, 0], 1));
    game.apply(&mut state, Action::Done);
    game.apply_roll(&mut state, Roll { hits: 2, sixes: 0 });
    game.apply_roll(&mut state, Roll::default());
    assert_eq!((state.unit(ids[1]).bases, state.unit(ids[1]).front), (2, Point::ORIGIN));
}
