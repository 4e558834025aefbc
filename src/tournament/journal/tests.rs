use super::*;
use crate::game::{Ending, Grade, Outcome, Side, Tally};
use crate::tournament::schedule::{Entrant, Schedule};

fn schedule() -> Schedule {
    let entrant = |bot| Entrant { bot, army: None };
    Schedule::of_cells(vec![PairingOnScenario { scenario: 0, entrants: [entrant(0), entrant(1)], pairs: 30 }])
}

fn resumed(folder: &Path) -> ResumeData {
    let Ok(JournalState::ResumeData(left)) = Journal::resume(Lock::take(folder).unwrap(), "plan") else {
        panic!("there is a checkpoint")
    };
    *left
}

fn rows(schedule: &Schedule, pair: u64) -> Vec<GameRow> {
    let outcome = Outcome { winner: Some(Side::Red), grade: Grade::None, ending: Ending::Victory };
    let tally = Tally { rounds: pair as u32, ..Tally::default() };
    schedule.specs(schedule.pair(pair)).map(|spec| GameRow::for_tests(spec, outcome, tally)).collect()
}

fn played(journal: &Journal, schedule: &Schedule, pair: u64) -> PlayedPair {
    let rows = rows(schedule, pair);
    PlayedPair { pair, line: journal.line_of_pair()(pair, &rows).unwrap(), rows }
}

#[test]
fn a_written_checkpoint_is_read_back() {
    let (folder, schedule) = (tempfile::tempdir().unwrap(), schedule());
    let mut standings = Standings::new(&schedule);
    let mut journal =
        Journal::begin(Lock::take(folder.path()).unwrap(), "plan".into(), &[], &standings, None, &BTreeMap::new())
            .unwrap();
    for pair in [1, 0, 3, 9] {
        journal.played(&[played(&journal, &schedule, pair)]).unwrap();
    }
    rows(&schedule, 0).iter().chain(&rows(&schedule, 1)).for_each(|row| standings.add(row));
    journal.checkpoint(&[], &standings, 2, None, 1.5).unwrap();
    journal.played(&[played(&journal, &schedule, 2)]).unwrap();
    assert!(matches!(Lock::take(folder.path()), Err(JournalError::InUse(_))));
    drop(journal);

    let ResumeData { checkpoint, known, .. } = resumed(folder.path());
    assert_eq!((checkpoint.pairs, checkpoint.seconds), (2, 1.5));
    let mut restored = Standings::new(&schedule);
    assert!(restored.restore(checkpoint.counts));
    assert_eq!(restored, standings);
    let expected: BTreeMap<u64, Vec<GameRow>> = [2, 3, 9].map(|pair| (pair, rows(&schedule, pair))).into();
    assert_eq!(known, expected);
}

#[test]
fn a_torn_or_damaged_line_and_all_behind_it_are_left_out() {
    let (folder, schedule) = (tempfile::tempdir().unwrap(), schedule());
    let mut journal = Journal::begin(
        Lock::take(folder.path()).unwrap(),
        "plan".into(),
        &[],
        &Standings::new(&schedule),
        None,
        &BTreeMap::new(),
    )
    .unwrap();
    for pair in 0..4 {
        journal.played(&[played(&journal, &schedule, pair)]).unwrap();
    }
    let log = Journal::log_path(folder.path(), journal.log);
    drop(journal);
    let text = fs::read_to_string(&log).unwrap();
    let known = |text: &str| {
        fs::write(&log, text).unwrap();
        let ResumeData { known, fault, .. } = resumed(folder.path());
        (known.into_keys().collect::<Vec<_>>(), fault)
    };
    assert_eq!(known(&text), (vec![0, 1, 2, 3], None));
    assert_eq!(known(&text[..text.len() - 1]), (vec![0, 1, 2], None));
    // A line of another run is valid there, and not here.
    let foreign = line_of("another plan", 1, &rows(&schedule, 1)).unwrap();
    let (lines, fault) = known(&format!("{}{foreign}", text.split_inclusive('\n').next().unwrap()));
    assert_eq!((lines, fault.unwrap().ends_with("is damaged from line 2 on")), (vec![0], true));
    let (lines, fault) = known(&text.replacen("\"rounds\":2", "\"rounds\":7", 1));
    assert_eq!((lines, fault.unwrap().ends_with("is damaged from line 3 on")), (vec![0, 1], true));
    // Discarded lines are removed from the log, so that new lines follow valid ones.
    assert_eq!(fs::read_to_string(&log).unwrap().lines().count(), 2);
    fs::remove_file(&log).unwrap();
    let ResumeData { known, fault, .. } = resumed(folder.path());
    assert!(known.is_empty() && fault.unwrap().ends_with("is missing"));
}

#[test]
fn a_damaged_checkpoint_is_not_believed_and_the_logs_are_left() {
    let (folder, schedule) = (tempfile::tempdir().unwrap(), schedule());
    let standings = Standings::new(&schedule);
    let mut journal =
        Journal::begin(Lock::take(folder.path()).unwrap(), "plan".into(), &[], &standings, None, &BTreeMap::new())
            .unwrap();
    for pair in 0..3 {
        journal.played(&[played(&journal, &schedule, pair)]).unwrap();
    }
    drop(journal);
    let path = folder.path().join(Journal::CHECKPOINT);
    let whole = fs::read(&path).unwrap();
    let found = |bytes: Option<&[u8]>| {
        match bytes {
            Some(bytes) => fs::write(&path, bytes).unwrap(),
            None => fs::remove_file(&path).unwrap(),
        }
        match Journal::resume(Lock::take(folder.path()).unwrap(), "plan").unwrap() {
            JournalState::Salvaged(Salvaged { known, .. }) => Some(known.into_keys().collect::<Vec<_>>()),
            JournalState::ResumeData(_) => None,
            JournalState::Nothing(_) => panic!("there is a log"),
        }
    };
    assert_eq!(found(Some(&whole)), None);
    for at in 0..whole.len() {
        let mut flipped = whole.clone();
        flipped[at] ^= 1;
        assert_eq!(found(Some(&flipped)), Some(vec![0, 1, 2]), "byte {at}");
    }
    assert_eq!(found(Some(&whole[..whole.len() / 2])), Some(vec![0, 1, 2]));
    assert_eq!(found(None), Some(vec![0, 1, 2]));
}
