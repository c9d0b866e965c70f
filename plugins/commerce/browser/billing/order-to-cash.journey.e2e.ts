import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changesDrawn, expectNoAxeViolations, screenLoaded, screenshot } from '../../../../core/testing/browser.ts';
import { apiAnswer, withSignedIn } from '../../../../core/testing/sign-in.ts';
import { openTestSite, type TestSite } from '../../../../core/testing/test-site.ts';
import type { Invoice, Pick, SalesOrder, Settlement, Shipment } from '../../contracts/index.ts';

let site: TestSite;

beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site?.close());

interface Row {
  id: string;
  number: string;
}

/** A call that changes something, as the screen itself would make it. */
async function send<T = Row>(page: Page, path: string, data: object = {}, method: 'post' | 'put' = 'post'): Promise<T> {
  const response = await page.request[method](`/api${path}`, { data });
  if (!response.ok()) throw new Error(`${path}: ${await response.text()}`);
  return (await response.json()) as T;
}

/** An order of a product that is there, packed into one case and weighed. */
async function packed(page: Page, customerID: string): Promise<Shipment> {
  const product = await send(page, '/v1/products', { sku: 'CASH-1', description: 'Paid for', unitValue: 12.5 });
  await send(page, '/v1/inventory-receipts', { itemID: product.id, quantity: 40, unitCost: 5 });
  const order = await send<SalesOrder>(page, '/v1/sales-orders', {
    customerID,
    status: 'issued',
    shipTo: { name: 'Dock 2', line1: '12 Canal Road', city: 'Duluth', state: 'MN', postalCode: '55806', country: 'US' },
    lines: [{ productID: product.id, quantityOrdered: 8 }],
  });
  const { pickID } = await apiAnswer<SalesOrder>(page, `/v1/sales-orders/${order.id}`);
  await send(page, '/v1/picks/actions/release', { pickIDs: [pickID] });
  const { lines } = await apiAnswer<Pick>(page, `/v1/picks/${pickID}`);
  for (const { id } of lines) await send(page, `/v1/picks/${pickID}/lines/${id}/actions/pick`, {}, 'put');
  const { shipmentID } = await send<{ shipmentID: string }>(page, `/v1/picks/${pickID}/actions/pack`, {
    shipmentCaseCount: 1,
  });
  return send<Shipment>(page, `/v1/shipments/${shipmentID}/actions/use-estimates`, {}, 'put');
}

const invoiceOf = (page: Page, id: string | null) => apiAnswer<Invoice>(page, `/v1/invoices/${id}`);
const confirm = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name }).click();

