// @ts-check
// Draws moments of a film on the sheet: only pieces that differ from those shown are touched.

import { arrowsOf, headOf } from "./arrows.js";

/** @typedef {import("./film.js").Film} Film */
/** @typedef {import("./film.js").View} View */
/** @typedef {import("./film.js").Placed} Placed */

const SVG = "http://www.w3.org/2000/svg";
/** The length of the head of an arrow, in units of the sheet. */
const HEAD = 16;

/** The sheet on the page. */
export class SheetView {
  /**
   * @param {Film} film
   * @param {Element} pieces
   * @param {Element} arrows
   */
  constructor(film, pieces, arrows) {
    this.film = film;
    this.arrows = arrows;
    /** @type {(Placed | null)[]} */
    this.shown = film.data.actors.map(() => null);
    /** @type {Map<number, Element>} */
    this.templates = new Map();
    this.groups = film.data.actors.map(() => document.createElementNS(SVG, "g"));
    pieces.replaceChildren(...this.groups);
  }

  /**
   * A copy of a drawing, which is parsed when it is first needed.
   * @param {number} drawing
   */
  copyOf(drawing) {
    let template = this.templates.get(drawing);
    if (!template) {
      template = document.createElementNS(SVG, "g");
      template.innerHTML = this.film.data.drawings[drawing][0];
      this.templates.set(drawing, template);
    }
    return template.cloneNode(true).childNodes;
  }

  /**
   * Shows the sheet after a number of steps.
   * @param {View} view
   * @param {number} step
   */
  show(view, step) {
    const wanted = this.film.sheet(view, step).placed;
    for (let piece = 0; piece < wanted.length; piece += 1) {
      const [now, old, group] = [wanted[piece], this.shown[piece], this.groups[piece]];
      if (now === old) continue;
      if (!now) {
        group.replaceChildren();
      } else {
        if (!old || old.drawing !== now.drawing) group.replaceChildren(...this.copyOf(now.drawing));
        if (!old || old.x !== now.x || old.y !== now.y) {
          group.setAttribute("transform", `translate(${now.x} ${now.y})`);
        }
      }
      this.shown[piece] = now;
    }
    this.arrows.replaceChildren(...arrowsOf(this.film, view, step).map(elementOf));
  }
}

/** @param {import("./arrows.js").Arrow} arrow */
function elementOf(arrow) {
  const { x, y, points } = headOf(arrow, HEAD);
  const group = document.createElementNS(SVG, "g");
  group.setAttribute("class", `arrow ${arrow.kind} ${arrow.side}`);
  const line = document.createElementNS(SVG, "line");
  for (const [name, value] of Object.entries({ x1: arrow.x1, y1: arrow.y1, x2: x, y2: y })) {
    line.setAttribute(name, value.toFixed(1));
  }
  const head = document.createElementNS(SVG, "polygon");
  head.setAttribute("points", points);
  group.append(line, head);
  return group;
}
