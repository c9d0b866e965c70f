import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import { argv } from 'node:process';
import { expressionFaults } from './expressions.ts';

/**
 * `npm run expressions`: checks every regular expression of the product for super-linear time. Safe expressions are
 * cached beside the packages, because some take seconds to check.
 */
const root = resolve(import.meta.dirname, '../../../..');
const cache = resolve(root, 'node_modules/.cache/millwright/safe-expressions.json');
const { version } = createRequire(import.meta.url)('recheck/package.json') as { version: string };

function readSafe(): Set<string> {
  try {
    const kept = JSON.parse(readFileSync(cache, 'utf8')) as { version: string; safe: string[] };
    return new Set(kept.version === version ? kept.safe : []);
  } catch {
    return new Set();
  }
}

const { stdout } = spawnSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx', '*.mjs'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 100_000_000,
});
const paths = argv.length > 2 ? argv.slice(2) : stdout.split('\n').filter(Boolean);
const safe = readSafe();
const { faults, count } = await expressionFaults(
  paths.map((path) => ({ path, read: () => readFileSync(resolve(root, path), 'utf8') })),
  safe,
);
mkdirSync(dirname(cache), { recursive: true });
writeFileSync(cache, JSON.stringify({ version, safe: [...safe].sort() }));
for (const fault of faults) console.error(fault);
console.error(
  faults.length ? `${faults.length} of ${count} expressions have to be changed` : `${count} expressions, none slow`,
);
// The checker's own process would keep this one running.
process.exit(faults.length ? 1 : 0);
