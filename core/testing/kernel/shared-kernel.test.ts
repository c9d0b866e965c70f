import { Client } from 'pg';
import { expect, it } from 'vitest';
import { getLatestSysPropertyValue, updateSysProperty } from '../../contracts/accounts/sys-property.contract.ts';
import { dayLength } from '../../contracts/texts/date.ts';
import { parseDatabaseUrl } from '../../database/schema/roles.ts';
import { usualSizes } from '../../kernel/context/work-sizes.ts';
import { createEntry, listEntries } from './ledger/ledger.contract.ts';
import { ledgerPlugin } from './ledger/ledger.plugin.ts';
import { sharedKernel } from './shared-kernel.ts';
import type { TestKernel } from './test-kernel.ts';

/** The state that a file finds at its start. */
async function found(kernel: TestKernel) {
  const admin = await kernel.a.as('admin');
  const order = await admin.call(getLatestSysPropertyValue, { params: { type: 'order' } });
  const limits = await kernel.database.runAsAuth({ accountID: '' }, (em) =>
    em.getConnection().execute("select key from core.rate_limit where starts_with(key, 'reset.')"),
  );
  return {
    entries: (await admin.call(listEntries, {})).count,
    others: (await (await kernel.b.as('admin')).call(listEntries, {})).count,
    order: order.value,
    limits,
    sizes: { ...kernel.sizes },
    address: kernel.tenancy.baseURL,
    names: [await nameOf(kernel, 'a'), await nameOf(kernel, 'b')],
  };
}

const nameOf = (kernel: TestKernel, which: 'a' | 'b') => kernel[which].run(async (ctx) => ctx.account.name);

/** Makes every change that a file could leave for others. */
async function leaveTraces(kernel: TestKernel): Promise<void> {
  for (const account of [kernel.a, kernel.b]) {
    const admin = await account.as('admin');
    await admin.call(createEntry, { body: { title: 'Left' } });
    await admin.call(updateSysProperty, { params: { sysPropertyID: 'order' }, body: { value: 7000 } });
  }
  for (let time = 0; time < 3; time += 1)
    await kernel.anonymous().fetch('/auth/actions/request-password-reset', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ identifier: 'nobody@example.test' }),
    });
  kernel.sizes.jobRows = 1;
}

it('files that share a kernel see nothing of each other, whichever comes first', async () => {
  const first = await sharedKernel([ledgerPlugin]);
  const before = first.clock.now();
  const clean = await found(first);
  expect(clean).toMatchObject({ entries: 0, others: 0, order: 999, sizes: usualSizes });
  await leaveTraces(first);
  expect(await found(first)).not.toEqual(clean);
  // A later time would end the sessions of signed-in people.
  first.clock.advance(dayLength);
  first.setBaseURL('https://elsewhere.test');
  await first.stop();

  const second = await sharedKernel([ledgerPlugin]);
  expect(second.database).toBe(first.database);
  expect(Math.abs(second.clock.now().getTime() - before.getTime())).toBeLessThan(3_600_000);
  expect([second.a.id, second.b.id]).not.toEqual([first.a.id, first.b.id]);
  expect(await found(second)).toEqual(clean);
  await leaveTraces(second);
  await second.stop();

  // An interrupted file has restored nothing.
  const third = await sharedKernel([ledgerPlugin]);
  await leaveTraces(third);
  const fourth = await sharedKernel([ledgerPlugin]);
  expect(await found(fourth)).toEqual(clean);
  await fourth.stop();
});

it('a kernel is not shared by files that want other plugins', async () => {
  const ledger = await sharedKernel([ledgerPlugin]);
  const core = await sharedKernel();
  expect(core.database).not.toBe(ledger.database);
});

/** Entries of other files' accounts in the outbox and the queue. */
async function waitingOf(kernel: TestKernel) {
  const admin = new Client({ connectionString: parseDatabaseUrl(kernel.db.adminUrl).toString() });
  await admin.connect();
  const own = [kernel.a.id, kernel.b.id];
  try {
    const { rows } = await admin.query(
      `select 'event' as what from core.event_outbox where account_id <> all ($1)
       union all select 'job' from queue.job
         where name <> 'timetable' and not coalesce(data ->> 'accountID' = any ($1), false)`,
      [own],
    );
    return rows;
  } finally {
    await admin.end();
  }
}

it('a queue works for the file that has started it, and ends with it', async () => {
  const first = await sharedKernel([ledgerPlugin]);
  await leaveTraces(first);
  const jobs = await first.jobs();
  expect(await first.jobs()).toBe(jobs);
  await jobs.idle();
  await leaveTraces(first);

  const second = await sharedKernel([ledgerPlugin]);
  expect(await waitingOf(second)).toEqual([]);
  await leaveTraces(second);
  const others = await second.jobs();
  expect(others).not.toBe(jobs);
  await others.idle();
  expect(await second.outboxLag()).toBe(0);
  await second.stop();
  // A later file may read the kernel's metrics.
  expect((await second.metrics()).length).toBeGreaterThan(0);
});
