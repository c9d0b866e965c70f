import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from 'pg';
import { afterAll, beforeAll, expect } from 'vitest';
import { isPostgresAlive, readPostmasterFile } from '../../../../database/embedded/embedded-postgres-process.ts';
import { parseDatabaseUrl } from '../../../../database/schema/roles.ts';
import { until } from '../../../calls/until.ts';
import type { CrashServerReady, ExaminedLaws, JoiningBuyer } from './crash-server.ts';
import type { NetworkState } from './weak-network.ts';

interface Server extends CrashServerReady {
  process: ChildProcess;
  /** All lines of the process's log. */
  log: string[];
}

const folder = import.meta.dirname;
// The cache of the command line halves the time of a start.
const compileCache = join(folder, '../../../../../node_modules/.cache/millwright');

/** A server with its own database that a test can kill at any time. */
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
    // As root the database runs as a service user, who needs access to the folder.
    chmodSync(this.#dataDir, 0o755);
  }

  /** Opens a server with these plugins, an account and its signed-in administrator. */
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

  /** Whether the test has ended, possibly during some work. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** The running server. */
  get server(): Server {
    if (!this.#server) throw new Error('No server was started');
    return this.#server;
  }

  /** Starts a server on the data of the previous one. */
  async restart(): Promise<void> {
    const child = spawn(
      process.execPath,
      [
        ...['--expose-gc', '--import', join(folder, '../../../../cli/tsx-loader.mjs'), join(folder, 'crash-server.ts')],
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

  /** Starts a session; the previous one ends a quarter of an hour after its start. */
  async signIn(): Promise<void> {
    this.#cookie = await this.cookieOf('admin@crash.test');
  }

  /** Cookie of a new session of a person. */
  async cookieOf(identifier: string): Promise<string> {
    const response = await this.api('/auth/actions/login', {
      method: 'POST',
      // Signing in with the cookie of the previous session would end that session, and running calls would be refused.
      headers: { cookie: '' },
      body: JSON.stringify({ identifier, password: 'correct horse battery' }),
    });
    expect(response.status, await response.clone().text()).toBe(200);
    return response.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
  }

  /** Adds a person who buys for a customer, with the common password. */
  async join(buyer: JoiningBuyer): Promise<void> {
    const answered = Promise.race([once(this.server.process, 'message'), once(this.server.process, 'exit')]);
    this.server.process.send(buyer);
    const [answer] = await answered;
    if (answer !== 'joined') throw new Error(`Nobody joined:\n${this.#lastLines().join('\n')}`);
  }

  /** Calls the API of the running server as the signed-in administrator. */
  readonly api = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`http://127.0.0.1:${this.server.port}/api${path}`, {
      ...init,
      headers: { 'content-type': 'application/json', cookie: this.#cookie, ...init.headers },
      signal: AbortSignal.timeout(30_000),
    });

  /** Body of the reply to a call that must succeed. */
  async ask<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await this.api(path, {
      method,
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    expect(response.ok, `${method} ${path}: ${response.status} ${text.slice(0, 500)}`).toBe(true);
    return (text ? JSON.parse(text) : undefined) as T;
  }

  /** Kills the server at once. */
  async killServer(): Promise<void> {
    this.server.process.kill('SIGKILL');
    await once(this.server.process, 'exit');
  }

  /** Process id of the running database, which changes after each kill. */
  get #postgresPid(): number | undefined {
    return readPostmasterFile(join(this.#dataDir, 'postgres/pgdata'))?.pid;
  }

  /** Kills the database while the server is running. */
  killPostgres(): void {
    const pid = this.#postgresPid;
    if (pid === undefined) throw new Error('The database does not run');
    process.kill(pid, 'SIGKILL');
  }

  /** Stalls, cuts or restores the network between the running server and its database. */
  network(state: NetworkState): void {
    this.server.process.send(state);
  }

  /** Lines of the server's log about failed requests. */
  failedRequests(): string {
    return this.server.log.filter((line) => line.includes('request failed')).join('\n');
  }

  /** The end of the log, without messages of queues that wait for the database. */
  #lastLines(): string[] {
    return this.server.log.filter((line) => !line.includes('"msg":"job queue"')).slice(-20);
  }

  /** Waits until a condition is true; an error contains the end of the log. */
  async until(what: string, isTrue: () => boolean | Promise<boolean>): Promise<void> {
    await until(what, isTrue).catch((cause: Error) => {
      throw new Error(`${cause.message}; the log says:\n${this.#lastLines().join('\n')}`, { cause });
    });
  }

  /** Runs work on the database as its administrator. */
  async inDatabase<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const client = new Client({ connectionString: parseDatabaseUrl(this.server.adminUrl).toString() });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }

  /** Checks all laws of the kernel and the plugins in all accounts, as the doctor command does. */
  async expectLaws(): Promise<void> {
    const answered = once(this.server.process, 'message');
    this.server.process.send('examine');
    const { looked, findings } = (await answered)[0] as ExaminedLaws;
    expect(findings).toEqual([]);
    expect(looked).toBeGreaterThan(0);
  }

  /** Size of the server's heap after garbage collection, in megabytes. */
  async liveMegabytes(): Promise<number> {
    const answered = once(this.server.process, 'message');
    this.server.process.send('weigh');
    return (await answered)[0] as number;
  }

  /** Stops everything and removes the data. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const child of this.#children) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    // A test that failed half-way may have left the database running.
    const left = this.#postgresPid;
    if (left !== undefined && isPostgresAlive(left)) process.kill(left, 'SIGQUIT');
    rmSync(this.#dataDir, { recursive: true, force: true });
  }
}

/** Opens a site before the tests of a file and closes it afterwards. */
export function useCrashSite(...plugins: string[]): () => CrashSite {
  let site: CrashSite | undefined;
  beforeAll(async () => {
    site = await CrashSite.open(plugins);
  });
  afterAll(() => site?.close());
  return () => site as CrashSite;
}
