//! Elephants in panic (JA3.52, J5.91 to J5.98) and other special rules of camels and elephants: activations, ground,
//! sight, follow-up. The dice of both are in `positions/odds`.

use crate::scene::scene;
use crate::soundness::assert_units_sound;
use crate::table::{Table, set};
use reglette::game::{Show, Side};
use reglette::jomini::army::unit::Arms;
use reglette::jomini::rules::Face::{self, Artillery, Cavalry, Flag, Infantry, Tactical};
use reglette::jomini::state::action::Payment;
use reglette::jomini::state::{AttackOrder, DefenceOrder, Step, is_slip};
use reglette::jomini::{Action, Roll};

/// A position from lines such as `blue E elephant_medium 0505`, further keys after the hex, and lines of the file's
/// head.
fn table(head: &str, units: &[&str]) -> Table {
    let mut text = format!("scenario = \"plain\"\nphase = \"combat\"\nactive = \"red\"\nplayer_turn = 5\n{head}\n");
    if !head.contains("[blue]") {
        // One unit lost does not decide the game.
        text += "[blue]\nunits_at_start = 24\n";
    }
    for line in units {
        let words: Vec<&str> = line.splitn(5, ' ').collect();
        let status = if words[0] == "red" && words[3] != "-" { "status = [\"activated\"]\n" } else { "" };
        let at = if words[3] == "-" { String::new() } else { format!("at = {:?}\n", words[3]) };
        let more = words.get(4).map_or(String::new(), |more| more.replace("; ", "\n"));
        text += &format!(
            "[[unit]]\nside = {:?}\nid = {:?}\ntype = {:?}\n{at}{status}{more}\n",
            words[0], words[1], words[2]
        );
    }
    for (side, hex) in [("red", "0000"), ("blue", "0008")] {
        text += &format!("[[officer]]\nside = {side:?}\nrank = \"commander_in_chief\"\nat = {hex:?}\n");
    }
    Table::read("made up", &text)
}

/// The dice of panic: this many of them drive the elephant on (J5.96).
fn panic_dice(table: &mut Table, results: u8) {
    assert_eq!(table.state.step, Step::StampedeRoll, "an elephant rolls");
    let mut rolls = Vec::new();
    reglette::game::Game::rolls(&table.battle, &table.state, &mut rolls);
    assert_eq!(rolls.iter().map(|it| it.weight).sum::<u64>(), 216, "three dice");
    let wanted = Roll { hits: results, ..Roll::default() };
    assert!(rolls.iter().any(|it| it.roll == wanted));
    reglette::game::Game::apply_roll(&table.battle, &mut table.state, wanted);
}

/// Where the elephant may run.
fn ways(table: &Table) -> Vec<Action> {
    if table.state.step == Step::Stampede { table.legal() } else { Vec::new() }
}

/// A attacks E and takes its first element.
fn hit(table: &mut Table, face: Face) {
    table.attack("A", "E");
    table.roll(&[face]);
}

/// JX-29: one loss of an elephant is its panic (J5.19, J5.94); two results are two hexes towards its own edge (J5.96),
/// over the edge its end (J5.98).
#[test]
fn an_elephant_panics_and_flees_towards_its_edge() {
    let mut first = Table::open("jx-29-a");
    hit(&mut first, Cavalry);
    assert_eq!((first.elements("E"), first.at("Elephant of E").as_str()), (0, "0505"));
    assert_eq!(first.state.sides[1].units_lost, 1, "lost for its owner when it panics (JI-168)");
    panic_dice(&mut first, 2);
    assert_eq!(ways(&first).len(), 2);
    first.play(ways(&first)[0]);
    first.play(ways(&first)[0]);
    assert_eq!((first.row("Elephant of E"), first.elements("Elephant of E")), (7, 1));
    let mut second = Table::open("jx-29-b");
    hit(&mut second, Cavalry);
    panic_dice(&mut second, 2);
    second.play(ways(&second)[0]);
    assert_eq!(second.elements("Elephant of E"), 0, "it leaves the table");
}

