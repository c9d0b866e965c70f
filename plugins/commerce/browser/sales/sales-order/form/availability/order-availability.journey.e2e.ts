// Needs focus, leaving a page, and a network that fails during typing.
import { addDays } from '@millwright/core/contracts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectNoAxeViolations, screenLoaded, screenshot } from '../../../../../../../core/testing/browser/browser.ts';
import { apiAnswer, withSignedIn } from '../../../../../../../core/testing/browser/sign-in.ts';
import { openTestSite, type TestSite } from '../../../../../../../core/testing/browser/test-site.ts';

let site: TestSite;
/** The day of the expected receipt: in nine days. */
let day: string;
let shownDay: string;

beforeAll(async () => {
  site = await openTestSite();
  day = addDays(site.kernel.clock.now().toISOString().slice(0, 10), 9);
  shownDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day));
});
afterAll(() => site?.close());

interface Row {
  id: string;
  number: string;
}

/** Sends a change as the screen itself would. */
const send = async <T>(page: Page, path: string, data: object): Promise<T> => {
  const response = await page.request.post(`/api${path}`, { data });
  if (!response.ok()) throw new Error(await response.text());
  return (await response.json()) as T;
};

/** A product with this quantity on hand and 20 more expected on a day. */
async function stocked(page: Page, sku: string, onHand: number, expectedOn: string): Promise<Row> {
  const product = await send<Row>(page, '/v1/products', { sku, description: `Stocked ${sku}`, unitValue: 4 });
  await send(page, '/v1/inventory-receipts', { itemID: product.id, quantity: onHand, unitCost: 1 });
  await send(page, '/v1/expected-receipts', { itemID: product.id, quantity: 20, expectedOn });
  return product;
}

/** A customer without a limit of product lines. */
const buyerOf = (page: Page): Promise<Row> =>
  send(page, '/v1/customers', {
    name: 'Stock Buyer',
    shipToAddress: {
      name: 'Dock 1',
      line1: '1 Canal Road',
      city: 'Duluth',
      state: 'MN',
      postalCode: '55806',
      country: 'US',
    },
  });

/** Waits until this quantity of a product is held and reserved. */
const untilReserved = (page: Page, product: Row, wanted: number): Promise<void> =>
  expect
    .poll(async () => {
      const stock = await apiAnswer<{ reserved: { measure: number } }>(page, `/v1/items/${product.id}/inventory`);
      return stock.reserved.measure;
    })
    .toBe(wanted);

const field = (page: Page, path: string) => page.locator(`[data-path="${path}"]`);
const stockCell = (page: Page, line: number) =>
  page.locator('table[data-path="lines"] tbody tr').nth(line).locator('td[data-label="Stock"]');

async function newOrder(page: Page, customer: Row, sku: string): Promise<void> {
  await page.goto(`/dashboard/sales-orders/create?customerID=${customer.id}`);
  await screenLoaded(page);
  await field(page, 'lines.0.productID').fill(sku);
  await page.keyboard.press('Tab');
  await page.waitForFunction(
    (text) => document.querySelector<HTMLInputElement>('[data-path="lines.0.productID"]')?.value === text,
    sku,
  );
}

