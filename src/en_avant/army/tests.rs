use super::*;
use crate::data::{Kind, Library, Source};

fn army(name: &str) -> Army {
    let source = Library::built_in().find(Kind::Army, name).expect("a shipped army");
    Army::read(&source).unwrap_or_else(|error| panic!("{error}"))
}

fn read(text: &str) -> Result<Army, String> {
    let source = Source::new(&Library::built_in(), Kind::Army, "armies/en-avant/mine.toml", text);
    Army::read(&source).map_err(|error| error.to_string())
}

/// E2.37, EI-8: one unit per line, larger lines in as few equal parts as the rules allow; one unit per piece of
/// artillery.
#[test]
fn lines_become_units_of_at_most_the_bases_of_the_rules() {
    let rules = Rules::published();
    let parts = |name: &str, line: &str| {
        let army = army(name);
        army.lines.iter().find(|it| it.name == line).expect("a line").partition(&rules)
    };
    assert_eq!(parts("gauls", "warriors"), [5, 5]);
    assert_eq!(parts("gauls", "javelinmen"), [3]);
    assert_eq!(parts("greek-city", "hoplites"), [4, 3]);
    assert_eq!(parts("saxons", "warriors"), [6, 6]);
}

/// E13.16: a multiplied list multiplies the bases of each line.
#[test]
fn a_doubled_list_has_twice_the_bases() {
    let rules = Rules { list_multiplier: 2, ..Rules::published() };
    let force = army("greek-city").force(&rules).expect("room enough");
    let bases: u32 = force.units.iter().map(|unit| u32::from(unit.bases)).sum();
    assert_eq!(bases, 22);
}

/// E13.19, EI-100.
#[test]
fn options_replace_bases_once_and_may_exclude_each_other() {
    assert_eq!(army("late-romans-horse-for-legion").points(&Rules::published()), 34);
    let twice = read("extends = \"late-romans\"\ntake = [\"literal\", \"literal\"]").unwrap_err();
    assert!(twice.contains("taken twice"), "{twice}");
    let both = read("extends = \"late-romans\"\ntake = [\"horse-for-legion\", \"horse-for-equites\"]").unwrap_err();
    assert!(both.contains("exclude each other"), "{both}");
    let unknown = read("extends = \"late-romans\"\ntake = [\"litteral\"]").unwrap_err();
    assert!(unknown.contains("did you mean \"literal\"?"), "{unknown}");
}

/// E2.37, E13.19, E14.21, EI-100: bases that an option adds to a line are on the table, in the units that are stated.
#[test]
fn bases_added_by_an_option_are_on_the_table() {
    let line = |quality: &str, rest: &str| {
        format!("name = \"a\"\narm = \"infantry\"\nquality = \"{quality}\"\nweapon = \"rifle_mid19c_1914\"\n{rest}\n")
    };
    let units = |head: &str, listed: &str, added: &str| -> Result<Vec<u8>, String> {
        let option = format!("[[option]]\nname = \"more\"\n[[option.add]]\n{added}");
        let army = read(&format!("{head}\ntake = [\"more\"]\n[[troop]]\n{}{option}", line("normal", listed)))?;
        Ok(army.force(&Rules::published())?.units.iter().map(|unit| unit.bases).collect())
    };
    let of_south = "period = \"civil_war\"\nnation = \"south\"";
    let (of_antiquity, stated) = ("period = \"antiquity\"", "bases = 5\nunits = [2, 3]");
    let fault = |head: &str, added: String| units(head, stated, &added).unwrap_err();
    assert_eq!(units(of_antiquity, stated, &line("normal", "bases = 4\nunits = [1, 3]")).unwrap(), [2, 3, 1, 3]);
    assert_eq!(units(of_antiquity, stated, &line("normal", "bases = 4")).unwrap(), [5, 4]);
    assert_eq!(units(of_antiquity, "bases = 5", &line("normal", "bases = 4\nunits = [4]")).unwrap(), [5, 4]);
    assert_eq!(units(of_south, stated, &line("normal", "bases = 2\nunits = [2]")).unwrap(), [2, 3, 2]);
    assert!(fault(of_south, line("normal", "bases = 2")).contains("the units are stated"));
    assert!(fault(of_south, line("normal", "bases = 4\nunits = [4]")).contains("1 to 3 bases"));
    assert!(fault(of_antiquity, line("superior", "bases = 4")).contains("are of another troop"));
    assert!(fault(of_antiquity, line("normal", "bases = 254")).contains("far too many bases"));
}

/// E2.3, E2.9, EI-62: what costs as one troop does not shoot as another.
#[test]
fn a_weapon_is_that_of_its_arm_and_quality() {
    let line = |arm: &str, weapon: &str, rest: &str| {
        let keys = format!("name = \"a\"\narm = \"{arm}\"\nweapon = \"{weapon}\"\nbases = 2\n{rest}");
        read(&format!("period = \"antiquity\"\n[[troop]]\n{keys}")).err().unwrap_or_default()
    };
    for (weapon, quality) in [("inferior", "inferior"), ("normal", "normal"), ("superior", "superior")] {
        let (weapon, quality) = (format!("{weapon}_artillery"), format!("quality = \"{quality}\""));
        assert_eq!(line("artillery", &weapon, &quality), "");
        assert!(line("infantry", &weapon, &quality).contains("only artillery has a weapon such as"), "{weapon}");
    }
    let heavy = "superior_heavy_artillery";
    assert_eq!(line("artillery", heavy, "quality = \"superior\"\nweight = \"heavy\""), "");
    for rest in ["quality = \"superior\"", "quality = \"inferior\"\nweight = \"heavy\""] {
        let fault = line("artillery", heavy, rest);
        assert!(fault.contains("is the weapon of superior artillery, heavy (E2.3, table T4)"), "{fault}");
    }
    let light = line("artillery", "superior_artillery", "quality = \"superior\"\nweight = \"heavy\"");
    assert!(light.contains("superior artillery, not heavy"), "{light}");
    assert!(line("artillery", "longbow", "quality = \"normal\"").contains("artillery has guns or engines"));
    assert!(line("cavalry", "ballista", "quality = \"normal\"").contains("only artillery"));
    assert_eq!(line("artillery", "catapult", "quality = \"superior\""), "");
}

