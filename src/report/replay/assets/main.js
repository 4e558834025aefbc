// @ts-check
// The page of a battle: its film, its controls, and what is written beside it.

import { Film } from "./film.js";
import { readAddress, writeAddress } from "./address.js";
import { fileName, playOn } from "./command.js";
import { SheetView } from "./sheet.js";
import { Player } from "./player.js";

/** @typedef {import("./film.js").View} View */

/**
 * The element of an id, which the page has.
 * @template {Element} T
 * @param {string} id
 * @param {new () => T} kind
 * @returns {T}
 */
function element(id, kind) {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`the page has no ${id}`);
  return found;
}

/** @param {string} id */
const button = (id) => element(id, HTMLButtonElement);
/** @param {string} id */
const box = (id) => element(id, HTMLElement);
/**
 * @param {string} name
 * @param {string} text
 */
function made(name, text) {
  const it = document.createElement(name);
  it.textContent = text;
  return it;
}

const film = new Film(JSON.parse(box("film").textContent ?? ""));
const sheet = new SheetView(film, element("pieces", SVGElement), element("arrows", SVGElement));
const slider = element("slider", HTMLInputElement);
const speed = element("speed", HTMLSelectElement);
const human = element("human", HTMLSelectElement);
const eyes = document.getElementById("view");
const entries = film.data.steps.map((_, at) => box(`s${at + 1}`));

/** @type {View} */
let view = "all";
/** @type {import("./address.js").Bookmark[]} */
let bookmarks = [];
/** The entry of the log that is marked. */
let marked = 0;

/** The address is written when nothing has changed for a while: browsers forbid to change it all the time. */
let addressTimer = 0;
function rememberAddress() {
  clearTimeout(addressTimer);
  addressTimer = setTimeout(() => {
    history.replaceState(null, "", writeAddress({ step: player.step, view, bookmarks }));
  }, 150);
}

/** The sentence about a step, without what is hidden. @param {number} step */
function sentence(step) {
  if (step === 0) return "The beginning.";
  if (film.isHidden(view, step)) return "Hidden from this side.";
  const text = entries[step - 1].querySelector("span")?.textContent ?? "";
  return film.data.steps[step - 1].faces ? text : `${film.data.steps[step - 1].side}: ${text}`;
}

/** The dice of a step. @param {number} step */
function showDice(step) {
  const told = step > 0 && !film.isHidden(view, step) ? film.data.steps[step - 1] : undefined;
  const parts = [];
  for (const [effect, dice] of told?.faces ?? []) {
    for (let die = 0; die < dice; die += 1) {
      const face = made("span", effect);
      face.className = `die ${effect.replaceAll(" ", "-")}`;
      parts.push(face);
    }
  }
  for (const [rule, before, after] of told?.rules ?? []) {
    const change = after - before;
    const chip = made("span", `${rule} ${change < 0 ? "−" : "+"}${Math.abs(change)}`);
    chip.className = "rule";
    parts.push(chip);
  }
  box("dice").replaceChildren(...parts);
}

/** Marks the entry of a step in the log and brings it into sight. @param {number} step */
function showEntry(step) {
  if (marked > 0) {
    entries[marked - 1].classList.remove("now");
    entries[marked - 1].removeAttribute("aria-current");
  }
  marked = step;
  const log = box("log");
  if (step === 0) {
    log.scrollTop = 0;
    return;
  }
  const entry = entries[step - 1];
  entry.classList.add("now");
  entry.setAttribute("aria-current", "step");
  const [outer, inner] = [log.getBoundingClientRect(), entry.getBoundingClientRect()];
  if (inner.top < outer.top || inner.bottom > outer.bottom) {
    log.scrollTop += inner.top - outer.top - outer.height / 3;
  }
}

/** The cursor on the curve. */
const curve = document.getElementById("curve");
/** @type {SVGLineElement | null} */
let cursor = null;
/** The left end and the width of the curve, in units of the plot. */
const [curveLeft, curveWidth] = curve
  ? [Number(curve.dataset.left), Number(curve.dataset.width) - Number(curve.dataset.left) - Number(curve.dataset.right)]
  : [0, 0];

