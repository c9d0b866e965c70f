const longest = 40;

/** A text of a file as it may be shown: on one line, without what would act on a terminal or turn the line around. */
export const printable = (text: string): string => text.replaceAll(/[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, ' ');

/** The beginning of a text, for messages; never half a character. */
export const excerpt = (text: string): string =>
  printable(text.length > longest ? `${text.slice(0, longest).toWellFormed()}...` : text);

/** A text as the database takes it: NUL and halves of characters become U+FFFD, which no cell accepts. */
export const storable = (text: string): string =>
  (text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text).toWellFormed();
