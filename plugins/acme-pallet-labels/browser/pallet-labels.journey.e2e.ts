// Needs federation, because a plugin of other accounts must not reach the browser; and the window that a label sheet
// opens.
import { changeSalesOrderStatus, createSalesOrder, listCustomers } from '@millwright/commerce/contracts';
import { listProducts } from '@millwright/inventory/contracts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectNoAxeViolations, screenLoaded, screenshot, withPage } from '../../../core/testing/browser/browser.ts';
import { signInAs } from '../../../core/testing/browser/sign-in.ts';
import { openTestSite, type TestSite } from '../../../core/testing/browser/test-site.ts';

let site: TestSite;

beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site?.close());

type Send = <Answer>(method: string, path: string, body?: unknown) => Promise<Answer>;

/** API calls with the page's session, in the account of its tab. */
const callsOf =
  (page: Page): Send =>
  (method, path, body) =>
    page.evaluate(
      async ([sent, url, content]) => {
        const account = sessionStorage.getItem('millwright.account') ?? '';
        const response = await fetch(`/api${url}`, {
          method: sent as string,
          headers: { 'account-id': account, 'content-type': 'application/json' },
          ...(content === null ? {} : { body: JSON.stringify(content) }),
        });
        if (!response.ok) throw new Error(await response.text());
        return response.json();
      },
      [method, path, body ?? null] as const,
    );

/** An issued order of 100 of a product. */
async function issuedOrder(page: Page): Promise<{ id: string; number: string; sku: string }> {
  const send = callsOf(page);
  const customers = await send<{ items: { id: string }[] }>('GET', `${listCustomers.path}?statusCodes=normal&take=1`);
  const products = await send<{ items: { id: string; sku: string; productType: string; isActive: boolean }[] }>(
    'GET',
    listProducts.path,
  );
  const sold = products.items.find(({ productType, isActive }) => productType === 'sale' && isActive);
  const order = await send<{ id: string; number: string }>('POST', createSalesOrder.path, {
    customerID: customers.items[0]?.id,
    lines: [{ productID: sold?.id, quantityOrdered: 100 }],
  });
  const path = changeSalesOrderStatus.path.replace('{orderID}', order.id);
  await send(changeSalesOrderStatus.method, path, { statusChange: 'issued' });
  await (await site.kernel.jobs()).idle();
  return { ...order, sku: sold?.sku ?? '' };
}

describe('the account it is for', () => {
  it('sees the pallets of an order, sets what fits on one and prints the labels', () =>
    withPage({ baseURL: site.url }, async (page, { context, trouble }) => {
      await signInAs(page, 'admin@demo.test');
      const order = await issuedOrder(page);
      await page.goto(`/dashboard/sales-orders/${order.id}`);
      const panel = page.getByRole('region', { name: 'Pallets' });
      await panel.getByText('none printed').waitFor();

      await panel.getByRole('button', { name: /Set what fits/ }).click();
      await page.getByRole('textbox', { name: /Fits on a pallet/ }).fill('20');
      await page.getByRole('button', { name: 'Save' }).click();
      await panel.getByText('5 pallets').waitFor();
      await panel.getByRole('button', { name: 'Prepare labels' }).click();
      await panel.getByText('5 labels, none printed.').waitFor();
      await screenshot(page, 'pallet-panel');
      await expectNoAxeViolations(page);

      const [sheet] = await Promise.all([
        context.waitForEvent('page'),
        panel.getByRole('link', { name: 'Print sheet' }).click(),
      ]);
      await sheet.getByText('5 of 5').waitFor();
      expect(await sheet.locator('article').count()).toBe(5);
      await screenshot(sheet, 'pallet-sheet');
      await sheet.close();

      await page.goto(`/dashboard/x/acme-pallet-labels/labels?query=${order.number}`);
      await page.getByRole('cell', { name: '5 of 5' }).waitFor();
      await page.goto('/dashboard/x/acme-pallet-labels/quantities');
      await page.getByRole('button', { name: 'Settings' }).click();
      await page.getByRole('textbox', { name: /Keep printed labels/ }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('link', { name: order.sku }).click();
      await page.getByRole('button', { name: 'Change' }).click();
      await page.getByRole('textbox', { name: /Fits on a pallet/ }).fill('25');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText(new RegExp(`^25 .* of ${order.sku} on a pallet$`)).waitFor();
      await page.getByRole('textbox', { name: 'Comment' }).fill('Twenty-five since the new cartons');
      await page.getByRole('button', { name: 'Comment', exact: true }).click();
      await page.getByText('Twenty-five since the new cartons').waitFor();
      await expectNoAxeViolations(page);
      expect(trouble).toEqual({ errors: [], console: [] });
    }));
});

describe('another account', () => {
  it('has neither panel nor menu, and its browser is sent nothing of the plugin', () =>
    withPage({ baseURL: site.url }, async (page, { trouble }) => {
      await signInAs(page, 'admin@demo.test');
      const send = callsOf(page);
      const tenancy = await send<{ availableAccounts: { id: string; name: string }[] }>('GET', '/v1/me/tenancy');
      const harbor = tenancy.availableAccounts.find(({ name }) => name === 'Harbor Supply')?.id ?? '';
      // Pending requests of the page would go to the other account.
      await screenLoaded(page);
      await page.evaluate((id) => sessionStorage.setItem('millwright.account', id), harbor);
      await page.reload();
      await page.getByRole('link', { name: 'Sales orders' }).first().waitFor();
      const requestedURLs: string[] = [];
      page.on('request', (request) => requestedURLs.push(request.url()));
      const order = await issuedOrder(page);
      await page.goto(`/dashboard/sales-orders/${order.id}`);
      await page.getByRole('region', { name: 'Progress' }).waitFor();
      await screenLoaded(page);
      expect(await page.getByText('Pallet', { exact: false }).count()).toBe(0);
      expect(requestedURLs.some((url) => url.includes('/plugins/commerce/'))).toBe(true);
      expect(requestedURLs.filter((url) => url.includes('acme-pallet-labels'))).toEqual([]);
      await page.goto('/dashboard/x/acme-pallet-labels/labels');
      await page.getByText('There is no such page').waitFor();
      expect(trouble).toEqual({ errors: [], console: [] });
    }));
});
