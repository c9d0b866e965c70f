// Needs keys and focus: an order is entered, issued and found without a mouse.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  changesDrawn,
  expectNoAxeViolations,
  pressAtOnce,
  screenLoaded,
  screenshot,
  withPage,
} from '../../../../../core/testing/browser/browser.ts';
import { apiAnswer, signInAs } from '../../../../../core/testing/browser/sign-in.ts';
import { openTestSite, type TestSite } from '../../../../../core/testing/browser/test-site.ts';
import { getCustomerRecipients, listCustomers } from '../../../contracts/index.ts';

let site: TestSite;

beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site?.close());

/** The `data-path` of the focused field. */
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('data-path'));
const untilFocused = (page: Page, path: string) =>
  page.waitForFunction((wanted) => document.activeElement?.getAttribute('data-path') === wanted, path);
const value = (page: Page, path: string) => page.locator(`[data-path="${path}"]`).inputValue();
const untilValue = (page: Page, path: string, wanted: string) =>
  page.waitForFunction(
    ([at, text]) => document.querySelector<HTMLInputElement>(`[data-path="${at}"]`)?.value === text,
    [path, wanted] as const,
  );

/** A customer without a hold, and the address that its orders go to. */
async function someCustomer(page: Page): Promise<{ name: string; email: string }> {
  const answer = await apiAnswer<{ items: { id: string; name: string; email: string | null }[] }>(
    page,
    `${listCustomers.path}?statusCodes=normal&take=200`,
  );
  const found = answer.items.find(
    ({ name, email }) => email && answer.items.filter((other) => other.name.includes(name)).length === 1,
  );
  if (!found) throw new Error('The demo has no customer with an email address');
  const { recipients } = await apiAnswer<{ recipients: string[] }>(
    page,
    `${getCustomerRecipients.path.replace('{customerID}', found.id)}?paper=order`,
  );
  return { name: found.name, email: recipients[0] ?? '' };
}

describe('a sales order', () => {
  it('is entered, issued, mailed and found by keyboard alone', () =>
    withPage({ baseURL: site.url }, async (page, { trouble }) => {
      const { keyboard } = page;
      const type = (text: string) => keyboard.type(text);
      // Waits after each key until the screen shows its effect, as a person would.
      const press = async (...keys: string[]) => {
        for (const key of keys) {
          await keyboard.press(key);
          await changesDrawn(page);
        }
      };
      await signInAs(page, 'admin@demo.test');
      const customer = await someCustomer(page);
      // The sign-in form has a heading too, and stays until the next screen has loaded.
      await page.getByRole('link', { name: 'Sales orders' }).waitFor();
      await screenLoaded(page);

      await pressAtOnce(page, 'g', 'o');
      await page.getByRole('heading', { level: 1, name: 'Sales orders' }).waitFor();
      await press('c');
      await page.getByRole('heading', { level: 1, name: 'New sales order' }).waitFor();
      await untilFocused(page, 'customerID');
      await type(customer.name);
      await press('Enter');
      await page.waitForFunction(() =>
        Boolean(document.querySelector<HTMLInputElement>('[name="shipToChoice"]')?.value),
      );
      await press('Tab');
      expect(await focused(page)).toBe('customerPO');
      await type('PO-KEYS-1');

      await press('Alt+l');
      await untilFocused(page, 'lines.0.productID');
      await type('WG-CUT-L');
      await press('Tab');
      expect(await focused(page)).toBe('lines.0.quantity');
      await untilValue(page, 'lines.0.productID', 'WG-CUT-L');
      await type('24');
      await press('Tab', 'Tab');
      expect(await focused(page)).toBe('lines.0.unitPrice');
      await type('7.125');
      await press('Enter');
      await untilFocused(page, 'lines.1.productID');
      await type('WG-CUT-M');
      await press('Enter');
      await untilValue(page, 'lines.1.productID', 'WG-CUT-M');
      await press('Tab');
      await type('3');
      await press('Tab', 'Tab');
      await press('Control+a');
      await type('0.335');
      // A blank last line is not an error.
      await press('Enter');
      await untilFocused(page, 'lines.2.productID');
      expect(await value(page, 'lines.0.unitPrice')).toBe('7.125');
      // 24 x 7.125 = 171.00 and 3 x 0.335 = 1.005, which is 1.01.
      await page.getByText('$172.01').waitFor();
      await press('Escape', 'Control+s');

      await page.waitForURL(/sales-orders\/so_/);
      const number = (await page.getByRole('heading', { level: 1, name: /^\d+$/ }).textContent()) ?? '';
      await page
        .getByRole('table', { name: /Lines of order/ })
        .getByText('$172.01')
        .waitFor();
      await page.getByText('Estimate', { exact: true }).first().waitFor();

      await page.getByRole('button', { name: 'Issue' }).focus();
      await press('Enter');
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Email the order').focus();
      await press('Space');
      await dialog.getByText(customer.email).waitFor();
      await press('Control+Enter');
      await dialog.waitFor({ state: 'detached' });
      await page.getByText('Issued', { exact: true }).first().waitFor();
      await screenshot(page, 'sales-order-issued');
      await expectNoAxeViolations(page);

      await page.goto('/dashboard/email-logs');
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.getByText(customer.email).first().waitFor();
      await page
        .getByText(new RegExp(`${number}`))
        .first()
        .waitFor();

      await press('Control+k');
      await type(number);
      // The order with this number is the first of several results; a person reads it before pressing Enter.
      const palette = page.getByRole('dialog');
      await palette.getByText('Enter to open').waitFor();
      await palette.locator('[data-selected]').filter({ hasText: number }).waitFor();
      await press('Enter');
      await page.waitForURL(/sales-orders\/so_/);
      await page.getByRole('heading', { level: 1, name: number }).waitFor();
      expect(trouble).toEqual({ errors: [], console: [] });
    }));

  it('says which line is wrong, and refuses to issue for a customer on hold', () =>
    withPage({ baseURL: site.url }, async (page) => {
      await signInAs(page, 'admin@demo.test');
      await page.goto('/dashboard/sales-orders/create');
      await untilFocused(page, 'customerID');
      const held = await apiAnswer<{ items: { number: string }[] }>(page, `${listCustomers.path}?statusCodes=hold_all`);
      await page.keyboard.type(held.items[0]?.number ?? '');
      await page.keyboard.press('Enter');
      await page.getByText('The order can be saved as an estimate, but not issued.').waitFor();
      await page.locator('[data-path="lines.0.productID"]').focus();
      await page.keyboard.type('WG-CUT-L');
      await page.keyboard.press('Tab');
      await untilValue(page, 'lines.0.productID', 'WG-CUT-L');
      await page.keyboard.press('Control+s');
      await page.getByRole('alert').getByText('Quantity, line 1: Quantity is required').waitFor();
      await page.locator('[data-path="lines.0.quantity"]').fill('2');
      await page.keyboard.press('Control+s');
      await page.waitForURL(/sales-orders\/so_/);
      await page.getByRole('button', { name: 'Issue' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Issue' }).click();
      await page
        .getByRole('dialog')
        .getByRole('alert')
        .getByText(/on hold/)
        .waitFor();
    }));
});
