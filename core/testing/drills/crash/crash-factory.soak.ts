import { afterAll, beforeAll, expect, it } from 'vitest';
import { pause } from '../../../database/embedded/embedded-postgres-process.ts';
import { CrashSite } from './server/crash-site.ts';
import { Factory } from './work/factory-crash.ts';

/** The nightly run uses 60. */
const minutes = Number(process.env['MILLWRIGHT_SOAK_MINUTES'] ?? 1);

let site: CrashSite;
beforeAll(async () => {
  site = await CrashSite.open(['inventory', 'commerce', 'production']);
}, 120_000);
afterAll(() => site?.close(), 120_000);

it('eight stations, four clerks and a customer work on through kill -9, and doctor finds nothing', {
  timeout: (minutes * 1.5 + 10) * 60_000,
}, async () => {
  const factory = await Factory.open(site);
  const work = factory.begin();
  const scans = () => factory.done.get('scans') ?? 0;
  const end = Date.now() + minutes * 60_000;
  let signedInAt = Date.now();
  let kills = 0;
  for (; Date.now() < end || kills < 3 || !factory.hasDoneAll; kills += 1) {
    await pause(2_000 + Math.random() * 8_000);
    expect(site.failedRequests()).toBe('');
    await site.killServer();
    await site.restart();
    const before = scans();
    await site.until(`Scans after kill ${kills}`, () => scans() > before + 10);
    if (kills % 10 === 9) await site.expectLaws();
    if (Date.now() - signedInAt < 300_000) continue;
    signedInAt = Date.now();
    await factory.signIn();
  }
  await work.stop();
  const done = [...factory.done].map(([what, count]) => `${count} ${what}`).join(', ');
  process.stdout.write(`${minutes} minutes, ${kills} kills: ${done}\n`);
  await factory.expectWhole();
});
