const longest = 40;

/** Text of a file for messages: on one line, without characters that affect terminals or the text direction. */
export const printable = (text: string): string => text.replaceAll(/[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, ' ');

/** The beginning of a text for messages; never splits a character. */
export const excerpt = (text: string): string =>
  printable(text.length > longest ? `${text.slice(0, longest).toWellFormed()}...` : text);

/** A text that the database accepts: NUL and unpaired surrogates become U+FFFD, which no cell accepts. */
export const storable = (text: string): string =>
  (text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text).toWellFormed();
