import { migrate } from '../database/schema/migrate.ts';
import type { DatabaseUrls } from '../database/schema/roles.ts';
import { installQueue } from '../jobs/queue/queue.ts';
import type { AnyPlugin } from '../kernel/plugin/plugin.ts';
import { corePlugin } from './core-plugin/core-plugin.ts';
import { Registry } from './registry/registry.ts';

/** The registry of core and these plugins, checked and ordered. */
export const registryOf = (plugins: readonly { definition: AnyPlugin; audience?: readonly string[] }[]): Registry =>
  new Registry([
    { definition: corePlugin, audience: undefined },
    ...plugins.map(({ definition, audience }) => ({ definition, audience })),
  ]);

/**
 * Migrates the database to this version: schemas of core and all plugins in dependency order, rights, then the job
 * queue.
 */
export async function migrateInstallation(
  urls: DatabaseUrls,
  plugins: readonly { definition: AnyPlugin }[],
): Promise<{ schema: string; applied: string[] }[]> {
  const done = await migrate(urls.migrate, registryOf(plugins).schemaOwners());
  await installQueue(urls.migrate);
  return done;
}

/**
 * Migrates an empty database to an earlier schema: exactly these migrations by schema, then the job queue. Rights are
 * set later by `migrateInstallation`, because they name tables of later migrations.
 */
export async function migrateTo(
  urls: DatabaseUrls,
  plugins: readonly { definition: AnyPlugin }[],
  names: Readonly<Record<string, readonly string[]>>,
): Promise<void> {
  const owners = registryOf(plugins)
    .schemaOwners()
    .filter(({ schema }) => names[schema]?.length)
    .map((owner) => ({
      ...owner,
      migrations: owner.migrations.filter(({ name }) => names[owner.schema]?.includes(name)),
    }));
  await migrate(urls.migrate, owners, { grants: false });
  await installQueue(urls.migrate);
}
