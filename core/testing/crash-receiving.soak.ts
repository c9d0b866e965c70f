import { beforeAll, describe, it } from 'vitest';
import { acknowledgedIn, expectStatuses, type Load, loadsTogether, startLoad } from './crash/crash-load.ts';
import { useCrashSite } from './crash/crash-site.ts';
import { CrashDock } from './crash/dock-crash.ts';

describe('kill -9 while goods come to the dock and are put away', () => {
  const site = useCrashSite('inventory', 'commerce');
  const loads: Load[] = [];
  let dock: CrashDock;
  beforeAll(async () => {
    dock = await CrashDock.open(site());
  }, 120_000);

  it.each(['first', 'second', 'third'])(
    'of the server, the %s time, loses nothing and does nothing twice',
    {
      timeout: 180_000,
    },
    async (round) => {
      const at = site();
      const running = startLoad(at, dock.writer, round);
      await at.until('Some writes', () => acknowledgedIn(running.load).length > 50);
      await at.killServer();
      const load = await running.stop();
      expectStatuses(at, load, 200, 201);
      loads.push(load);
      await at.restart();
      await dock.expectWhole(loadsTogether(...loads));
    },
  );
});
