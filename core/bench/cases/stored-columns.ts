import type { Client } from 'pg';

/** Names of a table's columns in order, without generated ones. */
export async function storedColumns(admin: Client, table: string): Promise<string[]> {
  const { rows } = await admin.query<{ name: string }>(
    `select attname::text as name from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [table],
  );
  return rows.map(({ name }) => name);
}