/// J5.96, JI-161: it rolls again at the start of each player-turn of its owner; with no results a lone elephant stays
/// where it is.
#[test]
fn it_rolls_again_at_the_start_of_its_owners_player_turn() {
    let mut table = Table::open("jx-29-a");
    hit(&mut table, Cavalry);
    panic_dice(&mut table, 0);
    assert_eq!(
        (table.at("Elephant of E").as_str(), table.state.step),
        ("0505", Step::StampedeRoll),
        "its own hex, no follow-up into it, and nobody else to fight"
    );
    assert_eq!(table.state.player_turn, 6);
    panic_dice(&mut table, 1);
    table.play(ways(&table)[0]);
    assert_eq!((table.row("Elephant of E"), table.state.step), (6, Step::Command));
}

/// JX-30, part A: infantry on elephants fights on, on foot (J5.95, J4.20, J5.93); its elephant cannot stay in its hex
/// (JI-164).
#[test]
fn infantry_on_elephants_goes_on_foot_after_its_first_loss() {
    let mut table = table("", &["red A line_infantry 0504", "blue R light_infantry 0505 carried_by = \"elephants\""]);
    let unit = table.unit("R");
    assert!(table.battle.field.forces.has_elephants(&table.state, unit));
    table.attack("A", "R");
    table.roll(&[Infantry]);
    assert_eq!((table.elements("R"), table.at("Elephant of R").as_str()), (2, ""));
    panic_dice(&mut table, 0);
    table.play(ways(&table)[0]);
    assert_eq!(table.row("Elephant of R"), 6, "one hex, though nothing drove it");
    assert!(!table.battle.field.forces.has_elephants(&table.state, unit) && !table.state.is_riding(unit));
    assert_eq!(table.state.sides[1].units_lost, 0, "a loose elephant is no unit (JI-168)");
}

/// JA3.5, JI-103: Impetuous troops that have followed up beside an enemy elephant in panic, and beside no other enemy,
/// must attack it as they must in the Combat phase.
#[test]
fn impetuous_troops_must_attack_an_elephant_in_panic() {
    let mut table = table(
        "",
        &[
            "red A light_cavalry 0503 letters = [\"impetuous\"]",
            "blue D line_infantry 0504 morale = \"unstable\"",
            "blue E elephant_medium - elements = 0; panicked_at = [\"0505\"]",
            "blue F line_infantry 1108",
        ],
    );
    table.attack("A", "D");
    table.roll(&[Infantry]);
    table.play(Action::FollowUp);
    assert_eq!(table.state.step, Step::Pursuit);
    assert!(!table.may(Action::Pass), "{:?}", table.legal());
}

/// JX-30, part B: a hex that impassable ground forbids is a loss (J5.98, JI-165).
#[test]
fn before_impassable_ground_an_elephant_disappears() {
    let mut table = table(
        "[terrain]\nmountain = [\"0606\"]\nlake = [\"0407\", \"0507\"]",
        &[
            "red A line_infantry 0001",
            "blue E elephant_medium - elements = 0; panicked_at = [\"0505\"]",
            "blue F line_infantry 1108",
        ],
    );
    table.play(Action::Done);
    panic_dice(&mut table, 2);
    assert_eq!(table.elements("Elephant of E"), 0);
    assert_eq!(table.state.step, Step::Command);
}

/// JX-31 A: it attacks one of the enemies in its way (J5.97), with three plain dice (JI-166), and runs on into the
/// vacated hex; its letters give tokens to neither side (JI-136).
#[test]
fn an_elephant_in_panic_tramples_an_enemy_in_its_way() {
    let mut table = Table::open("jx-31-a");
    table.play(Action::Done);
    panic_dice(&mut table, 2);
    let (one, other) = (table.unit("S"), table.unit("T"));
    assert_eq!(set_of(ways(&table)), set_of(vec![Action::Trample(one), Action::Trample(other)]), "its owner chooses");
    table.play(Action::Trample(one));
    assert_eq!(table.dice(), 3);
    table.roll(&[Flag, Face::Letter]);
    assert_eq!((table.at("S").as_str(), table.state.sides[1].tokens), ("0405", 0));
    assert_eq!(table.at("Elephant of E"), "0506");
    table.play(ways(&table)[0]);
    assert_eq!((table.row("Elephant of E"), table.state.step), (7, Step::Command));
}

fn set_of(actions: Vec<Action>) -> std::collections::BTreeSet<String> {
    actions.into_iter().map(|action| format!("{action:?}")).collect()
}

