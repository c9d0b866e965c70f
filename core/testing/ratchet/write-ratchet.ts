import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { linesPerCall, numbersOf, type OldWay } from './old-ways.ts';
import { sourceFiles } from './source-files.ts';

// `npm run ratchet`: writes the numbers that have fallen, and reports those that have risen.
const file = join(import.meta.dirname, 'ratchet.json');
const before = JSON.parse(readFileSync(file, 'utf8')) as Partial<Record<OldWay, number>>;
const files = sourceFiles();
const now = numbersOf(files);
const names = Object.keys(now) as OldWay[];
const kept = Object.fromEntries(names.map((name) => [name, Math.min(now[name], before[name] ?? now[name])]));
writeFileSync(file, `${JSON.stringify(kept, null, 2)}\n`);
for (const name of names) process.stdout.write(`${String(now[name]).padStart(6)}  ${name}\n`);
for (const [plugin, lines] of Object.entries(linesPerCall(files)))
  process.stdout.write(`${String(lines).padStart(6)}  lines a call of ${plugin}\n`);
const risen = names.filter((name) => now[name] > (before[name] ?? now[name]));
for (const name of risen) process.stderr.write(`${name}: ${before[name]} before, ${now[name]} now. It only falls.\n`);
process.exitCode = risen.length ? 1 : 0;
