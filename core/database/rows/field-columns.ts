import { UnderscoreNamingStrategy } from '@mikro-orm/core';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { EditedField } from '../../change-sets/bulk/bulk-edit.ts';
import {
  type ChoiceDeclaration,
  type DateDeclaration,
  type FieldDeclaration,
  type FieldTable,
  type FieldValues,
  type FlagDeclaration,
  inputName,
  type NamedReference,
  type ReferenceDeclaration,
  type ReferencedKind,
} from '../../contracts/records/fields/record-fields.ts';
import type { ImportFieldDeclaration, ParsedRow } from '../../imports/import-definition.ts';
import type { PlainField } from '../../imports/plain/plain-import.ts';
import { belongsTo, column } from '../tenant-entity.ts';
import { mayBeChosen, type ReferencedTables, referencedTable } from './referenced-tables.ts';

type Declarations = { readonly [name: string]: FieldDeclaration };

const noTables: ReferencedTables = {};
const naming = new UnderscoreNamingStrategy();
// Rows of imports ask for the same few names again and again.
const columnNames = new Map<string, string>();
function columnOf(name: string, { kind }: Pick<FieldDeclaration, 'kind'>): string {
  const known = columnNames.get(name) ?? naming.propertyToColumnName(name);
  columnNames.set(name, known);
  return kind === 'reference' ? `${known}_id` : known;
}

const flagColumn = (initial = false) => column.boolean().default(initial);
const textColumn = () => column.text().nullable();
const dateColumn = () => column.date().nullable();
const choiceColumn = <Code extends string>(initial: Code) => column.text().$type<Code>().default(initial);
const referenceColumn =
  <Target extends Parameters<typeof belongsTo>[0]>(target: Target, own: string) =>
  () =>
    belongsTo(target, own).nullable();

type ColumnOf<Declared, Tables extends ReferencedTables> = Declared extends FlagDeclaration
  ? ReturnType<typeof flagColumn>
  : Declared extends DateDeclaration
    ? ReturnType<typeof dateColumn>
    : Declared extends ChoiceDeclaration<infer Code>
      ? ReturnType<typeof choiceColumn<Code>>
      : Declared extends ReferenceDeclaration<infer Kind>
        ? ReturnType<typeof referenceColumn<Tables[Kind['type']]['entity']>>
        : ReturnType<typeof textColumn>;

/** Entity properties of the fields. */
export const fieldColumns = <Fields extends Declarations, const Tables extends ReferencedTables = ReferencedTables>(
  { names, fields }: FieldTable<Fields>,
  tables?: Tables,
) =>
  Object.fromEntries(
    names.map((name) => {
      const declared = fields[name] as FieldDeclaration;
      const made = () => {
        if (declared.kind === 'flag') return flagColumn(declared.initial);
        if (declared.kind === 'date') return dateColumn();
        if (declared.kind === 'choice') return choiceColumn(declared.initial);
        if (declared.kind === 'text') return textColumn();
        return referenceColumn(referencedTable(tables ?? noTables, declared.to).entity, columnOf(name, declared));
      };
      return [name, made()];
    }),
  ) as { [Name in keyof Fields]: ColumnOf<Fields[Name], Tables> };

/** An index per reference, because deleting a record has to find the records that refer to it. */
export const referenceIndexes = <Fields extends Declarations>({ names, fields }: FieldTable<Fields>) =>
  names.flatMap((name) => {
    const declared = fields[name] as FieldDeclaration;
    if (declared.kind !== 'reference') return [];
    return { properties: ['accountID' as const, name], where: `${columnOf(name, declared)} is not null` };
  });

/** The shown fields of the record to which `alias` refers, as JSON; null without a reference. */
const referenceObject = (alias: string, own: string, kind: ReferencedKind, tables: ReferencedTables) => {
  const pairs = Object.keys(kind.shown.shape).map(
    (name) => sql`${sql.lit(name)}, shown.${sql.ref(naming.propertyToColumnName(name))}`,
  );
  return sql`(select jsonb_build_object(${sql.join(pairs)}) from ${sql.table(referencedTable(tables, kind).table)} shown
    where shown.account_id = ${sql.ref(`${alias}.account_id`)} and shown.id = ${sql.ref(`${alias}.${own}`)})`;
};

/** The references of a reply by field name, as JSON. */
export const referenceReplies = <Fields extends Declarations>(
  { names, fields }: FieldTable<Fields>,
  alias: string,
  tables: ReferencedTables,
): Record<string, RawBuilder<unknown>> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const declared = fields[name] as FieldDeclaration;
      if (declared.kind !== 'reference') return [];
      return [[name, referenceObject(alias, columnOf(name, declared), declared.to, tables)]];
    }),
  );

type FieldReplies<Fields extends Declarations> = {
  [Name in keyof Fields]: z.output<FieldTable<Fields>['reply'][Name]>;
};

