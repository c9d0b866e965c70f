import { expect, it } from 'vitest';
import { pause } from '../../database/embedded/embedded-postgres-process.ts';
import { type CrashSite, useCrashSite } from './crash/server/crash-site.ts';
import { expectStatuses, startLoad } from './crash/work/crash-load.ts';
import { StockFloor } from './crash/work/stock-crash.ts';

/** The nightly run uses 480. */
const minutes = Number(process.env['MILLWRIGHT_SOAK_MINUTES'] ?? 3);
const site = useCrashSite('inventory', 'commerce');

const lists = [
  '/v1/sales-orders',
  '/v1/products',
  '/v1/inventory-receipts',
  '/v1/customers',
  '/v1/inventory-change-logs',
];

async function residentMegabytes(at: CrashSite): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${at.server.opsPort}/metrics`)).text();
  return Number(/^millwright_resident_memory_bytes (\d+)/m.exec(metrics)?.[1]) / 1024 / 1024;
}

/** Slope of the regression line through the points, by least squares, and its standard error. */
function slopeOf(points: readonly { x: number; y: number }[]): { slope: number; error: number } {
  const mean = (of: (point: { x: number; y: number }) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [middle, level] = [mean(({ x }) => x), mean(({ y }) => y)];
  const spread = mean(({ x }) => (x - middle) ** 2);
  const slope = mean(({ x, y }) => (x - middle) * (y - level)) / spread;
  const rest = mean(({ x, y }) => (y - level - slope * (x - middle)) ** 2);
  return { slope, error: Math.sqrt(rest / spread / Math.max(points.length - 2, 1)) };
}

it('serves writers and readers for hours, keeps every law, and does not grow', {
  timeout: (minutes + 5) * 60_000,
}, async () => {
  const at = site();
  const floor = await StockFloor.open(at);
  const end = Date.now() + minutes * 60_000;
  const running = startLoad(at, floor.writer, 'long');
  let reads = 0;
  const refusals: string[] = [];
  const reading = Array.from({ length: 2 }, async (_, reader) => {
    for (let count = reader; Date.now() < end; count += 1) {
      const path = lists[count % lists.length] as string;
      const answer = await at.api(path);
      const text = await answer.text();
      reads += 1;
      if (!answer.ok) refusals.push(`${path}: ${answer.status} ${text}`);
    }
  });
  // A leak shows in the live heap. The resident memory also depends on when V8 collects garbage.
  const samples: { x: number; y: number }[] = [];
  const resident: typeof samples = [];
  let signedInAt = Date.now();
  while (Date.now() < end) {
    await pause(Math.min(15_000, Math.max(end - Date.now(), 0)));
    const x = Date.now() / 3_600_000;
    resident.push({ x, y: await residentMegabytes(at) });
    samples.push({ x, y: await at.liveMegabytes() });
    if (Date.now() - signedInAt < 300_000) continue;
    signedInAt = Date.now();
    await at.signIn();
  }
  await Promise.all(reading);
  const load = await running.stop();
  // A server keeps the memory of its first load, so growth counts only from the second half on.
  const parts = [samples, resident].map((points) => {
    const half = Math.floor(points.length / 2);
    const highest = Math.max(...points.slice(0, Math.ceil(points.length / 2)).map(({ y }) => y));
    return { first: points[0]?.y ?? 0, last: points.at(-1)?.y ?? 0, growth: slopeOf(points.slice(half)), highest };
  });
  const told = parts.map(
    ({ first, last, growth: { slope, error } }) =>
      `${first.toFixed(0)} to ${last.toFixed(0)} MB, ${slope.toFixed(1)} MB an hour in the second half ` +
      `(standard error ${error.toFixed(1)})`,
  );
  process.stdout.write(
    `${minutes} minutes: ${load.writes.length} writes, ${reads} reads, ${refusals.length} refused; ` +
      `alive ${told[0]}; held ${told[1]}\n`,
  );
  expect(load.cut).toBe(0);
  await floor.expectWhole(load);
  await at.expectLaws();

  // A run of a few minutes only shows a large leak in every call; two hours show a leak of one megabyte.
  for (const [index, { last, growth, highest }] of parts.entries())
    if (minutes >= 120) expect(growth.slope).toBeLessThan(1);
    else expect(last).toBeLessThan(highest + (index === 0 ? 20 : 150));
  // Checked last, so that failures caused by a busy machine do not hide violated laws.
  expectStatuses(at, load, 200, 201);
  expect(refusals.slice(0, 5), at.failedRequests()).toEqual([]);
});