describe('from the truck to the bank', () => {
  it('ships, mails the invoice, settles a short payment, mails the statement, and undoes the settlement', () =>
    withSignedIn(site, 'admin@demo.test', async (page) => {
      const customer = await send(page, '/v1/customers', { name: 'Cash Journey', email: 'books@cash-journey.test' });
      const shipment = await packed(page, customer.id);
      await page.goto(`/dashboard/shipping/${shipment.id}`);
      await page.getByRole('button', { name: 'Ship', exact: true }).click();
      await confirm(page, 'Ship');
      await page.getByText(/has left/).waitFor();
      const { invoiceID } = await apiAnswer<Shipment>(page, `/v1/shipments/${shipment.id}`);

      await page.goto(`/dashboard/invoices/${invoiceID}`);
      await page.getByRole('button', { name: 'Email', exact: true }).click();
      await confirm(page, 'Send email');
      await page
        .getByText(/mailed to|will be sent|books@cash-journey/)
        .first()
        .waitFor();
      const paper = await page.getByRole('link', { name: 'PDF' }).getAttribute('href');
      const pdf = await page.request.get(paper ?? '');
      expect((await pdf.body()).subarray(0, 5).toString()).toBe('%PDF-');
      await screenshot(page, 'invoice-sent');
      await expectNoAxeViolations(page);

      const invoice = await invoiceOf(page, invoiceID);
      expect(invoice.open).toBe(100);
      await page.goto(`/dashboard/account-management/settle?customerID=${customer.id}`);
      await page.getByLabel('Amount').fill('97.50');
      await page.getByRole('combobox', { name: `Rest of invoice ${invoice.number}` }).click();
      await page.getByRole('option', { name: 'Short payment' }).click();
      await screenshot(page, 'settle-sheet');
      await expectNoAxeViolations(page);
      await page.getByRole('button', { name: 'Settle', exact: true }).click();
      await page.waitForURL(/account-management\/stl_/);
      const settlementID = new URL(page.url()).pathname.split('/').at(-1) ?? '';
      const settled = await apiAnswer<Settlement>(page, `/v1/settlements/${settlementID}`);
      expect([settled.totalPayments, settled.totalAdjustments]).toEqual([97.5, 2.5]);
      expect(await invoiceOf(page, invoiceID)).toMatchObject({ isPaidInFull: true, open: 0 });

      await page.goto(`/dashboard/accounts-receivable/${customer.id}`);
      await page.getByRole('button', { name: 'Email', exact: true }).click();
      await confirm(page, 'Send email');
      await page.getByText('The statement will be mailed to books@cash-journey.test').waitFor();

      await page.goto(`/dashboard/account-management/${settlementID}`);
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Undo' }).click();
      await confirm(page, 'Undo settlement');
      await page.waitForURL(/account-management$/);
      expect(await invoiceOf(page, invoiceID)).toMatchObject({ isPaidInFull: false, open: 100 });

      await page.goto(`/dashboard/invoices/${invoiceID}/credit`);
      await screenLoaded(page);
      await page.getByLabel('CASH-1 comes back').fill('3');
      await page.getByRole('textbox', { name: 'Reason' }).fill('Too many');
      await page.getByText('Credit $37.50').waitFor();
      await expectNoAxeViolations(page);
      await page.keyboard.press('Control+Enter');
      await page.waitForURL(/transactions\/trx_/);
      await page.getByText('Quarantine').first().waitFor();
      expect(await invoiceOf(page, invoiceID)).toMatchObject({ open: 62.5 });
    }));

  it('types a payment over six invoices in under 20 keys beside the amounts', () =>
    withSignedIn(site, 'admin@demo.test', async (page) => {
      const customer = await send(page, '/v1/customers', { name: 'Six Invoices' });
      const visit = await send(page, '/v1/products', {
        sku: 'VISIT-6',
        description: 'Visit',
        productType: 'service',
        unitValue: 10,
      });
      for (let each = 0; each < 6; each += 1) {
        const lines = [{ productID: visit.id, quantityOrdered: each + 1 }];
        const order = await send(page, '/v1/sales-orders', { customerID: customer.id, status: 'issued', lines });
        await send(page, '/v1/invoices', { orderID: order.id });
      }
      await page.goto(`/dashboard/account-management/create?customerID=${customer.id}`);
      await page.getByRole('table', { name: 'Open invoices' }).waitFor();
      const amount = page.getByLabel('Amount');
      await amount.waitFor();
      await expect.poll(() => amount.evaluate((field) => field === document.activeElement)).toBe(true);
      let keys = 0;
      const press = async (key: string) => {
        keys += 1;
        await page.keyboard.press(key);
      };
      const isAtInvoices = () =>
        page.evaluate(() => document.activeElement?.hasAttribute('data-settle-amount') ?? false);
      const parts = ['9.50', '18', '30', '36', '50', '56.50'];
      await page.keyboard.type('200');
      while (!(await isAtInvoices()) && keys < 20) await press('Tab');
      for (const [index, part] of parts.entries()) {
        if (index) await press('Enter');
        // A field that one comes to is selected a moment later.
        await changesDrawn(page);
        await page.keyboard.type(part);
      }
      await page.getByText('Left over $0.00').waitFor();
      await press('Control+Enter');
      await page.waitForURL(/account-management\/stl_/);
      expect(keys).toBeLessThan(20);
      const settled = await apiAnswer<Settlement>(
        page,
        `/v1/settlements/${new URL(page.url()).pathname.split('/').at(-1)}`,
      );
      expect(settled.allocations.map((part) => part.amount).sort((a, b) => a - b)).toEqual(parts.map(Number));
      expect(settled.totalPayments).toBe(200);
    }));
});
