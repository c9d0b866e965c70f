import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiAnswer, withSignedIn } from '../../../../../core/testing/sign-in.ts';
import { openTestSite, type TestSite } from '../../../../../core/testing/test-site.ts';
import { listAccountGroupAccess, listSuppliers, type SupplierRow } from '../../../contracts/index.ts';

let site: TestSite;

beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site?.close());

const signedIn = (email: string, work: (page: Page) => Promise<void>) => withSignedIn(site, email, work);
const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

describe('the screens of suppliers', () => {
  it('are closed to whom they do not concern', () =>
    signedIn('rep@demo.test', async (page) => {
      await page.goto('/dashboard/suppliers');
      await page.getByText('Your role does not include this').waitFor();
    }));

  it('make a supplier, what it supplies and its addresses, and take them away again', () =>
    signedIn('admin@demo.test', async (page) => {
      await page.goto('/dashboard/suppliers');
      await title(page, 'Suppliers').waitFor();
      await page.keyboard.press('c');
      await title(page, 'New supplier').waitFor();
      await page.getByRole('textbox', { name: /^Name/ }).fill('E2E Tannery');
      await page.getByLabel('Email').first().fill('nobody');
      await page.getByLabel('Address name').fill('Works');
      await page.keyboard.press('Control+s');
      await page.getByText('Must be a valid email').first().waitFor();
      await page.getByLabel('Email').first().fill('desk@e2e.test');
      await page.keyboard.press('Control+s');
      await title(page, 'E2E Tannery').waitFor();
      await page.getByText('Nothing supplied yet').waitFor();

      await page.keyboard.press('m');
      const dialog = page.getByRole('dialog');
      // The item has the focus.
      await dialog.getByText('New material of E2E Tannery').waitFor();
      await page.keyboard.type('WG-');
      await page.getByRole('option', { name: /^WG-/ }).first().click();
      await dialog.getByLabel('Supplier part number').fill('E2E-1');
      await dialog.getByLabel(/^Price/).fill('12.5');
      await dialog.getByLabel('Lead time').fill('14');
      await dialog.getByLabel('Minimum order quantity').fill('100');
      await dialog.getByRole('button', { name: 'Add', exact: true }).click();
      await page.getByRole('cell', { name: 'E2E-1' }).waitFor();
      await page.getByText(/\$12\.50 \/ /).waitFor();
      await page.getByText('14 days').waitFor();

      await page
        .getByRole('button', { name: /^Edit (?!supplier)/ })
        .first()
        .click();
      await dialog.getByLabel('Lead time').fill('21');
      await page.keyboard.press('Control+Enter');
      await page.getByText('21 days').waitFor();

      await page.getByRole('tab', { name: 'Addresses' }).click();
      await page.getByRole('button', { name: 'Add address' }).click();
      await dialog.getByLabel('Address name').fill('Dock');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('button', { name: 'Remove Dock' }).waitFor();
      expect(await page.getByRole('button', { name: 'Remove Works' }).count()).toBe(0);

      await page.getByRole('tab', { name: 'Materials' }).click();
      await page
        .getByRole('button', { name: /^Remove / })
        .first()
        .click();
      await page.getByRole('button', { name: 'Remove', exact: true }).click();
      await page.getByText('Nothing supplied yet').waitFor();

      await page.getByRole('link', { name: 'Edit' }).click();
      await page.getByLabel('Active').first().uncheck({ force: true });
      await page.keyboard.press('Control+s');
      await page.getByText('Inactive').first().waitFor();
      expect(await apiAnswer(page, `${listSuppliers.path}?query=E2E`)).toMatchObject({
        items: [{ name: 'E2E Tannery', isActive: false, materialCount: 0, version: 2 }],
      });
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await page.getByRole('button', { name: 'Delete supplier' }).click();
      await title(page, 'Suppliers').waitFor();
      expect(await apiAnswer(page, `${listSuppliers.path}?query=E2E`)).toMatchObject({ count: 0 });
    }));

  it('are filtered, and show one material with its history', () =>
    signedIn('admin@demo.test', async (page) => {
      await page.goto('/dashboard/suppliers?isActive=false');
      await page.getByText('Inactive', { exact: true }).first().waitFor();
      const { items } = await apiAnswer<{ items: SupplierRow[] }>(page, `${listSuppliers.path}?isActive=true`);
      const supplied = items.find(({ materialCount }) => materialCount > 0);
      const materials = await apiAnswer<{ items: { id: string; item: { sku: string } }[] }>(
        page,
        `${listSuppliers.path}/${supplied?.id}/materials`,
      );
      const [material] = materials.items;
      await page.goto(`/dashboard/suppliers/materials/${material?.id}`);
      await title(page, `${material?.item.sku} of ${supplied?.name}`).waitFor();
      await page
        .getByRole('link', { name: supplied?.name ?? '' })
        .first()
        .click();
      await title(page, supplied?.name ?? '').waitFor();
    }));
});

describe('relevant products', () => {
  it('are chosen for a group, changed and opened again', () =>
    signedIn('admin@demo.test', async (page) => {
      await page.goto('/dashboard/relevant-products');
      await page.getByRole('link', { name: 'Show customer groups' }).click();
      await title(page, /^Relevant products of customer groups/).waitFor();
      await page.goto('/dashboard/relevant-products/create?for=group');
      await title(page, 'Limit product lines').waitFor();
      await page.keyboard.press('Control+s');
      await page.getByText('Choose at least one product line').first().waitFor();
      await page.getByLabel('Customer group').first().click();
      await page.getByRole('option').first().click();
      const lines = page.getByRole('combobox', { name: /^Product lines/ });
      await lines.click();
      await page.getByRole('option').first().click();
      await page.keyboard.press('Escape');
      await page.keyboard.press('Control+s');
      await title(page, /^Relevant products of customer groups/).waitFor();
      const answer = await apiAnswer<{ items: { accountGroup: { name: string }; productLines: unknown[] }[] }>(
        page,
        listAccountGroupAccess.path,
      );
      // The demo has a group of its own that is limited.
      const limited = answer.items.filter(({ accountGroup }) => accountGroup.name !== 'Starter assortment');
      expect(limited.map(({ productLines }) => productLines.length)).toEqual([1]);
      const name = limited[0]?.accountGroup.name ?? '';
      await page.getByRole('link', { name }).click();
      await title(page, name).waitFor();
      await lines.click();
      await page.getByRole('option').nth(1).click();
      await page.keyboard.press('Escape');
      await page.keyboard.press('Control+s');
      await title(page, /^Relevant products of customer groups/).waitFor();
      expect(await apiAnswer(page, `${listAccountGroupAccess.path}?query=${encodeURIComponent(name)}`)).toMatchObject({
        items: [{ productLines: [expect.anything(), expect.anything()] }],
      });
      await page.getByRole('link', { name }).click();
      await page.getByRole('button', { name: 'Lift limit' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Lift limit' }).click();
      await title(page, /^Relevant products of customer groups/).waitFor();
      await page.getByRole('link', { name }).waitFor({ state: 'detached' });
    }));
});
