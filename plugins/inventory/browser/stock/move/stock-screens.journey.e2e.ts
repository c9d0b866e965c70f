// Needs a scanner.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectNoAxeViolations, scan, screenshot } from '../../../../../core/testing/browser/browser.ts';
import { apiAnswer, withSignedIn } from '../../../../../core/testing/browser/sign-in.ts';
import { openTestSite, type TestSite } from '../../../../../core/testing/browser/test-site.ts';
import { listItems } from '../../../contracts/index.ts';

let site: TestSite;

beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site?.close());

const signedIn = (email: string, work: (page: Page) => Promise<void>) => withSignedIn(site, email, work);
const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const pick = async (page: Page, label: string, text: string) => {
  await page.getByRole('combobox', { name: label, exact: true }).fill(text);
  await page.getByRole('option', { name: text }).first().click();
};

describe('stock in the browser', () => {
  it('is received, moved by scanner, logged and voided', () =>
    signedIn('admin@demo.test', async (page) => {
      await page.goto('/dashboard/inventory-receipts/create');
      const { items } = await apiAnswer<{ items: { id: string; sku: string }[] }>(
        page,
        `${listItems.path}?types=supply&take=1`,
      );
      const item = items[0] as { id: string; sku: string };
      await title(page, 'Receive stock').waitFor();
      // A scan adds a line, or one to the line of the item.
      for (let count = 0; count < 2; count += 1) await scan(page, item.sku);
      await expect.poll(() => page.getByLabel('Quantity, line 1').inputValue()).toBe('2');
      await page.getByLabel('Quantity, line 1').fill('12');
      await page.getByLabel('Unit cost, line 1').fill('2.5');
      // Words of the place's path are enough to find it; the first result is the right one.
      const place = page.getByRole('combobox', { name: 'Storage location', exact: true });
      await place.fill('tool crib c 2');
      await page.getByRole('option', { name: 'Mill / Tool crib / C / 2', exact: true }).waitFor();
      await place.press('Enter');
      await expect.poll(() => place.inputValue()).toBe('Mill / Tool crib / C / 2');
      await pick(page, 'Storage location', 'Main warehouse');
      await page.getByRole('button', { name: 'Receive', exact: true }).click();
      await page.getByText(`of ${item.sku} received in Main warehouse`).waitFor();

      await page.goto('/dashboard/move-stock');
      await title(page, 'Move stock').waitFor();
      expect(await page.getByRole('button', { name: 'Move', exact: true }).isDisabled()).toBe(true);
      await scan(page, 'Main warehouse');
      await page.getByText('From Main warehouse').waitFor();
      await scan(page, 'Mill / Tool crib / A / 1');
      await page.getByText('To Mill / Tool crib / A / 1').waitFor();
      await scan(page, item.sku);
      await page.getByLabel(`Quantity of ${item.sku}`).waitFor();
      await scan(page, item.sku);
      await expect.poll(() => page.getByLabel(`Quantity of ${item.sku}`).inputValue()).toBe('2');
      await page.getByLabel('Reason').fill('Nearer to the looms');
      await page.getByRole('button', { name: 'Move', exact: true }).click();
      await page.getByText('1 item moved').waitFor();

      await page.goto('/dashboard/inventory-logs?actionTypeCodes=move');
      await page.getByRole('link', { name: /./ }).filter({ hasText: /./ }).first().waitFor();
      await page.getByText('Nearer to the looms').first().waitFor();
      await page.getByRole('grid').or(page.getByRole('table')).getByRole('link').first().click();
      await title(page, `Moved ${item.sku}`).waitFor();
      await page.getByRole('button', { name: 'Void', exact: true }).click();
      await page.getByRole('dialog').getByLabel('Reason').fill('Wrong shelf');
      await page.getByRole('dialog').getByRole('button', { name: 'Void' }).click();
      await page.getByText('Moved, voided').waitFor();

      // A receipt whose stock has moved on cannot be voided: the dialog shows the reason.
      await page.goto('/dashboard/move-stock');
      await title(page, 'Move stock').waitFor();
      await page.getByRole('combobox', { name: 'From' }).focus();
      for (const code of ['Main warehouse', 'Mill / Tool crib / A / 1', item.sku]) await scan(page, code);
      await page.getByLabel(`Quantity of ${item.sku}`).fill('12');
      expect(await page.getByRole('combobox', { name: 'From' }).inputValue()).toBe('Main warehouse');
      await page.getByRole('button', { name: 'Move', exact: true }).click();
      await page.getByText('1 item moved').waitFor();
      await page.goto(`/dashboard/inventory-logs?actionTypeCodes=receive&itemIDs=${item.id}`);
      await page.locator('tbody').getByRole('link').first().click();
      await page.getByRole('button', { name: 'Void', exact: true }).click();
      await page.getByRole('dialog').getByLabel('Reason').fill('Never came');
      await page.getByRole('dialog').getByRole('button', { name: 'Void' }).click();
      await page.getByRole('dialog').getByRole('alert').waitFor();
    }));

  it('of a customer is moved and counted where its owner is named', () =>
    signedIn('admin@demo.test', async (page) => {
      const made = async <T>(path: string, data: object): Promise<T> => {
        const response = await page.request.post(`/api${path}`, { data });
        if (!response.ok()) throw new Error(`${path}: ${await response.text()}`);
        return (await response.json()) as T;
      };
      const item = await made<{ id: string }>('/v1/supplies', { sku: 'E2E-THEIRS' });
      const { items } = await apiAnswer<{ items: { id: string; name: string }[] }>(page, '/v1/customers?take=1');
      const customer = items[0] as { id: string; name: string };
      const { id: shelf } = await made<{ id: string }>('/v1/locations', { name: 'E2E theirs', type: 'shelf' });
      await made('/v1/inventory-receipts', { itemID: item.id, quantity: 4, customerID: customer.id });
      const lying = async () =>
        (
          await apiAnswer<{ items: { quantity: { measure: number }; ownerAccount: { name: string } }[] }>(
            page,
            `/v1/locations/${shelf}/stock`,
          )
        ).items.map(({ quantity, ownerAccount }) => `${quantity.measure} of ${ownerAccount.name}`);

      await page.goto('/dashboard/move-stock');
      await title(page, 'Move stock').waitFor();
      for (const code of ['Main warehouse', 'E2E theirs', 'E2E-THEIRS']) await scan(page, code);
      await page.getByLabel('Quantity of E2E-THEIRS').waitFor();
      await pick(page, 'Owner of E2E-THEIRS', customer.name);
      await expectNoAxeViolations(page);
      await screenshot(page, 'move-owner');
      await page.getByRole('button', { name: 'Move', exact: true }).click();
      await page.getByText('1 item moved').waitFor();
      expect(await lying()).toEqual([`1 of ${customer.name}`]);

      // A count finds more of the customer's item in a place without booked stock; it belongs to the customer.
      const { id: bin } = await made<{ id: string }>('/v1/locations', { name: 'E2E found', type: 'shelf' });
      await page.goto(`/dashboard/reconcile?location=${bin}`);
      await page.getByText('Nothing is expected here').waitFor();
      await scan(page, 'E2E-THEIRS');
      await page.getByRole('textbox', { name: 'Count of E2E-THEIRS', exact: true }).waitFor();
      await pick(page, 'Owner of E2E-THEIRS', customer.name);
      await page.getByRole('textbox', { name: `Count of E2E-THEIRS, ${customer.name}`, exact: true }).waitFor();
      await expectNoAxeViolations(page);
      await screenshot(page, 'count-owner');
      // Stock is received while the count goes on.
      const receipt = { itemID: item.id, quantity: 2, customerID: customer.id, storageLocationID: bin };
      await made('/v1/inventory-receipts', receipt);
      await page.getByRole('button', { name: 'Look at the differences' }).click();
      await page.getByText('E2E-THEIRS: stock has moved since it was counted, 0 → 2 each').waitFor();
      await expectNoAxeViolations(page);
      await screenshot(page, 'count-moved-since');
      await page.getByRole('button', { name: 'Write the count' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Stock of 1 row has moved since it was counted').waitFor();
      await dialog.getByRole('button', { name: 'Write the count' }).click();
      await page.getByText('The count is written').waitFor();
      await page.getByText('E2E-THEIRS: stock has moved since it was counted, 0 → 2 each').waitFor();
    }));
});
