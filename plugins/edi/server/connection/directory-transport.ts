import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, mkdir, open, readdir, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  claimMinutes,
  safeFileName,
  type Transport,
  type TransportOutcome,
  transportBounds,
  type WaitingFile,
} from './transport.ts';

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** A file that changed within this time may still be written; it is looked at twice. */
const settling = 5_000;
/** Milliseconds between the two looks. */
const betweenLooks = 250;

/**
 * Folders of the server: `in`, `out`, `archive` and `error`. A file is taken by moving it to `in/.work`, so that of two
 * workers only one gets it; what a worker left there is taken again.
 */
export class DirectoryTransport implements Transport {
  readonly #root: string;
  readonly #now: () => Date;
  readonly #settle: () => Promise<void>;

  /** `settle`: what passes between two looks at a file that may still be written. */
  constructor(root: string, now: () => Date, settle: () => Promise<void> = () => pause(betweenLooks)) {
    this.#root = root;
    this.#now = now;
    this.#settle = settle;
  }

  async list(): Promise<WaitingFile[]> {
    await this.#prepare();
    const names = (await readdir(this.#path('in'), { withFileTypes: true }))
      .filter((entry) => entry.isFile() && !entry.name.startsWith('.') && !/\.(tmp|part|filepart)$/i.test(entry.name))
      .map(({ name }) => name)
      .sort();
    const waiting = await this.#settled(names);
    // What a worker that went away has left: its name begins with the time of the claim.
    const since = Date.now() - claimMinutes * 60_000;
    const left = (await readdir(this.#path('in', '.work')))
      .filter((name) => Number(name.split('~')[0]) < since)
      .map((name) => ({ ref: join('in', '.work', name), name: name.replace(/^\d+~/, '') }));
    return [...left, ...waiting.map((name) => ({ ref: join('in', name), name }))];
  }

  async take(file: WaitingFile): Promise<Uint8Array | undefined> {
    const claimed = join('in', '.work', `${Date.now()}~${file.name}`);
    try {
      await rename(join(this.#root, file.ref), join(this.#root, claimed));
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
    file.ref = claimed;
    const handle = await open(join(this.#root, claimed));
    try {
      // One byte beyond what may be taken in shows that there is more.
      const bytes = Buffer.alloc(Math.min((await handle.stat()).size, transportBounds.file));
      const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0);
      return bytes.subarray(0, bytesRead);
    } finally {
      await handle.close();
    }
  }

  async archive(file: WaitingFile, outcome: TransportOutcome): Promise<void> {
    const from = join(this.#root, file.ref);
    const hashing = createHash('sha256');
    for await (const part of createReadStream(from)) hashing.update(part as Buffer);
    const hash = hashing.digest('hex').slice(0, 12);
    const folder = this.#path(outcome === 'read' ? 'archive' : 'error', this.#now().toISOString().slice(0, 10));
    await mkdir(folder, { recursive: true });
    // Partners use names again: what is there stays.
    let target = join(folder, `${hash}-${safeFileName(file.name)}`);
    for (let count = 2; await isThere(target); count += 1)
      target = join(folder, `${hash}-${count}-${safeFileName(file.name)}`);
    await rename(from, target);
  }

  async put(name: string, bytes: Uint8Array): Promise<void> {
    await this.#prepare();
    const target = this.#path('out', safeFileName(name));
    await writeFile(`${target}.tmp`, bytes);
    await rename(`${target}.tmp`, target);
  }

  has(name: string): Promise<boolean> {
    return isThere(this.#path('out', safeFileName(name)));
  }

  async close(): Promise<void> {}

  #path(...parts: string[]): string {
    return join(this.#root, ...parts);
  }

  async #prepare(): Promise<void> {
    for (const folder of [join('in', '.work'), 'out', 'archive', 'error'])
      await mkdir(this.#path(folder), { recursive: true, mode: 0o700 });
  }

  /** Files that nobody is writing any more. */
  async #settled(names: readonly string[]): Promise<string[]> {
    const look = (name: string) => stat(this.#path('in', name)).catch(() => undefined);
    const first = await Promise.all(names.map(look));
    const isYoung = (at: number): boolean => Date.now() - (first[at]?.mtimeMs ?? 0) < settling;
    if (names.some((_, at) => isYoung(at))) await this.#settle();
    const settled: string[] = [];
    for (const [at, name] of names.entries()) {
      const before = first[at];
      const after = before && isYoung(at) ? await look(name) : before;
      if (before && after && before.size === after.size && before.mtimeMs === after.mtimeMs) settled.push(name);
    }
    return settled;
  }
}
