import { refusal } from '@millwright/core/cli';
import { appliedMigrations, connected, type DatabaseUrls, registryOf } from '@millwright/core/kernel';
import type { AnyPlugin } from '@millwright/core/server';

/** Migrations that `migrate` would apply; all of them without a database. */
export async function pendingMigrations(
  urls: DatabaseUrls | undefined,
  plugins: readonly { definition: AnyPlugin }[],
): Promise<{ schema: string; applied: string[]; unknown: string[] }[]> {
  const owners = registryOf(plugins).schemaOwners();
  const schemas = owners.map(({ schema }) => schema);
  const done: Record<string, string[]> = urls
    ? await connected(urls.migrate, (client) => appliedMigrations(client, schemas))
    : {};
  return owners.map(({ schema, migrations }) => {
    const names = migrations.map(({ name }) => name);
    return {
      schema,
      applied: names.filter((name) => !done[schema]?.includes(name)),
      unknown: (done[schema] ?? []).filter((name) => !names.includes(name)),
    };
  });
}

/** @throws CommandFailure `not_migrated` if the database does not have the schema of this version */
export async function requireMigrated(
  urls: DatabaseUrls,
  plugins: readonly { definition: AnyPlugin }[],
): Promise<void> {
  const pending = await pendingMigrations(urls, plugins);
  const missing = pending.reduce((sum, { applied }) => sum + applied.length, 0);
  if (!missing) return;
  const known = registryOf(plugins)
    .schemaOwners()
    .reduce((sum, { migrations }) => sum + migrations.length, 0);
  const message =
    missing === known ? 'The database was never migrated' : `The database lacks ${missing} migrations of this version`;
  throw refusal('not_migrated', message, { hint: 'Run migrate first: millwright migrate' });
}
