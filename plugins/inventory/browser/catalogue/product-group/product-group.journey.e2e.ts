// Needs keys and focus: a grid is a single Tab stop.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectNoAxeViolations, screenshot } from '../../../../../core/testing/browser/browser.ts';
import { apiAnswer, withSignedIn } from '../../../../../core/testing/browser/sign-in.ts';
import { openTestSite, type TestSite } from '../../../../../core/testing/browser/test-site.ts';

let site: TestSite;

beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site?.close());

const signedIn = (work: (page: Page) => Promise<void>) => withSignedIn(site, 'admin@demo.test', work);

const send = async <T>(page: Page, path: string, data: object): Promise<T> => {
  const response = await page.request.post(`/api${path}`, { data });
  if (!response.ok()) throw new Error(`${path}: ${await response.text()}`);
  return (await response.json()) as T;
};

interface Named {
  id: string;
  attributes: { id: string; name: string }[];
}

const gridOf = (page: Page, name: string) => page.getByRole('grid', { name: `Variations of ${name}` });
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.textContent?.replaceAll(/\s+/g, ' ').trim());

/** Texts of the cells, row by row. */
const cellsOf = async (page: Page, name: string): Promise<string[][]> => {
  const rows = await gridOf(page, name).locator('tbody tr').all();
  return Promise.all(
    rows.map(async (row) =>
      (await row.locator('td').allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim()),
    ),
  );
};

describe('the variations of a product group', () => {
  it('are a grid, whose gaps are made with the keyboard', () =>
    signedIn(async (page) => {
      const color = await send<Named>(page, '/v1/properties', {
        name: 'E2E shade',
        attributes: [
          { name: 'Ash', color: '#b2b2a8' },
          { name: 'Rust', color: '#a0452e', order: 1 },
          { name: 'Moss', order: 2 },
        ],
      });
      const size = await send<Named>(page, '/v1/properties', {
        name: 'E2E fit',
        attributes: [{ name: 'Slim' }, { name: 'Wide', order: 1 }],
      });
      const [ash, rust] = color.attributes;
      const [slim, wide] = size.attributes;
      const group = await send<{ id: string }>(page, '/v1/product-groups', {
        name: 'E2E apron',
        propertyIDs: [color.id, size.id],
      });

      // No products yet: every combination can be created.
      await page.goto(`/dashboard/product-groups/${group.id}?tab=variations`);
      await gridOf(page, 'E2E apron').waitFor();
      expect(await cellsOf(page, 'E2E apron')).toEqual(
        Array.from({ length: 3 }, () => Array(2).fill(expect.stringMatching(/^Create/))),
      );

      const make = (colors: unknown[], sizes: unknown[]) =>
        send<{ items: { itemID: string }[] }>(page, `/v1/product-groups/${group.id}/actions/create-variations`, {
          properties: [
            { propertyID: color.id, attributeIDs: colors },
            { propertyID: size.id, attributeIDs: sizes },
          ],
          skuPattern: 'APR-{E2E shade}-{E2E fit}',
        });
      const { items } = await make([ash?.id, rust?.id], [slim?.id]);
      await make([rust?.id], [wide?.id]);
      await send(page, '/v1/inventory-receipts', { itemID: items[0]?.itemID, quantity: 7, unitCost: 2 });
      await page.reload();
      await gridOf(page, 'E2E apron').getByRole('link', { name: 'APR-Ash-Slim' }).waitFor();
      // Moss is missing, because no product has it.
      expect(await cellsOf(page, 'E2E apron')).toEqual([
        [expect.stringMatching(/^APR-Ash-Slim 7 each/), expect.stringMatching(/^Create/)],
        [expect.stringMatching(/^APR-Rust-Slim 0/), expect.stringMatching(/^APR-Rust-Wide 0/)],
      ]);
      await expectNoAxeViolations(page);
      await screenshot(page, 'variation-grid');

      // The grid is a single Tab stop; arrows move between cells.
      await gridOf(page, 'E2E apron').getByRole('link', { name: 'APR-Ash-Slim' }).focus();
      await page.keyboard.press('ArrowDown');
      expect(await focused(page)).toBe('APR-Rust-Slim');
      await page.keyboard.press('End');
      expect(await focused(page)).toBe('APR-Rust-Wide');
      await page.keyboard.press('ArrowUp');
      expect(await focused(page)).toBe('Create Ash, Wide');
      expect(await gridOf(page, 'E2E apron').locator('[tabindex="0"]').count()).toBe(1);
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog');
      await dialog.getByText('1 combination', { exact: true }).waitFor();
      // The pattern of the existing SKUs of the group.
      expect(await dialog.getByLabel('SKU pattern').inputValue()).toBe('APR-{E2E shade}-{E2E fit}');
      await dialog.getByRole('button', { name: 'Preview' }).press('Enter');
      await dialog.getByText('APR-Ash-Wide').waitFor();
      await dialog.getByRole('button', { name: 'Create 1' }).press('Enter');
      await gridOf(page, 'E2E apron').getByRole('link', { name: 'APR-Ash-Wide' }).waitFor();

      await page.getByLabel('Attributes that no product has').check({ force: true });
      await page.getByRole('button', { name: 'Create 2 missing' }).click();
      await dialog.getByText('2 combinations').waitFor();
      await dialog.getByRole('button', { name: 'Cancel' }).click();

      await page.getByRole('button', { name: 'Swap rows and columns' }).click();
      await page.waitForURL(/rows=.*columns=/);
      await gridOf(page, 'E2E apron').getByRole('columnheader', { name: 'Moss' }).waitFor();
      await page.getByLabel('Figure').selectOption('availableToPromise');
      await page.getByText('List', { exact: true }).click();
      await page.getByPlaceholder('Search variations').waitFor();
      await page.getByRole('link', { name: 'APR-Ash-Wide' }).waitFor();
      expect(await apiAnswer(page, `/v1/product-groups/${group.id}`)).toMatchObject({ variationCount: 4 });
    }));

  it('say what went wrong, and are read again', () =>
    signedIn(async (page) => {
      const answer = await apiAnswer<{ items: { id: string }[] }>(page, '/v1/product-groups?take=1');
      await page.route('**/v1/product-variations?**', (route) =>
        route.fulfill({
          status: 500,
          contentType: 'application/json',
          body: '{"message":"Broken","code":"x","status":500}',
        }),
      );
      await page.goto(`/dashboard/product-groups/${answer.items[0]?.id}?tab=variations`);
      await page.getByText('This did not load').waitFor();
      await page.unroute('**/v1/product-variations?**');
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByRole('grid').waitFor();
    }));
});
