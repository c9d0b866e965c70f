import { createHash } from 'node:crypto';
import { queueSchema } from '@millwright/core/kernel';
import type { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { readArchive } from '../data/archive/archive.ts';
import { tableOfPiece } from '../data/backup/backup-manifest.ts';
import { columnList, connectAsAdministrator, qualified, tablesOf } from '../data/backup/database-tables.ts';

/** `12 rows, 0a1b...`: equal for two tables with the same rows, in whatever order they lie. */
type Contents = Record<string, string>;

/** Adds up the lines of COPY: each row is one, line breaks inside of it are escaped. */
class RowSum {
  #rows = 0;
  #sum = 0n;
  #rest: Buffer = Buffer.alloc(0);

  add(piece: Buffer): void {
    let from = 0;
    const text = this.#rest.length ? Buffer.concat([this.#rest, piece]) : piece;
    for (let end = text.indexOf(10); end >= 0; end = text.indexOf(10, from)) {
      const hash = createHash('sha256').update(text.subarray(from, end)).digest();
      this.#sum = BigInt.asUintN(128, this.#sum + hash.readBigUInt64BE(0) + (hash.readBigUInt64BE(8) << 64n));
      this.#rows += 1;
      from = end + 1;
    }
    this.#rest = Buffer.from(text.subarray(from));
  }

  toString(): string {
    return `${this.#rows} rows, ${this.#sum.toString(16)}`;
  }
}

/** What every table of these schemas and of the job queue holds. */
export async function tableContents(url: string, schemas: readonly string[]): Promise<Contents> {
  const client = await connectAsAdministrator(url);
  const contents: Contents = {};
  try {
    await client.query('begin transaction isolation level repeatable read read only');
    for (const table of await tablesOf(client, [...schemas, queueSchema])) {
      const sum = new RowSum();
      const rows = client.query(copyTo(`copy ${qualified(table)} ${columnList(table.columns)} to stdout`));
      for await (const piece of rows as AsyncIterable<Buffer>) sum.add(piece);
      contents[`${table.schema}.${table.table}`] = String(sum);
    }
  } finally {
    await client.end();
  }
  return contents;
}

/** What every table held when the backup was written; those without rows are left out. */
export async function contentsOfBackup(file: string): Promise<Contents> {
  const sums = new Map<string, RowSum>();
  for await (const { name, content } of readArchive(file)) {
    const table = tableOfPiece(name);
    if (table === undefined) continue;
    const sum = sums.get(table) ?? new RowSum();
    sums.set(table, sum);
    for await (const piece of content) sum.add(piece);
  }
  return Object.fromEntries([...sums].map(([table, sum]) => [table, String(sum)]));
}

/** What the queue writes about itself: settings at each start, and when it last looked after itself. */
const ofTheQueue = new Set([`${queueSchema}.queue`, `${queueSchema}.version`]);

/** Without tables that are empty, and with the count alone of what the queue writes about itself. */
export const comparable = (contents: Contents): Contents =>
  Object.fromEntries(
    Object.entries(contents)
      .filter(([, sum]) => !sum.startsWith('0 rows'))
      .map(([table, sum]) => [table, ofTheQueue.has(table) ? sum.replace(/,.*/, '') : sum]),
  );

const facts = [
  `select 'column ' || table_schema || '.' || table_name || '.' || column_name as what,
     concat_ws(' ', data_type, is_nullable, column_default, generation_expression) as fact
   from information_schema.columns where table_schema = any($1)`,
  `select 'rights on ' || c.oid::regclass, concat_ws(' ', c.relkind, c.relrowsecurity, c.relforcerowsecurity,
     (select string_agg(item::text, ' ' order by item::text) from unnest(c.relacl) item)) as fact
   from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where n.nspname = any($1) and c.relkind in ('r', 'p', 'v', 'm', 'S')`,
  `select 'rights in ' || nspname, (select string_agg(item::text, ' ' order by item::text) from unnest(nspacl) item)
   from pg_namespace where nspname = any($1)`,
  `select concat_ws(' ', 'policy', schemaname, tablename, policyname),
     concat_ws(' ', permissive, roles::text, cmd, qual, with_check) from pg_policies where schemaname = any($1)`,
  `select 'constraint ' || conrelid::regclass || ' ' || conname, pg_get_constraintdef(k.oid) from pg_constraint k
   join pg_namespace n on n.oid = k.connamespace where n.nspname = any($1) and conrelid <> 0`,
  `select 'index ' || schemaname || '.' || indexname, indexdef from pg_indexes where schemaname = any($1)`,
  `select 'trigger ' || tgrelid::regclass || ' ' || tgname, pg_get_triggerdef(t.oid) || tgenabled::text
    from pg_trigger t
   join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
   where n.nspname = any($1) and not tgisinternal`,
  `select 'function ' || p.oid::regprocedure, md5(pg_get_functiondef(p.oid)) || coalesce(p.proacl::text, '')
   from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = any($1) and p.prokind <> 'a'`,
  `select 'sequence ' || schemaname || '.' || sequencename, concat_ws(' ', data_type, increment_by, last_value)
   from pg_sequences where schemaname = any($1)`,
];

/** Columns, rights, policies, constraints, indexes, triggers, functions and sequences: all that is no row. */
export async function catalogueOf(url: string, schemas: readonly string[]): Promise<Record<string, string>> {
  const client = await connectAsAdministrator(url);
  try {
    const found: Record<string, string> = {};
    for (const sql of facts) for (const [what, fact] of await factsOf(client, sql, schemas)) found[what] = fact;
    return found;
  } finally {
    await client.end();
  }
}

async function factsOf(client: Client, sql: string, schemas: readonly string[]): Promise<[string, string][]> {
  // Login roles are called after their database.
  const name = decodeURIComponent(client.database ?? '');
  const { rows } = await client.query<[string, string | null]>({
    text: sql,
    values: [[...schemas, queueSchema]],
    rowMode: 'array',
  });
  return rows.map(([what, fact]) => [what, (fact ?? '').replaceAll(`mw_${name}_`, 'mw_')]);
}
