import type { ReactNode } from 'react';
import type { z } from 'zod';
import type { QuantityAnswer } from '../../../../contracts/amounts/quantity.ts';
import type { AnyEndpoint } from '../../../../contracts/endpoints/endpoint.ts';
import { type ShownValue, shownValueOf } from '../../../../contracts/records/shown-values.ts';
import { type DecimalValue, formats } from '../../../format/format.ts';
import { DateText, DateTimeText, Money, Quantity } from '../../../format/formatted.tsx';
import { StatusBadge } from '../../display/status-badge.tsx';
import type { ListColumn, ListedColumn } from '../list-types.ts';
import { codeWords, fieldWords } from './field-words.ts';
import { codesOf, definitionOf, queryFields, rowFields, schemaFields } from './schema-of-list.ts';

interface Shown extends Pick<ListColumn<never>, 'align' | 'width' | 'csv'> {
  /** Undefined for objects that nothing names. */
  show?(value: unknown): ReactNode;
}

/** The field that names a record in a list, the first that it has. */
const naming = ['fullName', 'name', 'sku', 'number', 'lotNumber', 'code'] as const;

const end = 'end' as const;
const asText = (value: unknown): string => String(value);

/** A code by its name, as a badge if it is a state. */
const shownCode = (
  { names = {}, tones }: ShownValue,
  code: string,
  name = names[code] ?? codeWords(code),
): ReactNode => (tones ? <StatusBadge tone={tones[code] ?? 'neutral'}>{name}</StatusBadge> : name);

/** How numbers are shown. Decimals come as numbers or as exact texts. */
const numbers = {
  money: { align: end, width: 112, show: (value) => <Money value={value as DecimalValue} /> },
  price: { align: end, width: 110, show: (value) => <Money value={value as DecimalValue} unitPrice /> },
  share: { align: end, width: 90, show: (value) => formats().percent(value as DecimalValue) },
  count: { align: end, width: 100, show: (value) => <Quantity value={value as DecimalValue} /> },
} as const satisfies Record<string, Shown>;

function shownInstant(name: string, look = /^last\p{Lu}/u.test(name) ? 'relative' : 'day'): Shown {
  if (look === 'day') return { width: 120, show: (value) => <DateText value={asText(value)} /> };
  return look === 'relative'
    ? { width: 140, show: (value) => <DateTimeText value={asText(value)} relative /> }
    : { width: 170, show: (value) => <DateTimeText value={asText(value)} /> };
}

function shownObject(path: string, fields: Readonly<Record<string, z.ZodType>>, words: ShownValue): Shown {
  const of = (value: unknown, name: string): unknown => (value as Readonly<Record<string, unknown>>)[name];
  if ('measure' in fields) {
    return {
      ...numbers.count,
      width: 120,
      csv: `${path}.measure`,
      show: (value) => <Quantity value={value as QuantityAnswer} />,
    };
  }
  if (words.tones && 'code' in fields) {
    const show = (value: unknown) => shownCode(words, asText(of(value, 'code')), asText(of(value, 'name')));
    return { csv: `${path}.name`, width: 120, show };
  }
  const name = naming.find((each) => each in fields);
  return name ? { csv: `${path}.${name}`, show: (value) => asText(of(value, name) ?? '') } : {};
}

/** How a value is shown, by its schema; `instant` is the screen's choice for one. */
function shownBy(path: string, schema: z.ZodType, instant?: ListColumn<never>['instant']): Shown {
  const words = shownValueOf(schema);
  const { type, format, element } = definitionOf(schema);
  if (words.kind) return numbers[words.kind];
  if (element) {
    const { show, csv = path } = shownBy(path, element);
    return show ? { csv, show: (value) => shownList(value as readonly unknown[], show) } : {};
  }
  if (type === 'number' || type === 'int') return numbers.count;
  if (type === 'boolean') return { width: 110, show: (value) => (value ? 'Yes' : 'No') };
  if (format === 'date') return shownInstant(path, 'day');
  if (format === 'datetime') return shownInstant(path.slice(path.lastIndexOf('.') + 1), instant);
  if (type === 'string') return { show: asText };
  if (codesOf(schema).length > 0) return { width: 120, show: (value) => shownCode(words, asText(value)) };
  return shownObject(path, schemaFields(schema), words);
}

