//! Army lists and scenarios as shipped: points, bases and quarters of table T11, budgets of table T9, every file read
//! and every pair prepared.

use reglette::data::{Kind, Library, Source};
use reglette::en_avant::army::Army;
use reglette::en_avant::rules::Rules;
use reglette::en_avant::setup::position::Position;
use reglette::en_avant::setup::scenario::Scenario;
use reglette::en_avant::{EnAvant, Engagement};
use reglette::game::{BySide, Prepared, Rulebook, Side};
use std::collections::BTreeMap;

fn own(kind: Kind) -> Vec<Source> {
    let library = Library::built_in();
    let entries = library.list(kind).into_iter().filter(|entry| entry.rulebook.as_deref() == Some("en-avant"));
    entries.map(|entry| library.find(kind, &entry.path).expect("a shipped file")).collect()
}

fn armies() -> Vec<Army> {
    own(Kind::Army).iter().map(|source| Army::read(source).unwrap_or_else(|error| panic!("{error}"))).collect()
}

fn csv(name: &str) -> Vec<BTreeMap<String, String>> {
    let path = format!("{}/docs/rules/{name}", env!("CARGO_MANIFEST_DIR"));
    let mut reader = csv::Reader::from_path(path).expect("a file of the ledger");
    reader.deserialize().collect::<Result<_, _>>().expect("a well-formed file")
}

/// An option of a list: its group, and the bases and points of the army with it.
type WithOption = (String, u16, u32);

/// The rows of table T11: the name, bases, total, quarter and the totals with options by group.
fn totals() -> Vec<(String, u16, u32, u16, Vec<WithOption>)> {
    let ledger =
        std::fs::read_to_string(format!("{}/docs/rules/en-avant.md", env!("CARGO_MANIFEST_DIR"))).expect("the ledger");
    let table = ledger.split("### T11").nth(1).expect("table T11");
    let rows =
        table.lines().filter(|line| line.starts_with("| ")).skip(1).take_while(|line| !line.starts_with("| Group"));
    rows.map(|line| {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let options = cells[6].split("; ").filter(|it| *it != "–").map(|option| {
            let (group, rest) = option.split_once(": ").expect("a group and its figures");
            let (bases, total) = rest.split_once(", ").expect("bases and points");
            (group.to_owned(), bases.parse().expect("bases"), total.parse().expect("points"))
        });
        let number = |cell: &str| cell.parse::<u32>().unwrap_or_else(|_| panic!("{cell}"));
        (cells[0].to_owned(), number(cells[2]) as u16, number(cells[3]), number(cells[5]) as u16, options.collect())
    })
    .collect()
}

/// EX-86, E1.12, E13.14, E13.18, E13.19, EI-97, EI-98, EI-99: every list has the bases, points and quarter of table
/// T11, and with each option those stated there.
#[test]
fn every_list_has_the_points_of_the_table() {
    let (armies, rules) = (armies(), Rules::published());
    let table = totals();
    assert_eq!(table.len(), 26);
    for (title, bases, points, quarter, options) in table {
        let of_title: Vec<&Army> = armies.iter().filter(|army| army.title == title).collect();
        let plain = of_title.iter().find(|army| army.taken.is_empty()).unwrap_or_else(|| panic!("no list {title}"));
        assert_eq!((plain.bases(&rules), plain.points(&rules)), (u32::from(bases), points), "{title}");
        assert_eq!((bases / 4).max(1), quarter, "{title}");
        let mut stated: Vec<(u32, u32)> =
            options.iter().map(|(_, bases, points)| (u32::from(*bases), *points)).collect();
        let mut found: Vec<(u32, u32)> = of_title
            .iter()
            .filter(|army| army.taken.len() == 1)
            .map(|army| (army.bases(&rules), army.points(&rules)))
            .collect();
        stated.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, stated, "{title} with its options");
    }
}

