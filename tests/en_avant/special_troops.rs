//! Elephants, guns and the units of the Civil War: the rules of chapter 14, and the speed of guns and elephants
//! (chapter 7).

use crate::melees::{attacked, face_to_face};
use crate::movement::refusal_of;
use crate::results::{against, offered, shot, take};
use crate::scene::{Scene, foot, horse, with_weapon};
use reglette::data::{Kind, Library, Source};
use reglette::en_avant::army::Army;
use reglette::en_avant::army::troop::{Arm, Period, Troop, Weight};
use reglette::en_avant::combat::odds::OddsOptions;
use reglette::en_avant::rules::{Quality, RampageTrigger, Rules, Weapon};
use reglette::en_avant::state::action::{Action, Path, Roll, Segment};
use reglette::en_avant::state::{Status, Step};
use reglette::game::{Game, Moment, Side};

fn elephant() -> Troop {
    Troop::plain(Arm::Elephant, Quality::Normal)
}

fn gun(horse: bool) -> Troop {
    Troop { horse, ..with_weapon(Weapon::NormalArtillery, Troop::plain(Arm::Artillery, Quality::Normal)) }
}

fn read(text: &str) -> Result<Army, String> {
    let source = Source::new(&Library::built_in(), Kind::Army, "armies/en-avant/mine.toml", text);
    Army::read(&source).map_err(|error| error.to_string())
}

/// E7.3, E7.4, E7.5, E7.22, E14.1, EI-3, T2: the ruler has a mark for each class; foot artillery moves as heavy
/// infantry, horse artillery and elephants as heavy cavalry.
#[test]
fn each_class_moves_to_its_mark() {
    let longest = |troop: Troop| {
        let scene = Scene { period: Period::Napoleonic, ..Scene::new() }.stand(Side::Red, troop, (0, -3000), 0, 1, 2);
        let (game, state, ids) = scene.stand(Side::Blue, foot(), (0, 4500), 180, 1, 1).build();
        (1..2_100)
            .filter(|length| refusal_of(&game, &state, ids[0], Path::of(&[Segment::Advance(*length)])).is_none())
            .max()
    };
    let of = |weight, troop| Troop { weight, ..troop };
    use Weight::{Heavy, Light, Standard};
    assert_eq!(
        [Light, Standard, Heavy].map(|weight| longest(of(weight, horse()))),
        [Some(2_000), Some(1_600), Some(1_200)]
    );
    assert_eq!([Light, Standard, Heavy].map(|weight| longest(of(weight, foot()))), [Some(1_200), Some(900), Some(600)]);
    assert_eq!([gun(false), gun(true), elephant()].map(longest), [Some(600), Some(1_200), Some(1_200)]);
}

/// E14.3, E9.1: the crew of an elephant does not shoot, whatever it carries, unless the rules allow it.
#[test]
fn elephants_do_not_shoot() {
    for allowed in [false, true] {
        let mut scene = Scene::new();
        scene.rules.elephant_can_shoot = allowed;
        let scene = scene.stand(Side::Red, with_weapon(Weapon::Bow, elephant()), (0, -2000), 0, 1, 1);
        let (game, state, ids) = scene.stand(Side::Blue, foot(), (0, -1400), 180, 2, 2).build();
        assert_eq!(game.units().may_shoot(&state, ids[0]), allowed);
    }
}

/// E14.4, E14.5, EI-107: an elephant that suffers an impact in melee neither recoils nor is disordered: its enemy
/// chooses its course; by the other reading only if it suffers more than it inflicts.
#[test]
fn an_elephant_that_loses_runs_wild() {
    let fought = |trigger, own: u8| {
        let legion = Troop { weight: Weight::Heavy, quality: Quality::Superior, ..foot() };
        let mut scene = face_to_face(elephant(), 1, legion, 2).stand(Side::Red, foot(), (4000, -4000), 0, 6, 6);
        scene.rules.elephant_rampage_trigger = trigger;
        let (game, mut state, ids) = attacked(scene);
        game.apply(&mut state, Action::Done);
        game.apply_roll(&mut state, Roll { hits: own, sixes: 0 });
        game.apply_roll(&mut state, Roll { hits: 1, sixes: 0 });
        while !matches!(state.step, Step::Course(_) | Step::Impulse) {
            let mut actions = Vec::new();
            game.legal_actions(&state, &mut actions);
            game.apply(&mut state, actions[0]);
        }
        (
            state.step == Step::Course(ids[0]),
            game.moment(&state),
            state.unit(ids[0]).has(Status::RAMPANT),
            state.unit(ids[0]).has(Status::DISORDERED),
        )
    };
    assert_eq!(fought(RampageTrigger::AnyImpact, 0), (true, Moment::Decide(Side::Blue), true, false));
    assert_eq!(fought(RampageTrigger::AnyImpact, 1), (true, Moment::Decide(Side::Blue), true, false));
    assert!(fought(RampageTrigger::MoreSuffered, 0).0 && !fought(RampageTrigger::MoreSuffered, 1).0);
}

