// Needs keys, focus, the clipboard and a mouse button held down.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changesDrawn, expectNoAxeViolations, screenshot } from '../../../../../../core/testing/browser/browser.ts';
import { apiAnswer, withSignedIn } from '../../../../../../core/testing/browser/sign-in.ts';
import { openTestSite, type TestSite } from '../../../../../../core/testing/browser/test-site.ts';

let site: TestSite;

beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site?.close());

interface Row {
  id: string;
  name: string;
}
interface Frequent {
  product: { sku: string };
  usualQuantity: { measure: number; unit: string };
}

/** The customer with the most orders in the demo data. */
async function regular(page: Page): Promise<Row & { often: Frequent[] }> {
  const { topCustomers } = await apiAnswer<{ topCustomers: Row[] }>(page, '/v1/sales-orders/summary');
  const [best] = topCustomers;
  if (!best) throw new Error('The demo has no customer with orders');
  const path = `/v1/customers/${best.id}/frequently-ordered-products?isOrderable=true&take=8`;
  return { ...best, often: (await apiAnswer<{ items: Frequent[] }>(page, path)).items };
}

const field = (page: Page, path: string) => page.locator(`[data-path="${path}"]`);
const untilValue = (page: Page, path: string, wanted: string) =>
  page.waitForFunction(
    ([at, text]) => document.querySelector<HTMLInputElement>(`[data-path="${at}"]`)?.value === text,
    [path, wanted] as const,
  );

describe('the order form', () => {
  it('offers what the customer orders often, and adds it in its usual quantity by key or click', () =>
    withSignedIn(site, 'admin@demo.test', async (page) => {
      const { id, often } = await regular(page);
      const [first, second] = often;
      if (!first || !second) throw new Error('The customer has not ordered two products');
      await page.goto(`/dashboard/sales-orders/create?customerID=${id}`);
      const bar = page.getByRole('toolbar', { name: 'Often ordered' });
      await bar.waitFor();
      expect(await bar.getByRole('button').count()).toBe(often.length);

      await field(page, 'customerPO').focus();
      await page.keyboard.press('Alt+o');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Enter');
      await untilValue(page, 'lines.0.productID', second.product.sku);
      await untilValue(page, 'lines.0.unitID', second.usualQuantity.unit);
      expect(Number(await field(page, 'lines.0.quantity').inputValue())).toBe(second.usualQuantity.measure);
      await page.getByRole('button', { name: /^Why this price\? .*, line 1$/ }).waitFor();
      await bar.getByRole('button', { name: new RegExp(`${second.product.sku}.*in the order already`) }).waitFor();

      await bar.getByRole('button', { name: new RegExp(`Add ${first.product.sku} `) }).click();
      await untilValue(page, 'lines.1.productID', first.product.sku);
      await page.getByText('2 lines', { exact: true }).waitFor();
      await screenshot(page, 'order-form-often-ordered');
      await expectNoAxeViolations(page);

      await page.keyboard.press('Control+s');
      await page.waitForURL(/sales-orders\/so_/);
      const table = page.getByRole('table', { name: /Lines of order/ });
      for (const { product } of [first, second]) await table.getByText(product.sku, { exact: true }).waitFor();
    }));

  it('takes a new customer, dates and a paste as people type them, and is sent only on purpose', () =>
    withSignedIn(site, 'admin@demo.test', async (page) => {
      await page.goto('/dashboard/sales-orders/create');
      const customer = field(page, 'customerID');
      await customer.fill('Zephyr Marine');
      await page.getByRole('option', { name: 'Create ‘Zephyr Marine’' }).waitFor();
      await customer.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'New customer' });
      await dialog.getByLabel('Name').press('Enter');
      await dialog.waitFor({ state: 'detached' });
      await untilValue(page, 'customerID', 'Zephyr Marine');

      const promised = field(page, 'promisedAt');
      await promised.fill('+400');
      await promised.press('Tab');
      expect(await promised.inputValue()).toMatch(/^[A-Z][a-z]{2} \d{1,2}, \d{4}$/);
      const valid = field(page, 'expiredAt');
      await valid.fill('next month or so');
      await valid.press('Tab');
      await page.getByText('Must be a date such as 2026-02-28').waitFor();
      expect(await valid.inputValue()).toBe('next month or so');
      await valid.fill('tomorrow');

      // Enter in a field of a long form must not submit it.
      await field(page, 'customerPO').fill('PO-77');
      await field(page, 'customerPO').press('Enter');

      const { items } = await apiAnswer<{ items: { sku: string }[] }>(
        page,
        '/v1/products?take=29&isActive=true&productTypes=sale&sortBy=sku',
      );
      const rows = items.map(({ sku }, index) => `${sku.toLowerCase()}\t${index + 1}`);
      rows.splice(3, 0, 'NO-SUCH\t5');
      const requestedPaths: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('/v1/products')) requestedPaths.push(request.url());
      });
      const first = field(page, 'lines.0.productID');
      await first.click();
      await first.evaluate((input, text) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', text);
        input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      }, rows.join('\n'));
      await page.getByText('30 lines pasted; 1 cell was not understood and is marked').waitFor();
      await page.getByText('‘NO-SUCH’ was not found').waitFor();
      await untilValue(page, 'lines.29.productID', items[28]?.sku ?? '');
      // One call searches the pasted SKUs, one reads the products, and one loads the list that the click opened.
      expect(requestedPaths.length).toBeLessThanOrEqual(3);
      await page.keyboard.press('Escape');
      await screenshot(page, 'order-form-pasted');

      // Between press and release of the button nothing may move when the cell loses focus.
      await field(page, 'lines.5.quantity').fill('-');
      const add = page.getByRole('button', { name: 'Add line' });
      await add.scrollIntoViewIfNeeded();
      const at = await add.boundingBox();
      if (!at) throw new Error('The button is not to be seen');
      await page.mouse.move(at.x + at.width / 2, at.y + at.height / 2);
      await page.mouse.down();
      await changesDrawn(page);
      await page.mouse.up();
      await field(page, 'lines.30.productID').waitFor();
      expect(page.url()).toContain('/create');
    }));
});