describe('the stock of an order', () => {
  it('is set aside while the order is typed, with the first day of what is short and why', () =>
    withSignedIn(site, 'admin@demo.test', async (page) => {
      const product = await stocked(page, 'E2E-STOCK', 5, day);
      const customer = await buyerOf(page);
      await newOrder(page, customer, 'E2E-STOCK');
      await field(page, 'lines.0.quantity').fill('3');
      await stockCell(page, 0).getByText('Available', { exact: true }).waitFor();
      await untilReserved(page, product, 3);

      await field(page, 'lines.0.quantity').fill('8');
      await stockCell(page, 0).getByText('Short 3', { exact: true }).waitFor();
      await page.getByRole('status').filter({ hasText: '1 line short' }).waitFor();
      await untilReserved(page, product, 5);

      const why = page.getByRole('button', { name: /why this date\? Line 1/ });
      await why.focus();
      await page.keyboard.press('Enter');
      const reason = page.getByRole('dialog', { name: 'Why this date?' });
      await reason.getByText(shownDay).first().waitFor();
      await screenshot(page, 'order-form-why-this-date');
      await expectNoAxeViolations(page);
      await page.keyboard.press('Escape');
      await reason.waitFor({ state: 'detached' });

      await page.getByRole('button', { name: `Promise for ${shownDay}` }).click();
      await page.getByRole('button', { name: `Promise for ${shownDay}` }).waitFor({ state: 'detached' });
      // A charge takes no stock, so it has no availability text.
      await field(page, 'lines.0.lineItemNumber').press('Enter');
      await field(page, 'lines.1.productID').fill('FREIGHT');
      await page.keyboard.press('Tab');
      await field(page, 'lines.1.quantity').fill('1');
      await page.getByText('2 lines', { exact: true }).waitFor();
      expect(await stockCell(page, 1).textContent()).toBe('');
      await screenshot(page, 'order-form-stock');
      await expectNoAxeViolations(page);

      // An estimate reserves nothing.
      await page.keyboard.press('Control+s');
      await page.getByRole('button', { name: 'Issue', exact: true }).waitFor();
      await untilReserved(page, product, 0);

      await page.getByRole('button', { name: 'Issue', exact: true }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('1 product will be short').waitFor();
      await dialog.getByText(/E2E-STOCK\s+3 each/).waitFor();
      await screenshot(page, 'order-issue-short');
      await expectNoAxeViolations(page);
      await dialog.getByRole('button', { name: 'Issue', exact: true }).click();
      const lines = page.getByRole('table', { name: /Lines of order/ });
      await lines.getByText('Short 3', { exact: true }).filter({ visible: true }).waitFor();
      await lines.getByText(shownDay).filter({ visible: true }).waitFor();
      await untilReserved(page, product, 5);
      await screenshot(page, 'order-short');
      await expectNoAxeViolations(page);

      // In the form of an issued order, its reserved stock counts as available; only the rest is held.
      await page.getByRole('link', { name: 'Edit' }).click();
      await stockCell(page, 0).getByText('Short 3', { exact: true }).waitFor();
      await field(page, 'lines.0.quantity').fill('4');
      await stockCell(page, 0).getByText('Available', { exact: true }).waitFor();
      await untilReserved(page, product, 5);
      await page.keyboard.press('Control+s');
      await lines.getByText('Reserved', { exact: true }).filter({ visible: true }).waitFor();
      await untilReserved(page, product, 4);

      await page.goto('/dashboard/sales-orders?isShort=true');
      await screenLoaded(page);
      await screenshot(page, 'sales-orders-short');
    }));

  it('of a lot that has expired is promised to nobody, and the pick says why', () =>
    withSignedIn(site, 'admin@demo.test', async (page) => {
      const product = await send<Row>(page, '/v1/products', {
        sku: 'E2E-EXPIRED',
        description: 'Of a lot',
        unitValue: 4,
      });
      const receipt = { itemID: product.id, quantity: 5, unitCost: 1, lotNumber: 'E2E-LOT' };
      await send(page, '/v1/inventory-receipts', receipt);
      const { items } = await apiAnswer<{ items: Row[] }>(page, `/v1/lots?itemIDs=${product.id}`);
      // Two days ago in UTC is over in the account's time zone too.
      const expiresOn = addDays(site.kernel.clock.now().toISOString().slice(0, 10), -2);
      const expired = await page.request.patch(`/api/v1/lots/${items[0]?.id}`, { data: { expiresOn } });
      expect(expired.status()).toBe(200);
      const customer = await buyerOf(page);
      await newOrder(page, customer, 'E2E-EXPIRED');
      await field(page, 'lines.0.quantity').fill('3');
      await stockCell(page, 0).getByText('Short 3', { exact: true }).waitFor();
      await untilReserved(page, product, 0);
      await page.keyboard.press('Control+s');
      await page.getByRole('button', { name: 'Issue', exact: true }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('1 product will be short').waitFor();
      await dialog.getByRole('button', { name: 'Issue', exact: true }).click();
      await dialog.waitFor({ state: 'detached' });
      await untilReserved(page, product, 0);
      const orderID = new URL(page.url()).pathname.split('/').at(-1);
      const { pickID } = await apiAnswer<{ pickID: string }>(page, `/v1/sales-orders/${orderID}`);
      await page.goto(`/dashboard/picking/walk?pickID=${pickID}`);
      await page
        .getByRole('table', { name: 'Lines that wait for stock' })
        .getByText(/^Lot E2E-LOT expired /)
        .waitFor();
      await screenshot(page, 'pick-expired-lot');
      await expectNoAxeViolations(page);
    }));

  it('is given back when the form is left, or the page', () =>
    withSignedIn(site, 'admin@demo.test', async (page) => {
      const product = await stocked(page, 'E2E-LEFT', 5, day);
      const customer = await buyerOf(page);
      await newOrder(page, customer, 'E2E-LEFT');
      await field(page, 'lines.0.quantity').fill('2');
      await untilReserved(page, product, 2);
      await page.getByRole('button', { name: 'Discard' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
      await untilReserved(page, product, 0);

      await newOrder(page, customer, 'E2E-LEFT');
      await field(page, 'lines.0.quantity').fill('4');
      await untilReserved(page, product, 4);
      page.once('dialog', (dialog) => void dialog.accept());
      await page.goto('about:blank');
      await untilReserved(page, product, 0);
    }));

  it('that cannot be looked up stops nobody from typing and saving', () =>
    withSignedIn(site, 'admin@demo.test', async (page) => {
      await stocked(page, 'E2E-DOWN', 5, day);
      const customer = await buyerOf(page);
      for (const path of ['**/v1/inventory-holds/**', '**/v1/items/actions/promise'])
        await page.route(path, (route) => route.abort());
      await newOrder(page, customer, 'E2E-DOWN');
      await field(page, 'lines.0.quantity').fill('2');
      await stockCell(page, 0).getByText('Not known').waitFor();
      await page.keyboard.press('Control+s');
      await page.getByRole('button', { name: 'Issue', exact: true }).waitFor();
    }));
});
