import { expect, it } from 'vitest';
import { openCoreAccounts } from '../testing/core-accounts.ts';
import { Database } from './database.ts';
it('closes', async () => {
  const test = await openCoreAccounts();
  for (const wait of [0, 0, 1, 2, 3, 5, 8, 10, 12, 15, 20, 25]) {
    const database = await Database.open(test.urls, [], { tenant: 3, auth: 2 });
    const state: string[] = [];
    const run = (n: number) => database.runAsAuth({ accountID: '', readOnly: n % 2 === 0 }, async (em) => { state[n] = 'in'; await em.execute('select 1'); state[n] = 'queried'; }).then(() => { state[n] = 'done'; }, (e) => { state[n] = 'failed ' + e.message; });
    const all = [0, 1, 2, 3, 4].map(run);
    await new Promise((r) => setTimeout(r, wait));
    const closed = await Promise.race([database.close().then(() => 'closed', (e) => 'close failed ' + e.message), new Promise((r) => setTimeout(() => r('HUNG'), 2000))]);
    console.log(wait, closed, JSON.stringify(state), process.env.PLAIN);
  }
  expect(1).toBe(1);
}, 60000);