/// JX-31 B: and a friend, if the ground leaves no other way (J5.97).
#[test]
fn an_elephant_in_panic_tramples_a_friend_in_its_way() {
    let mut table = Table::open("jx-31-b");
    table.play(Action::Done);
    panic_dice(&mut table, 2);
    table.roll(&[Flag]);
    table.retreat();
    // It takes the vacated hex and the only other one of row 7.
    assert_eq!((table.row("N"), table.row("Elephant of E"), table.state.step), (7, 7, Step::Command));
    assert_ne!(table.at("N"), table.at("Elephant of E"));
}

/// J4.21, JI-37: wagons that moved in their owner's last Movement phase are open to his elephants in panic, which run
/// before the next one.
#[test]
fn moves_count_until_the_elephants_in_panic_have_run() {
    let mut table = table(
        "",
        &[
            "red A line_infantry 0503",
            "blue E elephant_medium - elements = 0; panicked_at = [\"0507\"]",
            "blue W line_infantry 0504 carried_by = \"wagons\"; hexes_moved = 1",
        ],
    );
    let is_drawn_up = |table: &Table| {
        let attack = table.attack_roll("A", "W");
        table.battle.field.forces.shelters_in_wagons(&table.state, &attack)
    };
    table.play(Action::Done);
    assert_eq!(table.state.step, Step::StampedeRoll);
    assert!(!is_drawn_up(&table), "the wagons have moved");
    panic_dice(&mut table, 1);
    while table.state.step == Step::Stampede {
        table.play(table.legal()[0]);
    }
    assert_eq!(table.state.step, Step::Command);
    assert!(is_drawn_up(&table), "a new player-turn of their owner");
}

/// J5.97, JI-165: a supported unit that stands strikes back, and the elephant that could not move disappears.
#[test]
fn who_stands_against_an_elephant_may_strike_back_and_ends_its_flight() {
    let mut table = table(
        "",
        &[
            "red S line_infantry 0506",
            "red T line_infantry 0606",
            "red U line_infantry 0507",
            "blue E elephant_medium - elements = 0; panicked_at = [\"0505\"]",
            "blue F line_infantry 1108",
            "blue G line_infantry 1008",
        ],
    );
    table.play(Action::Done);
    panic_dice(&mut table, 1);
    let target = table.unit("S");
    table.play(Action::Trample(target));
    table.roll(&[Infantry, Tactical]);
    assert_eq!((table.elements("S"), table.state.step), (1, Step::Riposte), "every tactical advantage hits (JI-130)");
    table.play(Action::Pass);
    assert_eq!((table.elements("Elephant of E"), table.state.step), (0, Step::Command));
}

/// Section 7, line 11: in the first edition its dice are modified as those of any attack (JI-166).
#[test]
fn ground_takes_dice_from_an_elephant_in_panic_in_the_first_edition_only() {
    let units = [
        "red S line_infantry 0506",
        "red T line_infantry 0606",
        "red U line_infantry 0507",
        "blue E elephant_medium - elements = 0; panicked_at = [\"0505\"]",
        "blue F line_infantry 1108",
        "blue G line_infantry 1008",
    ];
    let dice = |rules: &str| {
        let mut table = table(&format!("rules = {rules:?}\n[terrain]\nforest = [\"0506\", \"0606\"]"), &units);
        table.play(Action::Done);
        panic_dice(&mut table, 1);
        let target = table.unit("S");
        table.play(Action::Trample(target));
        table.dice()
    };
    assert_eq!((dice("jomini-v2"), dice("jomini-v1")), (3, 2));
}