/** The elements of a list, separated by commas; what is missing or has no name is left out. */
const shownList = (values: readonly unknown[], show: (value: unknown) => ReactNode): string =>
  values
    .flatMap((value): string[] => {
      if (value === null || value === undefined) return [];
      const shown = show(value);
      const text = typeof shown === 'string' ? shown : asText(value);
      return text ? [text] : [];
    })
    .join(', ');

/** The value at a path; of lists on the way, the values of their elements. */
function valueAt(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined || value === null || value === undefined) return value;
  return Array.isArray(value)
    ? value.map((each) => valueAt(each, [name, ...rest]))
    : valueAt((value as Readonly<Record<string, unknown>>)[name], rest);
}

/** The schema at a path; a list on the way makes it a list. */
function schemaAt(schema: z.ZodType | undefined, [name, ...rest]: readonly string[]): z.ZodType | undefined {
  if (name === undefined || !schema) return schema;
  const { element } = definitionOf(schema);
  if (!element) return schemaAt(schemaFields(schema)[name], rest);
  return schemaAt(element, [name, ...rest])?.array();
}

/**
 * Path of a column's value: that of its CSV if it is a path alone or the id is no field, else the id. Of a quantity and
 * its unit in CSV, the whole quantity.
 */
function pathOf({ id, csv }: Pick<ListColumn<never>, 'id' | 'csv'>, isField: boolean): string {
  const [first = id] = [csv || id].flat();
  const isPath = typeof csv === 'string' && !csv.includes('=');
  if (isPath) return csv;
  return isField ? id : first.replace(/=.*$/s, '').replace(/\.measure$/, '');
}

/**
 * A column of a list by the schema of its rows and query: its cell with alignment and width, its heading, what sorts by
 * it and its path in CSV. What the screen says itself comes before that.
 * @throws Error where the screen says no cell and the rows have no such field, or one that nothing names
 */
function columnOf<Row>(endpoint: AnyEndpoint, given: Partial<ListColumn<Row>> & { id: string }): ListColumn<Row> {
  const { id } = given;
  const fields = rowFields(endpoint);
  const path = pathOf(given, id in fields);
  const [field = '', ...rest] = path.split('.');
  const schema = schemaAt(fields[field], rest);
  const sorting = codesOf(queryFields(endpoint)['sortBy']).includes(id) ? { sortable: true } : {};
  const header = (schema && shownValueOf(schema).label) ?? fieldWords(id);
  const { show, csv, ...look } = schema ? shownBy(path, schema, given.instant) : ({} as Shown);
  const derivedCell =
    show &&
    ((row: Row): ReactNode => {
      const value = valueAt(row, [field, ...rest]);
      return value === null || value === undefined ? null : show(value);
    });
  const cell = given.cell ?? derivedCell;
  if (!cell) throw new Error(`Column ${id} of ${endpoint.name} needs a cell: nothing says how its ${path} is shown`);
  return { header, ...(csv ? { csv } : {}), ...sorting, ...(given.cell ? {} : look), ...given, cell };
}

/** The columns that a screen names, as `columnOf` makes them. */
export const derivedColumns = <Row,>(endpoint: AnyEndpoint, columns: readonly ListedColumn<Row>[]): ListColumn<Row>[] =>
  columns.map((column) => columnOf<Row>(endpoint, typeof column === 'string' ? { id: column } : column));

/** Columns without those of some ids. */
export const columnsWithout = <Row,>(
  columns: readonly ListedColumn<Row>[],
  ids: readonly string[],
): ListedColumn<Row>[] => columns.filter((column) => !ids.includes(typeof column === 'string' ? column : column.id));

type Hidden<Column> = (Column extends string ? { id: Column } : Column) & { defaultHidden: true };

/** Columns that are hidden until the person chooses them: `...hidden('createdAt', { id: 'salesRep', width: 130 })`. */
export function hidden<const Columns extends readonly (string | { id: string })[]>(
  ...columns: Columns
): Hidden<Columns[number]>[];
export function hidden(...columns: readonly (string | { id: string })[]): { id: string; defaultHidden: true }[] {
  return columns.map((column) => ({
    ...(typeof column === 'string' ? { id: column } : column),
    defaultHidden: true,
  }));
}
