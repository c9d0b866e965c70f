// Needs keys and focus in the cells of a table, and the layout of a phone.
import { Client } from 'pg';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectNoAxeViolations, screenshot } from '../../../core/testing/browser/browser.ts';
import { apiAnswer, withSignedIn } from '../../../core/testing/browser/sign-in.ts';
import { openTestSite, type TestSite } from '../../../core/testing/browser/test-site.ts';
import { rowsOfJob } from '../../../core/testing/kernel/rows-of-job.ts';

let site: TestSite;

beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site?.close());

const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();
const choose = (page: Page, name: string, content: string | Buffer) =>
  page
    .locator('input[type="file"]')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) });
const productsNamed = async (page: Page, query: string) =>
  (await apiAnswer<{ items: { sku: string; description: string }[] }>(page, `/v1/products?query=${query}&take=10`))
    .items;
/** An editable cell of a row. */
const cell = (page: Page, label: string, row: number, text: string) =>
  page.getByRole('button', { name: new RegExp(`^${label}, row ${row}:\\s*${text}\\s*\\. Edit$`) });
/** Locks the products while `work` runs, so that the progress display can be checked before the import ends. */
const whileItemsAreLocked = async (work: () => Promise<void>): Promise<void> => {
  const other = new Client({ connectionString: site.kernel.db.adminUrl });
  await other.connect();
  await other.query('begin; lock table inventory.item in access exclusive mode');
  await work().finally(() => other.end());
};
const confirm = async (page: Page, button: string) => {
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: button, exact: true }).click();
};