/// JI-167: the enemy may attack an elephant in panic, its owner not; it never strikes back; morale hits move it a hex
/// each, any hit removes it (J5.98).
#[test]
fn the_enemy_may_strike_an_elephant_in_panic() {
    let units = [
        "red A line_infantry 0504",
        "red B foot_artillery_light 0503",
        "blue E elephant_medium - elements = 0; panicked_at = [\"0505\"]",
        "blue F line_infantry 0405",
        "blue G line_infantry 0605",
    ];
    let mut one = table("", &units);
    assert_eq!((one.targets("A"), one.targets("B").contains("Elephant of E")), (set(&["Elephant of E", "F"]), true));
    one.attack("A", "Elephant of E");
    one.roll(&[Flag]);
    assert_eq!(one.state.step, Step::Stampede);
    one.play(ways(&one)[0]);
    assert_eq!(
        (one.row("Elephant of E"), one.state.step),
        (6, Step::Combat),
        "no riposte, and no follow-up by trained infantry"
    );
    let mut other = table("", &units);
    other.attack("A", "Elephant of E");
    other.roll(&[Cavalry]);
    assert_eq!(
        (other.elements("Elephant of E"), other.state.sides[1].units_lost),
        (0, 1),
        "the elephant's own unit was lost before"
    );
    let friends = other.battle.field.friends_next_to(&other.state, other.unit("F"), other.hex("0405"));
    assert_eq!(friends, 0);
    let here = table("", &units);
    assert_eq!(
        here.battle.field.friends_next_to(&here.state, here.unit("F"), here.hex("0405")),
        0,
        "an elephant in panic supports nobody (JI-9)"
    );
}

/// J5.91, J5.92: the face that hits elephants is that of mounted troops, with guns that of artillery. J5.95: towed guns
/// become static when their elephant has run away.
#[test]
fn towed_guns_are_static_once_their_elephant_has_run() {
    for (kind, face, other) in [
        ("elephant_medium", Cavalry, Artillery),
        ("elephant_artillery_light", Artillery, Cavalry),
        ("elephant_towed_artillery_heavy", Artillery, Cavalry),
        ("zambourek", Cavalry, Artillery),
    ] {
        let line = format!("blue E {kind} 0505");
        let position = || {
            table("", &["red A line_infantry 0504", &line, "blue F line_infantry 1108", "blue G line_infantry 1008"])
        };
        let (mut struck, mut missed) = (position(), position());
        let before = struck.elements("E");
        hit(&mut struck, face);
        assert_eq!(struck.elements("E"), before - 1, "{kind}");
        hit(&mut missed, other);
        assert_eq!(missed.elements("E"), before, "{kind}");
    }
    let mut guns = table(
        "",
        &["red A line_infantry 0504", "blue E elephant_towed_artillery_heavy 0505", "blue F line_infantry 1108"],
    );
    guns.attack("A", "E");
    guns.roll(&[Artillery, Flag, Flag]);
    panic_dice(&mut guns, 1);
    guns.play(ways(&guns)[0]);
    // Of two flags guns ignore one; the other is a hex that they cannot make (JI-101).
    assert_eq!((guns.at("E").as_str(), guns.elements("E")), ("0505", 1));
    assert!(!guns.battle.field.forces.has_elephants(&guns.state, guns.unit("E")));
}

/// JA3.49: an elephant is a single animal even with guns on its back, and whatever its morale; it panics with the first
/// loss.
#[test]
fn guns_on_elephants_panic_with_their_only_element() {
    let mut table = table(
        "",
        &[
            "red A line_infantry 0504",
            "blue E elephant_artillery_light 0505 morale = \"iron\"",
            "blue F line_infantry 1108",
            "blue G line_infantry 1008",
        ],
    );
    assert_eq!(table.elements("E"), 1);
    hit(&mut table, Artillery);
    panic_dice(&mut table, 1);
    assert_eq!(ways(&table).len(), 2);
}

/// JX-15 D: an elephant's tactical advantage is a hit (J5.67).
#[test]
fn tactical_advantages_of_elephants_hit() {
    let mut table = Table::open("jx-15-d");
    table.attack("A", "D");
    table.roll(&[Tactical]);
    assert_eq!(table.elements("D"), 2);
}

/// JX-25 C: elephants must follow up, elite ones too (J5.82). They neither break through (JI-71) nor charge in answer
/// to a charge (JI-26).
#[test]
fn elephants_must_follow_up() {
    let mut table = Table::open("jx-25-elephant");
    table.attack("C", "D");
    table.roll(&[Flag]);
    table.retreat();
    assert_eq!((table.at("C").as_str(), table.state.step), ("0504", Step::Pursuit));
}

