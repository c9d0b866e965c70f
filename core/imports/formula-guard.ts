/**
 * Where a program that reads a file with another delimiter than ours would begin a cell. Each piece between them is
 * looked at from its beginning alone.
 */
const delimiters = /([,;|\t\r\n])/;

/** Signs with which spreadsheets begin a formula, in full width as well, behind blanks, quotes and apostrophes. */
const formula = /^([\s"]*)('*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/;
const guardedFormula = /^([\s"]*)'('*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/;
const anySign = /[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/;

const inPieces = (text: string, change: (piece: string) => string): string =>
  anySign.test(text) ? text.split(delimiters).map(change).join('') : text;

/** Some spreadsheets pass over these at the beginning of a cell. */
const passedOver = /^'*[\t\r]/;

/**
 * A text that no spreadsheet runs as a formula: an apostrophe stands before each that could begin one, whatever parts
 * the cells.
 */
export const guardedCell = (text: string): string =>
  (passedOver.test(text) ? "'" : '') + inPieces(text, (piece) => piece.replace(formula, "$1'$2"));

/** The text as it was before it was guarded. */
export function unguarded(text: string): string {
  if (!text.includes("'")) return text;
  const rest = text.startsWith("'") && passedOver.test(text) ? text.slice(1) : text;
  return inPieces(rest, (piece) => piece.replace(guardedFormula, '$1$2'));
}
