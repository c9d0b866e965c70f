import { headingAt, headingSample, titleWarning } from '../tables/heading-row.ts';
import type { SourceRow } from '../tables/source-table.ts';
import { type NumberFormat, numberFormat } from './xlsx-format.ts';
import { UnreadableWorkbookError, WorkbookPackage } from './xlsx-package.ts';
import { RichText, SheetHandler, type SheetParts } from './xlsx-sheet.ts';

/** The data of a completely read sheet; its rows were emitted before. */
export interface ReadSheet {
  sheets: string[];
  sheet: string;
  headings: string[];
  warnings: string[];
}

interface Sheet {
  name: string;
  isHidden: boolean;
  /** Path of its file in the archive. */
  path: string;
}

/** Largest number of unpacked bytes of a workbook, including styles and texts. */
const mostUnpacked = 128_000_000;

const workbookPath = 'xl/workbook.xml';

/** Path in the archive of a relationship's target. */
const pathOf = (target: string): string => (target.startsWith('/') ? target.slice(1) : `xl/${target}`);

async function readOverview(files: WorkbookPackage): Promise<{ sheets: Sheet[]; is1904: boolean; paths: Paths }> {
  const targets = new Map<string, string>();
  const paths: Paths = { strings: 'xl/sharedStrings.xml', styles: 'xl/styles.xml' };
  await files.read('xl/_rels/workbook.xml.rels', {
    open(name, { Id: id = '', Type: type = '', Target: target = '' }) {
      if (name !== 'Relationship') return;
      targets.set(id, pathOf(target));
      if (type.endsWith('/sharedStrings')) paths.strings = pathOf(target);
      if (type.endsWith('/styles')) paths.styles = pathOf(target);
    },
  });
  const sheets: Sheet[] = [];
  let is1904 = false;
  await files.read(workbookPath, {
    open(name, attributes) {
      if (name === 'workbookPr') is1904 = /^(?:1|true)$/.test(attributes['date1904'] ?? '');
      if (name !== 'sheet') return;
      // The attribute is `r:id`; the prefix may differ.
      const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? '';
      sheets.push({
        name: attributes['name'] ?? '',
        isHidden: /^(?:hidden|veryHidden)$/.test(attributes['state'] ?? ''),
        path: targets.get(id) ?? '',
      });
    },
  });
  return { sheets: sheets.filter(({ path }) => files.has(path)), is1904, paths };
}

interface Paths {
  strings: string;
  styles: string;
}

async function readStyles(files: WorkbookPackage, path: string): Promise<NumberFormat[]> {
  const codes = new Map<number, string>();
  const formats: NumberFormat[] = [];
  let isInCells = false;
  await files.read(path, {
    open(name, { numFmtId: id, formatCode: code }) {
      if (name === 'cellXfs') isInCells = true;
      if (name === 'numFmt' && code !== undefined) codes.set(Number(id), code);
      if (name === 'xf' && isInCells) formats.push(numberFormat(Number(id ?? 0), codes.get(Number(id ?? 0))));
    },
    close(name) {
      if (name === 'cellXfs') isInCells = false;
    },
  });
  return formats;
}

async function readStrings(files: WorkbookPackage, path: string): Promise<string[]> {
  const strings: string[] = [];
  const rich = new RichText();
  await files.read(path, {
    open: (name) => rich.open(name),
    text: (text) => rich.add(text),
    close(name) {
      rich.close(name);
      if (name === 'si') strings.push(rich.take());
    },
  });
  return strings;
}

/** Finds the headings among the first rows and emits the rows below them. */
class TableRows {
  readonly #onRow: (row: SourceRow) => void;
  #first: SourceRow[] | undefined = [];
  #headingLine = 0;
  #width = 0;
  #headings: string[] = [];
  #warning: string | undefined;

  constructor(onRow: (row: SourceRow) => void) {
    this.#onRow = onRow;
  }

  add(row: SourceRow): void {
    if (this.#first) {
      this.#first.push(row);
      if (this.#first.length === headingSample) this.#begin(this.#first);
    } else this.#hand(row);
  }

  /** Headings of all columns that have one or a cell; undefined for an empty sheet. */
  end(): { headings: string[]; warning: string | undefined } | undefined {
    if (this.#first?.length) this.#begin(this.#first);
    if (this.#headingLine === 0) return undefined;
    const headings = Array.from({ length: this.#width }, (_, index) => this.#headings[index] ?? '');
    return { headings, warning: this.#warning };
  }

  #begin(first: readonly SourceRow[]): void {
    this.#first = undefined;
    const at = headingAt(first as SourceRow[]);
    this.#warning = titleWarning(first, at);
    const heading = first[at] as SourceRow;
    this.#headingLine = heading.line;
    this.#headings = heading.cells.map((cell) => cell.trim());
    this.#width = this.#headings.findLastIndex((cell) => cell !== '') + 1;
    for (const row of first.slice(at + 1)) this.#hand(row);
  }

  #hand(row: SourceRow): void {
    this.#width = Math.max(this.#width, row.cells.length);
    this.#onRow({ ...row, row: row.line - this.#headingLine });
  }
}

/**
 * Reads a sheet of a workbook as a stream: the named one, else the first that is neither hidden nor empty.
 * @throws UnreadableWorkbookError
 */
export async function readWorkbook(
  bytes: Uint8Array,
  chosen: string | undefined,
  onRow: (row: SourceRow) => void,
): Promise<ReadSheet> {
  const files = await WorkbookPackage.open(bytes, mostUnpacked);
  if (!files.has(workbookPath))
    throw new UnreadableWorkbookError('It is not a workbook that can be read; save it as XLSX or CSV');
  const { sheets, is1904, paths } = await readOverview(files);
  const names = sheets.map(({ name }) => name);
  const visible = sheets.filter(({ isHidden }) => !isHidden);
  const wanted =
    chosen === undefined
      ? visible.length > 0
        ? visible
        : sheets
      : sheets.filter(({ name }) => name === chosen).slice(0, 1);
  if (sheets.length === 0) throw new UnreadableWorkbookError('The workbook has no sheet');
  if (wanted.length === 0)
    throw new UnreadableWorkbookError(`There is no sheet ${chosen}; there are ${names.join(', ')}`);
  const parts: SheetParts = {
    formats: await readStyles(files, paths.styles),
    strings: await readStrings(files, paths.strings),
    is1904,
  };
  for (const [index, { name, path }] of wanted.entries()) {
    const rows = new TableRows(onRow);
    await files.read(path, new SheetHandler(parts, (row) => rows.add(row)));
    const table = rows.end();
    if (!table) continue;
    const empty = wanted.slice(0, index).map((each) => each.name);
    return {
      sheets: names,
      sheet: name,
      headings: table.headings,
      warnings: [
        ...(empty.length
          ? [`${empty.join(', ')}: nothing is in ${empty.length === 1 ? 'this sheet' : 'these sheets'}`]
          : []),
        ...(table.warning === undefined ? [] : [table.warning]),
      ],
    };
  }
  const others = names.filter((name) => !wanted.some((each) => each.name === name));
  throw new UnreadableWorkbookError(
    `${wanted.length === 1 ? `The sheet ${wanted[0]?.name} is empty` : 'All sheets are empty'}${
      others.length ? `; there are also ${others.join(', ')}` : ''
    }`,
  );
}