/// E2.37, E13.19, E14.21, EI-100: an option takes the last stated units of a line away that have together as many
/// bases, and leaves the others as they are stated.
#[test]
fn an_option_takes_stated_units_away() {
    let units = |period: &str, stated: &[u8], bases: u8| -> Result<Vec<u8>, String> {
        let all: u8 = stated.iter().sum();
        let line =
            "[[troop]]\nname = \"a\"\narm = \"infantry\"\nquality = \"normal\"\nweapon = \"rifle_mid19c_1914\"\n";
        let option = format!("[[option]]\nname = \"less\"\nremove = [{{ name = \"a\", bases = {bases} }}]\n");
        let head = format!("{period}\ntake = [\"less\"]\n{line}bases = {all}\nunits = {stated:?}\n");
        let army = read(&format!("{head}{option}"))?;
        Ok(army.force(&Rules::published())?.units.iter().map(|unit| unit.bases).collect())
    };
    let south = |stated: &[u8], bases: u8| units("period = \"civil_war\"\nnation = \"south\"", stated, bases);
    assert_eq!(
        [2, 3, 5, 6].map(|bases| south(&[3, 2, 3], bases)),
        [Ok(vec![3, 3]), Ok(vec![3, 2]), Ok(vec![3]), Ok(vec![2])]
    );
    assert_eq!((south(&[3, 3, 2], 3), south(&[2, 2, 3], 4)), (Ok(vec![3, 2]), Ok(vec![3])));
    assert!(south(&[3, 2, 3], 1).unwrap_err().contains("the units are stated"));
    assert_eq!(units("period = \"antiquity\"", &[3, 2, 3], 1), Ok(vec![4, 3]), "no unit has one base");
}

/// E2.37, E13.19, E13.21, EI-100: an option takes whole units of table T9 away, and leaves the others.
#[test]
fn an_option_takes_whole_units_of_table_t9_away() {
    let units = |bases: u8| -> Result<usize, String> {
        let regiments = "[[regiment]]\nname = \"a\"\ntype = \"line_infantry\"\ncount = 3\n";
        let option = format!("[[option]]\nname = \"less\"\nremove = [{{ name = \"a\", bases = {bases} }}]\n");
        let army = read(&format!("period = \"napoleonic\"\ntake = [\"less\"]\n{regiments}{option}"))?;
        Ok(army.force(&Rules::published())?.units.len())
    };
    assert_eq!((units(4), units(8)), (Ok(2), Ok(1)));
    assert!(units(3).unwrap_err().contains("taken away whole"));
}

/// E13.20, EI-101: opponents are historical only if both lists name each other.
#[test]
fn opponents_are_historical_if_both_lists_say_so() {
    assert!(army("macedonians").is_historical_opponent(&army("late-persians")));
    assert!(!army("visigoths").is_historical_opponent(&army("saxons")), "the Saxons do not name the Visigoths");
    assert!(!army("macedonians").is_historical_opponent(&army("early-persians")));
    assert!(army("late-romans-literal").is_historical_opponent(&army("picts")));
}

/// E13.1, E13.21, E2.3, E2.9, E14.15, E14.19, E14.21, E14.23.
#[test]
fn faults_of_a_list_are_told() {
    let line = "[[troop]]\nname = \"a\"\narm = \"infantry\"\nquality = \"normal\"\nbases = 3\n";
    let fault = |text: String| read(&text).unwrap_err();
    assert!(fault(format!("period = \"antiquity\"\npoints = 7\n{line}")).contains("come to 6 points, not to 7"));
    assert!(fault(format!("period = \"antiquity\"\nbudget = 5\n{line}")).contains("more than the budget"));
    assert!(fault(format!("period = \"napoleonic\"\n{line}")).contains("units of table T9"));
    assert!(fault(format!("period = \"civil_war\"\n{line}")).contains("south or the north"));
    let cavalry = "[[troop]]\nname = \"a\"\narm = \"cavalry\"\nquality = \"normal\"\nbases = 4\nunits = [4]\n";
    let faults = fault(format!("period = \"civil_war\"\nnation = \"south\"\n{cavalry}"));
    assert!(faults.contains("1 to 3 bases") && faults.contains("is light") && faults.contains("shoots"), "{faults}");
    let guns = "[[troop]]\nname = \"a\"\narm = \"artillery\"\nquality = \"normal\"\nbases = 1\n";
    assert!(fault(format!("period = \"antiquity\"\n{guns}")).contains("no use but to shoot"));
    let lancers = "[[regiment]]\nname = \"a\"\ntype = \"line_infantry\"\nshoots = false\n";
    assert!(fault(format!("period = \"napoleonic\"\n{lancers}")).contains("only cavalry"));
    assert!(
        fault("period = \"antiquity\"\n[[troop]]\nname = \"a\"\narm = \"infantry\"\nbases = 1".to_owned())
            .contains("has a quality")
    );
}
