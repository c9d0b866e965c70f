import { migrate } from '../database/migrate.ts';
import type { DatabaseUrls } from '../database/roles.ts';
import { installQueue } from '../jobs/queue.ts';
import type { AnyPlugin } from '../kernel/plugin.ts';
import { corePlugin } from './core-plugin.ts';
import { Registry } from './registry.ts';

/** Core and these plugins, checked and in order. */
export const registryOf = (plugins: readonly { definition: AnyPlugin; audience?: readonly string[] }[]): Registry =>
  new Registry([
    { definition: corePlugin, audience: undefined },
    ...plugins.map(({ definition, audience }) => ({ definition, audience })),
  ]);

/**
 * Brings the database to this version: schemas of core and all plugins in dependency order, rights, then the job queue.
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
 * Brings an empty database to an earlier schema: these migrations by schema and no others, then the job queue. The
 * rights follow with `migrateInstallation`, because they name tables of later migrations too.
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
