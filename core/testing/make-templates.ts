/*
 * A program: makes the databases that files of this run will be cloned from, `make-templates.ts URL SOURCES`. In a
 * process of its own, because a run whose templates are kept never loads the plugins here.
 */
import { Client } from 'pg';
import { registryOf } from '../boot/installation.ts';
import { parseDatabaseUrl } from '../database/roles.ts';
import { testPartitions } from './partitioned-tables.ts';
import { platformPlugins } from './platform-plugins.ts';
import { migratedTemplate } from './templates.ts';

/** Plugins that tests boot together, beside core; a hook that asks for another set makes it. */
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
