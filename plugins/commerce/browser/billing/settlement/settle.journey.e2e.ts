// Needs keys and focus: a payment is spread over invoices without a mouse.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changesDrawn } from '../../../../../core/testing/browser/browser.ts';
import { apiAnswer, withSignedIn } from '../../../../../core/testing/browser/sign-in.ts';
import { openTestSite, type TestSite } from '../../../../../core/testing/browser/test-site.ts';
import type { Settlement } from '../../../contracts/index.ts';

let site: TestSite;

beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site?.close());

interface Row {
  id: string;
  number: string;
}

/** Sends a change as the screen itself would. */
async function send<T = Row>(page: Page, path: string, data: object = {}, method: 'post' | 'put' = 'post'): Promise<T> {
  const response = await page.request[method](`/api${path}`, { data });
  if (!response.ok()) throw new Error(`${path}: ${await response.text()}`);
  return (await response.json()) as T;
}

describe('a settlement', () => {
  it('of a payment over six invoices is typed in under 20 keys beside the amounts', () =>
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
      await page.goto(`/dashboard/account-management/settle?customerID=${customer.id}`);
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
        // A focused field selects its text a moment later.
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
