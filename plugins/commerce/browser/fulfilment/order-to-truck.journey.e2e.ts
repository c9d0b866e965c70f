// Needs keys, focus and a scanner: the whole journey works without a mouse.
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  expectNoAxeViolations,
  scan,
  screenLoaded,
  screenshot,
  typeByHand,
} from '../../../../core/testing/browser/browser.ts';
import { apiAnswer, withSignedIn } from '../../../../core/testing/browser/sign-in.ts';
import { openTestSite, type TestSite } from '../../../../core/testing/browser/test-site.ts';
import type { Pick, SalesOrder, Shipment } from '../../contracts/index.ts';

let site: TestSite;

beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site?.close());

/** Sends a change as another screen would. */
async function send<T = { id: string }>(page: Page, path: string, data: object): Promise<T> {
  const response = await page.request.post(`/api${path}`, { data });
  if (!response.ok()) throw new Error(`${path}: ${await response.text()}`);
  return (await response.json()) as T;
}
const read = (page: Page, id: string): Promise<Shipment> => apiAnswer<Shipment>(page, `/v1/shipments/${id}`);

interface Buyer {
  name: string;
  email: string;
  skus: string[];
}

/** A customer with UPS as its carrier, and products with stock. */
async function buyer(page: Page): Promise<Buyer> {
  const carriers = await apiAnswer<{ items: { id: string; code: string }[] }>(page, '/v1/carriers?take=50');
  const email = 'dock@truck.test';
  const name = 'Truck Hardware';
  await send(page, '/v1/customers', {
    name,
    email,
    defaultCarrierID: carriers.items.find(({ code }) => code === 'ups')?.id,
    shipToAddress: { name, line1: '12 Canal Road', city: 'Duluth', state: 'MN', postalCode: '55806', country: 'US' },
  });
  const skus = [1, 2, 3].map((each) => `TRUCK-${each}`);
  for (const sku of skus) {
    const ware = await send(page, '/v1/products', { sku, description: `Ware ${sku}`, unitValue: 12.5 });
    await send(page, '/v1/inventory-receipts', { itemID: ware.id, quantity: 40, unitCost: 5 });
  }
  return { name, email, skus };
}

/** Presses a button by keyboard. */
const press = async (button: Locator): Promise<void> => {
  await button.focus();
  await button.press('Enter');
};

const field = (page: Page, path: string) => page.locator(`[data-path="${path}"]`);
const look = async (page: Page, name: string) => {
  await screenLoaded(page);
  await screenshot(page, name);
  await expectNoAxeViolations(page);
};

/** Enters and issues the order; returns its id. */
async function ordered(page: Page, { name, skus }: Buyer): Promise<string> {
  await page.goto('/dashboard/sales-orders/create');
  await field(page, 'customerID').fill(name);
  await page.getByRole('option', { name }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => Boolean(document.querySelector<HTMLInputElement>('[name="shipToChoice"]')?.value));
  for (const [at, sku] of skus.entries()) {
    await field(page, `lines.${at}.productID`).fill(sku);
    await page.keyboard.press('Tab');
    await expect.poll(() => field(page, `lines.${at}.productID`).inputValue()).toBe(sku);
    await field(page, `lines.${at}.quantity`).fill('6');
    await page.keyboard.press('Enter');
  }
  await page.getByText('$225.00').first().waitFor();
  await page.keyboard.press('Escape');
  await look(page, `truck-order`);
  await page.keyboard.press('Control+s');
  await page.waitForURL(/sales-orders\/so_/);
  await press(page.getByRole('button', { name: 'Issue', exact: true }));
  await page.getByRole('dialog').getByRole('button', { name: 'Issue', exact: true }).waitFor();
  await page.keyboard.press('Control+Enter');
  await page.getByRole('link', { name: 'Open its pick' }).waitFor();
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}

/** Releases the pick of the open order, picks everything and packs three cases; returns the shipment's id. */
async function packed(page: Page): Promise<string> {
  await press(page.getByRole('link', { name: 'Open its pick' }));
  await page.waitForURL(/picking\/pik_/);
  await press(page.getByRole('button', { name: 'Release', exact: true }));
  await page.getByRole('button', { name: 'Picked', exact: true }).waitFor();
  await look(page, `truck-walk`);
  const { lines } = await apiAnswer<Pick>(page, `/v1/picks/${new URL(page.url()).pathname.split('/').at(-1)}`);
  await page.getByRole('heading', { level: 1 }).click();
  for (const { orderLine } of lines) {
    const { sku } = orderLine.product;
    await page.locator('[aria-current="true"]').filter({ hasText: sku }).waitFor();
    await scan(page, sku);
    await page
      .getByRole('status')
      .filter({ hasText: `of ${sku}` })
      .waitFor();
  }
  await page.getByText('Ready to pack').waitFor();
  await press(page.getByRole('button', { name: 'Pack', exact: true }));
  await page.getByLabel('Cases').fill('3');
  await page.keyboard.press('Control+Enter');
  await page.waitForURL(/\/dashboard\/shipping\/shp_/);
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}

