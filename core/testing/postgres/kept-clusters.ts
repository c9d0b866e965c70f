import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { isRunning } from '../../database/embedded/embedded-postgres-process.ts';
import { testPartitions } from './partitioned-tables.ts';

const root = resolve(import.meta.dirname, '../../..');

/** One cluster for the present sources, and one for the previous branch. */
const mostKept = 2;

/** A hash of everything that determines the contents of a migrated database. */
export function sourcesOfTemplates(): string {
  const files = globSync(
    [
      '{core,plugins/*/server}/migrations/*.ts',
      'core/testing/kernel/ledger/*.migration.ts',
      'core/database/**/*.ts',
      'core/testing/postgres/{templates,make-templates,partitioned-tables,postgres-server}.ts',
      'platform.config.ts',
      'package-lock.json',
    ],
    { cwd: root },
  );
  const hash = createHash('sha256').update(String(testPartitions));
  // A cluster belongs to one version of PostgreSQL.
  hash.update(process.env['MILLWRIGHT_TEST_POSTGRES'] ?? '');
  for (const file of files.sort()) hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  return hash.digest('hex').slice(0, 16);
}

/**
 * Clusters with templates that a clone keeps for its next runs, each in a folder named after the hash of its sources.
 */
export class KeptClusters {
  readonly #folder: string;

  constructor(folder = join(root, '.artifacts/postgres')) {
    this.#folder = folder;
  }

  /** Copies the cluster of these sources into a data folder; false if no complete one is kept. */
  take(sources: string, dataDir: string): boolean {
    const kept = join(this.#folder, sources);
    if (!existsSync(kept)) return false;
    // A removal renames the cluster first, so a cluster that still exists was complete during the copy.
    if (copy(kept, join(dataDir, 'postgres')) && existsSync(kept)) {
      utimesSync(kept, new Date(), new Date());
      return true;
    }
    rmSync(join(dataDir, 'postgres'), { recursive: true, force: true });
    return false;
  }

  /**
   * Keeps the cluster of a data folder whose server is stopped. The cluster gets its name when the copy is complete. If
   * two runs keep the same cluster, the first wins. On a full disk nothing is kept.
   */
  keep(sources: string, dataDir: string): void {
    mkdirSync(this.#folder, { recursive: true });
    const fresh = join(this.#folder, `${sources}.new-${process.pid}`);
    try {
      if (copy(join(dataDir, 'postgres'), fresh)) renameSync(fresh, join(this.#folder, sources));
    } catch (error) {
      if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    } finally {
      rmSync(fresh, { recursive: true, force: true });
    }
    this.#sweep();
  }

  /** Removes a cluster that does not start. */
  forget(sources: string): void {
    const old = join(this.#folder, `${sources}.old-${process.pid}`);
    try {
      renameSync(join(this.#folder, sources), old);
    } catch {
      // Another run has removed it, or it belongs to another user.
      return;
    }
    rmSync(old, { recursive: true, force: true });
  }

  #sweep(): void {
    const names = readdirSync(this.#folder);
    for (const name of names) {
      const maker = /\.(?:new|old)-(\d+)$/.exec(name)?.[1];
      if (maker && !isRunning(Number(maker))) rmSync(join(this.#folder, name), { recursive: true, force: true });
    }
    const age = (name: string): number => statSync(join(this.#folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
    const whole = names.filter((name) => /^[0-9a-f]+$/.test(name)).sort((one, other) => age(other) - age(one));
    for (const name of whole.slice(mostKept)) this.forget(name);
  }
}

/** Copies owners and modes too, because as root the files belong to the server's user. */
const copy = (from: string, to: string): boolean => spawnSync('cp', ['-a', from, to], { stdio: 'ignore' }).status === 0;
