import type { InferEntity } from '@mikro-orm/core';
import { type RawBuilder, sql } from 'kysely';
import { type FieldError, problems } from '../../contracts/endpoints/problem.ts';
import {
  type FieldDeclaration,
  type FieldTable,
  inputName,
  type ReferenceDeclaration,
  type ReferencedKind,
} from '../../contracts/records/fields/record-fields.ts';
import type { AccountContext } from '../../kernel/context/context.ts';
import type { AnyEntitySchema } from '../orm.ts';
import type { belongsTo } from '../tenant-entity.ts';

/** The table of a kind of referenced records. */
export interface ReferencedTable<Entity extends Parameters<typeof belongsTo>[0] = Parameters<typeof belongsTo>[0]> {
  entity: Entity;
  /** The table, or the view of another schema: `core.v_members`. */
  table: string;
  /** Condition for rows of this kind, where the table has several. */
  among?: RawBuilder<unknown>;
  /** Condition for rows that can no longer be chosen; existing references still show them. */
  gone?: RawBuilder<unknown>;
  /** Column of the parent record: the carrier of a carrier option. */
  within?: string;
}

/** Referenced tables by the `type` of their kind. */
export type ReferencedTables = Readonly<Record<string, ReferencedTable>>;

type Declarations = { readonly [name: string]: FieldDeclaration };

/** The table of a kind. */
export function referencedTable(tables: ReferencedTables, { type }: ReferencedKind): ReferencedTable {
  const found = tables[type];
  if (!found) throw new Error(`No table is named for references of type ${type}`);
  return found;
}

/** Condition for rows of a kind that may be chosen, on the columns of its table. */
export const mayBeChosen = ({ among, gone }: ReferencedTable): RawBuilder<unknown> =>
  sql`${among ?? sql`true`} and ${gone ? sql`not (${gone})` : sql`true`}`;

/** A field error if a condition finds no row. */
export const faultWithout = (rows: RawBuilder<unknown>, { path, message }: FieldError): RawBuilder<FieldError> =>
  sql`select ${path}::text as path, ${message}::text as message where not exists (select ${rows})`;

/** A field error if the record does not exist. */
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

/** Field errors for all references in a body. */
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

/** Runs all checks in one statement. */
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

/** The references in a body as entity properties: null clears one, undefined leaves it unchanged. */
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
      return [name, ctx.em.reference(referencedTable(tables, declared.to).entity as AnyEntitySchema, id)];
    }),
  ) as { -readonly [Name in keyof Fields]: Referred<Fields[Name], Tables> };

/** Like `referencesIn`, but checked. @throws Problem 400 with one entry per reference to a missing record */
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

/** A body as an entity takes it, with checked references in place of the ids. @throws as `checkedReferences` */
export async function withReferences<Fields extends Declarations>(
  ctx: AccountContext,
  table: FieldTable<Fields>,
  tables: ReferencedTables,
  body: object,
): Promise<object> {
  const referenceNames = table.names.filter((name) => table.fields[name]?.kind === 'reference');
  const ids = referenceNames.map((name) => inputName(name, { kind: 'reference' }));
  const rest = Object.entries(body).filter(([name]) => !ids.includes(name));
  const references = await checkedReferences(ctx, table.only(...referenceNames), tables, body);
  return Object.fromEntries([...rest, ...Object.entries(references).filter(([, found]) => found !== undefined)]);
}
