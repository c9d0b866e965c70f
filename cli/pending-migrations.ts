import { type DatabaseUrls, parseDatabaseUrl, registryOf } from '@millwright/core/kernel';
import type { AnyPlugin } from '@millwright/core/server';
import { Client } from 'pg';

/** Names of the migrations that a database has, per schema; a schema that is not there has none. */
export async function appliedMigrations(client: Client, schemas: readonly string[]): Promise<Record<string, string[]>> {
  const applied: Record<string, string[]> = {};
  for (const schema of schemas) {
    const { rows } = await client.query<{ present: boolean }>('select to_regclass($1) is not null as present', [
      `${schema}.schema_migration`,
    ]);
    applied[schema] = rows[0]?.present
      ? (await client.query<{ name: string }>(`select name from "${schema}".schema_migration order by id`)).rows.map(
          ({ name }) => name,
        )
      : [];
  }
  return applied;
}

/** What `migrate` would apply, without applying it. */
export async function pendingMigrations(
  urls: DatabaseUrls,
  plugins: readonly { definition: AnyPlugin }[],
): Promise<{ schema: string; applied: string[]; unknown: string[] }[]> {
  const owners = registryOf(plugins).schemaOwners();
  const client = new Client({ connectionString: parseDatabaseUrl(urls.migrate).toString() });
  await client.connect();
  try {
    const done = await appliedMigrations(
      client,
      owners.map(({ schema }) => schema),
    );
    return owners.map(({ schema, migrations }) => {
      const names = migrations.map(({ name }) => name);
      return {
        schema,
        applied: names.filter((name) => !done[schema]?.includes(name)),
        unknown: (done[schema] ?? []).filter((name) => !names.includes(name)),
      };
    });
  } finally {
    await client.end();
  }
}
