// Tests of the modules of a battle's page that need no browser: node --test tests/pages/modules.mjs
import assert from "node:assert/strict";
import test from "node:test";
import { readAddress, writeAddress } from "../../src/report/replay/assets/address.js";
import { arrowsOf, headOf } from "../../src/report/replay/assets/arrows.js";
import { fileName, playOn, quoted } from "../../src/report/replay/assets/command.js";
import { Film, laidOut } from "../../src/report/replay/assets/film.js";

const data = {
  width: 10, height: 10, actors: [["", "ground", null], ["R1", "unit", "red"], ["B1", "unit", "blue"]],
  drawings: [["<g/>", ""], ["<g/>", "four"], ["<g/>", "three"]], captions: [["one"], ["two"]],
  frames: [
    [0, 0, 0, 0, 0, 0, 1, 1, 10, 10, 0, 2, 1, 90, 10, 0], [0, 1, 1, 30, 10, 0], [1, 2, 2, 90, 40, 2], [1, 2, -1, 90, 40, 2],
  ],
  seen: { red: [[0, 0, 0, 0, 0, 0, 1, 1, 10, 10, 0]], blue: [] },
  steps: [
    { side: "red", turn: 1, hiddenFrom: ["blue"] },
    { side: "red", turn: 1, faces: [["hit", 2]], arrows: [[30, 10, 90, 10, "melee", "red"]] },
    { side: "blue", turn: 2 },
  ],
  chance: null, players: { red: "a", blue: "b" },
};

test("frames are laid out from their changes, and share what has not changed", () => {
  const sheets = laidOut(data.frames, 3);
  assert.deepEqual(sheets[1].placed[1], { drawing: 1, x: 30, y: 10, condition: 0 });
  assert.equal(sheets[1].placed[2], sheets[0].placed[2]);
  assert.equal(sheets[3].placed[2], null);
});

test("a side sees its own sheets as long as something is hidden", () => {
  const film = new Film(data);
  assert.equal(film.sheet("red", 0).placed[2], null);
  assert.notEqual(film.sheet("all", 0).placed[2], null);
  assert.equal(film.sheet("red", 1), film.sheet("all", 1));
  assert.deepEqual([film.isHidden("blue", 1), film.isHidden("red", 1), film.isHidden("all", 1)], [true, false, false]);
});

test("turns and dice are found", () => {
  const film = new Film(data);
  assert.deepEqual([film.turn(1, 1), film.turn(3, 1), film.turn(3, -1), film.turn(1, -1)], [3, 3, 1, 0]);
  assert.deepEqual([film.dice(0), film.dice(2)], [2, 3]);
});

test("arrows tell moves, flights and attacks apart, and hide what is hidden", () => {
  const film = new Film(data);
  const kinds = (view, step) => arrowsOf(film, view, step).map((arrow) => arrow.kind);
  assert.deepEqual(kinds("all", 1), ["move"]);
  assert.deepEqual(kinds("all", 2), ["rout", "melee"]);
  assert.deepEqual(kinds("all", 0), []);
  const head = headOf({ kind: "move", side: "red", x1: 0, y1: 0, x2: 100, y2: 0 }, 16);
  assert.deepEqual([head.x, head.y], [84, 0]);
});

test("an address is read as it was written, whatever a comment holds", () => {
  const address = { step: 41, view: "blue", bookmarks: [{ step: 3, comment: "a:b & c=d #é אב" }] };
  assert.deepEqual(readAddress(writeAddress(address), 50), address);
  assert.deepEqual(readAddress("#step=99&view=x&mark=q:1", 50), { step: 50, view: "all", bookmarks: [] });
  assert.equal(readAddress("", 50).step, null);
  assert.equal(readAddress("#step=-1", 50).step, null);
});

test("a command is one line that a shell reads as it is meant", () => {
  assert.equal(playOn("battle.html", 41, ["red"]), "reglette play --from battle.html --step 41 --red human");
  assert.equal(quoted("it's here.html"), `'it'\\''s here.html'`);
  assert.equal(fileName("/home/a%20b/c%20d.html"), "c d.html");
  assert.equal(fileName("/"), "battle.html");
});
