const segmenter = new Intl.Segmenter();
const emoji = /\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F/u;
const wide = /[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uA960-\uA97C\uAC00-\uD7A3\u{20000}-\u{3FFFD}]/u;
const wideForm = /[\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]/u;

/** Width of a grapheme in terminal cells. */
const graphemeWidth = (grapheme: string): number =>
  [emoji, wide, wideForm].some((form) => form.test(grapheme)) ? 2 : /^[\p{M}\p{Cf}]+$/u.test(grapheme) ? 0 : 1;

/** Width of a line of text in terminal cells. */
export function textWidth(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let width = 0;
  for (const { segment } of segmenter.segment(text)) width += graphemeWidth(segment);
  return width;
}

/** Cuts a text to a width in terminal cells and marks the cut with an ellipsis. */
export function fitText(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  let fitted = '';
  let used = 0;
  for (const { segment } of segmenter.segment(text)) {
    used += graphemeWidth(segment);
    if (used > width - 1) break;
    fitted += segment;
  }
  return `${fitted}…`;
}

/** One line without characters that move the cursor, hide text or change its direction in a terminal. */
export const plainText = (text: string): string => text.replaceAll(/[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, ' ');

/**
 * Lines of text, each cleaned by `plainText`, because content of files and records must not act as terminal commands.
 */
export const plainLines = (text: string): string => text.split('\n').map(plainText).join('\n');

/** Lines of a file, with characters replaced that a terminal would interpret. */
export const plainFile = (text: string): string =>
  text.replaceAll(/[^\P{Cc}\r\n\t]|[\u202a-\u202e\u2066-\u2069]/gu, '\uFFFD');

/** JSON without characters that a terminal would interpret; JSON itself escapes only the first 32 characters. */
export const plainJSON = (value: unknown, indent?: number): string =>
  JSON.stringify(value, null, indent).replaceAll(
    /[\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
