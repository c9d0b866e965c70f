import { appliedMigrations, type DatabaseUrls, parseDatabaseUrl, registryOf } from '@millwright/core/kernel';
import type { AnyPlugin } from '@millwright/core/server';
import { Client } from 'pg';

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