/// JX-27: after its follow-up an elephant may pursue one hex and fight the same unit again (J5.84).
#[test]
fn an_elephant_pursues_whom_it_drove_back() {
    let mut table = Table::open("jx-27");
    table.attack("A", "D");
    table.roll(&[Flag]);
    table.play(Action::RetreatTo(table.hex("0506")));
    assert_eq!((table.at("A").as_str(), table.state.step), ("0504", Step::Pursuit));
    table.play(Action::PursueTo(table.hex("0505")));
    let target = table.unit("D");
    table.play(Action::AttackAgain(target));
    table.go_to_dice();
    table.roll(&[Infantry]);
    assert_eq!(table.elements("D"), 2);
}

/// JI-26: elephants are no cavalry for a counter-charge; JI-72: Élan costs them what it costs mounted troops.
#[test]
fn elephants_are_mounted_troops_but_no_cavalry() {
    let offered = |attacker: &str| {
        let line = format!("red A {attacker} 0503");
        let units = [&line, "blue D heavy_cavalry 0504", "blue E line_infantry 0404", "blue F line_infantry 0604"];
        let mut table = table("[red]\ntokens = 2\n[blue]\ntokens = 9", &units);
        table.begin("A", "D");
        let elan = table.may(Action::OrderAttack(AttackOrder::Elan, Payment::Tokens));
        table.play(Action::NoOrder);
        (elan, table.may(Action::OrderDefence(DefenceOrder::CounterCharge, Payment::Tokens)))
    };
    assert_eq!((offered("elephant_medium"), offered("heavy_camelry")), ((true, false), (true, true)));
}

/// JX-10: an elephant stands above troops, but not above woods (J5.37); another elephant hides it (JI-122).
#[test]
fn elephants_are_fired_at_over_troops() {
    assert_eq!(Table::open("jx-10").targets("gun"), set(&["A"]));
    let flat = |between: &str| {
        let line = format!("red F {between} 0602");
        table("", &["red gun foot_artillery_heavy 0502", &line, "blue A elephant_medium 0702"]).targets("gun")
    };
    assert_eq!((flat("line_infantry"), flat("elephant_medium")), (set(&["A"]), set(&[])));
    let carried =
        table("", &["red gun elephant_artillery_light 0502", "red F line_infantry 0602", "blue A line_infantry 0702"]);
    assert_eq!(carried.targets("gun"), set(&["A"]), "guns on elephants fire over troops");
    let towed = table(
        "",
        &["red gun elephant_towed_artillery_heavy 0502", "red F line_infantry 0602", "blue A line_infantry 0702"],
    );
    assert_eq!(towed.targets("gun"), set(&[]), "towed guns do not");
}

/// J3.10, J3.8, J3.9, JI-48: elephants go with infantry or mounted troops, with guns also in an activation of
/// artillery; zamboureks with mounted troops.
#[test]
fn elephants_go_with_infantry_or_with_mounted_troops() {
    let (infantry, mounted, artillery) = (Arms::INFANTRY, Arms::MOUNTED, Arms::ARTILLERY);
    for (kind, groups) in [
        ("elephant_medium", infantry | mounted),
        ("elephant_artillery_light", infantry | mounted | artillery),
        ("elephant_towed_artillery_heavy", infantry | mounted | artillery),
        ("heavy_camelry", mounted),
        ("zambourek", mounted | artillery),
    ] {
        let line = format!("red A {kind} 0503");
        let table = table("", &[&line, "blue D line_infantry 0508"]);
        assert_eq!(table.battle.field.forces.profile(table.unit("A")).groups, groups, "{kind}");
    }
}

/// JI-31: guns whose elephants have run away are foot artillery: camels beside them frighten nobody (J5.17), and they
/// are no longer activated with mounted troops (J3.8).
#[test]
fn abandoned_guns_are_foot_artillery() {
    let with = |gone: bool| {
        let state = if gone { " elephant_gone" } else { "" };
        let gun = format!("red G elephant_towed_artillery_heavy 0502{state}");
        let more = "red C heavy_camelry 0602\nred H heavy_cavalry 0402\nofficer red commander_in_chief 0501";
        // Units are picked in their order.
        scene(&format!("phase command\n{more}\n{gun}\nblue D line_infantry 0505"))
    };
    let camels = |gone: bool| with(gone).trail("G", "D").iter().any(|(rule, _)| *rule == "J5.17");
    assert_eq!([camels(false), camels(true)], [true, false]);
    let beside_cavalry = |gone: bool| {
        let mut table = with(gone);
        let chief = table.battle.field.forces.officers_of(Side::Red).next().expect("an officer");
        table.play(Action::Activate(chief));
        table.play(Action::Pick(table.unit("H")));
        table.may(Action::Pick(table.unit("G")))
    };
    assert_eq!([beside_cavalry(false), beside_cavalry(true)], [true, false]);
}

