//! Small positions written in the test itself: a line for each unit and officer.

use crate::table::Table;

/// A position on the open plain, under construction.
pub struct Scene {
    phase: &'static str,
    sides: [String; 2],
    ground: String,
    pieces: String,
}

impl Scene {
    /// A moment of red's third player-turn: its "command", "movement" or "combat" phase. Both sides hold six tokens.
    pub fn of(phase: &'static str) -> Scene {
        let side = "tokens = 6\n".to_owned();
        Scene { phase, sides: [side.clone(), side], ground: String::new(), pieces: String::new() }
    }

    /// A unit: id, side, type and hex, then letters, `training=…`, `morale=…`, `orders=…`, `elements=…`, `moved=…` and
    /// words of status.
    pub fn unit(mut self, line: &str) -> Scene {
        let words: Vec<&str> = line.split_whitespace().collect();
        let (mut letters, mut status, mut rest) = (Vec::new(), Vec::new(), String::new());
        for word in &words[4..] {
            match (word.split_once('='), *word) {
                (Some(("moved", hexes)), _) => rest += &format!("hexes_moved = {hexes}\n"),
                (Some(("elements", count)), _) => rest += &format!("elements = {count}\n"),
                (Some(("orders", letter)), _) => rest += &format!("orders = [\"{letter}\"]\n"),
                (Some((key, value)), _) => rest += &format!("{key} = \"{value}\"\n"),
                (None, "activated" | "moved" | "attacked") => status.push(*word),
                (None, _) => letters.push(*word),
            }
        }
        let [id, side, kind, at] = words[..4] else { panic!("a unit is id, side, type and hex: {line}") };
        self.pieces += &format!("[[unit]]\nid = {id:?}\nside = {side:?}\ntype = {kind:?}\nat = {at:?}\n");
        self.pieces += &format!("letters = {letters:?}\nstatus = {status:?}\n{rest}");
        self
    }

    /// Several units.
    pub fn units(self, lines: &[&str]) -> Scene {
        lines.iter().fold(self, |scene, line| scene.unit(line))
    }

    /// An officer: side, rank and hex, and the group with which he moves alone.
    pub fn officer(mut self, line: &str) -> Scene {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [side, rank, at] = words[..3] else { panic!("an officer is side, rank and hex: {line}") };
        let group = words.get(3).map_or(String::new(), |group| format!("group = {group}\n"));
        self.pieces += &format!("[[officer]]\nside = {side:?}\nrank = {rank:?}\nat = {at:?}\n{group}");
        self
    }

    /// Terrain on hexes.
    pub fn terrain(mut self, name: &str, hexes: &[&str]) -> Scene {
        if self.ground.is_empty() {
            self.ground = "[terrain]\n".to_owned();
        }
        self.ground += &format!("{name} = {hexes:?}\n");
        self
    }

    /// A road through these hexes; one road, after other terrain.
    pub fn road(self, hexes: &[&str]) -> Scene {
        let hexes = format!("{hexes:?}");
        let mut scene = self;
        if scene.ground.is_empty() {
            scene.ground = "[terrain]\n".to_owned();
        }
        scene.ground += &format!("roads = [{hexes}]\n");
        scene
    }

    /// An obstacle on sides of the hex that owns it.
    pub fn obstacle(mut self, name: &str, hex: &str, directions: &[&str]) -> Scene {
        self.pieces =
            format!("[[edge]]\nhex = {hex:?}\ndirections = {directions:?}\nobstacle = {name:?}\n") + &self.pieces;
        self
    }

    /// Keys of `[red]`.
    pub fn red(mut self, keys: &str) -> Scene {
        self.sides[0] = keys.to_owned();
        self
    }

    /// Keys of `[blue]`.
    pub fn blue(mut self, keys: &str) -> Scene {
        self.sides[1] = keys.to_owned();
        self
    }

    /// The text of the position file.
    pub fn text(&self) -> String {
        let [red, blue] = &self.sides;
        let Scene { phase, ground, pieces, .. } = self;
        format!(
            "scenario = \"plain\"\nrules = \"jomini-v2\"\nphase = \"{phase}\"\nactive = \"red\"\nplayer_turn = \
                5\n[red]\n{red}\n[blue]\n{blue}\n{ground}{pieces}"
        )
    }

    /// The position on the table.
    pub fn table(&self) -> Table {
        Table::read("scene", &self.text())
    }
}
