//! Numbers of the tables and of the cost formula, the grid of a unit's bases, options of lists, and the choice of
//! edges.

use crate::scene::{Scene, foot, horse, of_quality, of_weight, with_weapon};
use reglette::data::{Kind, Library, Source};
use reglette::en_avant::army::Army;
use reglette::en_avant::army::troop::{Arm, Period, Troop, Weight};
use reglette::en_avant::rules::{FigureScale, MoveClass, Quality, Rules, SideMethod, Weapon};
use reglette::en_avant::setup::scenario::Scenario;
use reglette::en_avant::state::Step;
use reglette::en_avant::state::action::{Action, Roll};
use reglette::en_avant::table::geometry::{Heading, Point, TENTH};
use reglette::en_avant::{Engagement, State};
use reglette::game::{BySide, Game, Side};

/// E2.29, E2.30, E2.33, E2.34: seven bases in three files touch, are aligned and face the same way; the last rank is
/// shorter and begins on the left.
#[test]
fn the_bases_of_a_unit_stand_in_files_and_ranks() {
    let (game, state, ids) =
        Scene::new().stand(Side::Red, foot(), (0, 0), 0, 3, 7).stand(Side::Blue, horse(), (0, 2_000), 90, 2, 3).build();
    let centres: Vec<(i32, i32)> = (0..7)
        .map(|index| {
            let base = game.places().base(&state, ids[0], index);
            assert_eq!((base.heading, base.half_width, base.half_depth), (Heading::NORTH, 3_000, 1_500));
            (base.centre.x, base.centre.y)
        })
        .collect();
    let rank = |y: i32| [(-6_000, y), (0, y), (6_000, y)];
    assert_eq!(centres, [rank(-1_500).as_slice(), &rank(-4_500), &[(-6_000, -7_500)]].concat());
    // Cavalry that faces east: files from north to south, ranks to the west; a base is 4 cm deep.
    let centres: Vec<(i32, i32)> =
        (0..3).map(|index| game.places().base(&state, ids[1], index).centre).map(|it| (it.x, it.y)).collect();
    assert_eq!(centres, [(-2_000, 23_000), (-2_000, 17_000), (-6_000, 23_000)]);
}

/// E7.23, E7.24, E7.25, E7.26, E7.27, E7.28, E7.29, EX-72: the allowance of each class in tenths of a millimetre, for
/// every figure size (table T2).
#[test]
fn each_class_has_its_mark_on_the_ruler() {
    for (scale, allowances) in [
        (FigureScale::Fifteen, [1_333, 1_066, 800, 800, 600, 400, 200]),
        (FigureScale::Twenty, [2_000, 1_600, 1_200, 1_200, 900, 600, 300]),
        (FigureScale::TwentyFive, [3_000, 2_400, 1_800, 1_800, 1_350, 900, 450]),
    ] {
        let rules = Rules { figure_scale: scale, ..Rules::published() };
        let classes = [
            MoveClass::LightCavalry,
            MoveClass::Cavalry,
            MoveClass::HeavyCavalry,
            MoveClass::LightInfantry,
            MoveClass::Infantry,
            MoveClass::HeavyInfantry,
            MoveClass::Crawl,
        ];
        assert_eq!(classes.map(|class| rules.allowance(class) / TENTH), allowances);
    }
    let rules = Rules::published();
    let class = |troop: Troop| troop.class(&rules);
    let weights = [Weight::Light, Weight::Standard, Weight::Heavy];
    assert_eq!(
        weights.map(|it| class(of_weight(it, horse()))),
        [MoveClass::LightCavalry, MoveClass::Cavalry, MoveClass::HeavyCavalry]
    );
    assert_eq!(
        weights.map(|it| class(of_weight(it, foot()))),
        [MoveClass::LightInfantry, MoveClass::Infantry, MoveClass::HeavyInfantry]
    );
}

/// E13.1, E13.2, E13.3, E13.4, E13.5, E13.6, E13.7, E13.9, EX-17, EX-85: the points of a base (table T8), and each
/// number of the formula separately.
#[test]
fn each_number_of_the_formula_counts_once() {
    let rules = Rules::published();
    let qualities = [Quality::Inferior, Quality::Normal, Quality::Superior];
    let bow = |troop| with_weapon(Weapon::Bow, troop);
    let heavy = |troop| of_weight(Weight::Heavy, troop);
    let row = |troop: &dyn Fn(Quality) -> Troop| qualities.map(|quality| troop(quality).points(&rules));
    let of = |arm: Arm| move |quality| Troop::plain(arm, quality);
    assert_eq!(row(&of(Arm::Infantry)), [1, 2, 3]);
    assert_eq!(row(&|quality| bow(of_quality(quality, foot()))), [2, 3, 4]);
    assert_eq!(row(&|quality| heavy(of_quality(quality, foot()))), [2, 3, 4]);
    assert_eq!(row(&|quality| heavy(bow(of_quality(quality, foot())))), [3, 4, 5]);
    assert_eq!(row(&of(Arm::Cavalry)), [2, 3, 4]);
    assert_eq!(row(&|quality| heavy(bow(of_quality(quality, horse())))), [4, 5, 6]);
    assert_eq!(
        row(&|quality| with_weapon(Weapon::Catapult, Troop::plain(Arm::Artillery, quality))),
        [3, 4, 5],
        "artillery pays nothing for shooting"
    );
    assert_eq!(row(&of(Arm::Elephant)), [6, 6, 6]);
    assert_eq!(of_weight(Weight::Light, foot()).points(&rules), foot().points(&rules), "light troops cost the same");
    let dearest = heavy(with_weapon(Weapon::SuperiorHeavyArtillery, Troop::plain(Arm::Artillery, Quality::Superior)));
    assert_eq!(dearest.points(&rules), 6);
}

