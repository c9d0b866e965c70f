// Needs layout: windows as narrow as a phone.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectNoAxeViolations, screenLoaded, screenshot } from '../../../../../core/testing/browser/browser.ts';
import { apiAnswer, withSignedIn } from '../../../../../core/testing/browser/sign-in.ts';
import { openTestSite, type TestSite } from '../../../../../core/testing/browser/test-site.ts';

let site: TestSite;

beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site?.close());

const phone = { width: 400, height: 860 };
const tablet = { width: 768, height: 900 };

async function opened(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.locator('main h1').first().waitFor();
  await screenLoaded(page);
}

/** Pixels by which the page is wider than the window. Wide content must scroll inside its own box. */
const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

const firstOf = async (page: Page, list: string): Promise<string> =>
  (await apiAnswer<{ items: { id: string }[] }>(page, `/v1/${list}?take=1`)).items[0]?.id ?? '';

describe('narrow windows', () => {
  it('hold lists, forms and details of orders, customers and products', () =>
    withSignedIn(site, 'admin@demo.test', async (page) => {
      const paths: string[] = [];
      for (const list of ['sales-orders', 'customers', 'products']) {
        const id = await firstOf(page, list);
        paths.push(`/dashboard/${list}`, `/dashboard/${list}/create`, `/dashboard/${list}/${id}`);
        if (list !== 'sales-orders') paths.push(`/dashboard/${list}/${id}/edit`);
      }
      for (const path of paths) {
        await page.setViewportSize(phone);
        await opened(page, path);
        expect([path, phone.width, await overflow(page)]).toEqual([path, phone.width, 0]);
        await page.setViewportSize(tablet);
        await screenLoaded(page);
        expect([path, tablet.width, await overflow(page)]).toEqual([path, tablet.width, 0]);
      }
    }));

  it('show every line of an order form as a card whose fields are all in sight', () =>
    withSignedIn(site, 'admin@demo.test', async (page) => {
      await page.setViewportSize(phone);
      await opened(page, '/dashboard/sales-orders/create');
      for (const name of ['productID', 'quantity', 'unitID', 'unitPrice', 'lineItemNumber']) {
        const box = await page.locator(`[data-path="lines.0.${name}"]`).boundingBox();
        expect([name, box !== null && box.x >= 0 && box.x + box.width <= phone.width]).toEqual([name, true]);
      }
      await page.locator('[data-path="lines"]').scrollIntoViewIfNeeded();
      await screenshot(page, 'order-form-phone');
      await expectNoAxeViolations(page);
    }));
});

describe('the customer portal', () => {
  it('shows orders without what only the account needs, and no way that leads nowhere', () =>
    withSignedIn(site, 'customer@demo.test', async (page) => {
      for (const size of [{ width: 1360, height: 860 }, phone]) {
        await page.setViewportSize(size);
        await opened(page, '/dashboard/sales-orders');
        // On a phone each row is a card, and there are no column headers.
        await page
          .getByRole('link', { name: /^\d{4}$/ })
          .first()
          .waitFor();
        expect(await page.getByRole('columnheader', { name: /^(Customer|Priority)/ }).count()).toBe(0);
        expect(await page.getByRole('link', { name: 'New order' }).count()).toBe(0);
        await page
          .getByRole('link', { name: /^\d{4}$/ })
          .first()
          .click();
        await page.getByRole('table', { name: /Lines of order/ }).waitFor();
        await screenLoaded(page);
        expect(await page.getByRole('heading', { name: 'Activity' }).count()).toBe(0);
        expect(await page.getByText(/There is no such/).count()).toBe(0);
        expect(await page.getByRole('button', { name: 'More actions' }).count()).toBe(0);
        expect(await overflow(page)).toBe(0);
        await expectNoAxeViolations(page);
      }
    }));
});
