import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { completeNative } from '../../database/embedded/embedded-postgres-programs.ts';

// `npm run postgres -- 16 [options of npm test]`: runs the tests on another version of PostgreSQL than the installed
// one.
const root = resolve(import.meta.dirname, '../../..');

/** The newest published version of the embedded server for each; none is a dependency of the project. */
const published: Readonly<Record<string, string>> = { 16: '16.14.0-beta.17', 17: '17.10.0-beta.17' };

const [version = '', ...given] = process.argv.slice(2);
const wanted = published[version];
if (!wanted) {
  console.error(`Say which: npm run postgres -- ${Object.keys(published).join(' or ')}. npm test runs on 18.`);
  process.exit(2);
}
const name = `@embedded-postgres/${process.platform}-${process.arch}`;
const prefix = join(root, '.artifacts', `postgres-${version}`);
const folder = join(prefix, 'node_modules', name);
const manifest = join(folder, 'package.json');
const there = existsSync(manifest) ? (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version : '';
if (there !== wanted) {
  process.stdout.write(`Installing PostgreSQL ${wanted} into ${prefix} ...\n`);
  const options = ['--prefix', prefix, '--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--ignore-scripts'];
  const { status } = spawnSync('npm', ['install', ...options, `${name}@${wanted}`], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
const native = join(folder, 'native');
completeNative(native);
const testOptions = given.length ? given : ['--project', 'unit', '--project', 'matrix'];
const { status } = spawnSync(process.execPath, [join(root, 'cli/bootstrap.mjs'), 'test', ...testOptions], {
  cwd: root,
  env: { ...process.env, MILLWRIGHT_TEST_POSTGRES: native },
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
