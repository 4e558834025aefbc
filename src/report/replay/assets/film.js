// @ts-check
// The film of a battle: what is on the sheet at each step. Frames are stored as changes; here they are all laid out at
// once, so that any step can be shown without the ones before it.

/**
 * What a page holds; `data.rs` writes it.
 * @typedef {object} FilmData
 * @property {number} width
 * @property {number} height
 * @property {[name: string, kind: string, side: string | null][]} actors in the order in which they lie on each other
 * @property {[svg: string, title: string][]} drawings
 * @property {string[][]} captions
 * @property {number[][]} frames the caption, then piece, drawing (-1 for none), x, y and condition of each change
 * @property {{ red: number[][], blue: number[][] }} seen the same as each side sees it, as long as something is hidden
 * @property {Step[]} steps
 * @property {number | null} chance the chance of red before the first step
 * @property {{ red: string, blue: string }} players
 */

/**
 * @typedef {object} Step
 * @property {"red" | "blue"} side
 * @property {number} turn
 * @property {[effect: string, dice: number][]} [faces] of a roll
 * @property {[rule: string, before: number, after: number][]} [rules]
 * @property {boolean} [givesWay]
 * @property {[number, number, number, number, string, "red" | "blue"][]} [arrows]
 * @property {number} [chance]
 * @property {number} [luck]
 * @property {string[]} [hiddenFrom]
 * @property {string[]} [weighed]
 */

/**
 * A piece where it is: its drawing, its middle, and whether it is in order (0), disordered (1) or in flight (2).
 * @typedef {{ drawing: number, x: number, y: number, condition: number }} Placed
 */

/**
 * The sheet at a moment: for each piece its place, or null if it is not on the sheet.
 * @typedef {{ caption: number, placed: (Placed | null)[] }} Sheet
 */

/** Whose eyes a battle is seen with.
 * @typedef {"all" | "red" | "blue"} View
 */

/**
 * Lays out frames that are stored as changes.
 * @param {number[][]} frames
 * @param {number} pieces
 * @returns {Sheet[]}
 */
export function laidOut(frames, pieces) {
  /** @type {(Placed | null)[]} */
  let placed = new Array(pieces).fill(null);
  return frames.map((frame) => {
    placed = placed.slice();
    for (let at = 1; at < frame.length; at += 5) {
      const [piece, drawing, x, y, condition] = frame.slice(at, at + 5);
      placed[piece] = drawing < 0 ? null : { drawing, x, y, condition };
    }
    return { caption: frame[0], placed };
  });
}

/** A film that is ready to be shown. */
export class Film {
  /** @param {FilmData} data */
  constructor(data) {
    this.data = data;
    this.last = data.steps.length;
    const pieces = data.actors.length;
    /** @type {Record<View, Sheet[]>} */
    this.sheets = {
      all: laidOut(data.frames, pieces),
      red: laidOut(data.seen.red, pieces),
      blue: laidOut(data.seen.blue, pieces),
    };
  }

  /**
   * The sheet after a number of steps; what a side sees is the whole once nothing is hidden any more.
   * @param {View} view
   * @param {number} step
   * @returns {Sheet}
   */
  sheet(view, step) {
    return this.sheets[view][step] ?? this.sheets.all[step];
  }

  /**
   * Whether a step is hidden from the eyes with which the battle is seen.
   * @param {View} view
   * @param {number} step from 1
   */
  isHidden(view, step) {
    return view !== "all" && (this.data.steps[step - 1]?.hiddenFrom ?? []).includes(view);
  }

  /**
   * The first step of the player-turn after or before that of a step.
   * @param {number} step
   * @param {1 | -1} direction
   */
  turn(step, direction) {
    const steps = this.data.steps;
    const turnOf = (/** @type {number} */ at) => steps[Math.max(at, 1) - 1]?.turn ?? 0;
    const now = turnOf(step);
    if (direction > 0) {
      for (let at = step + 1; at <= this.last; at += 1) if (turnOf(at) !== now) return at;
      return this.last;
    }
    let at = step;
    while (at > 0 && turnOf(at) === now) at -= 1;
    const earlier = turnOf(at);
    while (at > 1 && turnOf(at - 1) === earlier) at -= 1;
    return at;
  }

  /**
   * The next step at which dice are rolled; the last one if there is none.
   * @param {number} step
   */
  dice(step) {
    const steps = this.data.steps;
    for (let at = step + 1; at <= this.last; at += 1) if (steps[at - 1].faces) return at;
    return this.last;
  }
}
