import { queueSchema } from '@millwright/core/kernel';
import { connectAsAdministrator, requirePlatform, tablesOf } from './database-tables.ts';

/** Size of a backup, without reading the rows. */
export async function describeDatabase(
  adminUrl: string,
  schemas: readonly string[],
): Promise<{ tables: number; bytes: number }> {
  const client = await connectAsAdministrator(adminUrl);
  try {
    const all = [...schemas, queueSchema];
    const tables = await tablesOf(client, all);
    requirePlatform(tables);
    const { rows } = await client.query<{ bytes: string }>(
      `select coalesce(sum(pg_table_size(c.oid)), 0)::text as bytes from pg_class c
       join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'r' and n.nspname = any($1)`,
      [all],
    );
    return { tables: tables.length, bytes: Number(rows[0]?.bytes ?? 0) };
  } finally {
    await client.end();
  }
}
