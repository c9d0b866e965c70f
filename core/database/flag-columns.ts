import { UnderscoreNamingStrategy } from '@mikro-orm/core';
import { type RawBuilder, sql } from 'kysely';
import type { EditedField } from '../change-sets/bulk-edit.ts';
import type { FlagTable } from '../contracts/flags.ts';
import type { ImportFieldDeclaration, ParsedRow } from '../imports/import-definition.ts';
import { column } from './tenant-entity.ts';

const naming = new UnderscoreNamingStrategy();
const columnOf = (name: string): string => naming.propertyToColumnName(name);
const flagColumn = () => column.boolean().default(false);

/** Properties of the entity. */
export const flagColumns = <Name extends string>({ names }: FlagTable<Name>) =>
  Object.fromEntries(names.map((name) => [name, flagColumn()])) as Record<Name, ReturnType<typeof flagColumn>>;

/** All of them in one column of JSON, by their names; `alias` is that of the table in the query. */
export const flagObject = <Name extends string>(
  { names }: FlagTable<Name>,
  alias: string,
): RawBuilder<Record<Name, boolean>> => {
  const pairs = names.map((name) => sql`${sql.lit(name)}, ${sql.ref(`${alias}.${columnOf(name)}`)}`);
  return sql`jsonb_build_object(${sql.join(pairs)})`;
};

/** Values by column, as they are written. */
export const flagRow = <Name extends string>(
  { names }: FlagTable<Name>,
  values: Readonly<Record<Name, boolean>>,
): Record<string, boolean> => Object.fromEntries(names.map((name) => [columnOf(name), values[name] ?? false]));

/** Columns of files that fill them, by their labels and these further headings. */
export const flagImportFields = <Name extends string>(
  { names, flags }: FlagTable<Name>,
  headings: Readonly<Partial<Record<Name, string[]>>>,
): ImportFieldDeclaration[] =>
  names.map((name) => ({
    ...{ name, label: flags[name].label, kind: 'boolean', example: 'no' },
    synonyms: headings[name] ?? [],
  }));

/** What a row of a file says of them; what is there where it says nothing. */
export const flagsOfRow = <Name extends string>(
  { names }: FlagTable<Name>,
  { fields }: ParsedRow,
  old: Readonly<Record<Name, boolean>>,
): Record<Name, boolean> =>
  Object.fromEntries(
    names.map((name) => [name, typeof fields[name] === 'boolean' ? fields[name] : old[name]]),
  ) as Record<Name, boolean>;

/** Fields of a bulk edit. */
export const editedFlags = <Name extends string>({ names, flags }: FlagTable<Name>): EditedField[] =>
  names.map((name) => ({ name, label: flags[name].label, column: columnOf(name), type: 'boolean' }));
