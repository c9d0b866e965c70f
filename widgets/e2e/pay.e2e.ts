// Needs a page of another origin and its policy.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { expectNoAxeViolations, screenshot, withPage } from '../../core/testing/browser.ts';
import { openWidgetSite, type WidgetSite } from './widget-site-fixture.ts';

let site: WidgetSite;
let key: string;

beforeAll(async () => {
  site = await openWidgetSite();
  key = await site.openKey();
});
afterAll(() => site?.close());
beforeEach(() => site.forgetTries());

it('an open invoice is found, and paid on the page of the installation alone', async () => {
  const [invoice] = await site.rows(
    (id) =>
      sql<{ number: string; email: string }>`select invoice.number, customer.email from commerce.invoice invoice
      join commerce.customer customer on customer.account_id = invoice.account_id and customer.id = invoice.customer_id
      where invoice.account_id = ${id} and invoice.voided_on is null and invoice.allocated < invoice.total
        and customer.email is not null order by invoice.number limit 1`,
  );
  const { number = '', email = '' } = invoice ?? {};
  await withPage({ baseURL: site.shop, viewport: { width: 390, height: 900 } }, async (page) => {
    const policy = site.strictPolicy;
    const head = `<script async src="${site.url}/widgets/v1/loader.js"></script>`;
    site.show(`<millwright-pay eager publishable-key="${key}"></millwright-pay>`, { policy, head });
    await page.goto('/');
    const widget = page.locator('millwright-pay');
    const find = async (postcodeOrEmail: string) => {
      await widget.getByLabel('Invoice or order number').fill(number);
      await widget.getByLabel('Billing postcode or email').fill(postcodeOrEmail);
      await widget.getByRole('button', { name: 'Find' }).click();
    };
    await find('00000');
    await widget.getByText('No invoice or order has this number').waitFor();
    await find(email);
    await widget.getByRole('heading', { name: `Invoice ${number}` }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await screenshot(page, 'widget-pay');
    await expectNoAxeViolations(page);
    await page.route('**/document?**', (route) =>
      route.fulfill({ contentType: 'text/html', body: 'The payment page' }),
    );
    await widget.getByRole('button', { name: `Pay invoice ${number}` }).click();
    await page.waitForURL(/\/document\?account=northfield#[\w-]{43}$/);
    expect(new URL(page.url()).origin).toBe(site.url);
  });
});
