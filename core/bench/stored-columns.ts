import type { Client } from 'pg';

/** Names of the columns of a table that are written, in their order: all but the generated ones. */
export async function storedColumns(admin: Client, table: string): Promise<string[]> {
  const { rows } = await admin.query<{ name: string }>(
    `select attname::text as name from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [table],
  );
  return rows.map(({ name }) => name);
}
