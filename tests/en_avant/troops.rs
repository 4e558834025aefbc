//! Chapter 2: arms, weights, qualities and their effects; sizes of bases and rulers; units, camp and general.

use crate::melees::dice_of_both;
use crate::scene::{Scene, foot, horse, of_quality, of_weight, with_weapon};
use reglette::data::{Kind, Library, Source};
use reglette::en_avant::army::Army;
use reglette::en_avant::army::troop::{Arm, Period, Troop, Weight};
use reglette::en_avant::rules::{FigureScale, GeneralMode, Quality, Rules, Weapon};
use reglette::en_avant::setup::scenario::{Scenario, Table};
use reglette::en_avant::state::action::{Action, Placement};
use reglette::en_avant::state::{Piece, Status, Step, UnitId};
use reglette::en_avant::table::geometry::{Edge, Heading, Point, Rectangle, TENTH};
use reglette::game::{BySide, Game, Moment, Side};

fn list(name: &str) -> Army {
    Army::read(&Library::built_in().find(Kind::Army, name).expect("a shipped list"))
        .unwrap_or_else(|error| panic!("{error}"))
}

fn read(text: &str) -> Result<Army, String> {
    let source = Source::new(&Library::built_in(), Kind::Army, "armies/en-avant/mine.toml", text);
    Army::read(&source).map_err(|error| error.to_string())
}

fn shipped() -> Vec<Army> {
    let library = Library::built_in();
    let entries = library.list(Kind::Army).into_iter().filter(|entry| entry.rulebook.as_deref() == Some("en-avant"));
    entries
        .map(|entry| Army::read(&library.find(Kind::Army, &entry.path).expect("a shipped list")).expect("a sound list"))
        .collect()
}

/// The arm, quality, weight and weapon of a line of a shipped list.
fn line(army: &str, name: &str) -> Troop {
    list(army).lines.iter().find(|line| line.name == name).unwrap_or_else(|| panic!("{army} has no {name}")).troop
}

/// E2.1, E2.2, E2.3: arms, weights and qualities of a list; every base has a quality, except elephants.
#[test]
fn lists_know_these_arms_weights_and_qualities() {
    let with = |arm: &str, rest: &str| {
        read(&format!("period = \"antiquity\"\n[[troop]]\nname = \"a\"\nbases = 1\narm = \"{arm}\"\n{rest}"))
    };
    for (arm, weapon) in [("infantry", ""), ("cavalry", ""), ("artillery", "weapon = \"catapult\"\n")] {
        for quality in ["inferior", "normal", "superior"] {
            for weight in ["light", "standard", "heavy"] {
                assert!(with(arm, &format!("{weapon}quality = \"{quality}\"\nweight = \"{weight}\"")).is_ok());
            }
        }
        assert!(with(arm, &format!("{weapon}quality = \"elite\"")).is_err());
        assert!(with(arm, weapon).unwrap_err().contains("E2.3"));
        assert!(with(arm, &format!("{weapon}quality = \"normal\"\nweight = \"medium\"")).is_err());
    }
    assert!(with("elephant", "").is_ok() && with("elephant", "quality = \"normal\"").is_err());
    assert!(with("camels", "quality = \"normal\"").is_err());
}

/// E2.4, E2.5, E2.7, E2.10, E2.27: troops on foot are infantry, mounted troops and chariots are cavalry; archers shoot,
/// javelinmen and legions with their pila do not.
#[test]
fn troops_of_the_lists_are_what_they_were() {
    let plain = |arm, quality| Troop::plain(arm, quality);
    let light = |troop| of_weight(Weight::Light, troop);
    let heavy = |troop| of_weight(Weight::Heavy, troop);
    let bow = |troop| with_weapon(Weapon::Bow, troop);
    use {Arm::*, Quality::*};
    assert_eq!(line("new-kingdom-egyptians", "light chariots"), plain(Cavalry, Normal));
    assert_eq!(line("early-persians-chariot", "scythed chariot"), heavy(plain(Cavalry, Superior)));
    assert_eq!(line("new-kingdom-egyptians", "warriors"), plain(Infantry, Superior));
    assert_eq!(line("new-kingdom-egyptians", "archers"), bow(plain(Infantry, Normal)));
    assert_eq!(line("franks", "warriors"), plain(Infantry, Normal));
    assert_eq!(line("franks", "javelinmen"), light(plain(Infantry, Inferior)));
    assert_eq!(line("caesarian-romans", "legions"), heavy(plain(Infantry, Superior)));
    let beasts: Vec<String> = shipped()
        .into_iter()
        .filter(|army| army.lines.iter().any(|line| line.troop.arm == Elephant))
        .map(|it| it.name)
        .collect();
    assert_eq!(beasts, ["carthaginians"]);
}

