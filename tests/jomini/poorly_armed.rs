//! Archers, infantry without missiles and rockets (JA3.38 to JA3.41, JA3.46), and carronades (JA3.47).

use crate::scene::{BLUE_FRIENDS, scene, scene_with};
use crate::table::Table;
use reglette::data::{Kind, Library, Source};
use reglette::game::BySide;
use reglette::jomini::army::Army;
use reglette::jomini::army::unit::{Arms, Profile, UnitLetters};
use reglette::jomini::combat::hits::TacticalEffect;
use reglette::jomini::map::terrain::Map;
use reglette::jomini::rules::{CombatScope, Face, FamilySet, RocketMovePenalty, RocketTactical, Rules};
use reglette::jomini::setup::prepare;
use reglette::jomini::setup::scenario::Scenario;
use reglette::jomini::state::{AttackKind, DefenceOrder, Step, UnitId};
use reglette::jomini::{Action, Roll};

/// The profile that an army line gives under these rules, or the reason for its rejection.
fn profile(lines: &str, change: impl Fn(&mut Rules)) -> Result<Profile, String> {
    let mut rules = Rules::published();
    change(&mut rules);
    let text = format!("nation = \"X\"\n[[unit]]\nname = \"A\"\n{lines}\n");
    let army = Army::read(&Source::new(&Library::built_in(), Kind::Army, "x.toml", text))
        .map_err(|error| error.to_string())?;
    let battle = prepare(&rules, &Scenario::on("x", Map::plain(12, 9)), BySide::new(Some(&army), Some(&army)));
    battle.map(|battle| *battle.field.forces.profile(UnitId::new(0))).map_err(|error| error.to_string())
}

fn of(kind: &str) -> Profile {
    profile(&format!("type = \"{kind}\""), |_| ()).expect("a type of the table")
}

/// A unit on a hex: its type, then its hex, then its letters and other keys.
fn at(unit: &str, hex: &str) -> String {
    let (kind, rest) = unit.split_once(' ').unwrap_or((unit, ""));
    format!("{kind} {hex} {rest}")
}

/// JI-38, JI-20: archers and infantry without missiles are not western unless the file states it, and medium archers
/// have two dice.
#[test]
fn the_poorly_armed_are_not_western() {
    for kind in ["archers_light", "archers_medium", "melee_light_infantry", "melee_heavy_infantry"] {
        assert!(!of(kind).western, "{kind}");
        assert!(profile(&format!("type = \"{kind}\"\nwestern = true"), |_| ()).unwrap().western);
    }
    assert_eq!((of("archers_medium").dice, of("melee_heavy_infantry").dice), (2, 3));
    assert!(of("archers_light").has(UnitLetters::IRREGULAR) && !of("melee_light_infantry").has(UnitLetters::IRREGULAR));
}

/// J5.13, JA3.38, JA3.39, JI-39: a modern enemy has one more die in melee against archers, once: western infantry with
/// firearms and heavy cavalry.
#[test]
fn modern_troops_have_a_die_more_against_archers_in_melee() {
    for archers in ["archers_light", "archers_medium", "archers_light irregular"] {
        let dice = |attacker: &str| {
            scene(&format!("red A {}\nblue D {}", at(attacker, "0503"), at(archers, "0504"))).dice_of("A", "D")
        };
        assert_eq!(
            (dice("line_infantry"), dice("rifle_heavy_infantry"), dice("heavy_cavalry")),
            (4, 3, 4),
            "{archers}"
        );
        let others = [
            "light_cavalry",
            "archers_medium western=true",
            "melee_heavy_infantry western=true",
            "line_infantry irregular",
        ];
        assert_eq!(others.map(dice), [2, 2, 3, 3], "{archers}");
    }
    let fire = |scope| {
        scene_with("red A rifle_light_infantry 0503\nblue D archers_medium 0505", |rules| {
            rules.irregular_bonus_scope = scope
        })
        .dice_of("A", "D")
    };
    assert_eq!((fire(CombatScope::Melee), fire(CombatScope::All)), (2, 3));
    assert_eq!(
        scene("red A archers_medium 0503\nblue D line_infantry 0504").dice_of_answer("A", "D"),
        4,
        "in a riposte too"
    );
}

/// An attack by infantry without missiles, up to the first dice.
fn charge(defender: &str, more: &str) -> Table {
    let mut table = scene(&format!("red A melee_heavy_infantry 0503\nblue D {}\n{more}", at(defender, "0504")));
    table.attack("A", "D");
    table
}