/// E14.4, EI-63, EI-107: shot at, an elephant takes losses only.
#[test]
fn an_elephant_under_fire_takes_losses() {
    let (game, mut state, ids) = shot(against(elephant(), 2, 4, 5), 2);
    if let Step::Results(_) = state.step {
        assert_eq!(offered(&game, &state), [take(2, 0, false)]);
    }
    while state.step != Step::Impulse {
        game.apply(&mut state, Action::LoseLeft);
    }
    assert_eq!((state.unit(ids[1]).bases, state.unit(ids[1]).front.y), (2, 0));
}

/// E13.8, E14.8: an elephant costs 6 points, whatever its other attributes.
#[test]
fn an_elephant_costs_six() {
    let rules = Rules::published();
    for quality in Quality::ALL {
        let troop = Troop { quality: *quality, weight: Weight::Heavy, weapon: Some(Weapon::Bow), ..elephant() };
        assert_eq!(troop.points(&rules), 6);
    }
}

/// E14.21, E14.22, E14.23: regiments of the Civil War have up to 3 bases, the infantry of the North up to 5; cavalry is
/// light and has rifles.
#[test]
fn regiments_of_the_civil_war_keep_to_their_size() {
    let fault = |nation: &str, arm: &str, bases: u8, rest: &str| {
        let text = format!(
            "period = \"civil_war\"\nnation = \"{nation}\"\n[[troop]]\nname = \"a\"\narm = \"{arm}\"\nquality = \
                \"normal\"\nbases = {bases}\nunits = [{bases}]\n{rest}"
        );
        read(&text).err()
    };
    let rifles = "weapon = \"rifle_mid19c_1914\"\n";
    let riders = "weapon = \"rifle_mid19c_1914\"\nweight = \"light\"\n";
    for (nation, arm, most, rest) in [
        ("south", "infantry", 3, rifles),
        ("north", "infantry", 5, rifles),
        ("south", "cavalry", 3, riders),
        ("north", "cavalry", 3, riders),
    ] {
        for bases in 1..=6 {
            assert_eq!(
                fault(nation, arm, bases, rest).is_none(),
                bases <= most,
                "{bases} bases of {arm} of the {nation}"
            );
        }
        assert!(fault(nation, arm, 2, "").expect("a fault").contains("shoots (E14.23)"));
    }
    assert!(fault("south", "cavalry", 2, rifles).expect("a fault").contains("light (E14.23)"));
    for weapon in ["bow", "sling", "arquebus_musket", "machine_gun"] {
        let armed = format!("weapon = \"{weapon}\"\nweight = \"light\"\n");
        assert!(
            fault("south", "cavalry", 2, &armed).expect("a fault").contains("rifle_mid19c_1914 (E14.23)"),
            "{weapon}"
        );
    }
    let nation = "period = \"napoleonic\"\nnation = \"south\"\n[[regiment]]\nname = \"a\"\ntype = \"line_infantry\"\n";
    assert!(read(nation).unwrap_err().contains("Civil War only (E14.21)"));
}

/// E14.24, E9.32: a rifled gun is superior heavy artillery, and of the Civil War alone.
#[test]
fn a_rifled_gun_reaches_four_rulers() {
    let text = |period: &str, nation: &str| {
        format!("period = \"{period}\"\n{nation}[[regiment]]\nname = \"Parrott\"\ntype = \"rifled_gun\"\n")
    };
    let army = read(&text("civil_war", "nation = \"north\"\n")).expect("a sound list");
    let rules = Rules::published();
    let troop = army.force(&rules).expect("room enough").units[0].troop;
    assert_eq!(
        (troop.quality, troop.weight, troop.range(&rules, Period::CivilWar)),
        (Quality::Superior, Weight::Heavy, rules.rulers(400))
    );
    assert!(read(&text("napoleonic", "")).unwrap_err().contains("E14.24"));
}

/// E14.17, E14.18, E14.31, EI-108: cavalry shoots to short range in the Napoleonic wars and to reduced range in the
/// Civil War, and its target saves with one more die; archers on horseback shoot as far as their bow.
#[test]
fn cavalry_shoots_less_far_than_infantry() {
    for (period, weapon, reach, saves) in [
        (Period::Napoleonic, Weapon::Musket, 800, 1),
        (Period::CivilWar, Weapon::Rifle, 1_200, 1),
        (Period::MiddleAges, Weapon::Longbow, 1_200, 0),
    ] {
        let shot = |distance: i32| {
            let scene =
                Scene { period, ..Scene::new() }.stand(Side::Red, with_weapon(weapon, horse()), (0, -2000), 0, 2, 2);
            let (game, state, ids) = scene.stand(Side::Blue, foot(), (0, -2000 + distance), 180, 2, 2).build();
            game.odds(&state, ids[0], ids[1], &OddsOptions::default()).ok().map(|odds| odds.strikes[0].saves)
        };
        assert_eq!((shot(reach), shot(reach + 15)), (Some(saves), None), "{period:?}");
    }
}

/// EX-18, E13.18: "6 warriors" are six bases.
#[test]
fn six_warriors_are_six_bases() {
    let army = read(
        "period = \"antiquity\"\n[[troop]]\nname = \"warriors\"\narm = \"infantry\"\nquality = \"normal\"\nbases = 6\n",
    )
    .expect("a sound list");
    let force = army.force(&Rules::published()).expect("room enough");
    assert_eq!((army.bases(&Rules::published()), force.units[0].bases, army.points(&Rules::published())), (6, 6, 12));
}
