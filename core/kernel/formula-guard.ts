/**
 * Where a program that reads a file with another delimiter than ours would begin a cell. Each piece between them is looked at from
 * its beginning alone.
 */
const delimiters = /([,;|\t\r\n])/;

/** Signs with which spreadsheets begin a formula, in full width as well, behind blanks, quotes and apostrophes. */
const formula = /^([\s"]*)('*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/;
const guardedFormula = /^([\s"]*)'('*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/;
const anySign = /[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/;

const inPieces = (text: string, change: (piece: string) => string): string =>
  anySign.test(text) ? text.split(delimiters).map(change).join('') : text;

/** A text that no spreadsheet runs as a formula: an apostrophe stands before each that could begin one, whatever parts the cells. */
export const guarded = (text: string): string => inPieces(text, (piece) => piece.replace(formula, "$1'$2"));

/** The text as it was before it was guarded. */
export const unguarded = (text: string): string =>
  text.includes("'") ? inPieces(text, (piece) => piece.replace(guardedFormula, '$1$2')) : text;
