import { readSheet } from 'read-excel-file/node';
import { decimal } from '../contracts/decimal.ts';
import { storable } from './excerpt.ts';
import { longestCell, mostColumns, type SourceRow, type SourceTable } from './source-table.ts';
import { unreadable } from './unreadable.ts';
import { unzip, zipStored } from './zip-archive.ts';

/**
 * Unpacked size of a workbook's texts. Reading takes about seven times as much memory, so this keeps a workbook below
 * 150 MB: some 20,000 rows of a dozen columns. Larger tables come as CSV, which is read in a stream.
 */
const largestWorkbook = 16_000_000;
/** Cells of the rectangle that a sheet spans, empty ones included: the reader makes room for each. */
const mostCells = 4_000_000;

const isText = (name: string): boolean => name.endsWith('.xml') || name.endsWith('.xml.rels');

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const unescaped = (text: string): string =>
  text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex, digits, name) => {
    if (name) return entities[name] ?? whole;
    const code = hex ? Number.parseInt(hex, 16) : Number(digits);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });

function sheetsOf(workbook: string): { name: string; isHidden: boolean }[] {
  return [...workbook.matchAll(/<(?:\w+:)?sheet\s((?:[^"'>]|"[^"]*"|'[^']*')*)>/g)].map(([, attributes = '']) => ({
    name: unescaped(
      /\bname\s*=\s*(?:"([^"]*)"|'([^']*)')/
        .exec(attributes)
        ?.slice(1)
        .find((text) => text !== undefined) ?? '',
    ),
    isHidden: /\bstate\s*=\s*["'](?:hidden|veryHidden)["']/.test(attributes),
  }));
}

const columnOf = (letters: string): number =>
  [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0);

/** Refuses sheets that reach so far out that making room for them would take all memory. */
function refuseIfVast(sheet: string): void {
  let [lastRow, lastColumn] = [0, 0];
  for (const [, tag, attributes = ''] of sheet.matchAll(/<(?:\w+:)?(row|c)\b((?:[^"'>]|"[^"]*"|'[^']*')*)>/g)) {
    const place = /(?:^|\s)r\s*=\s*["']([^"']*)["']/.exec(attributes)?.[1];
    if (place === undefined) continue;
    const [, letters = '', row] = /^([A-Z]{0,3})(\d{1,7})$/.exec(place) ?? [];
    if (row === undefined || (tag === 'row') !== (letters === ''))
      throw unreadable(`The sheet has a cell at ${place.slice(0, 20)}`);
    lastRow = Math.max(lastRow, Number(row));
    if (letters) lastColumn = Math.max(lastColumn, columnOf(letters));
  }
  if (lastRow * Math.max(lastColumn, 1) > mostCells)
    throw unreadable(
      `The sheet reaches to row ${lastRow}, column ${lastColumn}; delete the empty rows and columns behind the table, or save it as CSV`,
    );
}

/** Cells with an error such as #DIV/0!, which the reader would leave empty; as texts they are seen and said. */
const errorCell = /<(?:\w+:)?c\s[^>]*\bt=["']e["']/;
const errorCells = /(<(?:\w+:)?c\s[^>]*\bt=["'])e(["'])/g;

/** A number as it was typed: 15 digits, as spreadsheets calculate, so that 0.30000000000000004 is 0.3. */
const numberText = (source: string): string => {
  const number = Number(source);
  if (!Number.isFinite(number)) return source;
  return decimal(number.toPrecision(15)).toFixed();
};

/** A number cell, told apart from a text that looks like one. */
class NumberCell {
  readonly text: string;

  constructor(source: string) {
    this.text = numberText(source);
  }
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof NumberCell) return value.text;
  if (value instanceof Date) {
    if (Number.isNaN(value.getTime())) return '';
    const text = value.toISOString();
    return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' ');
  }
  return String(value);
}

/** Opens a sheet of a workbook: the one named, else the first that is not hidden. @throws 400 `file_unreadable` */
export async function openXlsx(bytes: Uint8Array, chosen: { sheet?: string | undefined }): Promise<SourceTable> {
  const files = unzip(bytes, isText, largestWorkbook);
  const workbook = files.get('xl/workbook.xml')?.toString();
  if (workbook === undefined) throw unreadable('It is not a workbook that can be read; save it as XLSX or CSV');
  for (const [name, file] of files) {
    if (file.includes('<!DOCTYPE') || file.includes('<!ENTITY'))
      throw unreadable('The workbook has a document type, which is not allowed');
    if (!name.includes('sheet')) continue;
    const text = file.toString();
    refuseIfVast(text);
    if (errorCell.test(text)) files.set(name, Buffer.from(text.replaceAll(errorCells, '$1str$2')));
  }
  const sheets = sheetsOf(workbook);
  const sheet = chosen.sheet ?? (sheets.find(({ isHidden }) => !isHidden) ?? sheets[0])?.name;
  if (sheet === undefined) throw unreadable('The workbook has no sheet');
  if (!sheets.some(({ name }) => name === sheet))
    throw unreadable(`There is no sheet ${sheet}; there are ${sheets.map(({ name }) => name).join(', ')}`);
  let data: unknown[][];
  try {
    data = (await readSheet(zipStored(files), sheet, {
      trim: false,
      parseNumber: (source) => new NumberCell(source),
    })) as unknown[][];
  } catch (error) {
    throw unreadable(`The workbook is damaged (${error instanceof Error ? error.message : 'unknown'})`);
  }
  const cellsOf = (row: readonly unknown[]): string[] => row.map(cellText);
  const isFilled = (row: readonly unknown[]): boolean => row.some((cell) => cellText(cell).trim() !== '');
  const headingAt = data.findIndex(isFilled);
  if (headingAt < 0) throw unreadable('The sheet is empty');
  const headings = cellsOf(data[headingAt] ?? []).map((heading) => storable(heading.trim()));
  while (
    headings.at(-1) === '' &&
    data.every((row, index) => index < headingAt || cellText(row[headings.length - 1]) === '')
  )
    headings.pop();
  if (headings.length > mostColumns) throw unreadable(`The sheet has more than ${mostColumns} columns`);

  function* rows(): Generator<SourceRow> {
    for (let index = headingAt + 1; index < data.length; index += 1) {
      const row = data[index] ?? [];
      // Rows are dropped as they are handed out, so that memory shrinks while others grow.
      data[index] = [];
      if (!isFilled(row)) continue;
      const cells = cellsOf(row);
      const long = cells.findIndex((cell) => cell.length > longestCell);
      yield {
        row: index - headingAt,
        line: index + 1,
        cells: cells.slice(0, mostColumns),
        numbers: row.map((cell) => cell instanceof NumberCell),
        ...(long < 0 ? {} : { fault: `The cell in column ${long + 1} has more than ${longestCell} characters` }),
      };
    }
  }

  return {
    format: {
      kind: 'xlsx',
      encoding: null,
      delimiter: null,
      sheets: sheets.map(({ name }) => storable(name)),
      sheet: storable(sheet),
    },
    headings,
    rows,
    warnings: () => [],
  };
}
