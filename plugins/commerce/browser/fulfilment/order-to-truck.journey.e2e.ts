import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectNoAxeViolations, launchBrowser, screenshot, untilLoaded } from '../../../../core/testing/browser.ts';
import { apiAnswer, withSignedIn } from '../../../../core/testing/sign-in.ts';
import { openTestSite, type TestSite } from '../../../../core/testing/test-site.ts';
import type { Pick, SalesOrder, Shipment } from '../../contracts/index.ts';

let browser: Browser;
let site: TestSite;

beforeAll(async () => {
  [browser, site] = await Promise.all([launchBrowser(), openTestSite()]);
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

const patience = { timeout: 20_000 };
const skus = ['TRUCK-A', 'TRUCK-B', 'TRUCK-C'];

async function send<T = { id: string }>(page: Page, path: string, data: object): Promise<T> {
  const response = await page.request.post(`/api${path}`, { data });
  if (!response.ok()) throw new Error(`${path}: ${await response.text()}`);
  return (await response.json()) as T;
}

/** A customer with a dock and an address for mails, and three products that are there. */
async function prepare(page: Page): Promise<void> {
  for (const sku of skus) {
    const product = await send(page, '/v1/products', { sku, description: `Goods ${sku}`, unitValue: 4 });
    await send(page, '/v1/inventory-receipts', { itemID: product.id, quantity: 500, unitCost: 1 });
  }
  const shipTo = { name: 'Dock 2', line1: '12 Canal Road', city: 'Duluth', state: 'MN', postalCode: '55806' };
  const [name, email] = ['Truckload Traders', 'dock@truckload.test'];
  await send(page, '/v1/customers', { name, email, shipToAddress: { ...shipTo, country: 'US' } });
}

/** As people type: what comes at once is a scan. */
const type = (page: Page, text: string) => page.keyboard.type(text, { delay: 60 });

const scan = (page: Page, code: string) =>
  page.evaluate((text) => {
    const target = document.activeElement ?? document.body;
    const keys = [...text, 'Enter'].map(
      (key) => new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
    );
    for (const key of keys) target.dispatchEvent(key);
  }, code);

const field = (page: Page, path: string) => page.locator(`[data-path="${path}"]`);
const untilValue = (page: Page, path: string, wanted: string) =>
  page.waitForFunction(
    ([at, text]) => document.querySelector<HTMLInputElement>(`[data-path="${at}"]`)?.value === text,
    [path, wanted] as const,
  );

/** Types an order of all products and issues it; answers its id. */
async function typeOrder(page: Page): Promise<string> {
  await page.goto('/dashboard/sales-orders/create');
  await untilLoaded(page);
  await field(page, 'customerID').focus();
  await type(page, 'Truckload');
  await page.keyboard.press('Enter');
  for (const [line, sku] of skus.entries()) {
    await page.keyboard.press('Alt+l');
    await page.waitForFunction(
      (path) => document.activeElement?.getAttribute('data-path') === path,
      `lines.${line}.productID`,
    );
    await type(page, sku);
    await page.keyboard.press('Tab');
    await untilValue(page, `lines.${line}.productID`, sku);
    await field(page, `lines.${line}.quantity`).fill('4');
  }
  await page.keyboard.press('Control+s');
  await page.waitForURL(/sales-orders\/so_/);
  await page.getByRole('button', { name: 'Issue' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Control+Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByText('Issued', { exact: true }).first().waitFor();
  return page.url().split('/').at(-1) ?? '';
}

const read = (page: Page, id: string) => apiAnswer<Shipment>(page, `/v1/shipments/${id}`);

async function ship(page: Page): Promise<void> {
  await page.keyboard.press('s');
  await page.getByRole('dialog').getByRole('button', { name: 'Ship', exact: true }).press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
}

describe('from the order to the truck', () => {
  for (const [name, size] of Object.entries({ desk: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } }))
    it(`types, picks by scanner, packs three cases, weighs, ships, mails, voids and ships again: ${name}`, () =>
      withSignedIn(browser, site, 'admin@demo.test', async (page) => {
        if (name === 'desk') await prepare(page);
        await page.setViewportSize(size);
        const orderID = await typeOrder(page);
        const { pickID } = await apiAnswer<SalesOrder>(page, `/v1/sales-orders/${orderID}`);

        await page.goto(`/dashboard/picking/${pickID}`);
        await page.getByRole('button', { name: 'Release' }).focus();
        await page.keyboard.press('Enter');
        await page.getByRole('button', { name: 'Picked', exact: true }).waitFor();
        await expectNoAxeViolations(page);
        await page.getByRole('heading', { level: 1 }).click();
        const { lines } = await apiAnswer<Pick>(page, `/v1/picks/${pickID}`);
        for (const { orderLine } of lines) {
          const { sku } = orderLine.product;
          await page.locator('[aria-current="true"]').first().waitFor();
          await scan(page, sku);
          await page
            .getByRole('status')
            .filter({ hasText: `of ${sku}` })
            .waitFor();
        }
        await page.getByText('Ready to pack').waitFor();
        await page.getByRole('button', { name: 'Pack' }).focus();
        await page.keyboard.press('Enter');
        await page.getByLabel('Cases').fill('3');
        await page.keyboard.press('Control+Enter');
        await page.waitForURL(/\/dashboard\/shipping\/shp_/);
        const id = page.url().split('/').at(-1) ?? '';

        await page.goto(`/dashboard/shipping/${id}/pack`);
        await untilLoaded(page);
        await page.keyboard.press('w');
        for (const weight of ['11.5', '12', '9.25']) {
          await page.keyboard.press('Control+a');
          await type(page, weight);
          await page.keyboard.press('Enter');
        }
        await expect.poll(async () => (await read(page, id)).freightWeight, patience).toBe(32.75);
        await expect.poll(async () => (await read(page, id)).isReadyToShip, patience).toBe(true);
        await screenshot(page, `truck-${name}`);
        await expectNoAxeViolations(page);
        const slip = await page.request.get(`/api/v1/shipments/${id}/papers/packing-slip`);
        expect((await slip.body()).subarray(0, 5).toString()).toBe('%PDF-');

        await ship(page);
        const gone = await read(page, id);
        expect(gone.status.code).toBe('shipped');
        await expect
          .poll(async () => {
            const { items } = await apiAnswer<{ items: { subject: string }[] }>(page, '/v1/email-logs?take=20');
            return items.some(({ subject }) => subject.includes(`has shipped (${gone.number})`));
          }, patience)
          .toBe(true);

        await page.goto(`/dashboard/shipping/${id}`);
        await page.getByRole('button', { name: 'More actions' }).click();
        await page.getByRole('menuitem', { name: 'Void', exact: true }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Void' }).click();
        await page.getByRole('button', { name: 'Ship', exact: true }).waitFor();
        expect(await read(page, id)).toMatchObject({ status: { code: 'packed' }, invoiceID: null });
        await page.getByRole('heading', { level: 1 }).click();
        await ship(page);
        expect((await read(page, id)).status.code).toBe('shipped');
      }));
});
