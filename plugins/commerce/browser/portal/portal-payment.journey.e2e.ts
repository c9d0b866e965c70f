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
    await expectNoAxeViolations(page);
  }
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect([name, beyond]).toEqual([name, 0]);
}

/** What the last mail to somebody says, once it is out. */
async function lastMail(to: string, template: string): Promise<string> {
  await (await site.kernel.jobs()).idle();
  const { rows } = await db.query<{ text: string }>(
    `select coalesce(html, '') || ' ' || coalesce(props::text, '') as text from core.email_log
      where $1 = any(recipients) and template = $2 order by id desc limit 1`,
    [to, template],
  );
  return rows[0]?.text ?? '';
}

const opened = async (page: Page, path: string): Promise<void> => {
  await page.goto(path);
  await page.locator('main h1').first().waitFor();
  await untilLoaded(page);
};

async function payWithPracticeCard(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Practice card payment').waitFor();
  await dialog.getByText('A card that is declined').click();
  await dialog.getByRole('button', { name: 'Pay' }).click();
  await page.getByText('The practice card was declined').first().waitFor();
  await dialog.getByText('A card that is taken').click();
  await dialog.getByRole('button', { name: 'Pay' }).click();
  await page.getByText('The practice card was taken').first().waitFor();
  await (await site.kernel.jobs()).idle();
}

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
