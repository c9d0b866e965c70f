import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type CommandContext, refusal } from '@millwright/core/cli';
import type { FileChanges } from './file-changes.ts';

/** A scaffold: files, and the migration that its entities need, if any. */
export interface Scaffold {
  changes: FileChanges;
  pluginID: string;
  migration?: string;
  /** Next steps for the person, one line each. */
  next: readonly string[];
}

/** Shows or writes the changes; on an error or interruption everything is undone. */
export async function carryOut(ctx: CommandContext, root: string, scaffold: Scaffold): Promise<void> {
  const { changes, pluginID, migration, next } = scaffold;
  changes.check();
  const files = changes.summary();
  const signs = { create: '+', edit: '~', link: '>' } as const;
  if (ctx.isDryRun) {
    await ctx.result({ files, written: false }, () => {
      for (const { path, change } of files) ctx.say(`${signs[change]} ${path}`);
      if (migration) ctx.say(`+ plugins/${pluginID}/server/migrations (written from the entities)`);
      ctx.say('Nothing was written.');
    });
    return;
  }
  let isDone = false;
  // Also on Ctrl-C, after which the code below may not finish.
  ctx.onEnd(() => {
    if (!isDone) changes.undo();
  });
  changes.apply();
  const sources = changes.paths().filter(isSource);
  if (migration) {
    const migrations = `plugins/${pluginID}/server/migrations`;
    for (const file of ['index.ts', 'snapshot.json']) changes.watch(`${migrations}/${file}`);
    changes.watchFolder(migrations);
    ctx.note('Writing the migration from the entities ...');
    await runNode(root, ['core/boot/new-migration.ts', pluginID, migration], ctx.signal);
    sources.push(migrations);
  }
  await format(root, sources, ctx.signal);
  isDone = true;
  await ctx.result({ files, written: true }, () => {
    for (const { path, change } of files) ctx.say(`${signs[change]} ${path}`);
    for (const line of next) ctx.say(line);
  });
}

const isSource = (path: string): boolean => /\.tsx?$/.test(path);

/** The formatter is a development dependency; without it, lines stay unformatted. */
async function format(root: string, paths: readonly string[], signal: AbortSignal): Promise<void> {
  const biome = 'node_modules/@biomejs/biome/bin/biome';
  if (existsSync(join(root, biome))) await runNode(root, [biome, 'check', '--write', ...paths], signal);
}

/** Runs one of our programs; its output is shown only on failure. */
function runNode(root: string, options: readonly string[], signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, options, { cwd: root, signal, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve();
      else
        reject(
          refusal('scaffold_failed', `${options[0]} failed, so nothing was left behind`, {
            hint: output.trim().split('\n').slice(-12).join('\n'),
          }),
        );
    });
  });
}
