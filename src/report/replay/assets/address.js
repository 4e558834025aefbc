// @ts-check
// The address of a moment: `#step=41`, with the eyes with which it is seen and the bookmarks, so that an address can be
// sent to somebody else.

/** @typedef {import("./film.js").View} View */

/** @typedef {{ step: number, comment: string }} Bookmark */

/** @typedef {{ step: number | null, view: View, bookmarks: Bookmark[] }} Address */

/** The most bookmarks that an address keeps, and the most characters of a comment. */
const MOST_BOOKMARKS = 50;
const MOST_CHARACTERS = 200;

/**
 * A step within the film, or null for what is no number.
 * @param {string | null} text
 * @param {number} last
 */
function stepOf(text, last) {
  return text !== null && /^\d{1,9}$/.test(text) ? Math.min(Number(text), last) : null;
}

/**
 * Reads an address. What it does not understand it leaves out.
 * @param {string} hash
 * @param {number} last the number of steps
 * @returns {Address}
 */
export function readAddress(hash, last) {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  const seen = fields.get("view");
  /** @type {Bookmark[]} */
  const bookmarks = [];
  for (const mark of fields.getAll("mark").slice(0, MOST_BOOKMARKS)) {
    const [number, ...comment] = mark.split(":");
    const step = stepOf(number, last);
    if (step !== null) bookmarks.push({ step, comment: comment.join(":").slice(0, MOST_CHARACTERS) });
  }
  return { step: stepOf(fields.get("step"), last), view: seen === "red" || seen === "blue" ? seen : "all", bookmarks };
}

/**
 * Writes an address.
 * @param {{ step: number, view: View, bookmarks: Bookmark[] }} address
 */
export function writeAddress({ step, view, bookmarks }) {
  const fields = new URLSearchParams({ step: String(step) });
  if (view !== "all") fields.set("view", view);
  for (const mark of bookmarks) fields.append("mark", `${mark.step}:${mark.comment}`);
  return `#${fields}`;
}
