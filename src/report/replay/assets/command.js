// @ts-check
// The command that plays on from a moment.

/**
 * A word as a shell reads it.
 * @param {string} word
 */
export function quoted(word) {
  return /^[\w.,/:@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/**
 * The name of the file of a page by its address.
 * @param {string} path
 */
export function fileName(path) {
  const name = path.split("/").pop() ?? "";
  try {
    return decodeURIComponent(name) || "battle.html";
  } catch {
    return name;
  }
}

/**
 * The command that plays on.
 * @param {string} file
 * @param {number} step
 * @param {("red" | "blue")[]} humans the sides that people play
 */
export function playOn(file, step, humans) {
  const sides = humans.map((side) => ` --${side} human`).join("");
  return `reglette play --from ${quoted(file)} --step ${step}${sides}`;
}