/// E2.5, E9.1, E14.15: from the Napoleonic wars on all infantry shoots.
#[test]
fn later_infantry_shoots() {
    for army in shipped() {
        let later = matches!(army.period, Period::Napoleonic | Period::CivilWar);
        let mut infantry = army.lines.iter().filter(|line| line.troop.arm == Arm::Infantry);
        assert!(!later || infantry.all(|line| line.troop.weapon.is_some()), "{}", army.name);
    }
}

/// E2.6, E2.8: heavy troops are slower and fight better, light ones are faster and fight worse.
#[test]
fn weight_costs_speed_and_wins_melees() {
    let rules = Rules::published();
    // Superior troops, so that no side has a die only by the minimum.
    for troop in [of_quality(Quality::Superior, foot()), of_quality(Quality::Superior, horse())] {
        let speed = |weight| rules.allowance(of_weight(weight, troop).class(&rules));
        assert!(speed(Weight::Light) > speed(Weight::Standard) && speed(Weight::Standard) > speed(Weight::Heavy));
        let lead = |weight| {
            let (own, theirs) = dice_of_both(of_weight(weight, troop), troop);
            i16::from(own) - i16::from(theirs)
        };
        assert!(lead(Weight::Heavy) > lead(Weight::Standard) && lead(Weight::Standard) > lead(Weight::Light));
    }
}

/// E2.9: better guns have longer range and more power, in every period.
#[test]
fn quality_of_guns_is_range_and_power() {
    let rules = Rules::published();
    let guns =
        [Weapon::InferiorArtillery, Weapon::NormalArtillery, Weapon::SuperiorArtillery, Weapon::SuperiorHeavyArtillery];
    for period in Period::ALL {
        let of = |weapon: &Weapon| {
            let troop = with_weapon(*weapon, Troop::plain(Arm::Artillery, Quality::Normal));
            (troop.range(&rules, *period), troop.weapon_bonus(&rules, *period, &[]))
        };
        assert!(guns.windows(2).all(|pair| of(&pair[0]).0 < of(&pair[1]).0 && of(&pair[0]).1 < of(&pair[1]).1));
    }
}

/// E2.11, E2.21, EI-30: each army sets up one camp, of the size of two bases of cavalry side by side.
#[test]
fn each_army_has_one_camp() {
    let gauls = list("gauls");
    let open = Scenario::open("open", Table::Small);
    let game = open.prepare(&Rules::published(), BySide::new(Some(&gauls), Some(&gauls))).expect("a sound game");
    let mut state = game.initial();
    let mut camps = 0;
    while state.turn == 0 {
        match game.moment(&state) {
            Moment::Decide(_) => {
                camps += u32::from(state.step == Step::DeployCamp);
                let mut actions = Vec::new();
                game.legal_actions(&state, &mut actions);
                game.apply(&mut state, actions[0]);
            }
            _ => {
                let mut rolls = Vec::new();
                game.rolls(&state, &mut rolls);
                game.apply_roll(&mut state, rolls[0].roll);
            }
        }
    }
    assert_eq!(camps, 2);
    for side in Side::BOTH {
        let camp = game.measures.camp(&state, side);
        assert_eq!((2 * camp.half_width, 2 * camp.half_depth), (12_000, 4_000));
        assert!(state.side(side).camp.present);
    }
}

/// E2.14: the front, the flanks and the rear of a base.
#[test]
fn a_base_has_a_front_two_flanks_and_a_rear() {
    let base = Rectangle::behind(Point::ORIGIN, Heading::NORTH, 6_000, 3_000);
    let middle = |edge: Edge| (base.middle_of(edge).x, base.middle_of(edge).y);
    assert_eq!(Edge::ALL.map(middle), [(0, 0), (3_000, -1_500), (0, -3_000), (-3_000, -1_500)]);
}

/// E2.15, EI-28: the general is a base of a unit in Antiquity and the Middle Ages, and has a base of his own later,
/// unless the rules say otherwise.
#[test]
fn the_general_fights_in_early_periods_and_stands_apart_in_later_ones() {
    let separate = |period: Period, mode: GeneralMode| {
        let mut scene = Scene { period, ..Scene::new() };
        scene.rules.general_mode = mode;
        let (game, ..) =
            scene.stand(Side::Red, foot(), (0, -3000), 0, 1, 1).stand(Side::Blue, foot(), (0, 3000), 180, 1, 1).build();
        game.separate_general.red
    };
    let by_period = Period::ALL.iter().map(|period| separate(*period, GeneralMode::ByPeriod)).collect::<Vec<_>>();
    assert_eq!(by_period, [false, false, true, true]);
    assert!(separate(Period::Antiquity, GeneralMode::Separate) && !separate(Period::CivilWar, GeneralMode::Embedded));
}

