import { Client } from 'pg';
import { expect, inject, it } from 'vitest';
import { registryOf } from '../../boot/installation.ts';
import { parseDatabaseUrl } from '../../database/schema/roles.ts';
import { platformPlugins } from '../kernel/platform-plugins.ts';
import { testPartitions } from './partitioned-tables.ts';
import { migratedName } from './templates.ts';

it('sets of plugins that tests boot are migrated before any of them begins', async () => {
  const all = (await platformPlugins()).map((definition) => ({ definition }));
  const sets = [[], all.filter(({ definition }) => ['inventory', 'commerce'].includes(definition.id)), all];
  const names = sets.map((plugins) =>
    migratedName(inject('templateSources'), registryOf(plugins).schemaOwners(), testPartitions),
  );
  const client = new Client({ connectionString: parseDatabaseUrl(inject('postgresUrl')).toString() });
  await client.connect();
  try {
    const { rows } = await client.query('select datname from pg_database where datname = any($1) and datistemplate', [
      names,
    ]);
    expect(rows).toHaveLength(names.length);
  } finally {
    await client.end();
  }
});
