// @ts-check
// Arrows of a step: moves, retreats, flights, and attacks.

/** @typedef {import("./film.js").Film} Film */
/** @typedef {import("./film.js").View} View */

/** @typedef {"move" | "retreat" | "rout" | "melee" | "shot"} ArrowKind */
/** @typedef {{ kind: ArrowKind, side: string, x1: number, y1: number, x2: number, y2: number }} Arrow */

/** The least distance that is shown, in units of the sheet. */
const LEAST = 4;

/**
 * The arrows of the step that leads to a sheet.
 * @param {Film} film
 * @param {View} view
 * @param {number} step
 * @returns {Arrow[]}
 */
export function arrowsOf(film, view, step) {
  if (step < 1) return [];
  const told = film.data.steps[step - 1];
  const [before, after] = [film.sheet(view, step - 1).placed, film.sheet(view, step).placed];
  /** @type {Arrow[]} */
  const arrows = [];
  after.forEach((now, piece) => {
    const old = before[piece];
    const [, kind, owner] = film.data.actors[piece];
    if (!now || !old || kind === "ground" || kind === "marker") return;
    if (Math.hypot(now.x - old.x, now.y - old.y) < LEAST) return;
    const forced = told.givesWay || told.faces !== undefined || told.side !== owner;
    const how = now.condition === 2 ? "rout" : forced ? "retreat" : "move";
    arrows.push({ kind: how, side: owner ?? "", x1: old.x, y1: old.y, x2: now.x, y2: now.y });
  });
  if (!film.isHidden(view, step)) {
    for (const [x1, y1, x2, y2, strike, side] of told.arrows ?? []) {
      arrows.push({ kind: strike === "shot" ? "shot" : "melee", side, x1, y1, x2, y2 });
    }
  }
  return arrows;
}

/**
 * The outline of an arrow's head, and the end of its line before it.
 * @param {Arrow} arrow
 * @param {number} length
 */
export function headOf(arrow, length) {
  const { x1, y1, x2, y2 } = arrow;
  const whole = Math.hypot(x2 - x1, y2 - y1) || 1;
  const size = Math.min(length, whole / 2);
  const [dx, dy] = [(x2 - x1) / whole, (y2 - y1) / whole];
  const [x, y] = [x2 - size * dx, y2 - size * dy];
  const wide = size * 0.55;
  const corners = [[x2, y2], [x - wide * dy, y + wide * dx], [x + wide * dy, y - wide * dx]];
  return { x, y, points: corners.map((corner) => corner.map((value) => value.toFixed(1)).join(",")).join(" ") };
}
