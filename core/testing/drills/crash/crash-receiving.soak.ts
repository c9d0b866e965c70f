import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { useCrashSite } from './server/crash-site.ts';
import { startDockWork } from './work/receiving-crash.ts';

const site = useCrashSite('inventory', 'commerce');

it('kill -9 between receiving and putting away loses no delivery, and clerks who send again double none', {
  timeout: 300_000,
}, async () => {
  const at = site();
  const dock = await startDockWork(at, 4, 10);
  let kills = 0;
  for (const share of [0.1, 0.3, 0.5, 0.7]) {
    await at.until('Goods at the dock', () => dock.answers.size >= share * dock.calls && dock.waiting() > 0);
    await pause(Math.random() * 30);
    if (kills % 2) at.killPostgres();
    else {
      await at.killServer();
      await at.restart();
    }
    kills += 1;
  }
  await dock.done;
  expect(dock.answers.size).toBe(dock.calls);
  await dock.expectWhole();
});