/// E2.32, E13.18: every line of the lists is that of the ledger's file.
#[test]
fn every_line_is_that_of_the_ledger() {
    let armies = armies();
    let mut lines = 0;
    for row in csv("en-avant-armies.csv").iter().filter(|row| row["option_group"].is_empty()) {
        let army = armies.iter().find(|army| army.title == row["army_en"] && army.taken.is_empty()).expect("a list");
        let name = row["troop_en"].split(" (").next().expect("a name");
        let line = army.lines.iter().find(|line| line.name == name).unwrap_or_else(|| panic!("{}: {name}", army.title));
        lines += 1;
        let troop = line.troop;
        assert_eq!((army.period.name(), army.theatre.as_str()), (row["period"].as_str(), row["theatre"].as_str()));
        assert_eq!((line.bases.to_string(), troop.arm.name()), (row["bases"].clone(), row["arm"].as_str()), "{name}");
        let weight = if row["weight"] == "none" { "standard" } else { &row["weight"] };
        assert_eq!(troop.weight.name(), weight, "{name}");
        assert_eq!(troop.weapon.map_or("none", |weapon| weapon.name()), row["weapon"], "{name}");
        if row["quality"] != "none" {
            assert_eq!(troop.quality.name(), row["quality"], "{name}");
        }
        assert_eq!(troop.points(&Rules::published()).to_string(), row["points_each"], "{name}");
        assert_eq!(troop.multirank, name == "phalanx");
    }
    assert!(lines > 90);
}

/// A Napoleonic army of one unit of each sort.
fn of_sort(sort: &str, shoots: bool, rules: &Rules) -> (u32, u32) {
    let shoots = if shoots { "" } else { "shoots = false\n" };
    let text = format!("period = \"napoleonic\"\n[[regiment]]\nname = \"it\"\ntype = \"{sort}\"\n{shoots}");
    let source = Source::new(&Library::built_in(), Kind::Army, "armies/en-avant/it.toml", text);
    let force = Army::read(&source).unwrap_or_else(|error| panic!("{error}")).force(rules).expect("a sound army");
    let unit = &force.units[0];
    let each = unit.points.expect("a budget");
    (u32::from(each) * u32::from(unit.bases), u32::from(unit.bases))
}

/// EX-87, E14.10, E14.11, E14.12, E14.13, E14.19, EI-102, EI-103: bases and budgets of table T9; with the key for it
/// cavalry pays for shooting.
#[test]
fn units_of_the_napoleonic_period_cost_their_budget() {
    let sorts = [
        "inferior_infantry",
        "line_infantry",
        "elite_infantry",
        "light_cavalry",
        "heavy_cavalry",
        "guard_cavalry",
        "light_horse_artillery",
        "light_foot_artillery",
        "medium_horse_artillery",
        "medium_foot_artillery",
        "heavy_foot_artillery",
        "heavy_horse_artillery",
    ];
    let rows = csv("en-avant-napoleonic.csv");
    assert_eq!(rows.len(), sorts.len());
    let rules = Rules::published();
    let charged = Rules { charge_cavalry_shooting: true, cost_limber: 0, ..Rules::published() };
    for (sort, row) in sorts.iter().zip(&rows) {
        let (points, bases) = of_sort(sort, true, &rules);
        assert_eq!(
            (points.to_string(), bases.to_string()),
            (row["stated_budget"].clone(), row["bases"].clone()),
            "{sort}"
        );
        assert_eq!(of_sort(sort, true, &charged).0.to_string(), row["formula_if_shooting_counted"], "{sort}");
    }
    assert_eq!(of_sort("light_cavalry", false, &charged).0, 8, "lancers do not shoot and pay nothing for it (E14.16)");
}

/// E13.11, E13.21: at least six armies of 50 and six of 100 points for each later period, each within two points of its
/// budget.
#[test]
fn later_periods_have_armies_of_50_and_100_points() {
    let rules = Rules::published();
    for period in ["napoleonic", "civil_war"] {
        for budget in [50, 100] {
            let fits =
                |army: &&Army| army.period.name() == period && (budget - 2..=budget).contains(&army.points(&rules));
            assert!(armies().iter().filter(fits).count() >= 6, "{period} {budget}");
        }
    }
}

fn prepared(scenario: &Scenario, armies: BySide<Option<&Army>>) -> Engagement {
    let prepared: Result<Prepared<Engagement>, _> = EnAvant::prepare(&Rules::published(), scenario, armies);
    prepared.unwrap_or_else(|error| panic!("{error}")).game
}

