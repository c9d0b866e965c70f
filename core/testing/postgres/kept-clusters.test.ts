import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { KeptClusters } from './kept-clusters.ts';

let folder: string;
let kept: string;
let clusters: KeptClusters;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kept-clusters-'));
  kept = join(folder, 'kept');
  clusters = new KeptClusters(kept);
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A data folder with a cluster that contains this text. */
function dataFolder(name: string, text: string): string {
  const dataDir = join(folder, name);
  mkdirSync(join(dataDir, 'postgres'), { recursive: true });
  writeFileSync(join(dataDir, 'postgres', 'text'), text);
  return dataDir;
}

/** Contents of a new data folder after taking the cluster of these sources; undefined if none was kept. */
function taken(sources: string): string | undefined {
  const dataDir = mkdtempSync(join(folder, 'taken-'));
  return clusters.take(sources, dataDir) ? readFileSync(join(dataDir, 'postgres', 'text'), 'utf8') : undefined;
}

it('gives back what was kept under these sources and no others, and the first of two that keep the same wins', () => {
  expect(taken('aa')).toBeUndefined();
  clusters.keep('aa', dataFolder('one', 'first'));
  clusters.keep('aa', dataFolder('two', 'second'));
  expect([taken('aa'), taken('bb')]).toEqual(['first', undefined]);
  expect(readdirSync(kept)).toEqual(['aa']);
});

it('trusts nothing that a run left half, and clears it once that run is gone', () => {
  const { pid } = spawnSync('true');
  for (const name of [`aa.new-${pid}`, `bb.old-${pid}`, `cc.new-${process.ppid}`])
    mkdirSync(join(kept, name), { recursive: true });
  expect(taken('aa')).toBeUndefined();
  clusters.keep('dd', dataFolder('one', 'whole'));
  expect(readdirSync(kept).sort()).toEqual([`cc.new-${process.ppid}`, 'dd']);
});

it('keeps the two that were used last, and forgets what no server starts from', () => {
  for (const [day, sources] of ['aa', 'bb', 'cc'].entries()) {
    clusters.keep(sources, dataFolder(sources, sources));
    utimesSync(join(kept, sources), day + 1, day + 1);
    if (sources === 'bb') expect(taken('aa')).toBe('aa');
  }
  expect(readdirSync(kept).sort()).toEqual(['aa', 'cc']);
  clusters.forget('aa');
  expect([existsSync(join(kept, 'aa')), taken('aa'), taken('cc')]).toEqual([false, undefined, 'cc']);
});
