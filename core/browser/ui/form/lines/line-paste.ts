import { parseDecimalText } from '../inputs/decimal-text.ts';

/**
 * The cells of a text copied from a spreadsheet: rows separated by line breaks, cells by tabs. Quoted cells may contain
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

/** Whether a pasted text has more than one cell; the browser pastes a single value. */
export const isGrid = (text: string): boolean => /[\t\n]/.test(text.replace(/\r?\n$/, ''));

export type PastedKind = 'text' | 'number' | 'money' | 'unitPrice';

/** A pasted cell as form value; undefined if it does not fit. */
export function pastedValue(kind: PastedKind, text: string, locale: string): string | number | null | undefined {
  return kind === 'text' ? text.trim() || null : parseDecimalText(text, locale);
}
