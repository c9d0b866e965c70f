import { afterAll, beforeAll, expect, it } from 'vitest';
import { pause } from '../database/embedded-postgres-process.ts';
import { acknowledgedIn, startLoad } from './crash/crash-load.ts';
import { CrashSite } from './crash/crash-site.ts';
import { StockFloor } from './crash/stock-crash.ts';

/** A night's is 60. */
const minutes = Number(process.env['MILLWRIGHT_SOAK_MINUTES'] ?? 1);
/** Told at the end and by a failure, so that the same troubles come in the same order. */
const seed = Number(process.env['MILLWRIGHT_SOAK_SEED'] ?? Date.now() % 100_000);

const troubles = ['server', 'postgres', 'both', 'cut', 'stall', 'stall and cut', 'stall and kill'] as const;
type Trouble = (typeof troubles)[number];

let site: CrashSite;
beforeAll(async () => {
  site = await CrashSite.open(['inventory', 'commerce'], { hasWeakNetwork: true });
}, 120_000);
afterAll(() => site?.close(), 120_000);

/** Numbers from 0 to 1 that a seed decides (mulberry32). */
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
 * Everybody was told to try again. Whoever holds a lock and does not hear for longer than others wait for it (3 s) is
 * somebody else to them: that is no outage, and only a line that stalls makes it.
 */
function expectPassing(refusals: readonly string[], trouble: Trouble): void {
  const passing = trouble.startsWith('stall') ? /: 503 |: 409 .*"Somebody else is working on this record/ : /: 503 /;
  const others = refusals.filter((text) => !passing.test(text)).slice(0, 5);
  expect(others, `after "${trouble}", seed ${seed}\n${site.failedRequests()}`).toEqual([]);
}

it('kills of the server, of PostgreSQL and of the network between them, in any order, lose and double nothing', {
  // Half again: what was lost in an hour takes minutes to send again.
  timeout: (minutes * 1.5 + 10) * 60_000,
}, async () => {
  const random = randomOf(seed);
  const floor = await StockFloor.open(site);
  // They rest longer than elsewhere: whatever was lost is sent again at the end, by each writer in its order.
  const running = startLoad(site, floor.writer, `random-${seed}`, 6, 500);
  const end = Date.now() + minutes * 60_000;
  const made = new Map<Trouble, number>();
  let signedInAt = Date.now();
  let count = 0;
  let seen = 0;
  // Each kind once, then as chance has it.
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