/// E2.17, E2.18, E2.19, E14.32, table T7: width by figure size, depth by arm and quality, the same in all periods.
#[test]
fn bases_have_the_sizes_of_the_table() {
    let rows = [
        (FigureScale::Fifteen, 400, [200, 200, 150], 300, 400),
        (FigureScale::Twenty, 600, [300, 300, 200], 400, 600),
        (FigureScale::TwentyFive, 800, [400, 400, 300], 500, 800),
    ];
    for (figure_scale, width, infantry, cavalry, guns) in rows {
        for period in Period::ALL {
            let rules = Rules { figure_scale, ..Rules::published() };
            let mut scene = Scene { rules: rules.clone(), period: *period, ..Scene::new() };
            let mut expected = Vec::new();
            for (place, quality) in Quality::ALL.iter().enumerate() {
                for (arm, depth) in [(Arm::Infantry, infantry[place]), (Arm::Cavalry, cavalry), (Arm::Artillery, guns)]
                {
                    let troop = Troop {
                        weapon: (arm == Arm::Artillery).then_some(Weapon::NormalArtillery),
                        ..Troop::plain(arm, *quality)
                    };
                    scene = scene.stand(Side::Red, troop, (0, 0), 0, 1, 1);
                    expected.push(depth);
                }
            }
            scene = scene.stand(Side::Red, Troop::plain(Arm::Elephant, Quality::Normal), (0, 0), 0, 1, 1);
            expected.push(guns);
            let (game, state, ids) = scene.stand(Side::Blue, foot(), (0, 3000), 180, 1, 1).build();
            let size = |unit: &UnitId| {
                let base = game.places().base(&state, *unit, 0);
                (2 * base.half_width / TENTH, 2 * base.half_depth / TENTH)
            };
            let expected: Vec<(i32, i32)> = expected.into_iter().map(|depth| (width, depth)).collect();
            assert_eq!(ids[..10].iter().map(size).collect::<Vec<_>>(), expected, "{figure_scale:?} {period:?}");
        }
    }
}

/// E2.22, E2.26, EI-2, EI-10: the rules have figures of 15, 20 and 25 mm, each with its ruler, and no others.
#[test]
fn figures_have_three_sizes_and_three_rulers() {
    let with = |size: &str| {
        let text = format!("extends = \"en-avant\"\nfigure_scale = \"{size}\"\n");
        Rules::read(&Source::new(&Library::built_in(), Kind::Rules, "rules/ours.toml", text))
    };
    for (size, ruler) in [("15", 1333), ("20", 2000), ("25", 3000)] {
        assert_eq!(with(size).expect("a size").rulers(100) / TENTH, ruler);
    }
    assert!(with("6").is_err() && with("35").is_err());
}

/// E2.28, E2.31, E2.32, E2.37, EI-7, EI-8: the player divides a line into units down to single bases; by default lines
/// make units of at most six bases, and no unit mixes two lines.
#[test]
fn lines_are_divided_into_units() {
    let text = |units: &str| {
        format!(
            "period = \"antiquity\"\n[[troop]]\nname = \"foot\"\narm = \"infantry\"\nquality = \"normal\"\nbases = \
                10\n{units}\n[[troop]]\nname = \"horse\"\narm = \"cavalry\"\nquality = \"normal\"\nbases = 2\n"
        )
    };
    let sizes = |text: &str, rules: &Rules| {
        let force = read(text).expect("a sound list").force(rules).expect("room enough");
        force.units.iter().map(|unit| (unit.troop.arm, unit.bases)).collect::<Vec<_>>()
    };
    let of_foot = |sizes: &[u8]| {
        let mut units: Vec<(Arm, u8)> = sizes.iter().map(|bases| (Arm::Infantry, *bases)).collect();
        units.push((Arm::Cavalry, 2));
        units
    };
    let rules = Rules::published();
    assert_eq!(sizes(&text("units = [1, 7, 2]"), &rules), of_foot(&[1, 7, 2]));
    assert_eq!(sizes(&text(""), &rules), of_foot(&[5, 5]));
    assert_eq!(sizes(&text(""), &Rules { default_unit_max_bases: 4, ..rules.clone() }), of_foot(&[4, 3, 3]));
    assert!(read(&text("units = [5, 6]")).is_err() && read(&text("units = [10, 0]")).unwrap_err().contains("E2.28"));
}

