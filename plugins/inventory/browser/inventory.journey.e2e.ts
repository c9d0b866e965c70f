import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiAnswer, withSignedIn } from '../../../core/testing/sign-in.ts';
import { openTestSite, type TestSite } from '../../../core/testing/test-site.ts';
import { listProducts, listUnitGroups, listUnits } from '../contracts/index.ts';

let site: TestSite;

beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site?.close());

const signedIn = (email: string, work: (page: Page) => Promise<void>) => withSignedIn(site, email, work);

const groupID = async (page: Page, wanted: string): Promise<string> => {
  const { items } = await apiAnswer<{ items: { id: string; name: string }[] }>(page, listUnitGroups.path);
  return items.find(({ name }) => name === wanted)?.id ?? '';
};
const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

describe('the screens of the catalogue', () => {
  it('say what is not there and what is not allowed', () =>
    signedIn('scanner@demo.test', async (page) => {
      await page.goto('/dashboard/units-of-measure/groups/ugr_01h455vb4pex5vsknk084sn02q');
      await page.getByText('There is no such unit group').waitFor();
      await page.goto('/dashboard/products');
      await page.getByText('Your role does not include this').waitFor();
    }));
});

describe('a product', () => {
  it('is created with the keyboard, changed, refused and deleted', () =>
    signedIn('admin@demo.test', async (page) => {
      const sku = page.getByRole('textbox', { name: 'SKU' });
      await page.goto('/dashboard/products/create');
      await sku.fill('E2E-1');
      await page.getByLabel('Product line').first().click();
      await page.keyboard.type('Work');
      await page.getByRole('option', { name: /Work gloves/ }).waitFor();
      await page.keyboard.press('Enter');
      await page.getByLabel('Price', { exact: true }).fill('12.5');
      await page.getByLabel('Default unit').first().click();
      await page.getByRole('option', { name: /ct12pr/ }).click();
      await page.keyboard.press('Control+s');
      await title(page, 'E2E-1').waitFor();
      await page.getByText('$12.50 / ct12pr').waitFor();

      await page.getByRole('link', { name: 'Edit' }).click();
      await page.getByLabel('Default unit').first().click();
      await page.getByRole('option', { name: /^pair/ }).click();
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('$12.50 / pair').waitFor();
      await page
        .getByText(/changed|updated/)
        .first()
        .waitFor();

      await page.getByRole('link', { name: 'Edit' }).click();
      await sku.fill('FREIGHT');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('alert').getByText('Another record has this value').waitFor();
      await sku.fill('E2E-2');
      await page.getByRole('button', { name: 'Save' }).click();
      await title(page, 'E2E-2').waitFor();

      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await page.getByRole('button', { name: 'Delete product' }).click();
      await title(page, 'Products').waitFor();
      expect(await apiAnswer(page, `${listProducts.path}?query=E2E-2`)).toMatchObject({ count: 0 });
    }));
});

describe('a unit', () => {
  it('is made, changed in a dialog and deleted; the name of a built-in one is fixed', () =>
    signedIn('admin@demo.test', async (page) => {
      const dialog = page.getByRole('dialog');
      await page.goto('/dashboard/units-of-measure/units/create');
      await page.getByLabel('Name').fill('e2e');
      await page.getByLabel('Description').fill('a test of each');
      await page.keyboard.press('Control+s');
      await title(page, 'e2e').waitFor();
      await page.getByRole('button', { name: 'Edit', exact: true }).click();
      await dialog.getByLabel('Name').fill('e2e10');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await title(page, 'e2e10').waitFor();
      expect(await apiAnswer(page, `${listUnits.path}?query=e2e`)).toMatchObject({
        items: [{ name: 'e2e10', description: 'a test of each' }],
      });
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await page.getByRole('button', { name: 'Delete unit' }).click();
      await title(page, 'Units').waitFor();
      expect(await apiAnswer(page, `${listUnits.path}?query=e2e`)).toMatchObject({ count: 0 });

      await page.goto('/dashboard/units-of-measure/units?isBuiltIn=true');
      await page.getByRole('link', { name: 'each', exact: true }).click();
      await page.getByRole('button', { name: 'Edit', exact: true }).click();
      expect(await dialog.getByLabel('Name').isDisabled()).toBe(true);
    }));
});

describe('a unit group', () => {
  it('is renamed', () =>
    signedIn('admin@demo.test', async (page) => {
      const id = await groupID(page, 'Pairs');
      await page.goto(`/dashboard/units-of-measure/groups/${id}`);
      await page.getByRole('button', { name: 'Rename' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name').fill('Glove pairs');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await title(page, 'Glove pairs').waitFor();
      expect(await groupID(page, 'Glove pairs')).toBe(id);
    }));

  it('takes a unit by an exact fraction', () =>
    signedIn('admin@demo.test', async (page) => {
      await page.goto(`/dashboard/units-of-measure/groups/${await groupID(page, 'Length (metric)')}`);
      await page.getByRole('button', { name: 'Add unit' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Unit').first().fill('in');
      await page.getByRole('option', { name: /^in/ }).first().click();
      await dialog.getByLabel('This many').fill('5');
      await dialog.getByLabel('are as much as').fill('127');
      await dialog.getByText('One is exactly 25.4 (127/5)').waitFor();
      await dialog.getByRole('button', { name: 'Save' }).click();
      await page.getByText('5 in = 127 mm').waitFor();
    }));
});