fn army(text: &str) -> Result<Army, String> {
    let source = Source::new(&Library::built_in(), Kind::Army, "armies/en-avant/mine.toml", text);
    Army::read(&source).map_err(|error| error.to_string())
}

/// EI-100, E13.19: an option is taken once, and only one of two that exclude each other.
#[test]
fn an_option_of_a_list_is_taken_once() {
    let points = |take: &str| {
        army(&format!("extends = \"late-romans\"\ntake = [{take}]")).map(|army| army.points(&Rules::published()))
    };
    assert_eq!(points("\"horse-for-legion\""), Ok(34));
    assert_eq!(points("\"literal\", \"horse-for-legion\""), Ok(31));
    assert!(army("period = \"antiquity\"").unwrap_err().contains("the list has no troops"));
    assert!(points("\"horse-for-legion\", \"horse-for-legion\"").unwrap_err().contains("taken twice (EI-100)"));
    assert!(points("\"horse-for-legion\", \"horse-for-equites\"").unwrap_err().contains("exclude each other (EI-100)"));
}

/// E14.15: all infantry of the Napoleonic period shoots, and an army of the Civil War cannot be without firearms
/// either.
#[test]
fn infantry_of_later_periods_always_shoots() {
    for sort in ["inferior_infantry", "line_infantry", "elite_infantry"] {
        let regiment = |more: &str| {
            army(&format!("period = \"napoleonic\"\n[[regiment]]\nname = \"a\"\ntype = \"{sort}\"\n{more}"))
        };
        let line = &regiment("").unwrap_or_else(|error| panic!("{error}")).lines[0];
        assert_eq!((line.troop.arm, line.troop.weapon), (Arm::Infantry, Some(Weapon::Musket)), "{sort}");
        assert!(line.troop.range(&Rules::published(), Period::Napoleonic) > 0);
        let fault = regiment("shoots = false").expect_err("infantry without firearms");
        assert!(fault.contains("E14.15"), "{fault}");
    }
    let unarmed = "period = \"civil_war\"\nnation = \"south\"\n[[troop]]\nname = \"a\"\narm = \"infantry\"\nquality = \
        \"normal\"\nbases = 3\nunits = [3]\n";
    let fault = army(unarmed).expect_err("infantry without firearms");
    assert!(fault.contains("shoots"), "{fault}");
}

/// A table with one wood above its middle, and armies of these combativities.
fn with_a_wood(side_method: SideMethod, combativity: (u8, u8)) -> (Engagement, State) {
    let library = Library::built_in();
    let text = "random_objectives = false\n[[piece]]\nkind = \"wood\"\ncircle = { at = [10, 20], radius = 8 }\n";
    let source = Source::new(&library, Kind::Scenario, "scenarios/en-avant/mine.toml", text);
    let scenario = Scenario::read(&source).unwrap_or_else(|error| panic!("{error}"));
    let list = |name: &str| Army::read(&library.find(Kind::Army, name).expect("a shipped list")).expect("a sound list");
    let (mut red, mut blue) = (list("gauls"), list("germans"));
    (red.combativity, blue.combativity) = (Some(combativity.0), Some(combativity.1));
    let rules = Rules { side_method, ..Rules::published() };
    let game = scenario.prepare(&rules, BySide::new(Some(&red), Some(&blue))).unwrap_or_else(|error| panic!("{error}"));
    let state = game.initial();
    (game, state)
}

/// E4.16, EI-24: «les deux joueurs tirent au sort qui choisit son côté»: equal dice are rolled again; the side that
/// chooses keeps the table, or has it turned, since red stays at the lower edge.
#[test]
fn whoever_chooses_keeps_his_edge_or_takes_the_other() {
    let (game, mut state) = with_a_wood(SideMethod::RandomChooser, (3, 5));
    assert_eq!(state.step, Step::EdgeRoll);
    let mut rolls = Vec::new();
    game.rolls(&state, &mut rolls);
    assert_eq!(rolls.iter().map(|it| it.weight).collect::<Vec<_>>(), [15, 15, 6], "a plain die each");
    game.apply_roll(&mut state, Roll { hits: 2, sixes: 0 });
    assert_eq!(state.step, Step::EdgeRoll);
    game.apply_roll(&mut state, Roll { hits: 1, sixes: 0 });
    assert_eq!(state.step, Step::EdgeChoice(Side::Blue));
    let mut actions = Vec::new();
    game.legal_actions(&state, &mut actions);
    assert_eq!(actions, [Action::KeepEdge, Action::TakeOtherEdge]);
    let wood = |state: &State| game.ground(state).pieces[0].centre();
    let before = wood(&state);
    assert!(before.y > 0);
    for (action, turned, centre) in
        [(Action::KeepEdge, false, before), (Action::TakeOtherEdge, true, Point::new(-before.x, -before.y))]
    {
        let mut after = state;
        game.apply(&mut after, action);
        assert_eq!((after.turned, wood(&after)), (turned, centre), "{action:?}");
        assert!(!matches!(after.step, Step::EdgeChoice(_) | Step::EdgeRoll));
    }
}

/// E4.16: the higher combativity chooses its edge; between equals a die decides; or the scenario decides.
#[test]
fn the_higher_combativity_chooses_its_edge() {
    for (combativity, step) in
        [((3, 5), Step::EdgeChoice(Side::Blue)), ((5, 3), Step::EdgeChoice(Side::Red)), ((4, 4), Step::EdgeRoll)]
    {
        assert_eq!(with_a_wood(SideMethod::HigherCombativity, combativity).1.step, step);
    }
    assert!(!matches!(with_a_wood(SideMethod::Scenario, (3, 5)).1.step, Step::EdgeChoice(_) | Step::EdgeRoll));
}