/** All fields in one JSON column, by name. `alias` is the alias of the table in the query. */
export const fieldObject = <Fields extends Declarations>(
  { names, fields }: FieldTable<Fields>,
  alias: string,
  tables = noTables,
): RawBuilder<FieldReplies<Fields>> => {
  const pairs = names.map((name) => {
    const declared = fields[name] as FieldDeclaration;
    const fieldColumn = columnOf(name, declared);
    const value =
      declared.kind === 'reference'
        ? referenceObject(alias, fieldColumn, declared.to, tables)
        : sql.ref(`${alias}.${fieldColumn}`);
    return sql`${sql.lit(name)}, ${value}`;
  });
  return sql`jsonb_build_object(${sql.join(pairs)})`;
};

/** Name of the referenced record, for sorting. */
export const referenceName = <Fields extends Declarations>(
  { fields }: FieldTable<Fields>,
  name: keyof Fields & string,
  alias: string,
  tables: ReferencedTables,
): RawBuilder<string> => {
  const declared = fields[name] as FieldDeclaration;
  if (declared.kind !== 'reference') throw new Error(`${name} is no reference`);
  return sql`(select named.name from ${sql.table(referencedTable(tables, declared.to).table)} named
    where named.account_id = ${sql.ref(`${alias}.account_id`)}
      and named.id = ${sql.ref(`${alias}.${columnOf(name, declared)}`)})`;
};

/** Conditions of a list's filters on these fields. */
export const fieldConditions = <Fields extends Declarations>(
  { names, fields }: FieldTable<Fields>,
  alias: string,
  filter: object,
): RawBuilder<boolean>[] =>
  names.flatMap((name) => {
    const declared = fields[name] as FieldDeclaration;
    if (declared.kind === 'text' || declared.kind === 'date' || !declared.filter) return [];
    const column = sql.ref(`${alias}.${columnOf(name, declared)}`);
    const wanted: unknown = filter[declared.filter as keyof typeof filter];
    if (typeof wanted === 'boolean') return sql<boolean>`${column} = ${wanted}`;
    if (!Array.isArray(wanted)) return [];
    if (!wanted.length) return sql<boolean>`false`;
    return sql<boolean>`${column} in (${sql.join(wanted)})`;
  });

type FieldValue = boolean | string | null | NamedReference;

const isReference = <Reference extends NamedReference>(
  value: boolean | string | null | Reference,
): value is Reference => typeof value === 'object' && value !== null;

/** Values by column for writing. */
export const fieldRow = <Fields extends Declarations>(
  { names, fields }: FieldTable<Fields>,
  values: { readonly [Name in keyof Fields]: FieldValue },
): Record<string, boolean | string | null> =>
  Object.fromEntries(
    names.map((name) => {
      const value: FieldValue = values[name];
      return [columnOf(name, fields[name] as FieldDeclaration), isReference(value) ? value.id : value];
    }),
  );

/** People's names with their email, to distinguish people of the same name: `Ann (ann@mill.test)`. */
export const nameWithEmail = (name: string, email: string): string => `${name} (${email})`;

/** Values as an import compares them: id and name for other records, with the email for people. */
export const importedFields = <Fields extends Declarations>(
  { names }: FieldTable<Fields>,
  replies: FieldReplies<Fields>,
): FieldValues<FieldTable<Fields>> =>
  Object.fromEntries(
    names.map((name) => {
      const value = replies[name] as boolean | string | null | (NamedReference & { email?: string });
      if (!isReference(value)) return [name, value];
      return [name, { id: value.id, name: value.email ? nameWithEmail(value.name, value.email) : value.name }];
    }),
  );

const factOf = (value: FieldValue): boolean | string | null => (isReference(value) ? value.name : value);
// References are compared by id, because files may write names in any case.
const keyOf = (value: FieldValue): boolean | string | null =>
  isReference(value) ? (value.id ?? `+${value.name}`) : value;

/**
 * Changed fields between two states in readable form. For a new record, the fields that differ from an empty record.
 */
export const fieldChanges = <Fields extends Declarations>(
  { names, fields, unset }: FieldTable<Fields>,
  before: FieldValues<FieldTable<Fields>> | undefined,
  after: FieldValues<FieldTable<Fields>>,
): { field: string; label: string; from: boolean | string | null; to: boolean | string | null }[] =>
  names.flatMap((field) => {
    const [old, now] = [(before ?? unset)[field as keyof typeof unset], after[field as keyof typeof after]];
    if (keyOf(old as FieldValue) === keyOf(now as FieldValue)) return [];
    const { label } = fields[field] as FieldDeclaration;
    return { field, label, from: before ? factOf(old as FieldValue) : null, to: factOf(now as FieldValue) };
  });