function makeCurve() {
  const plot = curve?.querySelector("svg");
  if (!curve || !plot) return;
  const [above, below] = [Number(curve.dataset.above), Number(curve.dataset.below)];
  const line = document.createElementNS("http://www.w3.org/2000/svg", "line");
  line.setAttribute("class", "cursor");
  line.setAttribute("y1", String(above));
  line.setAttribute("y2", String(plot.viewBox.baseVal.height - below));
  plot.append(line);
  cursor = line;
  plot.addEventListener("click", (event) => {
    const frame = plot.getBoundingClientRect();
    const x = ((event.clientX - frame.left) / frame.width) * plot.viewBox.baseVal.width;
    player.seek(((x - curveLeft) / curveWidth) * film.last);
  });
}

/** @param {number} step */
function showChance(step) {
  if (!cursor) return;
  const x = String(curveLeft + (curveWidth * step) / Math.max(film.last, 1));
  cursor.setAttribute("x1", x);
  cursor.setAttribute("x2", x);
  const chance = step === 0 ? film.data.chance : film.data.steps[step - 1].chance;
  const luck = film.data.steps[step - 1]?.luck;
  const percent = (/** @type {number} */ value) => `${(100 * value).toFixed(1)} %`;
  const words = luck === undefined ? "" : `; luck of ${film.data.steps[step - 1].side} with these dice ${(100 * luck).toFixed(1)} pp`;
  box("chance").textContent = chance == null ? "" : `Step ${step}: red ${percent(chance)}${words}`;
}

/** The table of pieces and the command, which nobody reads while the film plays. @param {number} step */
function showDetails(step) {
  const now = film.sheet(view, step);
  const rows = now.placed.flatMap((placed, piece) => {
    const [name, kind, side] = film.data.actors[piece];
    if (!placed || kind === "ground") return [];
    const row = document.createElement("tr");
    const head = document.createElement("th");
    head.scope = "row";
    head.append(made("bdi", name));
    const state = document.createElement("td");
    state.append(made("bdi", film.data.drawings[placed.drawing][1]));
    row.append(head, made("td", side ?? ""), state);
    return [row];
  });
  box("units").querySelector("tbody")?.replaceChildren(...rows);
  const weighed = film.isHidden(view, step) ? [] : film.data.steps[step - 1]?.weighed ?? [];
  box("explained").hidden = weighed.length === 0;
  box("weighed").textContent = weighed.join("\n");
  box("from-step").textContent = String(step);
  // The side that decides after this step; at dice the one that decides after them.
  const next = film.data.steps.slice(step).find((later) => !later.faces)?.side ?? "red";
  /** @type {("red" | "blue")[]} */
  const humans = human.value === "both" ? ["red", "blue"] : human.value === "next" ? [next] : [human.value === "red" ? "red" : "blue"];
  box("command").textContent = playOn(fileName(location.pathname), step, humans);
}

/**
 * Shows a step.
 * @param {number} step
 * @param {boolean} playing
 */
function show(step, playing) {
  sheet.show(view, step);
  const now = film.sheet(view, step);
  box("caption").replaceChildren(...film.data.captions[now.caption].map((line) => made("li", line)));
  const turn = film.data.steps[Math.max(step, 1) - 1]?.turn ?? 0;
  const place = `step ${step} of ${film.last}, ${turn === 0 ? "set-up" : `player-turn ${turn}`}`;
  box("place").textContent = place;
  slider.value = String(step);
  slider.setAttribute("aria-valuetext", place);
  const told = box("now");
  told.setAttribute("aria-live", playing ? "off" : "polite");
  told.textContent = sentence(step);
  showDice(step);
  showEntry(step);
  showChance(step);
  const toggle = button("play");
  toggle.textContent = playing ? "Pause" : "Play";
  toggle.setAttribute("aria-label", playing ? "Pause" : "Play");
  if (!playing) {
    showDetails(step);
    rememberAddress();
  }
}

const player = new Player(film.last, show);

/** Shows the log without what is hidden from the eyes with which the battle is seen. */
function showHidden() {
  film.data.steps.forEach((step, at) => {
    if (step.hiddenFrom) entries[at].classList.toggle("hidden", film.isHidden(view, at + 1));
  });
}

