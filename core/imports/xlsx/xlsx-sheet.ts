import { longestCell, mostColumns, type SourceRow } from '../tables/source-table.ts';
import { formatted, type NumberFormat } from './xlsx-format.ts';
import { UnreadableWorkbookError, type XmlHandler } from './xlsx-package.ts';

/** The text of a formula without a value; `readCell` gives advice for it. */
const formulaWithoutValue = '#NOVALUE!';

const mostCells = 4_000_000;
/** Largest sheet in characters; a text shared by many cells counts for each of them. */
const mostCharacters = 64_000_000;
const lastRow = 1_048_576;

/** Parts of the workbook to which cells refer. */
export interface SheetParts {
  strings: readonly string[];
  formats: readonly NumberFormat[];
  is1904: boolean;
}

/** Workbooks escape characters that XML does not permit as `_x000D_`. */
const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replaceAll(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;

/** Text of `<si>` and `<is>`: runs are joined, phonetic hints of eastern scripts are left out. */
export class RichText {
  #text = '';
  #isIn = false;
  #isAid = false;

  open(name: string): void {
    if (name === 'rPh') this.#isAid = true;
    this.#isIn = name === 't' && !this.#isAid;
  }

  add(text: string): void {
    // One character beyond the limit shows that the text is too long.
    if (this.#isIn && this.#text.length <= longestCell) this.#text += text.slice(0, longestCell + 1);
  }

  close(name: string): void {
    if (name === 'rPh') this.#isAid = false;
    this.#isIn = false;
  }

  take(): string {
    const text = unescaped(this.#text);
    this.#text = '';
    return text;
  }
}

const columnOf = (letters: string): number =>
  [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0) - 1;

interface Cell {
  column: number;
  type: string;
  style: number;
  hasFormula: boolean;
  value: string;
}

/**
 * Emits the rows of a sheet while it is read, without empty ones. Their `row` is not set yet.
 * @throws UnreadableWorkbookError for more cells or text than a sheet may have
 */
export class SheetHandler implements XmlHandler {
  readonly #parts: SheetParts;
  readonly #onRow: (row: SourceRow) => void;
  readonly #rich = new RichText();
  #line = 0;
  #column = -1;
  #cells = 0;
  #characters = 0;
  #row: { texts: string[]; numbers: boolean[]; fault?: string } | undefined;
  #cell: Cell | undefined;
  #isInValue = false;

  constructor(parts: SheetParts, onRow: (row: SourceRow) => void) {
    this.#parts = parts;
    this.#onRow = onRow;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'row') this.#openRow(attributes['r']);
    else if (name === 'c' && this.#row) this.#openCell(attributes);
    else if (this.#cell) {
      if (name === 'v') this.#isInValue = true;
      else if (name === 'f') this.#cell.hasFormula = true;
      else this.#rich.open(name);
    }
  }

  text(text: string): void {
    if (!this.#cell) return;
    if (!this.#isInValue) this.#rich.add(text);
    else if (this.#cell.value.length <= longestCell) this.#cell.value += text.slice(0, longestCell + 1);
  }

  close(name: string): void {
    if (name === 'row') this.#closeRow();
    else if (name === 'c') this.#closeCell();
    else if (name === 'v') this.#isInValue = false;
    else if (this.#cell) this.#rich.close(name);
  }

  #openRow(place: string | undefined): void {
    const line = place === undefined ? this.#line + 1 : Number(place);
    if (!Number.isInteger(line) || line <= this.#line || line > lastRow)
      throw new UnreadableWorkbookError(`The workbook is damaged: row ${String(place).slice(0, 20)} is out of place`);
    this.#line = line;
    this.#column = -1;
    this.#row = { texts: [], numbers: [] };
  }

  #openCell({ r: place, t: type = 'n', s: style }: Readonly<Record<string, string>>): void {
    const letters = place === undefined ? undefined : /^[A-Z]{1,3}(?=\d{1,7}$)/.exec(place)?.[0];
    if (place !== undefined && letters === undefined)
      throw new UnreadableWorkbookError(`The workbook is damaged: there is a cell at ${place.slice(0, 20)}`);
    this.#column = letters === undefined ? this.#column + 1 : columnOf(letters);
    this.#cell = { column: this.#column, type, style: Number(style ?? 0), hasFormula: false, value: '' };
  }

  #closeCell(): void {
    const cell = this.#cell;
    const row = this.#row;
    this.#cell = undefined;
    this.#isInValue = false;
    if (!cell || !row) return;
    const { text, isNumber } = this.#valueOf(cell);
    if (text === '') return;
    const { column } = cell;
    if (column >= mostColumns)
      throw new UnreadableWorkbookError(
        `Row ${this.#line} has a value in column ${column + 1}; a table may have ${mostColumns} columns`,
      );
    this.#cells += 1;
    this.#characters += text.length;
    if (this.#cells > mostCells)
      throw new UnreadableWorkbookError(`The sheet has more than ${mostCells.toLocaleString('en-US')} cells; split it`);
    if (this.#characters > mostCharacters) throw new UnreadableWorkbookError('The sheet has too much text; split it');
    while (row.texts.length < column) row.texts.push('');
    row.texts[column] = text;
    row.numbers[column] = isNumber;
    if (text.length > longestCell)
      row.fault ??= `The cell in column ${column + 1} has more than ${longestCell} characters`;
  }

  #valueOf({ type, style, hasFormula, value }: Cell): { text: string; isNumber: boolean } {
    const text = (of: string) => ({ text: of, isNumber: false });
    const rich = this.#rich.take();
    if (type === 'inlineStr') return text(rich);
    // A formula with an empty text as value is marked by its type.
    if (value === '') return text(hasFormula && type !== 'str' ? formulaWithoutValue : '');
    if (type === 's') return text(this.#parts.strings[Number(value)] ?? '');
    if (type === 'b') return text(value === '1' ? 'true' : 'false');
    if (type === 'n') return formatted(value, this.#parts.formats[style] ?? { kind: 'number' }, this.#parts.is1904);
    return text(unescaped(value));
  }

  #closeRow(): void {
    const row = this.#row;
    this.#row = undefined;
    if (!row?.texts.some((text) => text.trim() !== '')) return;
    const { texts: cells, numbers, fault } = row;
    this.#onRow({
      row: 0,
      line: this.#line,
      cells,
      numbers: cells.map((_, index) => numbers[index] ?? false),
      ...(fault === undefined ? {} : { fault }),
    });
  }
}
