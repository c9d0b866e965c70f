import type { InferEntity } from '@mikro-orm/core';
import { type RawBuilder, sql } from 'kysely';
import { type FieldError, problems } from '../contracts/problem.ts';
import {
  type FieldDeclaration,
  type FieldTable,
  inputName,
  type ReferenceDeclaration,
  type ReferencedKind,
} from '../contracts/record-fields.ts';
import type { AccountContext } from '../kernel/context.ts';
import type { belongsTo } from './tenant-entity.ts';

/** Where the records of a kind stand that others refer to. */
export interface ReferencedTable<Entity extends Parameters<typeof belongsTo>[0] = Parameters<typeof belongsTo>[0]> {
  entity: Entity;
  /** Its table, or the view of another schema: `core.v_members`. */
  table: string;
  /** Rows of the table that are of this kind. */
  among?: RawBuilder<unknown>;
  /** Rows that nobody gets any more; who refers to them shows them still. */
  gone?: RawBuilder<unknown>;
  /** Column of what it is a part of: of a carrier option its carrier. */
  within?: string;
}

/** The same by the `type` of the kind. */
export type ReferencedTables = Readonly<Record<string, ReferencedTable>>;

type Declarations = { readonly [name: string]: FieldDeclaration };

/** The table of a kind. */
export function referencedTable(tables: ReferencedTables, { type }: ReferencedKind): ReferencedTable {
  const found = tables[type];
  if (!found) throw new Error(`No table is named for references of type ${type}`);
  return found;
}

/** Rows of a kind that may be chosen, as a condition over the columns of its table. */
export const mayBeChosen = ({ among, gone }: ReferencedTable): RawBuilder<unknown> =>
  sql`${among ?? sql`true`} and ${gone ? sql`not (${gone})` : sql`true`}`;

/** A field error where a condition finds no row. */
export const faultWithout = (rows: RawBuilder<unknown>, { path, message }: FieldError): RawBuilder<FieldError> =>
  sql`select ${path}::text as path, ${message}::text as message where not exists (select ${rows})`;

/** A field error where there is no such record. */
export const missingReference = (
  ctx: AccountContext,
  kind: ReferencedKind,
  tables: ReferencedTables,
  { path, id }: { path: string; id: string },
): RawBuilder<FieldError> => {
  const found = referencedTable(tables, kind);
  return faultWithout(
    sql`from ${sql.table(found.table)} where account_id = ${ctx.account.id} and id = ${id} and ${mayBeChosen(found)}`,
    { path, message: `There is no such ${kind.noun}` },
  );
};

/** The same of every reference that a body sets. */
export const missingReferences = <Fields extends Declarations>(
  ctx: AccountContext,
  { names, fields }: FieldTable<Fields>,
  tables: ReferencedTables,
  body: object,
): RawBuilder<FieldError>[] =>
  names.flatMap((name) => {
    const declared = fields[name] as FieldDeclaration;
    if (declared.kind !== 'reference') return [];
    const path = inputName(name, declared);
    const id: unknown = body[path as keyof typeof body];
    return typeof id === 'string' ? missingReference(ctx, declared.to, tables, { path, id }) : [];
  });

/** What all of these find, in one statement. */
export async function faultsFound(
  ctx: AccountContext,
  checks: readonly RawBuilder<FieldError>[],
): Promise<FieldError[]> {
  if (!checks.length) return [];
  const { rows } = await sql<FieldError>`${sql.join(checks, sql` union all `)}`.execute(ctx.em.query());
  return rows;
}

type Referred<Declared, Tables extends ReferencedTables> =
  Declared extends ReferenceDeclaration<infer Kind>
    ? InferEntity<Tables[Kind['type']]['entity']> | null | undefined
    : never;

/** The references that a body sets, as an entity holds them: null takes one away, undefined leaves it. */
export const referencesIn = <Fields extends Declarations, Tables extends ReferencedTables>(
  ctx: AccountContext,
  { names, fields }: FieldTable<Fields>,
  tables: Tables,
  body: object,
): { -readonly [Name in keyof Fields]: Referred<Fields[Name], Tables> } =>
  Object.fromEntries(
    names.map((name) => {
      const declared = fields[name] as FieldDeclaration;
      const id: unknown = body[inputName(name, declared) as keyof typeof body];
      if (declared.kind !== 'reference' || typeof id !== 'string') return [name, id];
      return [name, ctx.em.reference(referencedTable(tables, declared.to).entity as never, id)];
    }),
  ) as never;

/** The same, looked up before. @throws Problem 400 with one entry per reference to what is not there */
export async function checkedReferences<Fields extends Declarations, Tables extends ReferencedTables>(
  ctx: AccountContext,
  table: FieldTable<Fields>,
  tables: Tables,
  body: object,
) {
  const faults = await faultsFound(ctx, missingReferences(ctx, table, tables, body));
  if (faults.length) throw problems.invalid_input({ errors: faults });
  return referencesIn(ctx, table, tables, body);
}

/** A body as an entity takes it: what it refers to, looked up, in place of the ids. @throws as `checkedReferences` */
export async function withReferences<Fields extends Declarations>(
  ctx: AccountContext,
  table: FieldTable<Fields>,
  tables: ReferencedTables,
  body: object,
): Promise<object> {
  const own = table.names.filter((name) => table.fields[name]?.kind === 'reference');
  const ids = own.map((name) => inputName(name, { kind: 'reference' }));
  const rest = Object.entries(body).filter(([name]) => !ids.includes(name));
  const references = await checkedReferences(ctx, table.only(...own), tables, body);
  return Object.fromEntries([...rest, ...Object.entries(references).filter(([, found]) => found !== undefined)]);
}
