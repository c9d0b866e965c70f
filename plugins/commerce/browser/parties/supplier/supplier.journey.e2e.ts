// Needs keys, and the focus in dialogs that a key opens.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiAnswer, withSignedIn } from '../../../../../core/testing/browser/sign-in.ts';
import { openTestSite, type TestSite } from '../../../../../core/testing/browser/test-site.ts';
import { listSuppliers } from '../../../contracts/index.ts';

let site: TestSite;

beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site?.close());

const signedIn = (email: string, work: (page: Page) => Promise<void>) => withSignedIn(site, email, work);
const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

describe('the screens of suppliers', () => {
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
      // The dialog opens with the focus in the item field.
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
});
