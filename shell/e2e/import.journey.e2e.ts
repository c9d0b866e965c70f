import { Client } from 'pg';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import writeXlsxFile from 'write-excel-file/node';
import { expectNoAxeViolations, screenLoaded, screenshot } from '../../core/testing/browser.ts';
import { apiAnswer, withSignedIn } from '../../core/testing/sign-in.ts';
import { openTestSite, type TestSite } from '../../core/testing/test-site.ts';

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
/** The cell of a row, to be edited. */
const cell = (page: Page, label: string, row: number, text: string) =>
  page.getByRole('button', { name: new RegExp(`^${label}, row ${row}:\\s*${text}\\s*\\. Edit$`) });
/** Searches in the palette until the server has answered. */
const searchFor = async (page: Page, text: string) => {
  await page.keyboard.press('Control+k');
  const answered = page.waitForResponse((response) => response.url().includes(`/v1/search?query=${text}`));
  await page.getByPlaceholder(/^Find an order/).fill(text);
  await answered;
  await screenLoaded(page);
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

      // Its column has no field yet; the shelf has none at all.
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

      // The row that is right leaves; the focus goes on to the next that is wrong.
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

      // Errors refuse the whole, unless their rows are to be left out.
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

  it('takes the sheet of a workbook that was meant, and finds nothing to change the second time', () =>
    withSignedIn(site, 'admin@demo.test', async (page) => {
      const book = await writeXlsxFile([
        { sheet: 'About', data: [['Read me'], ['Products are on the other sheet']] },
        {
          sheet: 'Products',
          data: [
            ['SKU', 'Description', 'Unit value', 'Product line'],
            ['WB-1', 'From a workbook', 12.5, 'Line of a workbook'],
            ['WB-2', 'From a workbook too', 3, 'Line of a workbook'],
          ],
        },
      ]).toBuffer();
      await page.goto('/dashboard');
      await title(page, /./);
      await page.keyboard.press('Control+k');
      await page.getByPlaceholder(/^Find an order/).fill('import prod');
      await page.getByText('Import products').click();
      await title(page, 'Import products');
      await choose(page, 'book.xlsx', book);
      await title(page, 'Import of book.xlsx');
      await page.getByText('No column fills SKU, which is required').waitFor();
      const first = page.url();
      await page.getByText('Read the file differently').click();
      await page.getByLabel('Sheet').selectOption('Products');
      await page.getByRole('button', { name: 'Read again' }).click();
      await page.getByText('Workbook, sheet “Products”').waitFor();
      expect(page.url()).not.toBe(first);
      // Its product line is not there yet.
      await page.getByRole('tab', { name: 'Errors 2' }).waitFor();
      await page.getByRole('checkbox', { name: 'Product line' }).check();
      await page.getByRole('tab', { name: 'Warnings 2' }).waitFor();
      await confirm(page, 'Create 2');
      await page.getByText('2 created, 0 changed').waitFor();

      await page.getByRole('link', { name: 'Import another file' }).click();
      await choose(
        page,
        'again.csv',
        'SKU,Description,Unit value\nWB-1,From a workbook,12.50\nWB-2,From a workbook too,3\n',
      );
      await page.getByText(/^Nothing changes/).waitFor();
      expect(await page.getByRole('button', { name: /^(Create|Change)/ }).count()).toBe(0);
    }));

  it('gives all rows of a count the place and the way that the file does not say', () =>
    withSignedIn(site, 'admin@demo.test', async (page) => {
      const [{ sku } = { sku: '' }] = await productsNamed(page, 'WG-');
      await page.goto('/dashboard/imports/create?type=stock-counts');
      await choose(page, 'shelf.csv', `SKU,Quantity\n${sku},5\n`);
      await title(page, 'Import of shelf.csv');
      const values = page.getByRole('group', { name: 'One value for all rows' });
      const add = async (field: string) => {
        await values.getByRole('combobox', { name: 'Field to give one value for all rows' }).fill(field);
        await page.getByRole('listbox').getByRole('option', { name: field }).waitFor();
        await page.keyboard.press('ArrowDown');
        await page.keyboard.press('Enter');
      };
      await add('Storage location');
      const place = values.getByRole('textbox', { name: 'Storage location' });
      await expect.poll(() => place.evaluate((input) => input === document.activeElement)).toBe(true);
      await page.keyboard.type('E2E shelf');
      await page.keyboard.press('Enter');
      // No place of that name: it can be created with the count.
      await page.getByRole('tab', { name: 'Errors 1' }).waitFor();
      await page.getByRole('checkbox', { name: 'Storage location' }).check();
      await page.getByRole('tab', { name: 'To change 1' }).waitFor();
      await add('Reconcile type');
      await values.getByRole('combobox', { name: 'Reconcile type' }).selectOption('addition');
      await page.getByRole('tab', { name: 'To change 1' }).waitFor();
      await expectNoAxeViolations(page);
      await screenshot(page, 'import-defaults', { fullPage: true });
      // What tells rows apart has no value for all of them, and what a column fills needs none.
      await values.getByRole('combobox', { name: 'Field to give one value for all rows' }).click();
      const left = await page.getByRole('listbox').getByRole('option').allTextContents();
      expect(left.sort()).toEqual(['Lot number', 'Owner', 'Unit']);
      await page.keyboard.press('Escape');
      await page.reload();
      expect(await place.inputValue()).toBe('E2E shelf');
      await confirm(page, 'Change 1');
      await page.getByText('0 created, 1 changed').waitFor();
      const lying = await apiAnswer<{ items: { storageLocation: { fullName: string }; remainingQuantity: unknown }[] }>(
        page,
        `/v1/inventory-receipts?query=${sku}&take=100`,
      );
      expect(lying.items.find(({ storageLocation }) => storageLocation.fullName === 'E2E shelf')).toMatchObject({
        remainingQuantity: { measure: 5 },
      });
    }));

  it('says what is wrong with a file that it cannot read, and stays usable', () =>
    withSignedIn(site, 'admin@demo.test', async (page) => {
      await page.goto('/dashboard/imports/create?type=products');
      await choose(page, 'scan.csv', '%PDF-1.7 and so on');
      await page.getByText('scan.csv cannot be read').waitFor();
      await page.getByText('It is a PDF; a table is needed').waitFor();
      await expectNoAxeViolations(page);
      await screenshot(page, 'import-unreadable');
      await choose(page, 'old.xlsx', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2, 3]));
      await page.getByText(/old workbook/).waitFor();
      await choose(page, 'nothing.csv', '');
      await page.getByText('nothing.csv cannot be read').waitFor();
      await page.goto('/dashboard/imports/create?type=planets');
      await page.getByText('You may not import planets.').waitFor();
      await page.goto('/dashboard/imports/chs_nothing');
      await page.getByText('There is no such import').waitFor();
    }));

  it('shows how far a large file is, also to who comes back', () =>
    withSignedIn(site, 'admin@demo.test', async (page) => {
      await page.goto('/dashboard/imports/create?type=products');
      const lines = Array.from({ length: 2400 }, (_, row) => `BIG-${row},Large file ${row},${row}.5`);
      // Whoever reads the file asks for the products that are there, and waits until somebody has seen how far it is.
      const other = new Client({ connectionString: site.kernel.db.adminUrl });
      await other.connect();
      await other.query('begin; lock table inventory.item in access exclusive mode');
      await choose(page, 'large.csv', `SKU,Description,Price\n${lines.join('\n')}\n`);
      await title(page, 'Import of large.csv');
      await page
        .getByText(/of 2,400 rows/)
        .waitFor()
        .finally(() => other.end());
      await page.reload();
      await page.getByRole('button', { name: 'Create 2,400' }).waitFor();
      await confirm(page, 'Create 2,400');
      await page.getByText(/of 2,400 rows/).waitFor();
      await screenshot(page, 'import-progress');
      await page.goto('/dashboard');
      await page.goBack();
      await page.getByText('2,400 created, 0 changed').waitFor();
      await expectNoAxeViolations(page);
    }));

  it('shows nothing of it to customer@demo.test', () =>
    withSignedIn(site, 'customer@demo.test', async (page) => {
      await page.goto('/dashboard/products');
      await page.locator('main').waitFor();
      await screenLoaded(page);
      expect(await page.getByRole('link', { name: 'Import', exact: true }).count()).toBe(0);
      await searchFor(page, 'import');
      expect(await page.getByText(/^(Import .*|Imports)$/).count()).toBe(0);
      await page.goto('/dashboard/imports/create?type=products');
      await page.getByText(/nothing that you may import|Your role does not include this/).waitFor();
    }));

  it('shows scanner@demo.test what counts stock, and nothing else', () =>
    withSignedIn(site, 'scanner@demo.test', async (page) => {
      await page.goto('/dashboard/imports/create?type=products');
      const kinds = page.getByRole('combobox', { name: 'What is in the file' });
      await kinds.waitFor();
      await page.getByRole('alert').getByText('You may not import products.').waitFor();
      const names = await kinds.locator('option').allTextContents();
      expect(names.sort()).toEqual(['Choose', 'Inventory receipts', 'Stock counts']);
      await searchFor(page, 'import');
      expect(await page.getByText(/^Import (products|parts|materials|supplies|customers|sales orders)$/).count()).toBe(
        0,
      );
    }));
});
