// Needs a scanner, a browser without network, and two browsers at once.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  expectNoAxeViolations,
  openPage,
  scan,
  screenLoaded,
  screenshot,
} from '../../../../core/testing/browser/browser.ts';
import { apiAnswer, withSignedIn } from '../../../../core/testing/browser/sign-in.ts';
import { openTestSite, type TestSite } from '../../../../core/testing/browser/test-site.ts';
import type { Batch } from '../../contracts/index.ts';

let site: TestSite;

beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site?.close());

type Named = { id: string; name: string; sku?: string };
const named = async (page: Page, path: string, name: string): Promise<Named> => {
  const { items } = await apiAnswer<{ items: Named[] }>(page, `${path}?query=${encodeURIComponent(name)}`);
  const found = items.find((each) => each.name === name || each.sku === name);
  if (!found) throw new Error(`The demo has no ${name}`);
  return found;
};
const count = 200;

/** A tablet clock one hour ahead of the server's. */
const wrongClock = `{
  const Real = Date;
  const ahead = 3_600_000;
  globalThis.Date = class extends Real {
    constructor(...args) {
      if (args.length) super(...args);
      else super(Real.now() + ahead);
    }
    static now() {
      return Real.now() + ahead;
    }
  };
}`;

/** A run of many batches of one pair. */
async function manyBatches(page: Page): Promise<{ runID: string; numbers: string[] }> {
  const item = await named(page, '/v1/items', 'PT-CUF');
  const run = (await (await page.request.post('/api/v1/production-runs', { data: {} })).json()) as { id: string };
  const body = [{ itemID: item.id, quantity: count, batchSize: 1 }];
  const planned = await page.request.put(`/api/v1/production-runs/${run.id}/batches`, { data: body });
  const { items } = (await planned.json()) as { items: Batch[] };
  return { runID: run.id, numbers: items.map(({ number }) => number) };
}

/** Scans a batch and presses Enter, which starts it. */
async function scanAndStart(page: Page, code: string): Promise<void> {
  await scan(page, code);
  await page.getByRole('heading', { level: 2, name: code, exact: true }).waitFor();
  await page.keyboard.press('Enter');
  await page
    .getByRole('status')
    .filter({ hasText: `${code}: Start` })
    .waitFor();
}

describe('a scanning station', () => {
  it('loses and doubles no scan while the network is away and its clock is wrong', () =>
    withSignedIn(site, 'admin@demo.test', async (page) => {
      const station = await named(page, '/v1/scanning-stations', 'Knitting machines');
      const { runID, numbers } = await manyBatches(page);
      await page.addInitScript({ content: wrongClock });
      await page.goto(`/scanning-station?station=${station.id}`);
      await page.getByText('Waiting here').waitFor();
      await screenLoaded(page);
      await screenshot(page, 'scanning-station');
      await expectNoAxeViolations(page);
      // The service worker has cached the page and its answers.
      await page.locator('html[data-kept]').waitFor();
      for (const number of numbers.slice(0, 20)) await scanAndStart(page, number);
      await page
        .getByRole('status')
        .filter({ hasText: /^Connected$/ })
        .waitFor();

      await page.context().setOffline(true);
      for (const number of numbers.slice(20, 60)) await scanAndStart(page, number);
      await page.getByRole('status').filter({ hasText: 'No network' }).waitFor();
      // The tablet is restarted: the scans are still there.
      await page.reload();
      await page.getByRole('status').filter({ hasText: '40 scans wait' }).waitFor();
      await page.setViewportSize({ width: 390, height: 844 });
      await screenshot(page, 'scanning-station-390-offline');
      for (const number of numbers.slice(60)) await scanAndStart(page, number);

      // Another device of the station starts five of the batches meanwhile.
      const taken = numbers.slice(100, 105);
      for (const batchID of taken) {
        const data = { scanningStationID: station.id, batchID };
        const answer = await page.request.post('/api/v1/batches/actions/initialize', { data });
        expect(answer.status()).toBe(200);
      }
      await page.context().setOffline(false);
      await page
        .getByRole('status')
        .filter({ hasText: /^Connected$/ })
        .waitFor();
      await page.getByRole('button', { name: 'Discard' }).first().waitFor();
      expect(await page.getByRole('button', { name: 'Discard' }).count()).toBe(taken.length);
      await page.getByRole('button', { name: 'Discard' }).first().click();
      const { items } = await apiAnswer<{ items: Batch[] }>(page, `/v1/production-runs/${runID}/batches?take=500`);
      expect(items.filter(({ status }) => status === 'open')).toHaveLength(count);
      const [first] = items as [Batch];
      const { events } = await apiAnswer<{ events: unknown[] }>(page, `/v1/batches/${first.id}/flow`);
      expect(events).toHaveLength(1);
      // The device's time is stored but not used.
      expect(Date.parse(first.scannedAt ?? '')).toBeLessThan(site.kernel.clock.now().getTime() + 60_000);
    }));

  it('pairs a device by six digits, which scans, counts off and takes back with the keyboard', () =>
    withSignedIn(site, 'admin@demo.test', async (page) => {
      const station = await named(page, '/v1/scanning-stations', 'Knitting machines');
      await page.goto(`/dashboard/scanning-stations/${station.id}?tab=devices`);
      await page.getByRole('tab', { name: 'Devices' }).click();
      await page.getByLabel('New device').fill('Tablet');
      await page.getByRole('button', { name: 'Pair a device' }).click();
      const code = await page.getByText(/^\d{6}$/).textContent();
      const { page: tablet, context } = await openPage({ baseURL: site.url });
      await tablet.goto('/scanning-station?account=northfield');
      await tablet.getByLabel('Code').fill(code ?? '');
      await tablet.keyboard.press('Enter');
      await tablet.getByRole('heading', { level: 1, name: 'Knitting machines' }).waitFor();
      const { numbers } = await manyBatches(page);
      await tablet.reload();
      await tablet.getByText('Waiting here').waitFor();
      const [number] = numbers as [string];
      await scanAndStart(tablet, number);
      await tablet.getByRole('button', { name: 'Count off' }).click();
      await tablet.getByRole('dialog').getByLabel('Waste').fill('0.25');
      // The answer, with the missing material, arrives after the scan was taken back.
      const takenBack = Promise.withResolvers<void>();
      await tablet.route('**/batches/actions/split', async (route) => {
        const response = await route.fetch();
        await takenBack.promise;
        await route.fulfill({ response });
      });
      await screenshot(tablet, 'scanning-station-count');
      await expectNoAxeViolations(tablet);
      await tablet.keyboard.press('Enter');
      await tablet.getByRole('status').filter({ hasText: '0.25 waste' }).waitFor();
      await tablet.getByRole('button', { name: 'Undo' }).click();
      await tablet.getByRole('status').filter({ hasText: 'Taken back' }).waitFor();
      takenBack.resolve();
      const last = tablet.getByRole('region', { name: 'Last scans' }).locator('li:not([data-undone])');
      await last.filter({ hasText: '0.25 waste' }).waitFor({ state: 'detached' });
      expect(await tablet.getByRole('status').filter({ hasText: 'Taken back' }).count()).toBe(1);
      await context.close();
    }));
});
