import { cleanText, isPlainLine, noteText } from '../contracts/text.ts';
import type { CellStyle, LocaleStyle } from './cell-styles.ts';
import { excerpt } from './excerpt.ts';
import type { ImportFieldDeclaration } from './import-definition.ts';
import { readDate } from './read-date.ts';
import { type CellReading, type Precision, readDecimal, readInteger, readStrictDecimal } from './read-number.ts';

const booleans: Readonly<Record<string, boolean>> = {
  ...{ yes: true, y: true, true: true, t: true, '1': true, x: true, on: true, '✓': true },
  ...{ no: false, n: false, false: false, f: false, '0': false, off: false, '-': false },
};

const spreadsheetError = /^#(?:DIV\/0!|N\/A|NAME\?|NULL!|NUM!|REF!|VALUE!|SPILL!|CALC!)$/;
/** What a formula of a workbook is read as where the program that wrote the file has not calculated it. */
export const formulaWithoutValue = '#NOVALUE!';

/** Why a cell has no value at all, whatever its field; undefined where it has one. */
export function spreadsheetFault(text: string): string | undefined {
  if (text === formulaWithoutValue)
    return 'Is a formula without a value; open the workbook in a spreadsheet program and save it again';
  return text.startsWith('#') && spreadsheetError.test(text) ? `Holds the spreadsheet error ${text}` : undefined;
}
const defaultLongest = 500;
/** Digits of the shortest payment card number. */
const shortestCardNumber = 13;

/** A choice without case, blanks and dashes: 'Net 30' is net_30. */
const choiceKey = (text: string): string => text.toLowerCase().replace(/[\s_-]+/g, '');

/** A cell's value by the kind of its field; null for an empty one. Never throws: what is wrong is said in words. */
export function readCell(
  cell: string,
  field: ImportFieldDeclaration,
  locale: LocaleStyle,
  styles: readonly CellStyle[] = [],
  { isRounded }: Pick<Precision, 'isRounded'> = {},
): CellReading<string | boolean | null> {
  const text = cleanText(cell).trim();
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
      // Short plain lines can hold neither a card number nor what else a note may not.
      if (text.length < shortestCardNumber && isPlainLine(text)) return { value: text };
      const note = noteText.safeParse(text);
      return note.success ? { value: note.data } : { error: note.error.issues[0]?.message ?? 'Must be text' };
    }
    case 'text':
    case 'reference': {
      const longest = field.longest ?? defaultLongest;
      if (text.length > longest) return { error: `Must be at most ${longest.toLocaleString('en-US')} characters` };
      return isPlainLine(text) ? { value: text } : { error: 'Must not contain control characters or line breaks' };
    }
  }
}
