import { isPlainLine, isVisible, nameFault, noteText } from '../../contracts/texts/text.ts';
import type { ImportFieldDeclaration } from '../import-definition.ts';
import { excerpt } from '../tables/excerpt.ts';
import type { CellStyle, LocaleStyle } from '../xlsx/cell-styles.ts';
import { readDate } from './read-date.ts';
import { type CellReading, type Precision, readDecimal, readInteger, readStrictDecimal } from './read-number.ts';

const booleans: Readonly<Record<string, boolean>> = {
  yes: true,
  y: true,
  true: true,
  t: true,
  '1': true,
  x: true,
  on: true,
  '✓': true,
  no: false,
  n: false,
  false: false,
  f: false,
  '0': false,
  off: false,
  '-': false,
};

const spreadsheetError = /^#(?:DIV\/0!|N\/A|NAME\?|NULL!|NUM!|REF!|VALUE!|SPILL!|CALC!)$/;
/** The text for a formula in a workbook whose value the writing program has not calculated. */
export const formulaWithoutValue = '#NOVALUE!';

/** The reason why a cell has no value, whatever its field; undefined if it has one. */
export function spreadsheetFault(text: string): string | undefined {
  if (text === formulaWithoutValue)
    return 'Is a formula without a value; open the workbook in a spreadsheet program and save it again';
  return text.startsWith('#') && spreadsheetError.test(text) ? `Holds the spreadsheet error ${text}` : undefined;
}
const defaultLongest = 500;
/** Number of digits of the shortest payment card number. */
const shortestCardNumber = 13;

/** Compares choices without case, spaces and dashes: 'Net 30' matches net_30. */
const choiceKey = (text: string): string => text.toLowerCase().replace(/[\s_-]+/g, '');

/** Reads a cell by the type of its field; null for an empty cell. Never throws: an error is returned as a sentence. */
export function readCell(
  cell: string,
  field: ImportFieldDeclaration,
  locale: LocaleStyle,
  styles: readonly CellStyle[] = [],
  { isRounded, isKey }: Pick<Precision, 'isRounded'> & { isKey?: boolean } = {},
): CellReading<string | boolean | null> {
  const text = cell.trim();
  if (text === '') return { value: null };
  if (text.includes('\uFFFD')) return { error: 'Has a character that could not be read' };
  const fault = spreadsheetFault(text);
  if (fault !== undefined) return { error: fault };
  switch (field.kind ?? 'text') {
    case 'decimal':
      if (field.isStrict && !isRounded) return readStrictDecimal(text, locale, styles);
      return readDecimal(text, field.isStrict ? { ...locale, isDecimalChosen: true } : locale, styles, {
        decimals: field.decimals,
        isRounded,
      });
    case 'integer':
      return readInteger(text, locale, styles, { isRounded });
    case 'date':
      return readDate(text, locale, styles);
    case 'boolean': {
      const value = booleans[text.toLowerCase()];
      return value === undefined ? { error: `"${excerpt(text)}" is neither yes nor no` } : { value };
    }
    case 'choice': {
      const wanted = choiceKey(text);
      const found = field.choices?.find((choice) => choiceKey(choice) === wanted);
      return found === undefined
        ? { error: `"${excerpt(text)}" is none of ${(field.choices ?? []).join(', ')}` }
        : { value: found };
    }
    case 'note': {
      // A short plain line cannot contain a card number or forbidden characters.
      if (text.length < shortestCardNumber && isPlainLine(text)) return { value: text };
      const note = noteText.safeParse(text);
      return note.success ? { value: note.data } : { error: note.error.issues[0]?.message ?? 'Must be text' };
    }
    case 'text':
    case 'reference': {
      const longest = field.longest ?? defaultLongest;
      if (text.length > longest) return { error: `Must be at most ${longest.toLocaleString('en-US')} characters` };
      if (!isPlainLine(text)) return { error: 'Must not contain control characters or line breaks' };
      // Joiners are tolerated in descriptions, which are pasted from anywhere, but not in keys.
      const fault =
        isKey || field.kind === 'reference' ? nameFault(text) : isVisible(text) ? undefined : nameFault(text);
      return fault === undefined ? { value: text } : { error: fault };
    }
  }
}
