// Needs layout, and several tabs with accounts of their own.
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessCookie } from '../../core/auth/tokens/cookies.ts';
import { expectNoAxeViolations, screenLoaded, screenshot } from '../../core/testing/browser/browser.ts';
import { withSignedIn } from '../../core/testing/browser/sign-in.ts';
import { openTestSite, type TestSite } from '../../core/testing/browser/test-site.ts';

let site: TestSite;

beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site?.close());

/** At desktop and phone width nothing overflows, and axe finds no violations. */
async function fits(page: Page, name: string): Promise<void> {
  for (const width of [1440, 400]) {
    await page.setViewportSize({ width, height: 900 });
    await screenLoaded(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await screenshot(page, `dashboard-${name}-${width}`);
  }
  await expectNoAxeViolations(page);
}

describe('the dashboard', () => {
  it('tells staff what happened last, with a way to each record', () =>
    withSignedIn(site, 'admin@demo.test', async (page) => {
      await page.goto('/dashboard');
      const panel = page.getByRole('region', { name: 'What happened last' });
      await panel.waitFor();
      await fits(page, 'admin');
      await panel
        .getByRole('link', { name: /^Sales order \d+$/ })
        .first()
        .click();
      await page.waitForURL(/sales-orders\/so_/);
    }));

  it('saves a list as CSV after ten minutes without a call, when the session has to be renewed', () =>
    withSignedIn(site, 'admin@demo.test', async (page, context) => {
      await page.goto('/dashboard/sales-orders');
      await page.locator('tbody a').first().waitFor();
      await screenLoaded(page);
      await context.clearCookies({ name: accessCookie });
      const exported = page.getByRole('link', { name: 'Export as CSV' });
      const [download] = await Promise.all([page.waitForEvent('download'), exported.click()]);
      expect(await readFile(await download.path(), 'utf8')).toMatch(/^\u{feff}Number,/u);
    }));

  it('changes to another account by the menu, in this tab alone, and remembers it for new ones', () =>
    withSignedIn(site, 'admin@demo.test', async (page, context) => {
      const accountOf = (tab: Page, name: string) =>
        tab.getByRole('button', { name: new RegExp(`${name}.*switch account`) });
      const orders = async (tab: Page): Promise<string> => {
        await tab.goto('/dashboard/sales-orders');
        await tab.locator('tbody a').first().waitFor();
        return (await tab.locator('tbody a').first().getAttribute('href')) ?? '';
      };
      const ofNorthfield = await orders(page);
      const other = await context.newPage();
      await other.goto('/dashboard');
      await accountOf(other, 'Northfield').click();
      await screenshot(other, 'switch-account');
      await other.getByRole('menuitem', { name: 'Harbor Supply' }).click();
      await accountOf(other, 'Harbor Supply').waitFor();
      expect(await orders(other)).not.toBe(ofNorthfield);
      // A record of the former account is not found in this one.
      await other.goto(ofNorthfield);
      await other.getByText('There is no such order').waitFor();
      await page.reload();
      await accountOf(page, 'Northfield').waitFor();
      const next = await context.newPage();
      await next.goto('/dashboard');
      await accountOf(next, 'Harbor Supply').click();
      await next.getByRole('menuitem', { name: /Northfield/ }).click();
      await accountOf(next, 'Northfield').waitFor();
    }));

  it('shows a sales rep figures and what happened to what they may read', () =>
    withSignedIn(site, 'rep@demo.test', async (page) => {
      await page.goto('/dashboard');
      await page.getByRole('link', { name: /Open orders/ }).waitFor();
      await page.getByRole('region', { name: 'What happened last' }).waitFor();
      await fits(page, 'rep');
    }));

  it('gives a scanning station large ways to go', () =>
    withSignedIn(site, 'scanner@demo.test', async (page) => {
      await page.goto('/dashboard');
      const ways = page.getByRole('navigation', { name: 'Where to go' });
      await ways.getByRole('link', { name: /Signed in/ }).waitFor();
      for (const way of await ways.locator('a, button').all())
        expect((await way.boundingBox())?.height).toBeGreaterThanOrEqual(48);
      await fits(page, 'scanner');
      await ways.getByRole('button', { name: /Find/ }).click();
      await page.getByRole('dialog').getByRole('textbox').waitFor();
    }));

  it('shows a customer their own orders and what they order most, and nothing of the house', () =>
    withSignedIn(site, 'customer@demo.test', async (page) => {
      await page.goto('/dashboard');
      await page.getByRole('region', { name: 'What you order most' }).waitFor();
      await fits(page, 'customer');
      expect(await page.getByText('Best customers of 90 days').count()).toBe(0);
      expect(await page.getByText('What happened last').count()).toBe(0);
      const orders = page.getByRole('region', { name: 'Your latest orders' });
      await orders
        .getByRole('link', { name: /^\d{4}$/ })
        .first()
        .click();
      await page.waitForURL(/my-orders\/so_/);
      await page.getByRole('button', { name: 'Order again' }).waitFor();
    }));
});