/// The hexes that A can reach, alone except for the contents of 0504.
fn reach(head: &str, units: &[&str]) -> std::collections::BTreeSet<String> {
    let text = format!("{head}\n");
    let mut table = table(&text, units);
    table.state.step = Step::Movement;
    table.play(Action::Move(table.unit("A")));
    table.destinations().into_iter().map(|(hex, _)| hex).collect()
}

/// J4.4, JI-92: camelry passes through friendly guns, elephants and zamboureks do not. J7.9: sand stops no camels.
/// JI-99: closed terrain is closed to guns on animals too.
#[test]
fn camels_and_elephants_on_their_way() {
    let barred = ["0504", "0604"].map(|hex| format!("red G{hex} foot_artillery_light {hex}"));
    let far = |kind: &str| {
        let line = format!("red A {kind} 0503");
        let hexes = reach(
            "",
            &[
                &line,
                &barred[0],
                &barred[1],
                "red H line_infantry 0403",
                "red I line_infantry 0603",
                "blue D line_infantry 1108",
            ],
        );
        hexes.contains("0505")
    };
    assert_eq!(["heavy_camelry", "elephant_medium", "zambourek"].map(far), [true, false, false]);
    let sand = "[terrain]\nsand = [\"0504\", \"0604\"]";
    let through =
        |kind: &str| reach(sand, &[&format!("red A {kind} 0503"), "blue D line_infantry 1108"]).contains("0505");
    assert_eq!(
        ["heavy_camelry", "zambourek", "heavy_cavalry", "elephant_medium"].map(through),
        [true, true, false, false]
    );
    let wood = "[terrain]\nforest = [\"0504\"]";
    let into = |kind: &str| reach(wood, &[&format!("red A {kind} 0503"), "blue D line_infantry 1108"]).contains("0504");
    assert_eq!(["elephant_medium", "zambourek", "elephant_artillery_light"].map(into), [true, false, false]);
}

/// JX-50: two dice, and two hexes for a morale hit that is not ignored (JA3.21, JI-28).
#[test]
fn indian_guns_towed_by_elephants() {
    let mut table = Table::open("jx-50");
    let (guns, target) = (table.unit("guns"), table.unit("A"));
    let attack = reglette::jomini::state::attack_roll::AttackRoll::attack(
        &table.battle.field.board,
        &table.state,
        guns,
        table.hex("0504"),
        target,
    );
    assert_eq!(table.battle.field.dice(&table.state, &attack, &mut ()), 2);
    table.attack("A", "guns");
    assert_eq!(table.dice(), 4, "western infantry against Irregulars (JA3.15)");
    table.roll(&[Flag, Flag]);
    table.retreat();
    assert_eq!(table.row("guns"), 6);
}

/// JA1.10, JA3.52: the last elephant of the largest army is an elephant in panic, and not a slip of paper.
#[test]
fn the_last_elephant_of_the_largest_army_is_no_slip_of_paper() {
    let lines: Vec<String> = (0..24)
        .map(|number| match number {
            0..16 => format!("blue L{number} line_infantry {:02}{:02}", number % 11, 6 + number / 11),
            16..23 => format!("blue E{number} elephant_medium {:02}08", number - 16),
            _ => "blue E23 elephant_medium - elements = 0; panicked_at = [\"0504\"]".to_owned(),
        })
        .chain(["red A line_infantry 0300".to_owned()])
        .collect();
    let table = table("", &lines.iter().map(String::as_str).collect::<Vec<_>>());
    assert_units_sound(&table.battle, &table.state);
    let elephant = table.state.unit_at(table.hex("0504"));
    assert!(table.battle.field.forces.is_panicked(elephant) && !is_slip(elephant));
    let data = table.battle.position_to_data(&table.state);
    assert_eq!(table.battle.position_from_data(&data), Ok(table.state));
}
