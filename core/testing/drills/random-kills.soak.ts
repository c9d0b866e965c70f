import { afterAll, beforeAll, expect, it } from 'vitest';
import { pause } from '../../database/embedded/embedded-postgres-process.ts';
import { CrashSite } from './crash/server/crash-site.ts';
import { acknowledgedIn, startLoad } from './crash/work/crash-load.ts';
import { StockFloor } from './crash/work/stock-crash.ts';

/** The nightly run uses 60. */
const minutes = Number(process.env['MILLWRIGHT_SOAK_MINUTES'] ?? 1);
/** Printed at the end and with a failure; the same seed repeats the same order of failures. */
const seed = Number(process.env['MILLWRIGHT_SOAK_SEED'] ?? Date.now() % 100_000);

const troubles = ['server', 'postgres', 'both', 'cut', 'stall', 'stall and cut', 'stall and kill'] as const;
type Trouble = (typeof troubles)[number];

let site: CrashSite;
beforeAll(async () => {
  site = await CrashSite.open(['inventory', 'commerce'], { hasWeakNetwork: true });
}, 120_000);
afterAll(() => site?.close(), 120_000);

/** Random numbers between 0 and 1, determined by a seed (mulberry32). */
function randomOf(from: number): () => number {
  let state = from;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

async function make(trouble: Trouble, random: () => number): Promise<void> {
  const restart = async () => {
    await site.killServer();
    await site.restart();
  };
  const network = async (state: 'stalled' | 'cut') => {
    site.network(state);
    await pause(500 + random() * 4000);
  };
  if (trouble === 'server') await restart();
  if (trouble === 'postgres') site.killPostgres();
  if (trouble === 'both') {
    site.killPostgres();
    await restart();
  }
  if (trouble === 'cut') await network('cut');
  if (trouble.startsWith('stall')) await network('stalled');
  if (trouble === 'stall and cut') await network('cut');
  if (trouble === 'stall and kill') await restart();
  site.network('well');
}

/**
 * Checks that all refusals ask for another try. A stalled connection that holds a lock for longer than 3 s also causes
 * conflicts for others; only stalls may do this.
 */
function expectPassing(refusals: readonly string[], trouble: Trouble): void {
  const passing = trouble.startsWith('stall') ? /: 503 |: 409 .*"Somebody else is working on this record/ : /: 503 /;
  const others = refusals.filter((text) => !passing.test(text)).slice(0, 5);
  expect(others, `after "${trouble}", seed ${seed}\n${site.failedRequests()}`).toEqual([]);
}

it('kills of the server, of PostgreSQL and of the network between them, in any order, lose and double nothing', {
  // Half as long again, because repeating the lost writes of an hour takes minutes.
  timeout: (minutes * 1.5 + 10) * 60_000,
}, async () => {
  const random = randomOf(seed);
  const floor = await StockFloor.open(site);
  // Writers pause longer here, because each of them repeats all its lost writes in order at the end.
  const running = startLoad(site, floor.writer, `random-${seed}`, 6, 500);
  const end = Date.now() + minutes * 60_000;
  const made = new Map<Trouble, number>();
  let signedInAt = Date.now();
  let count = 0;
  let seen = 0;
  // Each kind of failure once, then at random.
  for (; Date.now() < end || count < troubles.length; count += 1) {
    const kind = troubles[count < troubles.length ? count : Math.floor(random() * troubles.length)] as Trouble;
    await pause(random() * 1500);
    await make(kind, random);
    const before = acknowledgedIn(running.load).length;
    made.set(kind, (made.get(kind) ?? 0) + 1);
    await site.until(
      `Work after "${kind}" (trouble ${count}, seed ${seed})`,
      () => acknowledgedIn(running.load).length > before + 30,
    );
    expectPassing(running.load.refusals.slice(seen), kind);
    seen = running.load.refusals.length;
    if (count % 5 === 4) await site.expectLaws();
    if (Date.now() - signedInAt < 300_000) continue;
    signedInAt = Date.now();
    await site.signIn();
  }
  const load = await running.stop();
  expectPassing(load.refusals.slice(seen), 'server');
  expect([...load.statuses.keys()].filter((status) => ![200, 201, 409, 503].includes(status))).toEqual([]);
  await floor.expectWhole(load);
  process.stdout.write(
    `seed ${seed}: ${[...made].map(([kind, times]) => `${kind} ${times}`).join(', ')}; ${load.writes.length} writes, ` +
      `${acknowledgedIn(load).length} acknowledged in the end, ${load.cut} cut\n`,
  );
});