/// E4.2, E4.3, E4.4, E4.6: every scenario can be prepared, with its own armies or with others; two lists of 35 points
/// fit on the small table.
#[test]
fn every_scenario_can_be_played() {
    let named =
        |name: &str| Army::read(&Library::built_in().find(Kind::Army, name).expect("a list")).expect("a sound list");
    let (gauls, franks) = (named("gauls"), named("franks"));
    let mut historical = 0;
    for source in own(Kind::Scenario) {
        let scenario = Scenario::read(&source).unwrap_or_else(|error| panic!("{error}"));
        let game = prepared(&scenario, BySide::new(Some(&gauls), Some(&franks)));
        assert!(game.troops.unit_counts.red > 0 && game.troops.unit_counts.blue > 0);
        if let (Some(red), Some(blue)) = (&scenario.parties.red.army, &scenario.parties.blue.army) {
            assert!(red.is_historical_opponent(blue), "{}", scenario.name);
            historical += 1;
        }
    }
    assert!(historical >= 11);
    for army in armies() {
        let open = Scenario::open("open", reglette::en_avant::setup::scenario::Table::Large);
        let game = prepared(&open, BySide::new(Some(&army), Some(&army)));
        assert_eq!(game.troops.points(Side::Red), army.points(&Rules::published()), "{}", army.name);
    }
}

/// Every kind of ground occurs, every method of random tables, and every theatre of the lists with a pair of its
/// armies.
#[test]
fn every_kind_of_ground_and_every_theatre_has_a_scenario() {
    let scenarios: Vec<Scenario> =
        own(Kind::Scenario).iter().map(|source| Scenario::read(source).expect("a sound scenario")).collect();
    let rules = Rules::published();
    let named =
        |name: &str| scenarios.iter().find(|it| it.name == name).unwrap_or_else(|| panic!("no scenario {name}"));
    let kinds = |name: &str| -> Vec<&str> {
        named(name).ground(&rules).expect("a sound table").pieces.iter().map(|piece| piece.kind.name()).collect()
    };
    assert!(kinds("open-field").is_empty());
    let grounds = [
        ("symmetric-ground", "wood"),
        ("village-and-fields", "built_up"),
        ("village-and-fields", "ploughed_or_mud"),
        ("river-with-ford", "river"),
        ("river-with-ford", "ford"),
        ("hill-defence", "steep_hill"),
        ("wood", "wood"),
        ("walls-and-hedges", "hedge_wall_palisade"),
        ("walls-and-hedges", "ditch_trench"),
        ("high-pass", "steep_hill"),
    ];
    for (name, kind) in grounds {
        assert!(kinds(name).contains(&kind), "{name} has no {kind}");
    }
    let large = named("large-field").ground(&rules).expect("a sound table");
    assert_eq!((large.half_width, large.half_depth), (90_000, 60_000));
    for name in ["halves", "in-turn", "chosen", "edited", "agreed"] {
        assert!(!kinds(&format!("chance-{name}")).is_empty());
    }
    let fought = |theatre: &str| {
        scenarios.iter().any(|it| it.parties.red.army.as_ref().is_some_and(|army| army.theatre == theatre))
    };
    for row in csv("en-avant-armies.csv") {
        assert!(fought(&row["theatre"]), "no scenario for {}", row["theatre"]);
    }
}

/// E13.13, EI-22: armies of Antiquity and the Middle Ages meet each other, and no other armies.
#[test]
fn only_armies_of_neighbouring_periods_meet() {
    let named =
        |name: &str| Army::read(&Library::built_in().find(Kind::Army, name).expect("a list")).expect("a sound list");
    let open = Scenario::open("open", reglette::en_avant::setup::scenario::Table::Small);
    let (gauls, crusaders, france) = (named("gauls"), named("crusaders"), named("napoleonic-france-50"));
    let meet = |red: &Army, blue: &Army| {
        EnAvant::prepare(&Rules::published(), &open, BySide::new(Some(red), Some(blue))).is_ok()
    };
    assert!(meet(&gauls, &crusaders));
    assert!(!meet(&gauls, &france));
    let free = Rules { period_match_required: false, ..Rules::published() };
    assert!(EnAvant::prepare(&free, &open, BySide::new(Some(&gauls), Some(&france))).is_ok());
}

