/**
 * Characters at which a program with another delimiter would begin a cell. Each piece between them is checked at its
 * beginning.
 */
const delimiters = /([,;|\t\r\n])/;

/** The beginning of a formula in spreadsheets: an ASCII or full-width sign after spaces, quotes and apostrophes. */
const formula = /^([\s"]*)('*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/;
const guardedFormula = /^([\s"]*)'('*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/;
const anySign = /[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/;

const inPieces = (text: string, change: (piece: string) => string): string =>
  anySign.test(text) ? text.split(delimiters).map(change).join('') : text;

/** Characters that some spreadsheets skip at the beginning of a cell. */
const passedOver = /^'*[\t\r]/;

/**
 * A text that no spreadsheet runs as a formula: an apostrophe precedes every possible beginning of one, whatever the
 * delimiter.
 */
export const guardedCell = (text: string): string =>
  (passedOver.test(text) ? "'" : '') + inPieces(text, (piece) => piece.replace(formula, "$1'$2"));

/** The original of a guarded text. */
export function unguarded(text: string): string {
  if (!text.includes("'")) return text;
  const rest = text.startsWith("'") && passedOver.test(text) ? text.slice(1) : text;
  return inPieces(rest, (piece) => piece.replace(guardedFormula, '$1$2'));
}