/** Values in the history and in files: the name for another record. */
export const fieldFacts = <Fields extends Declarations>(
  { names }: FieldTable<Fields>,
  values: { readonly [Name in keyof Fields]: FieldValue },
): { [Name in keyof Fields]: boolean | string | null } =>
  Object.fromEntries(names.map((name) => [name, factOf(values[name])])) as {
    [Name in keyof Fields]: boolean | string | null;
  };

/** How a column of a file is read, by kind of field. */
const formOf = (declared: FieldDeclaration): Partial<ImportFieldDeclaration> => {
  if (declared.kind === 'flag') return { kind: 'boolean', example: declared.initial ? 'yes' : 'no' };
  if (declared.kind === 'date') return { kind: 'date', example: '2026-01-31' };
  if (declared.kind === 'choice')
    return { kind: 'choice', choices: Object.keys(declared.names), example: declared.initial };
  if (declared.kind === 'text') return { ...(declared.control === 'note' ? { kind: 'note' } : {}), example: '' };
  const { record, by, isCreatable } = declared.to;
  const reference = { recordType: record, by: [...by], canCreate: isCreatable ?? false };
  return { kind: 'reference', longest: by.includes('email') ? 254 : 100, reference, example: '' };
};

/** Import fields for these fields: labels from the declarations, further properties from `words`. */
export const fieldImportFields = <Fields extends Declarations>(
  { names, fields }: FieldTable<Fields>,
  words: { readonly [Name in keyof Fields]?: Partial<ImportFieldDeclaration> },
): ImportFieldDeclaration[] =>
  names.map((name) => {
    const declared = fields[name] as FieldDeclaration;
    const { label, synonyms, example } = declared;
    const importWords = { synonyms: [...(synonyms ?? [])], ...(example === undefined ? {} : { example }) };
    return { name, label, ...formOf(declared), ...importWords, ...words[name] };
  });

/** Like `fieldImportFields`, for records of `plainImporter`, which does not create referenced records. */
export const plainImportFields = <Fields extends Declarations>(
  table: FieldTable<Fields>,
  tables = noTables,
): PlainField[] =>
  fieldImportFields(table, {}).map((field): PlainField => {
    const declared = table.fields[field.name] as FieldDeclaration;
    const plain = { ...field, column: columnOf(field.name, declared) };
    if (declared.kind === 'reference') {
      const { noun, by } = declared.to;
      const refersTo = { table: referencedTable(tables, declared.to).table, what: noun, by: by.slice(1) };
      return {
        ...plain,
        refersTo,
        ...(field.reference ? { reference: { ...field.reference, canCreate: false } } : {}),
      };
    }
    if (declared.kind === 'flag' || declared.kind === 'choice') return { ...plain, blank: declared.initial ?? false };
    return { ...plain, schema: declared.input };
  });

/** Finds the record that a cell names. Returns undefined and reports an error if there is none. */
export type ReadReference = (field: string, kind: ReferencedKind, cell: string) => NamedReference | undefined;

/** Field values in a row of a file; missing ones keep the current values. */
export const fieldsOfRow = <Fields extends Declarations>(
  { names, fields }: FieldTable<Fields>,
  { fields: cells }: ParsedRow,
  old: FieldValues<FieldTable<Fields>>,
  fault: (field: string, message: string) => void,
  readReference?: ReadReference,
): FieldValues<FieldTable<Fields>> => {
  const read = (name: string): unknown => {
    const declared = fields[name];
    const cell = cells[name];
    const kept = old[name as keyof typeof old];
    if (declared?.kind === 'flag') return typeof cell === 'boolean' ? cell : kept;
    if (!declared || typeof cell !== 'string') return kept;
    if (declared.kind === 'choice') return cell;
    if (declared.kind === 'reference') return readReference?.(name, declared.to, cell) ?? kept;
    const found = declared.input.safeParse((declared.kind === 'text' ? declared.complete?.(cell) : undefined) ?? cell);
    if (found.success) return found.data;
    fault(name, found.error.issues[0]?.message ?? 'Cannot be read');
    return null;
  };
  return Object.fromEntries(names.map((name) => [name, read(name)])) as FieldValues<FieldTable<Fields>>;
};

/** The fields in a bulk edit. */
export const editedFields = <Fields extends Declarations>(
  { names, fields }: FieldTable<Fields>,
  tables = noTables,
): EditedField[] =>
  names.map((name) => {
    const declared = fields[name] as FieldDeclaration;
    const { kind, label } = declared;
    const edited = { name: inputName(name, declared), label, column: columnOf(name, declared) };
    if (kind === 'flag') return { ...edited, type: 'boolean' };
    if (kind === 'date') return { ...edited, type: 'date' };
    if (kind === 'text') return { ...edited, type: 'text' };
    if (kind === 'choice') return { ...edited, type: 'text', shown: (code) => declared.names[code] ?? code };
    const found = referencedTable(tables, declared.to);
    return { ...edited, type: 'text', names: { table: found.table, column: 'name', where: mayBeChosen(found) } };
  });
