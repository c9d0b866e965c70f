import { sql } from 'kysely';
import type { AccountContext } from '../../kernel/context/context.ts';

/** A table whose rows are removed with a record, and the column with the record's id. */
export interface KeptTable {
  /** `commerce.customer`. */
  table: string;
  column: string;
}

/** Rows of one record by table, as JSON text from PostgreSQL, because JavaScript numbers would lose digits. */
export type KeptRows = Readonly<Record<string, string>>;

/** Reads the rows that a deletion will remove, by record. */
export async function keepRows(
  ctx: AccountContext,
  tables: readonly KeptTable[],
  ids: readonly string[],
): Promise<Map<string, KeptRows>> {
  const kept = new Map<string, Record<string, string>>(ids.map((id) => [id, {}]));
  for (const { table, column } of tables) {
    const { rows } = await sql<{ id: string; written: string }>`
      select own.${sql.ref(column)} as id, jsonb_agg(to_jsonb(own))::text as written from ${sql.table(table)} own
      where own.account_id = ${ctx.account.id} and own.${sql.ref(column)} = any(${[...ids]}::text[])
      group by own.${sql.ref(column)}`.execute(ctx.em.query());
    for (const { id, written } of rows) (kept.get(id) as Record<string, string>)[table] = written;
  }
  return kept;
}

const textsOf = (table: string, kept: readonly KeptRows[]): string[] => kept.flatMap((rows) => rows[table] ?? []);

/** The kept rows of a table as a row set. */
const asRows = (
  table: string,
  kept: readonly KeptRows[],
) => sql`(select own.* from unnest(${textsOf(table, kept)}::text[])
  as written(rows), jsonb_populate_recordset(null::${sql.table(table)}, written.rows::jsonb) as own)`;

/**
 * Restores kept rows: deleted ones are inserted again; hidden ones get all their columns back, with a new version.
 * Tables are in the order of their references, and each has a unique `id`, or no rows that could already exist.
 */
export async function putBackRows(
  ctx: AccountContext,
  tables: readonly KeptTable[],
  kept: readonly KeptRows[],
): Promise<void> {
  for (const { table, column } of tables) {
    const [first] = textsOf(table, kept);
    if (first === undefined) continue;
    // A new column has its default; a removed column is left out.
    const names = await columnsOf(ctx, table, new Set(Object.keys((JSON.parse(first) as [object])[0])));
    const columns = sql.join(names.map((name) => sql.ref(name)));
    const others = names.filter((name) => !['account_id', 'id', 'version'].includes(name));
    const overwritten = [
      ...others.map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`),
      sql`version = was.version + 1`,
    ];
    const ending = column === 'id' ? sql`on conflict (account_id, id) do update set ${sql.join(overwritten)}` : sql``;
    await sql`insert into ${sql.table(table)} as was (${columns}) select ${columns}
      from ${asRows(table, kept)} as r ${ending}`.execute(ctx.em.query());
  }
}

/** Restores some columns of existing rows, with a new version. */
export async function putBackColumns(
  ctx: AccountContext,
  table: string,
  columns: readonly string[],
  kept: readonly KeptRows[],
): Promise<void> {
  const back = sql.join(columns.map((name) => sql`${sql.ref(name)} = ${sql.ref(`r.${name}`)}`));
  await sql`update ${sql.table(table)} as own set ${back}, version = own.version + 1, updated_at = ${ctx.clock.now()}
    from ${asRows(table, kept)} as r where own.account_id = r.account_id and own.id = r.id`.execute(ctx.em.query());
}

async function columnsOf(ctx: AccountContext, table: string, written: ReadonlySet<string>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select attname as name from pg_catalog.pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
    order by attnum`.execute(ctx.em.query());
  return rows.map(({ name }) => name).filter((name) => written.has(name));
}

interface Reference {
  /** `default_carrier_id`. */
  columns: string[];
  table: string;
  keys: string[];
}

/** The records that cannot be restored because a referenced row is gone, with that reference. */
export async function goneReferences(
  ctx: AccountContext,
  tables: readonly KeptTable[],
  kept: readonly KeptRows[],
): Promise<Map<string, string>> {
  const reasons = new Map<string, string>();
  for (const { table, column } of tables) {
    if (!textsOf(table, kept).length) continue;
    for (const { columns, table: referred, keys } of await referencesOf(ctx, table)) {
      const matches = (alias: string) =>
        sql.join(
          keys.map((key, index) => sql`${sql.ref(`${alias}.${key}`)} = ${sql.ref(`r.${columns[index]}`)}`),
          sql` and `,
        );
      const isNamed = sql.join(
        columns.map((name) => sql`${sql.ref(`r.${name}`)} is not null`),
        sql` and `,
      );
      // A row that is restored together does not count as gone.
      const returning = tables.some((each) => each.table === referred)
        ? sql`and not exists (select from ${asRows(referred, kept)} as same where ${matches('same')})`
        : sql``;
      const { rows } = await sql<{
        id: string;
      }>`select distinct r.${sql.ref(column)} as id from ${asRows(table, kept)} as r
        where ${isNamed}
          and not exists (select from ${sql.table(referred)} there where ${matches('there')}) ${returning}`.execute(
        ctx.em.query(),
      );
      const what = (columns.at(-1) ?? '').replace(/_id$/, '').replaceAll('_', ' ');
      for (const { id } of rows) if (!reasons.has(id)) reasons.set(id, `its ${what} was deleted since`);
    }
  }
  return reasons;
}

/** Foreign keys of a table from the database. */
async function referencesOf(ctx: AccountContext, table: string): Promise<Reference[]> {
  const { rows } =
    await sql<Reference>`select array(select attname::text from unnest(fk.conkey) with ordinality as key(num, place)
        join pg_catalog.pg_attribute on attrelid = fk.conrelid and attnum = key.num order by key.place) as columns,
      array(select attname::text from unnest(fk.confkey) with ordinality as key(num, place)
        join pg_catalog.pg_attribute on attrelid = fk.confrelid and attnum = key.num order by key.place) as keys,
      space.nspname || '.' || referred.relname as "table"
    from pg_catalog.pg_constraint fk
    join pg_catalog.pg_class referred on referred.oid = fk.confrelid
    join pg_catalog.pg_namespace space on space.oid = referred.relnamespace
    where fk.contype = 'f' and fk.conparentid = 0 and fk.conrelid = ${table}::regclass order by fk.conname`.execute(
      ctx.em.query(),
    );
  return rows.filter(({ table: referred }) => referred !== 'core.account');
}
