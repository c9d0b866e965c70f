import { migrateInstallation, registryOf } from '@millwright/core/kernel';
import { createTestDatabase, type TestDatabase } from '@millwright/core/testing';
import { loadPlugins } from '../installation/load-plugins.ts';

/** A database after `millwright migrate`, without accounts. */
export async function installedDatabase(): Promise<TestDatabase> {
  const plugins = await loadPlugins();
  const fill = (urls: TestDatabase['urls']) => migrateInstallation(urls, plugins).then(() => {});
  return createTestDatabase(registryOf(plugins).schemaOwners(), { identity: 'installed', fill }, 0);
}