/// E2.38, E2.40, E8.6, EI-6: disorder is a marker that moves no base, and every unit is a straight grid.
#[test]
fn disorder_moves_no_base() {
    let (game, mut state, ids) =
        Scene::new().stand(Side::Red, foot(), (0, 0), 30, 2, 5).stand(Side::Blue, foot(), (0, 3000), 180, 1, 1).build();
    let bases = |state: &reglette::en_avant::State| {
        (0..5).map(|index| game.places().base(state, ids[0], index)).collect::<Vec<_>>()
    };
    let before = bases(&state);
    assert!(before.iter().all(|base| base.heading == Heading::new(120)));
    state.unit_mut(ids[0]).set(Status::DISORDERED, true);
    assert_eq!(bases(&state), before);
}

/// E2.39, EI-28: the base of a general may touch a unit at any angle, even overlap it, and blocks no unit.
#[test]
fn the_general_keeps_to_no_grid() {
    let mut scene = Scene { period: Period::Napoleonic, ..Scene::new() };
    scene.rules.general_mode = GeneralMode::Separate;
    let (game, mut state, ids) =
        scene.stand(Side::Red, foot(), (0, -3000), 0, 2, 2).stand(Side::Blue, foot(), (0, 3000), 180, 1, 1).build();
    let side = state.side_mut(Side::Red);
    side.general_lost = false;
    side.general = Piece { front: Point::new(0, -40_000), heading: Heading::NORTH, present: true, activated: false };
    game.apply(&mut state, Action::ActivateGeneral);
    for (x, degrees, touches) in [(4_000, 45, true), (0, 30, true), (12_000, 45, false)] {
        let at = Placement { front: Point::new(x, -32_000), heading: Heading::new(4 * degrees), files: 1 };
        assert_eq!(game.check(&state, &Action::GeneralTo(at)), Ok(()));
        let mut after = state;
        game.apply(&mut after, Action::GeneralTo(at));
        assert_eq!(game.places().general_touches(&after, ids[0]), touches, "{x}");
        assert!(game.stands_free(&after, ids[0], after.unit(ids[0])), "he is in nobody's way");
    }
}

/// EX-19, E14.33, E14.34, E14.35: twelve elements of DBA become troops by their rows; where a row leaves a choice the
/// list decides: knights of the Hundred Years War are heavy, Companions are not.
#[test]
fn elements_of_dba_become_troops() {
    let army = |bases: u8, element: &str, rest: &str| {
        read(&format!("period = \"antiquity\"\n[[troop]]\nname = \"a\"\nbases = {bases}\ndba = \"{element}\"\n{rest}"))
            .err()
            .unwrap_or_default()
    };
    let cavalry =
        |quality: &str, weight: &str| format!("arm = \"cavalry\"\nquality = \"{quality}\"\nweight = \"{weight}\"\n");
    let infantry = |quality: &str, rest: &str| format!("arm = \"infantry\"\nquality = \"{quality}\"\n{rest}");
    for (element, troop) in [
        ("knights", cavalry("superior", "heavy")),
        ("knights", cavalry("superior", "standard")),
        ("camelry", cavalry("normal", "standard")),
        ("light_horse", cavalry("inferior", "light")),
        ("pikes", infantry("superior", "weight = \"heavy\"\nmultirank = true\n")),
        ("warbands", infantry("normal", "")),
        ("psiloi", infantry("inferior", "weight = \"light\"\n")),
        ("hordes", infantry("inferior", "")),
        ("artillery", "arm = \"artillery\"\nquality = \"inferior\"\nweapon = \"catapult\"\n".to_owned()),
        ("bows", infantry("inferior", "weapon = \"bow\"\n")),
        ("longbows", infantry("normal", "weapon = \"longbow\"\n")),
        ("elephants", "arm = \"elephant\"\n".to_owned()),
    ] {
        assert_eq!(army(12, element, &troop), "", "{element}");
        assert!(army(11, element, &troop).contains("E14.33"), "{element}");
    }
    for (element, troop) in [
        ("knights", cavalry("normal", "heavy")),
        ("cavalry", cavalry("normal", "light")),
        ("blades", infantry("normal", "")),
        ("psiloi", cavalry("inferior", "light")),
        ("bows", infantry("normal", "")),
        ("elephants", cavalry("superior", "standard")),
    ] {
        assert!(army(12, element, &troop).contains("E14.34"), "{element}");
    }
    assert_eq!(line("french-hundred-years", "knights").weight, Weight::Heavy);
    let companions = line("macedonians", "Companions");
    assert_eq!((companions.quality, companions.weight), (Quality::Superior, Weight::Standard));
}
