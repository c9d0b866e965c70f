import { refusal, usageFailure } from '@millwright/core/cli';
import type { ImportColumn, ImportField, ImportSet, ImportType } from '@millwright/core/contracts';

/** Options of an import command. */
export interface ImportInput {
  file?: string | undefined;
  fields: boolean;
  lines?: string | undefined;
  on?: string | undefined;
  map: readonly string[];
  onExisting: 'update' | 'skip';
  create: readonly string[];
  skipErrors: boolean;
  round: boolean;
  replaceLines: boolean;
  dateOrder?: keyof typeof dateOrderChoices | undefined;
  decimal?: 'point' | 'comma' | undefined;
  sheet?: string;
  encoding?: string;
  delimiter?: string;
}

/** Date orders for people. */
export const dateOrderChoices = { dmy: 'day-first', mdy: 'month-first', ymd: 'year-first' } as const;

/** Changes of mapping and options to send to the server. */
export interface ImportChange {
  columns?: { index: number; field: string | null }[];
  onExisting?: 'update' | 'skip';
  createReferences?: string[];
  round?: boolean;
  replaceLines?: boolean;
}

const plain = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}#]/gu, '');

const fieldNamed = (type: ImportType, text: string): ImportField | undefined =>
  type.fields.find(({ name }) => name === text) ??
  type.fields.find(({ name, label }) => plain(name) === plain(text) || plain(label) === plain(text));

/** Fields whose missing references the server can create. */
export const creatableFields = (type: ImportType): ImportField[] =>
  type.fields.filter(({ reference }) => reference?.canCreate);

/** A `--map` option: the last `=` separates heading and field, because field names contain none. */
interface WantedColumn {
  option: string;
  heading: string;
  field: string | null;
}

/**
 * Parses `--map` and `--create` before a file is uploaded.
 * @throws CommandFailure 2 that lists the fields
 */
export function readChoices(type: ImportType, input: Pick<ImportInput, 'map' | 'create'>) {
  const columns = input.map.map((option): WantedColumn => {
    const at = option.lastIndexOf('=');
    if (at <= 0) throw usageFailure(`--map ${option}: it has to be HEADING=FIELD`, "--map 'Our code=sku'");
    const wanted = option.slice(at + 1).trim();
    if (wanted === '') return { option, heading: option.slice(0, at), field: null };
    const field = fieldNamed(type, wanted);
    if (!field)
      throw usageFailure(
        `--map ${option}: an import of ${type.name} has no field "${wanted}"`,
        `Fields: ${type.fields.map(({ name }) => name).join(', ')}`,
      );
    return { option, heading: option.slice(0, at), field: field.name };
  });
  const creatable = creatableFields(type);
  const createReferences = input.create.map((wanted) => {
    const field = fieldNamed(type, wanted);
    if (!field?.reference?.canCreate)
      throw usageFailure(
        `--create ${wanted}: nothing can be created through this field`,
        creatable.length ? `Fields: ${creatable.map(({ name }) => name).join(', ')}` : undefined,
      );
    return field.name;
  });
  return { columns, createReferences };
}

function columnOf(columns: readonly ImportColumn[], { option, heading }: WantedColumn): ImportColumn {
  const exact = columns.filter((column) => column.heading === heading);
  const found = exact.length ? exact : columns.filter((column) => plain(column.heading) === plain(heading));
  if (found.length === 1 && found[0]) return found[0];
  throw refusal(
    'unknown_column',
    found.length
      ? `--map ${option}: ${found.length} columns have this heading`
      : `--map ${option}: there is no such column`,
    { hint: `Columns: ${columns.map((column) => column.heading).join(', ')}` },
  );
}

/** The changes that give the import the requested options; undefined if it has them already. */
export function changeOf(
  set: Pick<ImportSet, 'columns' | 'options'>,
  choices: ReturnType<typeof readChoices>,
  { onExisting, round, replaceLines }: Pick<ImportInput, 'onExisting' | 'round' | 'replaceLines'>,
): ImportChange | undefined {
  const columns = choices.columns.map((wanted) => ({
    index: columnOf(set.columns, wanted).index,
    field: wanted.field,
  }));
  const isSettled = new Map(
    set.columns.map(({ index, field, isUnconfirmed }) => [index, isUnconfirmed ? undefined : field]),
  );
  const change: ImportChange = {
    ...(columns.some(({ index, field }) => isSettled.get(index) !== field) ? { columns } : {}),
    ...(set.options.onExisting === onExisting ? {} : { onExisting }),
    ...(choices.createReferences.length ? { createReferences: choices.createReferences } : {}),
    ...(round ? { round } : {}),
    ...(replaceLines ? { replaceLines } : {}),
  };
  return Object.keys(change).length ? change : undefined;
}
