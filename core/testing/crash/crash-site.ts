import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from 'pg';
import { afterAll, beforeAll, expect } from 'vitest';
import { isPostgresAlive, readPostmasterFile } from '../../database/embedded-postgres-process.ts';
import { parseDatabaseUrl } from '../../database/roles.ts';
import { until } from '../until.ts';
import type { CrashServerReady, ExaminedLaws } from './crash-server.ts';
import type { NetworkState } from './weak-network.ts';

interface Server extends CrashServerReady {
  process: ChildProcess;
  /** Everything that the process wrote to its log. */
  log: string[];
}

const folder = import.meta.dirname;
// That of the command line, so that a start takes half the time.
const compileCache = join(folder, '../../../node_modules/.cache/millwright');

/** A server with a database of its own that a test may kill as it likes. */
export class CrashSite {
  readonly #plugins: readonly string[];
  readonly #dataDir = mkdtempSync(join(tmpdir(), 'millwright-crash-'));
  readonly #children: ChildProcess[] = [];
  #server: Server | undefined;
  #cookie = '';
  #isClosed = false;

  readonly #hasWeakNetwork: boolean;

  private constructor(plugins: readonly string[], hasWeakNetwork: boolean) {
    this.#plugins = plugins;
    this.#hasWeakNetwork = hasWeakNetwork;
    // As root the database runs as a service user, who must be able to enter.
    chmodSync(this.#dataDir, 0o755);
  }

  /** A server with these plugins, an account and its administrator, who has signed in. */
  static async open(plugins: readonly string[], { hasWeakNetwork = false } = {}): Promise<CrashSite> {
    const site = new CrashSite(plugins, hasWeakNetwork);
    try {
      await site.restart();
      await site.signIn();
    } catch (error) {
      await site.close();
      throw error;
    }
    return site;
  }

  /** Whether its test is over, perhaps in the middle of something. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** The server that lives now. */
  get server(): Server {
    if (!this.#server) throw new Error('No server was started');
    return this.#server;
  }

  /** Starts a server on what the last one left. */
  async restart(): Promise<void> {
    const child = spawn(
      process.execPath,
      [
        ...['--expose-gc', '--import', join(folder, '../../cli/tsx-loader.mjs'), join(folder, 'crash-server.ts')],
        ...[this.#dataDir, ...this.#plugins],
      ],
      {
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
        env: {
          ...process.env,
          NODE_COMPILE_CACHE: compileCache,
          ...(this.#hasWeakNetwork ? { MILLWRIGHT_TEST_WEAK_NETWORK: '1' } : {}),
        },
      },
    );
    this.#children.push(child);
    const log: string[] = [];
    createInterface({ input: child.stderr as NodeJS.ReadableStream }).on('line', (line) => log.push(line));
    const first = await Promise.race([
      once(createInterface({ input: child.stdout as NodeJS.ReadableStream }), 'line'),
      once(child, 'exit').then(() => Promise.reject(new Error(`The server did not start:\n${log.join('\n')}`))),
    ]);
    this.#server = { ...(JSON.parse(String(first[0])) as CrashServerReady), process: child, log };
  }

  /** Begins a session: that of the last one ends a quarter of an hour after it. */
  async signIn(): Promise<void> {
    const response = await this.api('/auth/actions/login', {
      method: 'POST',
      // Signing in with the session of before would end it, and calls that are on their way with it would be refused.
      headers: { cookie: '' },
      body: JSON.stringify({ identifier: 'admin@crash.test', password: 'correct horse battery' }),
    });
    expect(response.status, await response.clone().text()).toBe(200);
    this.#cookie = response.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
  }

  /** Calls the API of the server that lives now, signed in. */
  readonly api = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`http://127.0.0.1:${this.server.port}/api${path}`, {
      ...init,
      headers: { 'content-type': 'application/json', cookie: this.#cookie, ...init.headers },
      signal: AbortSignal.timeout(30_000),
    });

  /** What a call answers that has to be done. */
  async ask<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await this.api(path, {
      method,
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    expect(response.ok, `${method} ${path}: ${response.status} ${text.slice(0, 500)}`).toBe(true);
    return (text ? JSON.parse(text) : undefined) as T;
  }

  /** Kills the server in whatever it is doing. */
  async killServer(): Promise<void> {
    this.server.process.kill('SIGKILL');
    await once(this.server.process, 'exit');
  }

  /** The database that lives now: one that was killed is started again under another number. */
  get #postgresPid(): number | undefined {
    return readPostmasterFile(join(this.#dataDir, 'postgres/pgdata'))?.pid;
  }

  /** Kills the database under the server. */
  killPostgres(): void {
    const pid = this.#postgresPid;
    if (pid === undefined) throw new Error('The database does not run');
    process.kill(pid, 'SIGKILL');
  }

  /** Stalls or cuts the network between the server that lives now and its database, or mends it. */
  network(state: NetworkState): void {
    this.server.process.send(state);
  }

  /** What the server's log says of requests that failed. */
  failedRequests(): string {
    return this.server.log.filter((line) => line.includes('request failed')).join('\n');
  }

  /** The end of the log without what queues say while they wait for the database. */
  #lastLines(): string[] {
    return this.server.log.filter((line) => !line.includes('"msg":"job queue"')).slice(-20);
  }

  /** Waits until something is so; an error has the end of the log. */
  async until(what: string, isTrue: () => boolean | Promise<boolean>): Promise<void> {
    await until(what, isTrue).catch((cause: Error) => {
      throw new Error(`${cause.message}; the log says:\n${this.#lastLines().join('\n')}`, { cause });
    });
  }

  /** Asks the database as its administrator. */
  async inDatabase<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const client = new Client({ connectionString: parseDatabaseUrl(this.server.adminUrl).toString() });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }

  /**
   * Every law of the kernel and of the plugins holds in every account, as the doctor of the command line asks for them.
   */
  async expectLaws(): Promise<void> {
    const answered = once(this.server.process, 'message');
    this.server.process.send('examine');
    const { looked, findings } = (await answered)[0] as ExaminedLaws;
    expect(findings).toEqual([]);
    expect(looked).toBeGreaterThan(0);
  }

  /** What the server keeps in memory after everything else was collected. */
  async liveMegabytes(): Promise<number> {
    const answered = once(this.server.process, 'message');
    this.server.process.send('weigh');
    return (await answered)[0] as number;
  }

  /** Nothing is left of it. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const child of this.#children) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    // A test that failed half-way may have left the database behind, or one that was started since.
    const left = this.#postgresPid;
    if (left !== undefined && isPostgresAlive(left)) process.kill(left, 'SIGQUIT');
    rmSync(this.#dataDir, { recursive: true, force: true });
  }
}

/** A site before the tests of a file, and nothing of it after them. */
export function useCrashSite(...plugins: string[]): () => CrashSite {
  let site: CrashSite | undefined;
  beforeAll(async () => {
    site = await CrashSite.open(plugins);
  });
  afterAll(() => site?.close());
  return () => site as CrashSite;
}
