import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectNoAxeViolations, launchBrowser, screenshot, untilLoaded } from '../../../../../core/testing/browser.ts';
import { apiAnswer, withSignedIn } from '../../../../../core/testing/sign-in.ts';
import { openTestSite, type TestSite } from '../../../../../core/testing/test-site.ts';
import type { Shipment } from '../../../contracts/index.ts';

let browser: Browser;
let site: TestSite;

beforeAll(async () => {
  [browser, site] = await Promise.all([launchBrowser(), openTestSite()]);
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

const ask = async <T>(page: Page, method: 'post' | 'put' | 'patch', path: string, data: object = {}): Promise<T> =>
  (await page.request[method](`/api${path}`, { data })).json() as Promise<T>;
const read = (page: Page, id: string): Promise<Shipment> => apiAnswer<Shipment>(page, `/v1/shipments/${id}`);

/** A shipment of three cases of an order that UPS brings, picked as a picker would. */
async function packed(page: Page): Promise<string> {
  const { items } = await apiAnswer<{ items: { id: string }[] }>(
    page,
    '/v1/picks?status=open&stages=to_release&isShort=false&take=50',
  );
  for (const { id } of items) {
    await ask(page, 'put', `/v1/picks/${id}/actions/pick`);
    const { shipmentID } = await ask<{ shipmentID?: string }>(page, 'post', `/v1/picks/${id}/actions/pack`, {
      shipmentCaseCount: 3,
    });
    if (!shipmentID) continue;
    const carriers = await apiAnswer<{ items: { id: string; code: string }[] }>(page, '/v1/carriers?take=50');
    const carrierID = carriers.items.find(({ code }) => code === 'ups')?.id;
    await ask(page, 'patch', `/v1/shipments/${shipmentID}`, { carrierID });
    return shipmentID;
  }
  throw new Error('The demo has no order that can be packed into three cases');
}

describe('shipping', () => {
  it('weighs, labels, ships, mails, voids and ships again, by the keyboard', () =>
    withSignedIn(browser, site, 'admin@demo.test', async (page) => {
      const id = await packed(page);
      await page.goto(`/dashboard/shipping/${id}/pack`);
      await untilLoaded(page);
      await page.keyboard.press('w');
      for (const weight of ['11.5', '12', '9.25']) {
        await page.keyboard.press('Control+a');
        await page.keyboard.type(weight);
        await page.keyboard.press('Enter');
      }
      await page.getByText('Ready to ship: press s.').waitFor();
      await page.keyboard.press('r');
      await expect
        .poll(async () => (await read(page, id)).shippingCases.every((each) => each.freightAmount))
        .toBe(true);
      await page.keyboard.press('b');
      await page.getByRole('button', { name: 'Carrier labels' }).waitFor();
      await expect
        .poll(async () => (await read(page, id)).shippingCases.map(({ label }) => label?.status), { timeout: 20_000 })
        .toEqual(['bought', 'bought', 'bought']);
      await page.getByText('PRACTICE').first().or(page.locator('input[value^="PRACTICE"]').first()).waitFor();
      await screenshot(page, 'packing-station');
      await expectNoAxeViolations(page);
      await page.setViewportSize({ width: 390, height: 844 });
      await screenshot(page, 'packing-station-390');
      await expectNoAxeViolations(page);
      await page.setViewportSize({ width: 1280, height: 900 });

      await page.keyboard.press('s');
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('Control+Enter');
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      const gone = await read(page, id);
      expect(gone).toMatchObject({ status: { code: 'shipped' }, freightWeight: 32.75 });
      const mails = await apiAnswer<{ items: { subject: string }[] }>(page, '/v1/email-logs?take=20');
      expect(mails.items.some(({ subject }) => subject.includes(`has shipped (${gone.number})`))).toBe(true);

      await page.goto(`/dashboard/shipping/${id}`);
      await untilLoaded(page);
      await screenshot(page, 'shipment');
      await expectNoAxeViolations(page);
      await ask(page, 'post', `/v1/shipments/${id}/void`);
      // Its labels are given back: the tracking numbers of another try are other ones.
      await expect
        .poll(async () => (await read(page, id)).shippingCases.map(({ label }) => label))
        .toEqual([null, null, null]);
      await page.goto(`/dashboard/shipping/${id}`);
      await page.getByRole('button', { name: 'Ship', exact: true }).focus();
      await page.keyboard.press('s');
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('Control+Enter');
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      expect((await read(page, id)).status.code).toBe('shipped');
    }));

  it('keeps freight rates by weight', () =>
    withSignedIn(browser, site, 'admin@demo.test', async (page) => {
      await page.goto('/dashboard/freight-rates');
      await untilLoaded(page);
      await page.getByText('LTL, by weight').waitFor();
      await expectNoAxeViolations(page);
      await page.goto('/dashboard/freight-rates/create');
      await page.getByLabel('Name').fill('Night van');
      await screenshot(page, 'freight-rate');
      await expectNoAxeViolations(page);
    }));
});