/// J5.14, JA3.40, JA3.41, JI-40: western infantry and artillery roll first, free of charge and unsupported; then the
/// attack continues, and there is no further riposte.
#[test]
fn who_has_firearms_rolls_first_against_infantry_without_missiles() {
    for defender in ["line_infantry", "rifle_light_infantry", "foot_artillery_light", "rocket_artillery_heavy"] {
        let mut table = charge(defender, "");
        assert_eq!(
            (table.state.combat.attack_kind, table.tokens(reglette::game::Side::Blue)),
            (AttackKind::Ambush, 0),
            "{defender}"
        );
        table.throw(Roll::default());
        assert_eq!(
            (table.state.combat.attack_kind, table.state.step),
            (AttackKind::Attack, Step::StrikeRoll),
            "{defender}: then the attack"
        );
    }
    let mut supported = charge("line_infantry", BLUE_FRIENDS);
    assert_eq!(supported.state.combat.attack_kind, AttackKind::Ambush);
    supported.throw(Roll::default());
    supported.throw(Roll::default());
    assert_eq!(supported.state.step, Step::Combat, "the ambush was the riposte of that combat");
    for light in ["melee_light_infantry", "melee_heavy_infantry"] {
        let mut table = scene(&format!("red A {light} 0503\nblue D line_infantry 0504"));
        table.attack("A", "D");
        assert_eq!(table.state.combat.attack_kind, AttackKind::Ambush, "{light}");
    }
}

/// J5.14, JI-40: not archers, not infantry without missiles, not Irregulars, not mounted troops; and not against those
/// who have missiles.
#[test]
fn others_do_not_roll_first() {
    for defender in
        ["archers_light western=true", "melee_light_infantry western=true", "line_infantry irregular", "heavy_cavalry"]
    {
        assert_eq!(charge(defender, "").state.combat.attack_kind, AttackKind::Attack, "{defender}");
    }
    for attacker in ["line_infantry", "archers_medium", "heavy_cavalry"] {
        let mut table = scene(&format!("red A {attacker} 0503\nblue D line_infantry 0504"));
        table.attack("A", "D");
        assert_eq!(table.state.combat.attack_kind, AttackKind::Attack, "{attacker}");
    }
    let gun_on_a_road = "forest 0504\nroad 0504 0505";
    assert_eq!(
        charge("foot_artillery_light", gun_on_a_road).state.combat.attack_kind,
        AttackKind::Attack,
        "it cannot fight at all"
    );
}

/// J5.14, J3.53: an attacker destroyed or driven back by the ambush does not attack.
#[test]
fn an_attacker_driven_back_by_the_ambush_attacks_no_more() {
    let mut back = charge("line_infantry", "");
    back.roll(&[Face::Flag]);
    back.retreat();
    assert_eq!((back.state.step, back.row("A")), (Step::Combat, 2));
    let mut table = scene("red A melee_light_infantry 0503 unstable\nblue D line_infantry 0504");
    table.attack("A", "D");
    table.roll(&[Face::Infantry]);
    assert_eq!((table.state.step, table.elements("A")), (Step::Combat, 0));
    let mut shut = charge("line_infantry", "lake 0502 0602\n");
    shut.roll(&[Face::Flag]);
    assert_eq!(
        (shut.state.step, shut.elements("A"), shut.at("A").as_str()),
        (Step::Combat, 2, "0503"),
        "nor who cannot go back"
    );
}

/// J5.14, JI-40: Marksmen have their die; a paid defence order may be given as well, but no second Ambush; a variant
/// requires support.
#[test]
fn the_free_ambush_goes_with_marksmen_and_orders() {
    assert_eq!(charge("line_infantry marksman", "").dice(), 4);
    let mut table =
        scene(&format!("red A melee_heavy_infantry 0503\nblue D line_infantry 0504\ntokens blue 9\n{BLUE_FRIENDS}"));
    table.begin("A", "D");
    table.decline_to(Step::DefenceOrder);
    assert!(!table.defence_orders().contains(&DefenceOrder::Ambush), "it has one free");
    table.defence_order(DefenceOrder::LikeARock);
    assert_eq!((table.state.combat.attack_kind, table.state.step), (AttackKind::Ambush, Step::StrikeRoll));
    let first = |lines: &str| {
        let lines = format!("red A melee_heavy_infantry 0503\nblue D line_infantry 0504\n{lines}");
        let mut table = scene_with(&lines, |rules| rules.nonshooter_ambush_needs_support = true);
        table.attack("A", "D");
        table.state.combat.attack_kind
    };
    assert_eq!((first(""), first(BLUE_FRIENDS)), (AttackKind::Attack, AttackKind::Ambush));
}

/// J5.66, JA3.46: a tactical advantage of rockets is a morale hit at any distance and against any arm, a hit on
/// Fanatics; a variant counts them as artillery.
#[test]
fn tactical_advantages_of_rockets_are_morale_hits() {
    let meaning = |target: &str, change: fn(&mut Rules)| {
        scene_with(&format!("red A rocket_artillery_heavy 0503\nblue D {target}"), change).tactical("A", "D")
    };
    let targets = [
        "line_infantry 0504",
        "light_cavalry 0505",
        "foot_artillery_light 0506",
        "line_infantry 0507",
        "line_infantry 0506 elusive",
    ];
    for target in targets {
        assert_eq!(meaning(target, |_| ()), TacticalEffect::MoraleHit, "{target}");
    }
    assert_eq!(meaning("line_infantry 0507 fanatic", |_| ()), TacticalEffect::Hit);
    let as_artillery = |rules: &mut Rules| rules.rocket_ta = RocketTactical::AsArtillery;
    assert_eq!(
        ["line_infantry 0505", "line_infantry 0507"].map(|it| meaning(it, as_artillery)),
        [TacticalEffect::Hit, TacticalEffect::Miss]
    );
}

