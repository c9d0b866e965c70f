const longest = 40;

/** The beginning of a text, for messages; never half a character. */
export const excerpt = (text: string): string =>
  text.length > longest ? `${text.slice(0, longest).toWellFormed()}...` : text;

/** A text as the database takes it: NUL and halves of characters become U+FFFD, which no cell accepts. */
export const storable = (text: string): string =>
  (text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text).toWellFormed();
