// `npm run migration -- <core or plugin> <name>`: writes the next migration of one schema from the difference between
// its entities and the snapshot.
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import platform from '../../platform.config.ts';
import { startEmbeddedPostgres } from '../database/embedded/embedded-postgres.ts';
import { removeEmbeddedPostgres } from '../database/embedded/remove-embedded-postgres.ts';
import { createMigration, migrate, type SchemaOwner } from '../database/schema/migrate.ts';
import { installRoles } from '../database/schema/roles.ts';
import { corePlugin } from './core-plugin/core-plugin.ts';

const root = resolve(import.meta.dirname, '../..');
const migrationsOf = (id: string): string => join(root, id === 'core' ? 'core' : `plugins/${id}/server`, 'migrations');

/** Entities and migrations of a schema; undefined for a plugin without one. */
async function ownerOf(id: string): Promise<SchemaOwner | undefined> {
  const listed = platform.plugins.find((plugin) => plugin.id === id);
  const { entities } = listed ? (await listed.server()).default : corePlugin;
  if (!entities?.length) return undefined;
  const { migrations } = (await import(join(migrationsOf(id), 'index.ts'))) as Pick<SchemaOwner, 'migrations'>;
  return { schema: id.replaceAll('-', '_'), entities: [...entities], migrations, migrationsPath: migrationsOf(id) };
}

/** Adds the new class to the folder's `index.ts`, the list of migrations to run. */
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
const known = await Promise.all(
  ['core', ...platform.plugins.map((plugin) => plugin.id)].map(async (each) => ({
    id: each,
    owner: await ownerOf(each),
  })),
);
const owned = known.flatMap(({ id: each, owner }) => (owner ? [{ id: each, owner }] : []));
const ids = owned.map((each) => each.id);
if (!id || !ids.includes(id) || !name)
  throw new Error(`Say which schema and what changes: npm run migration -- <${ids.join(' | ')}> <name-of-the-change>`);
const dataDir = mkdtempSync(join(tmpdir(), 'millwright-migration-'));
const server = await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' } });
try {
  const urls = await installRoles({ adminUrl: server.url, database: 'migration', secret: 'x'.repeat(32) });
  const owners = owned.map(({ owner }) => owner);
  await migrate(urls.migrate, owners, { grants: false });
  const owner = owners[ids.indexOf(id)] as SchemaOwner;
  const before = new Set(readdirSync(owner.migrationsPath ?? ''));
  await createMigration(urls.migrate, owner, owners, name);
  const [written] = readdirSync(owner.migrationsPath ?? '').filter((file) => file.endsWith('.ts') && !before.has(file));
  if (written) register(owner.migrationsPath ?? '', written);
  process.stdout.write(
    written
      ? `Wrote ${join(owner.migrationsPath ?? '', written)}: ` +
          `read it, add what the generator cannot know, run npm test.\n`
      : 'The entities have not changed.\n',
  );
} finally {
  await server.stop();
  await removeEmbeddedPostgres(dataDir);
}
