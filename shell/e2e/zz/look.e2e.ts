import { launchBrowser, withPage, screenshot } from '/work/main/core/testing/browser.ts';
import { test } from 'vitest';
const paths = (process.env.LOOK ?? '/dashboard,/dashboard/sales-orders,/dashboard/customers').split(',');
test('look', async () => {
  const b = await launchBrowser();
  await withPage(b, { baseURL: process.env.BASE ?? 'http://127.0.0.1:4710', colorScheme: (process.env.SCHEME as any) ?? 'light' }, async (page, { trouble }) => {
    await page.goto('/auth/login'); await page.getByLabel(/email/i).first().fill(process.env.WHO ?? 'admin@demo.test'); await page.getByLabel('Password').first().fill('millwright-demo'); await page.keyboard.press('Enter'); await page.waitForURL('**/dashboard**');
    for (const [i, p] of paths.entries()) { await page.goto(p); await page.waitForLoadState('networkidle'); await page.waitForTimeout(700); await screenshot(page, `look-${i}`); console.log(p, page.url(), JSON.stringify(trouble)); }
  }); await b.close();
}, 180000);
