import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import budgets from '../../budgets/budgets.json' with { type: 'json' };
import { overBudget } from '../../budgets/budgets.ts';
import { knownCosts } from '../../budgets/report.ts';
import { failuresOf, type NightFailure, type NightStep, nightSteps } from './night-steps.ts';

const root = resolve(import.meta.dirname, '../../../..');
const folder = join(root, '.artifacts/nightly');

/** Runs a step and writes its output to a file named after it. */
function run({ name, script, options, env }: NightStep): Promise<{ output: string; code: number }> {
  const child = spawn('npm', ['run', '--silent', script, '--', ...options], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk;
    process.stdout.write(chunk);
  });
  return new Promise((done) => {
    child.once('error', ({ message }) => done({ output: `failed: ${message}`, code: 1 }));
    child.once('close', (code) => {
      writeFileSync(join(folder, `${name.replaceAll(' ', '-')}.log`), output);
      done({ output, code: code ?? 1 });
    });
  });
}

async function night(): Promise<number> {
  mkdirSync(folder, { recursive: true });
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const seed = Number(process.env['MILLWRIGHT_TEST_SEED'] ?? Date.now() % 1_000_000_000);
  const failures: NightFailure[] = [];
  const lines = [`Night with seed ${seed}`, ''];
  for (const step of nightSteps(seed, scripts)) {
    process.stdout.write(`\n== ${step.name}\n`);
    const { output, code } = await run(step);
    const found = failuresOf(step, output, code);
    if (step.name === 'gate')
      found.push(
        ...overBudget(knownCosts().parts, budgets.parts).map((what) => ({ what, repeat: 'npm test -- --since HEAD' })),
      );
    lines.push(`- ${step.name}: ${found.length ? `${found.length} failed` : 'passed'}`);
    failures.push(...found);
    const report = [...lines, '', ...failures.map(({ what, repeat }) => `failed: ${what}\n  ${repeat}`), ''].join('\n');
    // Written after each step, so that an interrupted night leaves its results.
    writeFileSync(join(folder, 'report.md'), report);
  }
  process.stdout.write(`\n${readFileSync(join(folder, 'report.md'), 'utf8')}`);
  return failures.length > 0 ? 1 : 0;
}

process.exitCode = await night();
