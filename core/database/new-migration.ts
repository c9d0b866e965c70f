// `npm run migration -- <core or plugin> <name>`: writes the next migration of one schema from the difference between its entities and the snapshot.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import platform from '../../platform.config.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { createMigration, migrate, type SchemaOwner } from './migrate.ts';
import { installRoles } from './roles.ts';

const root = resolve(import.meta.dirname, '../..');
const folderOf = (id: string): { entities: string; migrations: string } =>
  id === 'core'
    ? { entities: join(root, 'core/kernel/core-entities.ts'), migrations: join(root, 'core/migrations') }
    : {
        entities: join(root, 'plugins', id, 'server/entities.ts'),
        migrations: join(root, 'plugins', id, 'server/migrations'),
      };

async function ownerOf(id: string): Promise<SchemaOwner> {
  const { entities, migrations } = folderOf(id);
  const [{ entities: list }, { migrations: known }] = await Promise.all([
    import(entities),
    import(join(migrations, 'index.ts')),
  ]);
  return { schema: id.replaceAll('-', '_'), entities: list, migrations: known, migrationsPath: migrations };
}

/** Lists the new class in the folder's `index.ts`, which is what runs. */
function register(folder: string, fileName: string): void {
  const name = fileName.replace(/\.ts$/, '');
  const index = readFileSync(join(folder, 'index.ts'), 'utf8');
  const imported = `import { ${name} } from './${fileName}';\n`;
  const entry = `{ name: '${name}', class: ${name} }`;
  const withImport = /^import /m.test(index)
    ? index.replace(/(import .*\n)(?!import)/, `$1${imported}`)
    : `${imported}\n${index}`;
  const listed = withImport.includes('= [];')
    ? withImport.replace('= [];', `= [${entry}];`)
    : withImport.replace(/\n?\];/, (end) => `${end.startsWith('\n') ? '' : ', '}${entry}];`);
  writeFileSync(join(folder, 'index.ts'), listed);
}

const [id, name] = process.argv.slice(2);
const hasEntities = (pluginID: string): boolean => existsSync(folderOf(pluginID).entities);
const ids = ['core', ...platform.plugins.map((plugin) => plugin.id)].filter(hasEntities);
if (!id || !ids.includes(id) || !name)
  throw new Error(`Say which schema and what changes: npm run migration -- <${ids.join(' | ')}> <name-of-the-change>`);
const dataDir = mkdtempSync(join(tmpdir(), 'millwright-migration-'));
const server = await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' } });
try {
  const urls = await installRoles({ adminUrl: server.url, database: 'migration', secret: 'x'.repeat(32) });
  const owners = await Promise.all(ids.map(ownerOf));
  await migrate(urls.migrate, owners, { grants: false });
  const owner = owners[ids.indexOf(id)] as SchemaOwner;
  const before = new Set(readdirSync(owner.migrationsPath ?? ''));
  await createMigration(urls.migrate, owner, owners, name);
  const [written] = readdirSync(owner.migrationsPath ?? '').filter((file) => file.endsWith('.ts') && !before.has(file));
  if (written) register(owner.migrationsPath ?? '', written);
  process.stdout.write(
    written
      ? `Wrote ${join(owner.migrationsPath ?? '', written)}: read it, add what the generator cannot know, run npm test.\n`
      : 'The entities have not changed.\n',
  );
} finally {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
