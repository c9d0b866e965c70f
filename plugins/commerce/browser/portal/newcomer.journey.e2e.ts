import { Client } from 'pg';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  expectNoAxeViolations,
  launchBrowser,
  screenshot,
  untilLoaded,
  withPage,
} from '../../../../core/testing/browser.ts';
import { apiAnswer, withSignedIn } from '../../../../core/testing/sign-in.ts';
import { openTestSite, type TestSite } from '../../../../core/testing/test-site.ts';

let browser: Browser;
let site: TestSite;
let db: Client;
const person = { name: 'Robin Hale', email: 'robin@ridgeline.test', password: 'a long sentence of mine' };
const phone = { width: 390, height: 844 };

beforeAll(async () => {
  [browser, site] = await Promise.all([launchBrowser(), openTestSite()]);
  db = new Client({ connectionString: site.kernel.db.adminUrl });
  await db.connect();
});
afterAll(async () => {
  await db?.end();
  await browser?.close();
  await site?.close();
});

/** Looks at the page in both schemes: nobody is kept out, and nothing is wider than the window. */
async function look(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await untilLoaded(page);
    await screenshot(page, `portal-${name}-${colorScheme}`, { fullPage: true });
    await expect
      .poll(
        async () => {
          await opened(page, orderPath);
          return page.getByText('Accepted').count();
        },
        { timeout: 20_000 },
      )
      .toBeGreaterThan(0);
    await look(page, 'order');
    await page.getByRole('button', { name: 'Order again' }).click();
    await page.waitForURL('**/shopping/cart');
  });
});

it('a customer on terms sees what was shipped, and pays invoices together by card', () =>
  withSignedIn(browser, site, 'customer@demo.test', async (page) => {
    await page.setViewportSize(phone);
    await opened(page, '/dashboard/my-orders');
    await look(page, 'orders');
    await opened(page, '/dashboard/my-invoices');
    await look(page, 'invoices');
    const before = await apiAnswer<{ openCount: number }>(page, '/v1/portal/balance');
    expect(before.openCount).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Pay all that is open' }).click();
    await payWithPracticeCard(page);
    expect(await apiAnswer<{ openCount: number }>(page, '/v1/portal/balance')).toMatchObject({ openCount: 0 });
    await opened(page, '/dashboard/my-payments');
    await look(page, 'payments');
  }));

it('an estimate of a mailed link is looked at, accepted and paid without a password', async () => {
  let link = '';
  await withSignedIn(browser, site, 'admin@demo.test', async (page) => {
    const { items } = await apiAnswer<{ items: { id: string }[] }>(
      page,
      '/v1/sales-orders?statusCodes=estimate&take=1',
    );
    const path = `/api/v1/sales-orders/${items[0]?.id}/checkout`;
    const answer = await page.request.post(path, { data: { customerEmail: 'pay@demo.test' } });
    expect(answer.status()).toBe(200);
    link =
      /\/document\?account=northfield#[\w-]+/.exec(await lastMail('pay@demo.test', 'commerce.pay-link'))?.[0] ?? '';
  });
  await withPage(browser, { baseURL: site.url, viewport: phone }, async (page) => {
    await page.goto(link);
    await page.getByRole('heading', { level: 1, name: /^Estimate/ }).waitFor();
    await look(page, 'document');
    await page.getByRole('button', { name: 'Accept and pay by card' }).click();
    await payWithPracticeCard(page);
    await page.getByText('Thank you for your payment').waitFor();
    await page.goto('about:blank');
    await page.goto(link);
    await page.getByRole('heading', { level: 1, name: /^Order/ }).waitFor();
    await page.goto('about:blank');
    await page.goto('/document?account=northfield#nothing');
    await page.getByRole('heading', { name: 'This link does not open anything' }).waitFor();
  });
});
