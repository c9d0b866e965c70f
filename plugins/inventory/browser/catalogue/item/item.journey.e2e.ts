// Needs keys and focus: an item is created, counted and moved without a mouse.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectNoAxeViolations, screenLoaded } from '../../../../../core/testing/browser/browser.ts';
import { apiAnswer, withSignedIn } from '../../../../../core/testing/browser/sign-in.ts';
import { openTestSite, type TestSite } from '../../../../../core/testing/browser/test-site.ts';

let site: TestSite;

beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site?.close());

const signedIn = (work: (page: Page) => Promise<void>) => withSignedIn(site, 'admin@demo.test', work);
const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

/** An API call that prepares a test. */
const send = async <T>(page: Page, path: string, data: object): Promise<T> => {
  const response = await page.request.post(`/api${path}`, { data });
  if (!response.ok()) throw new Error(`${path}: ${await response.text()}`);
  return (await response.json()) as T;
};

const field = (page: Page, path: string) => page.locator(`[data-path="${path}"]`);

/** Waits until a field has the focus, and types into it. */
const typeInto = async (page: Page, path: string, text: string): Promise<void> => {
  await page.locator(`[data-path="${path}"]:focus`).waitFor();
  await page.keyboard.type(text);
};

/** Chooses an option of the focused select by its text. */
const choose = async (page: Page, text: string): Promise<void> => {
  await page.keyboard.type(text);
  await page.getByRole('option', { name: text }).first().waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
};

/** Searches a record in the focused select and chooses the first result, which is active already. */
const pick = async (page: Page, text: string): Promise<void> => {
  await page.keyboard.type(text);
  await page.locator('[role="option"][data-combobox-selected]', { hasText: text }).first().waitFor();
  await page.keyboard.press('Enter');
};

/** A figure of the summary, as the screen shows it. */
const figure = (page: Page, label: string, value: string) =>
  page
    .locator('dl div', { has: page.getByText(label, { exact: true }) })
    .getByText(value, { exact: true })
    .first();

describe('a material', () => {
  it('is created, counted, received, looked at, changed and moved with the keyboard', () =>
    signedIn(async (page) => {
      const colour = await send<{ id: string }>(page, '/v1/properties', {
        name: 'E2E shade',
        attributes: [{ name: 'E2E rust', color: '#aa4a20', order: 0 }],
      });
      await send(page, '/v1/categories', { name: 'E2E yarn', type: 'material', propertyIDs: [colour.id] });

      await page.goto('/dashboard/materials');
      await title(page, 'Materials').waitFor();
      await screenLoaded(page);
      await page.keyboard.press('c');
      await typeInto(page, 'sku', 'E2E-YARN');
      await page.keyboard.press('Tab');
      await typeInto(page, 'description', 'Rust yarn');
      await page.keyboard.press('Tab');
      await pick(page, 'E2E yarn');
      await page.getByLabel('E2E shade').first().focus();
      await choose(page, 'E2E rust');
      await field(page, 'orderPoint').focus();
      await typeInto(page, 'orderPoint', '30');
      await page.keyboard.press('Control+s');
      await title(page, 'E2E-YARN').waitFor();
      await page.getByText('E2E rust').first().waitFor();
      await figure(page, 'On hand', '0 each').waitFor();

      await page.keyboard.press('n');
      await typeInto(page, 'inventoryChange', '12.5');
      await expectNoAxeViolations(page);
      await page.keyboard.press('Control+Enter');
      await figure(page, 'On hand', '12.5 each').waitFor();
      await page.getByRole('dialog').waitFor({ state: 'detached' });

      await page.keyboard.press('r');
      await typeInto(page, 'quantity', '7.5');
      await field(page, 'unitCost').focus();
      await page.keyboard.type('3');
      await field(page, 'lotNumber').focus();
      await page.keyboard.type('77');
      await page.keyboard.press('Control+Enter');
      await figure(page, 'On hand', '20 each').waitFor();
      await page.getByRole('cell', { name: '000077' }).waitFor();

      // The stock is below the order point now.
      const low = await apiAnswer<{ items: { sku: string }[] }>(page, '/v1/materials?isBelowOrderPoint=true&query=E2E');
      expect(low.items.map(({ sku }) => sku)).toEqual(['E2E-YARN']);

      await page.getByRole('tab', { name: 'Stock' }).focus();
      await page.keyboard.press('ArrowRight');
      await page.getByRole('table', { name: 'Promises of E2E-YARN' }).waitFor();
      const wanted = page.getByLabel('When can this many be promised?');
      await wanted.fill('50');
      await page.getByText('Nothing that is expected covers it').waitFor();
      await expectNoAxeViolations(page);
      await page.getByRole('tab', { name: 'Movements' }).click();
      await page.getByText('Received').first().waitFor();
      await page.getByText('Counted').first().waitFor();
      await page.getByRole('tab', { name: 'Costs' }).click();
      await page.getByRole('heading', { name: 'Cost layers' }).waitFor();

      await page.getByRole('heading', { level: 1 }).click();
      await page.keyboard.press('e');
      await field(page, 'orderPoint').waitFor();
      expect(await field(page, 'orderPoint').inputValue()).toBe('30');
      await field(page, 'orderPoint').fill('');
      await field(page, 'leadTime').fill('2');
      await page.keyboard.press('Control+s');
      await title(page, 'E2E-YARN').waitFor();
      await figure(page, 'Lead time', '2 day').waitFor();
      const { items } = await apiAnswer<{ items: object[] }>(page, '/v1/materials?query=E2E-YARN');
      expect(items).toMatchObject([
        { orderPoint: null, leadTime: { measure: 2, unit: 'day' }, attributes: [{ name: 'E2E rust' }] },
      ]);

      const place = await send<{ id: string }>(page, '/v1/locations', { name: 'E2E shelf', type: 'shelf' });
      await page.getByRole('button', { name: 'Move from Main warehouse' }).first().focus();
      await page.keyboard.press('Enter');
      await typeInto(page, 'lines.0.quantity', '5');
      await field(page, 'lines.0.toStorageLocationID').focus();
      await pick(page, 'E2E shelf');
      await page.keyboard.press('Control+Enter');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      const stock = await apiAnswer<{ items: object[] }>(page, `/v1/locations/${place.id}/stock`);
      expect(stock.items).toMatchObject([{ item: { sku: 'E2E-YARN' }, quantity: { measure: 5 } }]);
    }));
});

describe('the attributes of a property', () => {
  it('are put in order with Alt and an arrow', () =>
    signedIn(async (page) => {
      const property = await send<{ id: string }>(page, '/v1/properties', {
        name: 'E2E grade',
        attributes: ['first', 'second', 'third'].map((name, order) => ({ name, order })),
      });
      await page.goto(`/dashboard/properties/${property.id}`);
      await page.getByRole('button', { name: 'Move third' }).focus();
      await page.keyboard.press('Alt+ArrowUp');
      await page.keyboard.press('Alt+ArrowUp');
      await page.getByText('third is number 1 of 3').waitFor();
      await page.locator('table[aria-busy="false"]').waitFor();
      const path = `/v1/properties/${property.id}/attributes?sortBy=order`;
      const { items } = await apiAnswer<{ items: { name: string; order: number }[] }>(page, path);
      expect(items.map(({ name, order }) => [name, order])).toEqual([
        ['third', 0],
        ['first', 1],
        ['second', 2],
      ]);
    }));
});
