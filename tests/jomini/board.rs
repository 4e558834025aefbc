//! The board: neighbours, distances, the order in which each side sees it.

use reglette::game::Side;
use reglette::jomini::map::board::Board;
use reglette::jomini::map::hex::{HexId, NO_HEX, Place};
use reglette::jomini::map::terrain::Map;
use reglette::jomini::rules::Rules;

fn board(columns: u8, rows: u8) -> Board {
    Board::new(&Map::plain(columns, rows), &Rules::published())
}

fn at(board: &Board, place: &str) -> HexId {
    board.hex(Place::parse(place).expect("a place")).expect("on the table")
}

/// JI-5: points towards the edges, odd rows shifted to the east.
#[test]
fn each_hex_has_two_neighbours_in_front_two_beside_and_two_behind() {
    let board = board(12, 9);
    let names = |place: &str| {
        let neighbours = *board.neighbours(at(&board, place));
        neighbours.map(|hex| if hex == NO_HEX { "-".to_string() } else { board.place(hex).to_string() })
    };
    assert_eq!(names("0502"), ["0602", "0503", "0403", "0402", "0401", "0501"]);
    assert_eq!(names("0503"), ["0603", "0604", "0504", "0403", "0502", "0602"]);
    assert_eq!(names("0000"), ["0100", "0001", "-", "-", "-", "-"]);
    assert_eq!(names("1108"), ["-", "-", "-", "1008", "1007", "1107"]);
}

/// JI-8: the shortest way, the first hex not counted.
#[test]
fn distance_is_the_length_of_the_shortest_way() {
    let board = board(13, 10);
    for from in board.hexes() {
        let mut far = vec![u8::MAX; board.hexes().len()];
        far[usize::from(from)] = 0;
        let mut queue = std::collections::VecDeque::from([from]);
        while let Some(hex) = queue.pop_front() {
            for &next in board.neighbours(hex).iter().filter(|hex| **hex != NO_HEX) {
                if far[usize::from(next)] == u8::MAX {
                    far[usize::from(next)] = far[usize::from(hex)] + 1;
                    queue.push_back(next);
                }
            }
        }
        for to in board.hexes() {
            assert_eq!(board.distance(from, to), far[usize::from(to)]);
        }
    }
}

/// JI-6: only the two neighbours in the next row towards its own edge are behind a unit.
#[test]
fn rear_hexes_lie_nearer_the_own_edge() {
    for rows in [9, 10] {
        let board = board(12, rows);
        for side in Side::BOTH {
            for hex in board.hexes() {
                let rows = board.rows_to_edge(side, hex);
                let behind = board.rear(side).map(|towards| board.neighbours(hex)[towards]);
                for towards in 0..6 {
                    let next = board.neighbours(hex)[towards];
                    let nearer = next != NO_HEX && board.rows_to_edge(side, next) < rows;
                    assert_eq!(nearer, next != NO_HEX && behind.contains(&next));
                }
            }
        }
    }
}

#[test]
fn blue_sees_the_image_of_what_red_sees() {
    for rows in [9, 10] {
        let board = board(12, rows);
        for hex in board.hexes() {
            let image = board.image(hex);
            assert_eq!(board.rank(Side::Red, hex), board.rank(Side::Blue, image));
            assert_eq!(board.as_seen(Side::Blue, board.as_seen(Side::Blue, hex)), hex);
            assert_eq!(board.rows_to_edge(Side::Red, hex), board.rows_to_edge(Side::Blue, image));
            for (red, blue) in board.directions(Side::Red).into_iter().zip(board.directions(Side::Blue)) {
                let (next, next_image) = (board.neighbours(hex)[red], board.neighbours(image)[blue]);
                assert_eq!(next == NO_HEX, next_image == NO_HEX);
                assert!(next == NO_HEX || board.image(next) == next_image);
            }
        }
    }
}

#[test]
fn hexes_are_written_as_column_and_row() {
    assert_eq!(Place::parse("0503"), Some(Place::new(5, 3)));
    for text in ["503", "05030", "05 3", "E503"] {
        assert_eq!(Place::parse(text), None, "{text}");
    }
    assert_eq!(Place::new(11, 0).to_string(), "1100");
}
