// @ts-check
// What a page does beyond being read: tables are sorted by a click on a heading, and a cell of a heat map shows its
// games, interval and verdict in words when it is pointed at or reached by the arrow keys. Nothing is loaded.
"use strict";

/**
 * What a cell is sorted by.
 * @param {HTMLTableRowElement} row
 * @param {number} column
 * @returns {string}
 */
function keyOf(row, column) {
  const cell = row.cells[column];
  return cell ? cell.dataset.key ?? cell.textContent ?? "" : "";
}

/**
 * The order of two cells: numbers by value, other texts by letters, empty cells last.
 * @param {string} one
 * @param {string} other
 * @returns {number}
 */
function order(one, other) {
  if (one === "" || other === "") {
    return one === other ? 0 : one === "" ? 1 : -1;
  }
  const numbers = [Number(one), Number(other)];
  return numbers.some(Number.isNaN) ? one.localeCompare(other, "en") : numbers[0] - numbers[1];
}

/**
 * Sorts a table by a column; again, in the other direction.
 * @param {HTMLTableElement} table
 * @param {HTMLTableCellElement} heading
 */
function sort(table, heading) {
  const falling = heading.getAttribute("aria-sort") === "ascending";
  for (const other of table.querySelectorAll("thead th")) {
    other.removeAttribute("aria-sort");
  }
  heading.setAttribute("aria-sort", falling ? "descending" : "ascending");
  const rows = Array.from(table.tBodies[0].rows);
  const keys = new Map(rows.map((row) => [row, keyOf(row, heading.cellIndex)]));
  rows.sort((one, other) => {
    const [first, second] = [keys.get(one) ?? "", keys.get(other) ?? ""];
    const found = order(first, second);
    return falling && first !== "" && second !== "" ? -found : found;
  });
  table.tBodies[0].append(...rows);
}

/** @param {HTMLTableElement} table */
function makeSortable(table) {
  for (const heading of table.querySelectorAll("thead th")) {
    if (!(heading instanceof HTMLTableCellElement)) continue;
    const button = document.createElement("button");
    button.type = "button";
    button.append(...heading.childNodes);
    button.addEventListener("click", () => sort(table, heading));
    heading.append(button);
  }
}

/**
 * The cell beside another one in a direction of the arrow keys.
 * @param {HTMLTableCellElement} cell
 * @param {string} key
 * @returns {HTMLTableCellElement | null}
 */
function beside(cell, key) {
  const [down, right] = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[key] ?? [0, 0];
  const row = cell.parentElement;
  if (!(row instanceof HTMLTableRowElement) || (down === 0 && right === 0)) return null;
  const body = row.parentElement;
  if (!(body instanceof HTMLTableSectionElement)) return null;
  const next = body.rows[row.sectionRowIndex + down]?.cells[cell.cellIndex + right];
  return next && next.tagName === "TD" ? next : null;
}

/** @param {HTMLTableElement} table */
function explainCells(table) {
  const place = table.closest("section")?.querySelector(".tip");
  if (!place) return;
  /** @param {Event} event */
  const show = (event) => {
    const cell = event.target instanceof Element ? event.target.closest("td") : null;
    if (cell && cell.title) place.textContent = cell.title;
  };
  table.addEventListener("pointerover", show);
  table.addEventListener("focusin", show);
  // One stop of the tabulator key for the whole table; arrow keys from there.
  for (const cell of table.querySelectorAll("tbody td")) cell.setAttribute("tabindex", "-1");
  table.querySelector("tbody td")?.setAttribute("tabindex", "0");
  table.addEventListener("keydown", (event) => {
    const cell = event.target instanceof Element ? event.target.closest("td") : null;
    const next = cell && beside(cell, event.key);
    if (!cell || !next) return;
    event.preventDefault();
    cell.setAttribute("tabindex", "-1");
    next.setAttribute("tabindex", "0");
    next.focus();
  });
}

for (const table of document.querySelectorAll("table")) {
  makeSortable(table);
  if (table.classList.contains("heat")) explainCells(table);
}
// Folded tables are printed too.
addEventListener("beforeprint", () => document.querySelectorAll("details").forEach((one) => (one.open = true)));
