// Needs keys and focus, and the layout of a phone.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectNoAxeViolations, screenshot } from '../../../../../core/testing/browser/browser.ts';
import { apiAnswer, withSignedIn } from '../../../../../core/testing/browser/sign-in.ts';
import { openTestSite, type TestSite } from '../../../../../core/testing/browser/test-site.ts';
import { listPurchaseOrders, listSuppliers, type SupplierRow } from '../../../contracts/index.ts';

let site: TestSite;

beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site?.close());

const signedIn = (work: (page: Page) => Promise<void>) => withSignedIn(site, 'admin@demo.test', work);
const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

/** A supplier with a material that has a minimum quantity and a price. */
async function someSupplier(page: Page) {
  const { items } = await apiAnswer<{ items: SupplierRow[] }>(page, `${listSuppliers.path}?isActive=true&take=50`);
  for (const supplier of items) {
    const supplied = await apiAnswer<{
      items: { item: { sku: string }; minimumOrderQuantity: { measure: number } | null; unitPrice: object | null }[];
    }>(page, `${listSuppliers.path}/${supplier.id}/materials?isActive=true`);
    const found = supplied.items.find((each) => each.minimumOrderQuantity && each.unitPrice);
    if (found) return { supplier, sku: found.item.sku, least: found.minimumOrderQuantity?.measure ?? 0 };
  }
  throw new Error('The demo has no supplier with a least quantity');
}

describe('purchase orders', () => {
  it('are entered by keyboard, raised to the least, issued and expected', () =>
    signedIn(async (page) => {
      const { supplier, sku, least } = await someSupplier(page);
      await page.goto(`/dashboard/purchase-orders/create?supplierID=${supplier.id}`);
      await title(page, 'New purchase order').waitFor();
      // The table of lines loads after the form.
      await page.locator('[data-path="lines.0.itemID"], [data-path="lines.0.productID"]').first().waitFor();
      await page.keyboard.press('Alt+l');
      await page.keyboard.type(sku);
      await page
        .getByRole('option', { name: new RegExp(`^${sku}`) })
        .first()
        .waitFor();
      await page.keyboard.press('Enter');
      await page.locator('[data-path="lines.0.quantity"]').fill('1');
      await page.getByText(`Least is ${least}`).waitFor();
      await screenshot(page, 'purchase-order-create');
      await expectNoAxeViolations(page);
      await page.getByRole('button', { name: 'Raise' }).click();
      await page.keyboard.press('Control+s');
      await title(page, /^\d+$/).waitFor();
      await screenshot(page, 'purchase-order-draft');
      await page.getByRole('button', { name: 'Issue', exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Issue' }).click();
      await page.getByText('Issued, email on its way').waitFor();
      await page.setViewportSize({ width: 390, height: 844 });
      await screenshot(page, 'purchase-order-phone');
      await page.setViewportSize({ width: 1440, height: 900 });
      const number = await title(page, /^\d+$/).textContent();
      expect(await apiAnswer(page, `${listPurchaseOrders.path}?query=${number}`)).toMatchObject({
        items: [{ supplier: { id: supplier.id }, status: { code: 'issued' }, emailSent: true }],
      });
      await page.goto('/dashboard/purchase-orders/expected');
      await title(page, /^Expected goods/).waitFor();
      await page.getByRole('link', { name: sku }).first().waitFor();
      await screenshot(page, 'expected-purchases');
      await page.goto('/dashboard/purchase-orders');
      // The label of the button gets the count after loading.
      await page.getByRole('button', { name: /^Late/ }).waitFor();
      await screenshot(page, 'purchase-orders');
      await expectNoAxeViolations(page);
      await page.goto(`/dashboard/suppliers/${supplier.id}`);
      await page.getByRole('tab', { name: 'Purchase orders' }).click();
      await page
        .getByText(number ?? '', { exact: true })
        .first()
        .waitFor();
    }));
});
