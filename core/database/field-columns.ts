import { UnderscoreNamingStrategy } from '@mikro-orm/core';
import { type RawBuilder, sql } from 'kysely';
import type { EditedField } from '../change-sets/bulk-edit.ts';
import type {
  DateDeclaration,
  FieldDeclaration,
  FieldTable,
  FieldValues,
  FlagDeclaration,
} from '../contracts/record-fields.ts';
import type { ImportFieldDeclaration, ParsedRow } from '../imports/import-definition.ts';
import type { PlainField } from '../imports/plain-import.ts';
import { column } from './tenant-entity.ts';

type Declarations = { readonly [name: string]: FieldDeclaration };

const naming = new UnderscoreNamingStrategy();
const columnOf = (name: string): string => naming.propertyToColumnName(name);
const flagColumn = () => column.boolean().default(false);
const textColumn = () => column.text().nullable();
const dateColumn = () => column.date().nullable();
const columns = { flag: flagColumn, text: textColumn, date: dateColumn };

/** Properties of the entity. */
export const fieldColumns = <Fields extends Declarations>({ names, fields }: FieldTable<Fields>) =>
  Object.fromEntries(names.map((name) => [name, columns[(fields[name] as FieldDeclaration).kind]()])) as unknown as {
    [Name in keyof Fields]: ReturnType<
      Fields[Name] extends FlagDeclaration
        ? typeof flagColumn
        : Fields[Name] extends DateDeclaration
          ? typeof dateColumn
          : typeof textColumn
    >;
  };

/** All of them in one column of JSON, by their names; `alias` is that of the table in the query. */
export const fieldObject = <Fields extends Declarations>(
  { names }: FieldTable<Fields>,
  alias: string,
): RawBuilder<FieldValues<FieldTable<Fields>>> => {
  const pairs = names.map((name) => sql`${sql.lit(name)}, ${sql.ref(`${alias}.${columnOf(name)}`)}`);
  return sql`jsonb_build_object(${sql.join(pairs)})`;
};

/** Values by column, as they are written. */
export const fieldRow = <Fields extends Declarations>(
  { names }: FieldTable<Fields>,
  values: { readonly [Name in keyof Fields]: boolean | string | null },
): Record<string, boolean | string | null> => Object.fromEntries(names.map((name) => [columnOf(name), values[name]]));

/** Columns of files that fill them, by their labels and what is said of them here. */
export const fieldImportFields = <Fields extends Declarations>(
  { names, fields }: FieldTable<Fields>,
  words: { readonly [Name in keyof Fields]?: Partial<ImportFieldDeclaration> },
): ImportFieldDeclaration[] =>
  names.map((name) => {
    const { label, synonyms, example, ...declared } = fields[name] as FieldDeclaration;
    const form =
      declared.kind === 'flag'
        ? { kind: 'boolean' as const, example: 'no' }
        : declared.kind === 'date'
          ? { kind: 'date' as const, example: '2026-01-31' }
          : { ...(declared.control === 'note' ? { kind: 'note' as const } : {}), example: '' };
    const said = { synonyms: [...(synonyms ?? [])], ...(example === undefined ? {} : { example }) };
    return { name, label, ...form, ...said, ...words[name] };
  });

/** The same for records that `plainImporter` takes in. */
export const plainImportFields = <Fields extends Declarations>(table: FieldTable<Fields>): PlainField[] =>
  fieldImportFields(table, {}).map((field) => {
    const declared = table.fields[field.name] as FieldDeclaration;
    const read = declared.kind === 'flag' ? { blank: false } : { schema: declared.input };
    return { ...field, column: columnOf(field.name), ...read };
  });

/** What a row of a file says of them; what is there where it says nothing. */
export const fieldsOfRow = <Fields extends Declarations>(
  { names, fields }: FieldTable<Fields>,
  { fields: cells }: ParsedRow,
  old: FieldValues<FieldTable<Fields>>,
  fault: (field: string, message: string) => void,
): FieldValues<FieldTable<Fields>> => {
  const read = (name: string): unknown => {
    const declared = fields[name];
    const cell = cells[name];
    if (declared?.kind === 'flag' && typeof cell === 'boolean') return cell;
    if (!declared || declared.kind === 'flag' || typeof cell !== 'string') return old[name as keyof typeof old];
    const found = declared.input.safeParse((declared.kind === 'text' ? declared.complete?.(cell) : undefined) ?? cell);
    if (found.success) return found.data;
    fault(name, found.error.issues[0]?.message ?? 'Cannot be read');
    return null;
  };
  return Object.fromEntries(names.map((name) => [name, read(name)])) as FieldValues<FieldTable<Fields>>;
};

/** Flags in a bulk edit. */
export const editedFlags = <Name extends string>({
  names,
  fields,
}: FieldTable<Record<Name, FlagDeclaration>>): EditedField[] =>
  names.map((name) => ({ name, label: fields[name].label, column: columnOf(name), type: 'boolean' }));
