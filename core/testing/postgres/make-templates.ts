/*
 * A program that creates the template databases of this run: `make-templates.ts URL SOURCES`. It runs in a separate
 * process, because a run with kept templates need not load the plugins.
 */
import { Client } from 'pg';
import { registryOf } from '../../boot/installation.ts';
import { parseDatabaseUrl } from '../../database/schema/roles.ts';
import { platformPlugins } from '../kernel/platform-plugins.ts';
import { testPartitions } from './partitioned-tables.ts';
import { migratedTemplate } from './templates.ts';

/** Sets of plugins that tests boot together, besides core. Tests with another set create its template in a hook. */
const sets = [
  '',
  'inventory',
  'inventory commerce',
  'inventory production',
  'inventory commerce production',
  'inventory commerce analytics',
  'inventory commerce edi',
  'inventory commerce acme-pallet-labels',
];

const [adminUrl = '', sources = ''] = process.argv.slice(2);
const client = new Client({ connectionString: parseDatabaseUrl(adminUrl).toString() });
await client.connect();
try {
  const all = await platformPlugins();
  for (const set of [...sets, all.map(({ id }) => id).join(' ')]) {
    const plugins = all.filter(({ id }) => set.split(' ').includes(id)).map((definition) => ({ definition }));
    await migratedTemplate({ client, adminUrl, sources }, registryOf(plugins).schemaOwners(), testPartitions);
  }
} finally {
  await client.end();
}