describe('importing a file', () => {
  it('goes from odd headings and wrong cells to products, and back', () =>
    withSignedIn(site, 'admin@demo.test', async (page) => {
      const [old] = await productsNamed(page, '');
      await page.goto('/dashboard/products');
      await page.getByRole('link', { name: 'Import', exact: true }).click();
      await title(page, 'Import products');
      await expectNoAxeViolations(page);
      await screenshot(page, 'import-create');
      await choose(
        page,
        'gloves.csv',
        [
          'Item #;Name;Std. cost;Unit Price;Shelf',
          'IMP-1;Glove one;7;12.50;A1',
          'IMP-2;Glove two;abc;12.50;A2',
          'IMP-3;Glove three;8;twelve;',
          'IMP-4;Glove four;8;10;',
          `${old?.sku};Renamed by a file;;;`,
        ].join('\r\n'),
      );
      await title(page, 'Import of gloves.csv');

      // The cost column has no field yet; the shelf column matches no field.
      const cost = page.getByLabel('Field for the column Std. cost');
      expect(await cost.inputValue()).toBe('');
      expect(await page.getByRole('row', { name: /Shelf/ }).getByText('Not imported').count()).toBe(1);
      await page.getByRole('tab', { name: 'Errors 1' }).waitFor();
      await cost.selectOption('unitCost');
      const errors = page.getByRole('tab', { name: 'Errors 2' });
      await errors.waitFor();
      await errors.click();
      const price = cell(page, 'Unit value', 3, 'twelve');
      await price.waitFor();
      expect(await page.getByRole('button', { name: /row 1:/ }).count()).toBe(0);
      await expectNoAxeViolations(page);
      await screenshot(page, 'import-errors', { fullPage: true });
      const csv = await page.request.get(
        (await page.getByRole('link', { name: 'Download rows with errors' }).getAttribute('href')) ?? '',
      );
      expect((await csv.text()).replace('\u{feff}', '').split('\r\n')).toEqual([
        'Row,Effect,SKU,Description,Unit cost,Unit value,Errors',
        expect.stringMatching(/^2,error,IMP-2,Glove two,abc,12.50,.+/),
        expect.stringMatching(/^3,error,IMP-3,Glove three,8,twelve,.+/),
        '',
      ]);

      // The corrected row leaves the tab; the focus moves to the next faulty one.
      await price.click();
      await page.getByRole('textbox', { name: 'Unit value, row 3' }).fill('12');
      await page.keyboard.press('Enter');
      await price.waitFor({ state: 'detached' });
      const wrong = cell(page, 'Unit cost', 2, 'abc');
      await expect.poll(() => wrong.evaluate((cell) => cell === document.activeElement)).toBe(true);
      await page.keyboard.press('ArrowLeft');
      const beside = cell(page, 'Description', 2, 'Glove two');
      await expect.poll(() => beside.evaluate((button) => button === document.activeElement)).toBe(true);
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Enter');
      const input = page.getByRole('textbox', { name: 'Unit cost, row 2' });
      await input.fill('something');
      await page.keyboard.press('Escape');
      await expect.poll(() => wrong.evaluate((cell) => cell === document.activeElement)).toBe(true);

      // An import with errors is refused, unless the faulty rows are left out.
      expect(await page.getByRole('button', { name: /^Create 3, change 1$/ }).isDisabled()).toBe(true);
      await page.getByLabel('Import without the 1 row that has errors').check();
      expect(await page.getByRole('button', { name: 'Create 3, change 1, leave out 1' }).isEnabled()).toBe(true);
      await wrong.press('Enter');
      await input.fill('9');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Create 4, change 1' }).waitFor();

      await page.getByLabel('Import row 4').uncheck();
      await page.getByRole('button', { name: 'Create 3, change 1, leave out 1' }).waitFor();
      await page.getByRole('tab', { name: 'To change 1' }).click();
      await page.getByText('Renamed by a file').first().waitFor();
      await page
        .getByText(old?.description ?? '', { exact: true })
        .first()
        .waitFor();
      await screenshot(page, 'import-ready', { fullPage: true });
      await page.setViewportSize({ width: 400, height: 800 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(400);
      await expectNoAxeViolations(page);
      await screenshot(page, 'import-ready-narrow', { fullPage: true });
      await page.setViewportSize({ width: 1360, height: 860 });

      await confirm(page, 'Create 3, change 1, leave out 1');
      await page.getByText('3 created, 1 changed, 1 left out').waitFor();
      await expectNoAxeViolations(page);
      await screenshot(page, 'import-done');
      expect((await productsNamed(page, 'IMP-')).map(({ sku }) => sku).sort()).toEqual(['IMP-1', 'IMP-2', 'IMP-3']);
      await page.getByRole('link', { name: 'Go to products' }).click();
      await title(page, 'Products');
      await page.getByText('Renamed by a file').first().waitFor();
      await page.goBack();

      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
      await page.getByText('This import was undone').waitFor();
      expect(await productsNamed(page, 'IMP-')).toEqual([]);
      expect((await productsNamed(page, old?.sku ?? ''))[0]?.description).toBe(old?.description);

      await page.goto('/dashboard/imports');
      await page.getByRole('link', { name: 'Import of gloves.csv' }).waitFor();
      await expectNoAxeViolations(page);
    }));

  it('shows how far a large file is, also to who comes back', () =>
    withSignedIn(site, 'admin@demo.test', async (page) => {
      await page.goto('/dashboard/imports/create?type=products');
      const rows = rowsOfJob(site.kernel);
      const lines = Array.from({ length: rows }, (_, row) => `BIG-${row},Large file ${row},${row}.5`);
      await whileItemsAreLocked(async () => {
        await choose(page, 'large.csv', `SKU,Description,Price\n${lines.join('\n')}\n`);
        await title(page, 'Import of large.csv');
        await page.getByText(`of ${rows} rows`).waitFor();
      });
      await page.reload();
      await page.getByRole('button', { name: `Create ${rows}` }).waitFor();
      await whileItemsAreLocked(async () => {
        await confirm(page, `Create ${rows}`);
        await page.getByText(`of ${rows} rows`).waitFor();
        await screenshot(page, 'import-progress');
        await page.goto('/dashboard/change-sets');
        await page.goBack();
        await page.getByText(`of ${rows} rows`).waitFor();
      });
      await page.getByText(`${rows} created, 0 changed`).waitFor();
      await expectNoAxeViolations(page);
    }));
});
