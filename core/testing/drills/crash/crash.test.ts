import { once } from 'node:events';
import { expect, it } from 'vitest';
import { pageDeadLetters, releaseDeadLetters } from '../../../jobs/queue/dead-letters.ts';
import { useCrashSite } from './server/crash-site.ts';
import { deadlyTitle } from './server/killer.plugin.ts';
import { acknowledgedIn, expectStatuses, loadsTogether, startLoad } from './work/crash-load.ts';
import { expectLedgerWhole, ledgerWriter } from './work/ledger-crash.ts';
import { CrashReceiver } from './work/webhook-crash.ts';

// Each kind of crash once and briefly. The soak tests kill more often, and during change sets, stock, receiving, scans,
// labels and webhooks.
const site = useCrashSite('ledger', 'killer');

it('kill -9 of the server in mid-write, then of the database, loses nothing that was acknowledged', async () => {
  const at = site();
  const first = startLoad(at, ledgerWriter, 'server', 4);
  await at.until('Some writes', () => acknowledgedIn(first.load).length > 10);
  const postgresBefore = at.server.postgresPid;
  await at.killServer();
  const cut = await first.stop();
  expect(cut.cut).toBeGreaterThan(0);
  expectStatuses(at, cut, 201);
  await at.restart();
  expect(at.server.postgresPid, 'the new process attaches to the database that lived on').toBe(postgresBefore);

  const second = startLoad(at, ledgerWriter, 'database', 4);
  await at.until('Some writes', () => acknowledgedIn(second.load).length > 10);
  const before = acknowledgedIn(second.load).length;
  at.killPostgres();
  await at.until('The recovery', () => acknowledgedIn(second.load).length > before + 10);
  const load = await second.stop();
  expect(load.cut).toBe(0);
  expectStatuses(at, load, 201, 503);
  await expectLedgerWhole(at, loadsTogether(cut, load));
});

it('kill -9 of the server in the middle of webhooks tells everything under its own id', async () => {
  const receiver = await CrashReceiver.open(site());
  await receiver.kill(1);
  await receiver.expectAllTold();
  await receiver.close();
});

const page = { take: 50, skip: 0, sortOrder: 'desc' as const };

it('a job that kills the server is tried alone, twice, and put away; the server does the rest', async () => {
  const at = site();
  const rows = <T extends object>(statement: string): Promise<T[]> =>
    at.inDatabase(async (client) => (await client.query<T>(statement)).rows);
  /** Makes the next tries due now. */
  const passRetries = () => rows("update queue.job set start_after = now() where state = 'retry'");
  /** Makes processes without heartbeats count as dead now. */
  const passSilence = async () => {
    await rows("update queue.job set heartbeat_on = now() - interval '1 hour' where state = 'active'");
    await rows('update queue.queue set monitor_on = null');
  };
  const open = (queue: string) =>
    rows<{ state: string; begun: number }>(
      `select state, (data ->> 'begun')::int as begun from queue.job where name = '${queue}' and state <> 'completed'`,
    );
  const create = (title: string) =>
    at.api('/v1/x/ledger/entries', { method: 'POST', body: JSON.stringify({ title, lines: [] }) });
  const untilDeath = async (): Promise<void> => {
    const { process: child } = at.server;
    const hurrying = setInterval(() => void passRetries().catch(() => undefined), 300);
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    clearInterval(hurrying);
    expect(child.signalCode).toBe('SIGKILL');
    await passSilence();
  };

  for (const title of ['Before', 'Beside', deadlyTitle, 'After']) await create(title).catch(() => undefined);
  await untilDeath();
  for (let begun = 1; begun <= 2; begun += 1) {
    await at.restart();
    await untilDeath();
    expect(await open('alone'), 'it was known to have begun').toContainEqual({ state: 'active', begun });
  }
  await at.restart();
  await at.until('The job is put away and the rest is done', async () => {
    await passRetries();
    return (await open('event-dead')).length === 1 && (await open('event')).length + (await open('alone')).length === 0;
  });
  const { adminUrl } = at.server;
  const { items } = await pageDeadLetters(adminUrl, page);
  expect(items).toMatchObject([
    { queue: 'event', isKiller: true, what: expect.stringContaining('killer.follow-entry') },
  ]);
  expect(at.server.log.join('\n')).toContain('a job killed its process and was put away');

  // After the cause is fixed and the job released, the job succeeds. The server has been running all the time.
  await rows("update ledger.entry set title = 'Mended'");
  expect(
    await releaseDeadLetters(
      adminUrl,
      items.map(({ id }) => id),
    ),
  ).toBe(1);
  await at.until('It is done', async () => (await open('event')).length === 0);
  expect((await pageDeadLetters(adminUrl, page)).count).toBe(0);
  expect((await create('Later')).status).toBe(201);
});