/** Fills, weighs, rates and labels the cases, and prints the documents. */
async function prepared(page: Page, id: string, { skus }: Buyer): Promise<void> {
  await press(page.getByRole('link', { name: 'Pack and weigh' }));
  await page.getByRole('heading', { level: 1, name: /^Shipment/ }).waitFor();
  await screenLoaded(page);
  // A scan moves one piece from its case into the case that is being filled.
  const before = await read(page, id);
  const [first, second] = before.shippingCases;
  const sku = second?.contents[0]?.sku ?? skus[0] ?? '';
  await scan(page, first?.number ?? '');
  await page.getByRole('status').filter({ hasText: 'Filling case' }).waitFor();
  await scan(page, sku);
  await page
    .getByRole('status')
    .filter({ hasText: `${sku}: from case` })
    .waitFor();
  await page.keyboard.press('w');
  for (const weight of ['11.5', '12', '9.25']) {
    await page.keyboard.press('Control+a');
    await typeByHand(page, weight);
    await page.keyboard.press('Enter');
  }
  await expect.poll(async () => (await read(page, id)).isReadyToShip).toBe(true);
  await page.keyboard.press('r');
  await expect.poll(async () => (await read(page, id)).shippingCases.every((each) => each.freightAmount)).toBe(true);
  await page.keyboard.press('b');
  await page.getByRole('button', { name: 'Carrier labels' }).waitFor();
  const bought = async () => (await read(page, id)).shippingCases.map(({ label }) => label?.status);
  await expect.poll(bought).toEqual(['bought', 'bought', 'bought']);
  await look(page, `truck-station`);
  for (const [key, paper] of [
    ['p', 'packing-slip'],
    ['l', 'carton-labels'],
    ['a', 'carrier-labels'],
  ] as const) {
    const asked = page.context().waitForEvent('request', (request) => request.url().includes(`/papers/${paper}`));
    await page.keyboard.press(key);
    const answer = await page.request.get((await asked).url());
    expect((await answer.body()).subarray(0, 5).toString()).toBe('%PDF-');
  }
}

async function shipped(page: Page): Promise<void> {
  await page.keyboard.press('s');
  await press(page.getByRole('dialog').getByRole('button', { name: 'Ship', exact: true }));
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
}

describe('from the order to the truck', () => {
  it('types, releases, picks, packs, weighs, prints, ships, mails, voids and ships anew, by keyboard and scanner', () =>
    withSignedIn(site, 'admin@demo.test', async (page) => {
      const to = await buyer(page);
      const orderID = await ordered(page, to);
      const id = await packed(page);
      await prepared(page, id, to);
      await shipped(page);
      const gone = await read(page, id);
      expect(gone).toMatchObject({ status: { code: 'shipped' }, freightWeight: 32.75, caseCount: 3 });
      const mailed = async () =>
        (
          await apiAnswer<{ items: { subject: string; recipients: string[] }[] }>(page, '/v1/email-logs?take=20')
        ).items.find(({ subject }) => subject.includes(`has shipped (${gone.number})`))?.recipients;
      await expect.poll(mailed).toEqual([to.email]);

      await page.goto(`/dashboard/shipping/${id}`);
      await look(page, `truck-shipped`);
      await press(page.getByRole('button', { name: 'More actions' }));
      await press(page.getByRole('menuitem', { name: 'Void', exact: true }));
      await press(page.getByRole('dialog').getByRole('button', { name: 'Void', exact: true }));
      await page.getByRole('button', { name: 'Ship', exact: true }).waitFor();
      // The labels are cancelled; another attempt gets different tracking numbers.
      const labels = async () => (await read(page, id)).shippingCases.map(({ label }) => label);
      await expect.poll(labels).toEqual([null, null, null]);
      await page.reload();
      await page.getByRole('button', { name: 'Ship', exact: true }).waitFor();
      await shipped(page);
      const again = await read(page, id);
      expect(again.status.code).toBe('shipped');
      expect(again.invoiceID).not.toBe(gone.invoiceID);
      const order = await apiAnswer<SalesOrder>(page, `/v1/sales-orders/${orderID}`);
      expect(order).toMatchObject({ status: { code: 'fulfilled' }, pickProgress: 1, shipProgress: 1 });
      await page.goto(`/dashboard/sales-orders/${orderID}`);
      await look(page, `truck-done`);
    }));
});
