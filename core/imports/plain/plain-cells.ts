import type { AccountContext } from '../../kernel/context/context.ts';
import type { ParsedRow } from '../import-definition.ts';
import { excerpt } from '../tables/excerpt.ts';
import type { NamedRecord, PlainDraft, PlainField, PlainValue } from './plain-import.ts';
import type { PlainNames } from './plain-records.ts';

type Cell = string | boolean | undefined;

/** The value of a field in the rows of a record: the first one that is given. */
export function cellOf(rows: readonly ParsedRow[], name: string): Cell {
  for (const { fields } of rows) {
    const value = fields[name];
    if (value !== undefined && value !== null) return value;
  }
  return undefined;
}

/** Parts of a cell with several values, separated by semicolons. Empty parts stay, so that parallel lists match. */
export const listOfCell = (cell: string): string[] => cell.split(';').map((part) => part.trim());

/** The cell from which `readPlainField` reads this value. */
export function cellText(value: PlainValue | undefined): string | number | boolean | null {
  if (typeof value !== 'object' || value === null) return value ?? null;
  return 'name' in value ? value.name : value.map(({ name }) => name).join('; ');
}

/** The names in the cells of a reference field. */
export const cellTexts = ({ name, links }: PlainField, rows: readonly ParsedRow[]): string[] => {
  const cell = cellOf(rows, name);
  if (typeof cell !== 'string') return [];
  return links ? listOfCell(cell).filter(Boolean) : [cell];
};

/** The value of a new record whose row gives none. */
export const blankValue = ({ blank, links }: PlainField): PlainValue => blank ?? (links ? [] : null);

/** Validates with the schema of the API, for its messages. */
function parsed(field: PlainField, value: unknown, fault: PlainDraft['fault']): PlainValue {
  const found = field.schema?.safeParse(value);
  if (!found || found.success) return (found ? found.data : value) as PlainValue;
  fault(field.name, found.error.issues[0]?.message ?? 'Cannot be read');
  return null;
}

function referenceOf(
  ctx: AccountContext,
  field: PlainField,
  cell: string,
  { fault }: PlainDraft,
  names: PlainNames,
): NamedRecord | null {
  const { refersTo } = field;
  if (!refersTo) return null;
  const all = names.find(field, cell);
  const [one, ...others] = all;
  if (refersTo.isNone?.(ctx, cell)) return null;
  if (one && !others.length) return one;
  if (!one) fault(field.name, `There is no ${refersTo.what} ${excerpt(cell)}`);
  else fault(field.name, `${all.length} records are called ${excerpt(cell)}: say which ${refersTo.what} is meant`);
  return null;
}

function linksOf(
  ctx: AccountContext,
  field: PlainField,
  cell: string,
  draft: PlainDraft,
  names: PlainNames,
): readonly NamedRecord[] {
  const found = listOfCell(cell)
    .filter(Boolean)
    .flatMap((text) => referenceOf(ctx, field, text, draft, names) ?? []);
  const ids = found.map(({ id }) => id);
  const twice = found.find(({ id }, index) => ids.indexOf(id) !== index);
  if (twice) draft.fault(field.name, `The ${field.refersTo?.what ?? 'record'} ${twice.name} is listed twice`);
  parsed(field, ids, draft.fault);
  if (field.links?.position !== undefined) return found;
  const old = draft.before?.values[field.name];
  const isSame =
    Array.isArray(old) && old.length === ids.length && old.every(({ id }: NamedRecord) => ids.includes(id));
  return isSame ? old : found.sort((left, right) => (left.name < right.name ? -1 : 1));
}

/** The new value of a field according to the rows of a record; a missing one keeps the current value. */
export function readPlainField(
  ctx: AccountContext,
  field: PlainField,
  draft: PlainDraft,
  names: PlainNames,
): PlainValue {
  const { before, record, fault } = draft;
  const cell = cellOf(record.rows, field.name);
  const old = before?.values[field.name] ?? null;
  if (cell === undefined) {
    if (before) return old;
    if (field.isNeeded) parsed(field, field.links ? [] : '', fault);
    return blankValue(field);
  }
  if (field.links && typeof cell === 'string') {
    // An exported cell is recognized as a whole, because names may contain semicolons.
    if (Array.isArray(old) && cell === old.map(({ name }: NamedRecord) => name).join('; ')) return old;
    return linksOf(ctx, field, cell, draft, names);
  }
  if (field.refersTo && typeof cell === 'string') {
    if (typeof old === 'object' && old !== null && 'name' in old && old.name === cell) return old;
    return referenceOf(ctx, field, cell, draft, names);
  }
  return parsed(field, field.kind === 'integer' || field.kind === 'decimal' ? Number(cell) : cell, fault);
}
