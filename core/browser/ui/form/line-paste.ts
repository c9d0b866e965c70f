import { parseDecimalText } from './decimal-text.ts';

/**
 * Cells of a text that a spreadsheet put on the clipboard: rows by line break, cells by tab, quoted cells may hold
 * both.
 */
export function parseGrid(text: string): string[][] {
  const rows: string[][] = [[]];
  let cell = '';
  let isQuoted = false;
  const source = text.replace(/\r\n?/g, '\n').replace(/\n$/, '');
  const endCell = () => {
    rows.at(-1)?.push(cell);
    cell = '';
  };
  for (let at = 0; at < source.length; at += 1) {
    const character = source[at] as string;
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (source[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (character === '"' && cell === '') isQuoted = true;
    else if (character === '\t') endCell();
    else if (character === '\n') {
      endCell();
      rows.push([]);
    } else cell += character;
  }
  endCell();
  return rows;
}

/** Whether a pasted text is more than one cell; a single value is pasted by the browser as usual. */
export const isGrid = (text: string): boolean => /[\t\n]/.test(text.replace(/\r?\n$/, ''));

export type PastedKind = 'text' | 'number' | 'money' | 'unitPrice';

/** A pasted cell as the form holds it; undefined if it does not fit. */
export function pastedValue(kind: PastedKind, text: string, locale: string): string | number | null | undefined {
  return kind === 'text' ? text.trim() || null : parseDecimalText(text, locale);
}