function showBookmarks() {
  const items = bookmarks.map((mark, at) => {
    const item = document.createElement("li");
    const link = made("a", `step ${mark.step}`);
    link.setAttribute("href", `#step=${mark.step}`);
    const remove = made("button", "Remove");
    remove.setAttribute("type", "button");
    remove.setAttribute("aria-label", `Remove the bookmark of step ${mark.step}`);
    remove.addEventListener("click", () => {
      bookmarks = bookmarks.filter((_, other) => other !== at);
      showBookmarks();
      rememberAddress();
    });
    item.append(link, " ", made("bdi", mark.comment), " ", remove);
    return item;
  });
  box("bookmarks").replaceChildren(...items);
}

/** @param {View} wanted */
function look(wanted) {
  view = wanted;
  if (eyes instanceof HTMLSelectElement) eyes.value = wanted;
  showHidden();
}

/** Goes where a link or an address leads; links name a step alone and keep the rest. @param {boolean} whole */
function follow(whole) {
  const address = readAddress(location.hash, film.last);
  if (whole || address.bookmarks.length > 0) {
    bookmarks = address.bookmarks;
    look(address.view);
    showBookmarks();
  }
  if (whole || address.step !== null) {
    player.pause();
    player.seek(address.step ?? 0);
  }
}

/** What each button and key does. @type {Record<string, () => void>} */
const actions = {
  "to-start": () => player.seek(0),
  "turn-back": () => player.seek(film.turn(player.step, -1)),
  back: () => player.seek(player.step - 1),
  play: () => (player.playing ? player.pause() : player.play()),
  ahead: () => player.seek(player.step + 1),
  "turn-ahead": () => player.seek(film.turn(player.step, 1)),
  "to-dice": () => player.seek(film.dice(player.step)),
  "to-end": () => player.seek(film.last),
};
/** @type {Record<string, string>} */
const keys = {
  Home: "to-start", PageUp: "turn-back", ArrowLeft: "back", " ": "play", ArrowRight: "ahead", PageDown: "turn-ahead", d: "to-dice",
  End: "to-end",
};

for (const [id, act] of Object.entries(actions)) {
  button(id).addEventListener("click", () => {
    if (id !== "play") player.pause();
    act();
  });
}
addEventListener("keydown", (event) => {
  const at = event.target instanceof Element ? event.target : document.body;
  // Fields, the log and buttons have keys of their own.
  const turns = at === slider && event.key.startsWith("Page");
  const isField = at.closest("input, select, textarea") !== null && !turns;
  const isPressed = event.key === " " && at.closest("button, a, summary") !== null;
  const scrolls = at.closest("[tabindex]") !== null && event.key.startsWith("Page");
  if (isField || isPressed || scrolls || event.ctrlKey || event.metaKey || event.altKey) return;
  const id = keys[event.key];
  if (id === undefined) return;
  event.preventDefault();
  if (id !== "play") player.pause();
  actions[id]();
});
slider.addEventListener("input", () => {
  player.pause();
  player.seek(Number(slider.value));
});
speed.addEventListener("change", () => (player.speed = Number(speed.value)));
human.addEventListener("change", () => showDetails(player.step));
eyes?.addEventListener("change", () => {
  if (!(eyes instanceof HTMLSelectElement)) return;
  look(eyes.value === "red" || eyes.value === "blue" ? eyes.value : "all");
  player.seek(player.step);
});
button("copy").addEventListener("click", () => {
  navigator.clipboard?.writeText(box("command").textContent ?? "").catch(() => getSelection()?.selectAllChildren(box("command")));
});
element("bookmark", HTMLFormElement).addEventListener("submit", (event) => {
  event.preventDefault();
  const comment = element("comment", HTMLInputElement);
  bookmarks = [...bookmarks, { step: player.step, comment: comment.value }].sort((one, other) => one.step - other.step);
  comment.value = "";
  showBookmarks();
  rememberAddress();
});
addEventListener("hashchange", () => follow(false));

makeCurve();
document.querySelector(".controls")?.removeAttribute("hidden");
box("going-on").hidden = false;
follow(true);
