import { type ChildProcess, execFileSync, fork, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import { afterEach, expect, test } from 'vitest';
import { until } from '../../testing/calls/until.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { isPostgresAlive, processState, readPostmasterFile } from './embedded-postgres-process.ts';
import { completeNative, findNative } from './embedded-postgres-programs.ts';
import { removeEmbeddedPostgres } from './remove-embedded-postgres.ts';

const isRoot = process.getuid?.() === 0;
const settings = { fsync: 'off', shared_buffers: '16MB', logging_collector: 'off' };
const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

function temporaryFolder(mode = 0o755): string {
  const folder = mkdtempSync(join(tmpdir(), 'mw-pg-'));
  chmodSync(folder, mode);
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function start(dataDir: string, log: string[] = [], nativeDir?: string): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, settings, log: (line) => log.push(line), nativeDir });
  cleanups.push(() => server.stop());
  return server;
}

async function query<Row extends object>(server: EmbeddedPostgres, text: string): Promise<Row[]> {
  const client = new Client({ connectionString: server.url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

test('keeps its data over a stop, and is a closed, checksummed UTF-8 server', async () => {
  const dataDir = join(temporaryFolder(), '.data');
  const first = await start(dataDir);
  await query(first, "create table kept (word text); insert into kept values ('Straße')");
  const [facts] = await query(
    first,
    `select current_setting('listen_addresses') as listen, current_setting('data_checksums') as checksums,
      current_setting('timezone') as zone, current_setting('password_encryption') as passwords,
      upper('straße') as upper,
      (select datlocprovider::text || ' ' || datlocale || ' ' || pg_encoding_to_char(encoding)
        from pg_database where datname = 'template1') as locale`,
  );
  expect(facts).toEqual({
    listen: '',
    checksums: 'on',
    zone: 'UTC',
    passwords: 'scram-sha-256',
    upper: 'STRASSE',
    locale: 'b PG_UNICODE_FAST UTF8',
  });
  const socketDir = decodeURIComponent(new URL(first.url).hostname);
  expect(statSync(socketDir).mode & 0o777).toBe(0o700);
  expect(statSync(join(dirname(first.dataDir), 'superuser-password')).mode & 0o777).toBe(0o600);
  const wrong = first.url.replace(/:[^:@]+@/, ':not-the-password@');
  await expect(new Client({ connectionString: wrong }).connect()).rejects.toMatchObject({ code: '28P01' });

  const { pid } = first;
  await first.stop();
  expect(isPostgresAlive(pid)).toBe(false);
  expect(existsSync(join(first.dataDir, 'postmaster.pid'))).toBe(false);
  expect(existsSync(socketDir)).toBe(false);

  const second = await start(dataDir);
  expect(second.attached).toBe(false);
  expect(await query(second, 'select word from kept')).toEqual([{ word: 'Straße' }]);
});

test('durability settings are on unless a throwaway database asks otherwise', async () => {
  const dataDir = join(temporaryFolder(), '.data');
  const server = await startEmbeddedPostgres({ dataDir });
  cleanups.push(() => server.stop());
  const names = ['fsync', 'full_page_writes', 'synchronous_commit'];
  const rows = await query(
    server,
    `select name, setting from pg_settings where name in ('${names.join("','")}') order by 1`,
  );
  expect(rows).toEqual(names.map((name) => ({ name, setting: 'on' })));
});

test('a server whose owner was killed lives on in its own session and is attached to', async () => {
  const dataDir = join(temporaryFolder(), '.data');
  const owner = await startInChild(dataDir);
  expect(processSession(owner.postmaster)).toBe(owner.postmaster);
  owner.process.kill('SIGKILL');
  await until('The end of its owner', () => processState(owner.process.pid ?? 0) !== 'other');

  const log: string[] = [];
  const server = await start(dataDir, log);
  expect(server).toMatchObject({ attached: true, pid: owner.postmaster });
  expect(log.join()).toContain('attached');
  await query(server, 'select 1');
  await server.stop();
  expect(isPostgresAlive(owner.postmaster)).toBe(false);
});

test('a second process uses a running server but does not stop it', async () => {
  const dataDir = join(temporaryFolder(), '.data');
  const owner = await startInChild(dataDir);
  const guest = await start(dataDir);
  expect(guest).toMatchObject({ attached: true, pid: owner.postmaster });
  await guest.stop();
  expect(isPostgresAlive(owner.postmaster)).toBe(true);
  owner.process.send('stop');
  await until('The end of the server', () => !isPostgresAlive(owner.postmaster));
});

test('a postmaster that is killed is started again, and nothing committed is lost', async () => {
  const dataDir = join(temporaryFolder(), '.data');
  const log: string[] = [];
  const server = await start(dataDir, log);
  await query(server, 'create table kept (id int); insert into kept select generate_series(1, 1000)');
  const before = server.pid;
  process.kill(before, 'SIGKILL');
  await until('Another server', () => server.pid !== before);
  expect(await query(server, 'select count(*)::int as rows from kept')).toEqual([{ rows: 1000 }]);
  expect(log.join('\n')).toContain(`process ${before}) has died`);
});

test('starts right after both owner and postmaster were killed', async () => {
  const dataDir = join(temporaryFolder(), '.data');
  const owner = await startInChild(dataDir);
  owner.process.kill('SIGKILL');
  process.kill(owner.postmaster, 'SIGKILL');
  const server = await start(dataDir);
  expect(server.attached).toBe(false);
  expect(server.pid).not.toBe(owner.postmaster);
  await query(server, 'select 1');
});

test('a lock file whose process id was reused by another program does not block the start', async () => {
  const dataDir = join(temporaryFolder(), '.data');
  const first = await start(dataDir);
  const lock = join(first.dataDir, 'postmaster.pid');
  const lines = readFileSync(lock, 'utf8').split('\n');
  await first.stop();
  // Runs as the server's user, because PostgreSQL recognizes process ids of other users as foreign.
  const { uid, gid } = statSync(first.dataDir);
  const stranger = spawn('sleep', ['600'], isRoot ? { uid, gid } : {});
  cleanups.push(() => stranger.kill('SIGKILL'));
  writeFileSync(lock, [String(stranger.pid), ...lines.slice(1)].join('\n'));
  if (isRoot) chownSync(lock, uid, gid);

  const second = await start(dataDir);
  expect(readPostmasterFile(second.dataDir)?.pid).toBe(second.pid);
  expect(second.pid).not.toBe(stranger.pid);
  expect(processState(stranger.pid ?? 0)).toBe('other');
});

test('a start that cannot succeed says why', async () => {
  const dataDir = join(temporaryFolder(), '.data');
  const attempt = startEmbeddedPostgres({ dataDir, settings: { ...settings, shared_buffers: 'plenty' } });
  await expect(attempt).rejects.toThrow(/shared_buffers.*"plenty"/);
});

test('a server that ends before anybody hears of it does not end the start without a word', async () => {
  const folder = temporaryFolder();
  const [pgdata, bin] = [join(folder, '.data/postgres/pgdata'), join(folder, 'native/bin')];
  for (const made of [pgdata, bin]) mkdirSync(made, { recursive: true });
  for (const name of ['initdb', 'pg_ctl', 'postgres'])
    writeFileSync(join(bin, name), '#!/bin/sh\necho no room\nexit 1\n', { mode: 0o755 });
  writeFileSync(join(folder, 'package.json'), '{"version":"0.0.0"}');
  // A pipe replaces the lock file: reading it blocks the process, the second time until the server is long gone.
  const lock = join(pgdata, 'postmaster.pid');
  execFileSync('mkfifo', [lock]);
  const feeding = spawn('sh', ['-c', 'echo > "$0"; sleep 1; echo > "$0"', lock]);
  cleanups.push(() => feeding.kill('SIGKILL'));
  const script = join(folder, 'start.mjs');
  const options = { dataDir: join(folder, '.data'), nativeDir: dirname(bin), settings };
  writeFileSync(
    script,
    `import { startEmbeddedPostgres } from ${JSON.stringify(new URL('./embedded-postgres.ts', import.meta.url).href)};
await startEmbeddedPostgres(${JSON.stringify(options)}).catch((error) => process.stdout.write(error.message));`,
  );
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'pipe'] });
  cleanups.push(() => child.kill('SIGKILL'));
  const messages: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => messages.push(text.toString()));
  const code = await new Promise<number | null>((done) => child.once('close', done));
  expect({ code, said: messages.join('') }).toEqual({ code: 0, said: expect.stringContaining('no room') });
});

