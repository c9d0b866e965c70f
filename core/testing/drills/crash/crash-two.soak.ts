import { expect, it, onTestFinished } from 'vitest';
import { useCrashSite } from './server/crash-site.ts';

const site = useCrashSite('ledger');

it('another process goes on with the change set of one that was killed', { timeout: 120_000 }, async () => {
  const at = site();
  const rows = 20_000;
  await at.inDatabase((client) =>
    client.query(
      `insert into ledger.entry (account_id, id, created_at, updated_at, number, title, line_count)
       select id, 'len_' || lpad(n::text, 26, '0'), now(), now(), 'bulk-' || n, 'Bulk', 0
       from core.account, generate_series(1, $1::int) n`,
      [rows],
    ),
  );
  const survivor = at.server;
  await at.restart();
  const worker = at.server;
  survivor.process.kill('SIGSTOP');
  onTestFinished(() => void survivor.process.kill('SIGCONT'));
  const { changeSetID } = await at.ask<{ changeSetID: string }>('POST', '/v1/x/ledger/entries/actions/delete-all');
  const set = () =>
    at.inDatabase(async (client) => {
      const { rows } = await client.query<{ status: string; done: number }>(
        'select status, applied_count as done from core.change_set where id = $1',
        [changeSetID],
      );
      return rows[0] as { status: string; done: number };
    });
  await at.until('It is under way', async () => (await set()).done > 0);
  await at.killServer();
  const { status, done } = await set();
  expect(status).toBe('applying');
  survivor.process.kill('SIGCONT');
  await at.until('The other goes on', async () => (await set()).done > done);
  await at.until('It is done', async () => (await set()).status === 'applied');
  expect(worker.process.signalCode).toBe('SIGKILL');
  expect((await set()).done).toBe(rows);
});