/// E4.2, E4.3: the size of the table depends on the figures; the pieces scale with it.
#[test]
fn the_small_table_follows_the_size_of_the_figures() {
    let source = Library::built_in().find(Kind::Scenario, "symmetric-ground").expect("a scenario");
    let scenario = Scenario::read(&source).expect("a sound scenario");
    for (scale, side) in [("15", 60), ("20", 100), ("25", 120)] {
        let figure_scale = reglette::en_avant::rules::FigureScale::from_name(scale).expect("a size");
        let rules = Rules { figure_scale, ..Rules::published() };
        let ground = scenario.ground(&rules).expect("a sound table");
        assert_eq!((2 * ground.half_width, 2 * ground.half_depth), (side * 1_000, side * 1_000));
        assert_eq!(ground.pieces[1].centre().y, -12 * 10 * side, "a piece keeps its place on the table");
    }
}

#[test]
fn faults_of_scenarios_and_positions_are_told() {
    let library = Library::built_in();
    let scenario = |text: &str| {
        Scenario::read(&Source::new(&library, Kind::Scenario, "scenarios/en-avant/mine.toml", text))
            .unwrap_err()
            .to_string()
    };
    let piece = |rest: &str| format!("[[piece]]\nkind = \"wood\"\n{rest}");
    assert!(scenario(&piece("line = [[0, 0], [1, 1]]")).contains("only linear obstacles are lines"));
    assert!(scenario(&piece("circle = { at = [48, 0], radius = 5 }")).contains("wholly on the table"));
    assert!(scenario(&piece("outline = [[0, 0], [9, 0], [4, 2], [4, 9]]")).contains("points inwards"));
    assert!(scenario(&piece("")).contains("one shape"));
    assert!(
        scenario(&format!("symmetric = true\n{}", piece("circle = { at = [20, 0], radius = 5 }")))
            .contains("same from both edges")
    );
    let lake = "[[piece]]\nkind = \"lake\"\nobjective = true\ncircle = { at = [0, 0], radius = 5 }";
    assert!(scenario(lake).contains("no unit can enter"));
    let position = |text: &str| {
        Position::read(&Source::new(&library, Kind::Position, "positions/mine.toml", text), None)
            .unwrap_err()
            .to_string()
    };
    let unit = |at: &str| format!("[[unit]]\nname = \"a\"\nside = \"red\"\narm = \"infantry\"\nbases = 3\nat = {at}\n");
    let blue = "[[unit]]\nname = \"b\"\nside = \"blue\"\narm = \"infantry\"\nbases = 3\nat = [0, 1]\n";
    assert!(position(&format!("{}{blue}", unit("[0, 2]"))).contains("the unit overlaps R1 (E7.12)"));
    assert!(position(&format!("{}{blue}", unit("[49, 20]"))).contains("off the table"));
}

/// A position file states all places; contacts are computed from them.
#[test]
fn a_position_file_is_read_into_a_game_at_the_start_of_an_activation() {
    let text = "
active = \"blue\"
turn = 4
[red]
combativity = 3
general_with = \"guard\"
[[unit]]
name = \"guard\"
side = \"red\"
arm = \"infantry\"
quality = \"superior\"
bases = 4
left = 3
files = 3
at = [0, 0]
[[unit]]
name = \"horse\"
side = \"blue\"
arm = \"cavalry\"
quality = \"normal\"
bases = 2
at = [3, 0]
status = [\"attacker\"]
";
    let source = Source::new(&Library::built_in(), Kind::Position, "positions/mine.toml", text);
    let game = Position::read(&source, None).unwrap_or_else(|error| panic!("{error}")).engagement;
    let state = game.start;
    let (red, blue) = (game.troops.units_of(Side::Red).first(), game.troops.units_of(Side::Blue).first());
    assert!(game.units().contact(&state, red, blue).is_some());
    assert_eq!(
        (state.turn, state.active, state.combativity(Side::Red), state.combativity(Side::Blue)),
        (4, Side::Blue, 3, 4)
    );
    assert_eq!((state.unit(red).bases, state.side(Side::Red).general_unit), (3, red));
    assert!(state.unit(blue).has(reglette::en_avant::state::Status::ATTACKER));
}