test('library links and execute bits are made where install scripts did not run', () => {
  const folder = temporaryFolder();
  const native = join(folder, 'native');
  mkdirSync(join(native, 'bin'), { recursive: true });
  for (const name of ['initdb', 'pg_ctl', 'postgres']) writeFileSync(join(native, 'bin', name), '', { mode: 0o644 });
  cpSync(join(findNative(), 'pg-symlinks.json'), join(native, 'pg-symlinks.json'));
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const { source } of links) {
    mkdirSync(dirname(join(folder, source)), { recursive: true });
    writeFileSync(join(folder, source), source);
  }
  completeNative(native);
  completeNative(native);
  expect(links.length).toBeGreaterThan(5);
  for (const { source, target } of links) expect(readFileSync(join(folder, target), 'utf8')).toBe(source);
  expect(statSync(join(native, 'bin', 'postgres')).mode & 0o111).toBe(0o111);
});

test.runIf(isRoot)(
  'root in a closed folder: programs and data move to where the service user can reach them',
  async () => {
    const closed = temporaryFolder(0o700);
    const clone = join(closed, 'clone');
    const nativeDir = join(clone, 'node_modules', 'programs', 'native');
    cpSync(findNative(), nativeDir, { recursive: true, verbatimSymlinks: true });
    cpSync(join(findNative(), '..', 'package.json'), join(nativeDir, '..', 'package.json'));
    const dataDir = join(clone, '.data');
    const log: string[] = [];
    const first = await start(dataDir, log, nativeDir);
    const location = readFileSync(join(dataDir, 'location'), 'utf8').trim();
    cleanups.unshift(() => rmSync(location, { recursive: true, force: true }));
    expect(location).toMatch(/^\/var\/lib\/millwright\/[0-9a-f]{12}$/);
    expect(log.join('\n')).toContain(location);
    expect(first.dataDir).toBe(join(location, 'pgdata'));
    expect(statSync(first.dataDir).uid).not.toBe(0);
    await query(first, 'create table kept ()');
    await first.stop();

    const second = await start(dataDir, [], nativeDir);
    expect(second.dataDir).toBe(first.dataDir);
    expect(await query(second, "select to_regclass('public.kept')::text as name")).toEqual([{ name: 'kept' }]);

    const copied = join(closed, 'copy', '.data');
    cpSync(dataDir, copied, { recursive: true });
    const third = await start(copied, log, nativeDir);
    cleanups.unshift(() => rmSync(dirname(third.dataDir), { recursive: true, force: true }));
    expect(third.dataDir).not.toBe(first.dataDir);

    // Removes everything of one installation, also a running database, and nothing of the other one.
    const outside = dirname(third.dataDir);
    expect(await removeEmbeddedPostgres(copied)).toEqual([
      copied,
      outside,
      expect.stringMatching(/millwright-\w{12}$/),
    ]);
    expect([copied, outside].map((folder) => existsSync(folder))).toEqual([false, false]);
    expect(isPostgresAlive(third.pid)).toBe(false);
    expect(await query(second, 'select 1 as alive')).toEqual([{ alive: 1 }]);
  },
);

interface ChildOwner {
  process: ChildProcess;
  postmaster: number;
}

/** Starts the server in a process of its own, so that the test can kill it. */
async function startInChild(dataDir: string): Promise<ChildOwner> {
  const script = join(dirname(dataDir), 'owner.mjs');
  writeFileSync(
    script,
    `import { startEmbeddedPostgres } from ${JSON.stringify(new URL('./embedded-postgres.ts', import.meta.url).href)};
const server = await startEmbeddedPostgres(${JSON.stringify({ dataDir, settings })});
process.on('message', async () => { await server.stop(); process.exit(0); });
process.send(server.pid);`,
  );
  const child = fork(script, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  cleanups.push(() => child.kill('SIGKILL'));
  const postmaster = await new Promise<number>((resolve, reject) => {
    child.once('message', (pid) => resolve(Number(pid)));
    child.once('exit', (code) => reject(new Error(`the owner ended with ${code}`)));
  });
  cleanups.push(() => {
    if (isPostgresAlive(postmaster)) process.kill(postmaster, 'SIGQUIT');
  });
  return { process: child, postmaster };
}

/** Session id of a process; equal to its own id for a session leader. */
function processSession(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[3]);
}
