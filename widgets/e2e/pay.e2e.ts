// Needs a page of another origin and its policy.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { expectNoAxeViolations, screenshot, withPage } from '../../core/testing/browser/browser.ts';
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
      sql<{ number: string; open: string }>`select invoice.number, (invoice.total - invoice.allocated)::text as open
      from commerce.invoice invoice
      where invoice.account_id = ${id} and invoice.voided_on is null and invoice.allocated < invoice.total
      order by invoice.number limit 1`,
  );
  const { number = '', open = '' } = invoice ?? {};
  await withPage({ baseURL: site.shop, viewport: { width: 390, height: 900 } }, async (page) => {
    const policy = site.strictPolicy;
    const head = `<script async src="${site.url}/widgets/v1/loader.js"></script>`;
    site.show(`<millwright-pay eager publishable-key="${key}"></millwright-pay>`, { policy, head });
    await page.goto('/');
    const widget = page.locator('millwright-pay');
    const find = async (amount: string) => {
      await widget.getByLabel('Invoice or order number').fill(number);
      await widget.getByLabel('Amount to pay, or the total').fill(amount);
      await widget.getByRole('button', { name: 'Find' }).click();
    };
    await find('nothing');
    await widget.getByText('Enter the amount as it stands there').waitFor();
    await find('0.01');
    await widget.getByText('No invoice or order has this number').waitFor();
    await find(open.replace('.', ','));
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
