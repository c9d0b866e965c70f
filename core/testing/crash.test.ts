import { expect, it } from 'vitest';
import {
  acknowledgedIn,
  expectWhole,
  failedRequests,
  killServer,
  restartServer,
  server,
  startLoad,
  until,
  useCrashServer,
} from './crash/crash-fixture.ts';

// Once each and briefly; crash.soak.ts kills oftener, in larger work.
useCrashServer();

it('kill -9 of the server in mid-write, then of the database, loses nothing that was acknowledged', {
  timeout: 120_000,
}, async () => {
  const first = startLoad('first', 3);
  await until('Some writes', () => acknowledgedIn(first.load).length > 20);
  const postgresBefore = server.postgresPid;
  await killServer();
  const cut = await first.stop();
  expect(cut.cut).toBeGreaterThan(0);
  expect([...cut.statuses.keys()], failedRequests()).toEqual([201]);
  await restartServer();
  expect(server.postgresPid, 'the new process attaches to the database that lived on').toBe(postgresBefore);

  const second = startLoad('second', 3);
  await until('Some writes', () => acknowledgedIn(second.load).length > 20);
  const before = acknowledgedIn(second.load).length;
  process.kill(server.postgresPid, 'SIGKILL');
  await until('The recovery', () => acknowledgedIn(second.load).length > before + 10);
  const load = await second.stop();
  expect(load.cut).toBe(0);
  expect([...load.statuses.keys()].sort(), failedRequests()).toEqual([201, 503]);
  await expectWhole({ ...load, writes: [...cut.writes, ...load.writes] });
});