/// JA3.46, J2.19, J3.8: four classes with the numbers of foot artillery, in its activations; J4.10: the heaviest never
/// moves more than one hex.
#[test]
fn rockets_are_classed_as_foot_artillery() {
    for class in ["very_light", "light", "heavy", "very_heavy"] {
        let (rockets, foot) = (of(&format!("rocket_artillery_{class}")), of(&format!("foot_artillery_{class}")));
        let numbers = |it: &Profile| {
            (it.move_fight, it.move_max, it.move_cap, it.range, it.retreat_hexes, it.dice_lost_per_hex, it.points)
        };
        assert_eq!(
            (numbers(&rockets), rockets.mover, rockets.groups),
            (numbers(&foot), foot.mover, foot.groups),
            "{class}"
        );
        assert_eq!(rockets.groups, Arms::INFANTRY | Arms::ARTILLERY);
    }
    let mobile = |class: &str| {
        profile(&format!("type = \"rocket_artillery_{class}\"\nletters = [\"mobile\"]"), |_| ()).unwrap().move_max
    };
    assert_eq!((mobile("heavy"), mobile("very_heavy")), (2, 1));
    let dice = |elements: u8| {
        scene(&format!("red A rocket_artillery_light 0503 solid elements={elements}\nblue D line_infantry 0505"))
    };
    assert_eq!([1, 2, 3, 4].map(|elements| dice(elements).dice_of("A", "D")), [1, 2, 3, 3]);
}

/// J5.20, J4.11: very light rockets lose a die for each hex; two in total in a variant. J5.21: the others cannot fire
/// after moving.
#[test]
fn very_light_rockets_lose_dice_by_moving_and_others_do_not_fire() {
    let dice = |moved: u8, penalty| {
        let lines = format!("red A rocket_artillery_very_light 0503 moved={moved}\nblue D line_infantry 0505");
        scene_with(&lines, |rules| rules.rocket_very_light_move_penalty = penalty).dice_of("A", "D")
    };
    assert_eq!([0, 1, 2].map(|moved| dice(moved, RocketMovePenalty::PerHex)), [3, 2, 1]);
    assert_eq!([0, 1, 2].map(|moved| dice(moved, RocketMovePenalty::TwoFlat)), [3, 1, 1]);
    for (class, fires) in [("very_light", true), ("light", false), ("heavy", false), ("very_heavy", false)] {
        let mut table =
            scene(&format!("phase movement\nred A rocket_artillery_{class} 0503\nblue D line_infantry 0507"));
        table.play(Action::Move(table.unit("A")));
        let near = table.destinations().into_iter().filter(|(_, to)| to.hexes == 1).map(|(_, to)| to.may_attack);
        assert!(near.clone().count() == 6 && near.clone().all(|may| may == fires), "{class}");
    }
}

/// JA3.47: carronades count as foot artillery of the class one lighter than their shot would give.
#[test]
fn carronades_are_a_class_lighter() {
    let carronade = |class: &str, shift: i8| {
        let lines = format!("type = \"foot_artillery_{class}\"\ncarronade = true");
        profile(&lines, |rules| rules.carronade_class_shift = shift).unwrap()
    };
    for (shot, played) in
        [("very_heavy", "heavy"), ("heavy", "light"), ("light", "very_light"), ("very_light", "very_light")]
    {
        assert_eq!(carronade(shot, -1), of(&format!("foot_artillery_{played}")), "{shot}");
    }
    assert_eq!(
        (carronade("heavy", 0), carronade("heavy", -2)),
        (of("foot_artillery_heavy"), of("foot_artillery_very_light"))
    );
    let fault = profile("type = \"horse_artillery_light\"\ncarronade = true", |_| ()).unwrap_err();
    assert!(fault.contains("JA3.47"), "{fault}");
}

/// JI-40: the western troops that count as modern here are set by the rules.
#[test]
fn cavalry_may_be_said_to_roll_first_too() {
    let first = |troops: FamilySet| {
        let lines = "red A melee_heavy_infantry 0503\nblue D heavy_cavalry 0504";
        let mut table = scene_with(lines, |rules| rules.nonshooter_ambush_by = troops);
        table.attack("A", "D");
        table.state.combat.attack_kind == AttackKind::Ambush
    };
    // In the order of families: infantry, cavalry, lancers, artillery.
    let published = Rules::published().nonshooter_ambush_by;
    assert_eq!(published.names().collect::<Vec<_>>(), ["infantry", "artillery"]);
    assert_eq!([first(published), first(published.with(1))], [false, true]);
}
