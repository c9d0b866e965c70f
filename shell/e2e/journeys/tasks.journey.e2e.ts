// Needs keys, layout and a dialog over a record.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectNoAxeViolations, screenshot } from '../../../core/testing/browser/browser.ts';
import { withSignedIn } from '../../../core/testing/browser/sign-in.ts';
import { openTestSite, type TestSite } from '../../../core/testing/browser/test-site.ts';

let site: TestSite;

beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site?.close());

it('follows up on an order, and is done with a key', () =>
  withSignedIn(site, 'user@demo.test', async (page) => {
    await page.goto('/dashboard/sales-orders');
    await page.locator('tbody a').first().click();
    await page.waitForURL(/sales-orders\/so_/);
    const tasks = page.getByRole('region', { name: 'Tasks' });
    await tasks.getByRole('button', { name: 'Follow up' }).click();
    const dialog = page.getByRole('dialog', { name: 'Follow up on this' });
    await dialog.getByRole('button', { name: 'Open task' }).waitFor();
    await dialog.getByLabel('What is to be done').fill('Ask whether the date holds');
    await dialog.getByLabel('Due').fill('1/5/2026');
    await page.keyboard.press('Tab');
    await screenshot(page, 'task-dialog');
    await dialog.getByRole('button', { name: 'Open task' }).click();
    await tasks.getByText('Ask whether the date holds').waitFor();
    await tasks.getByText(/Overdue since/).waitFor();
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 1400 });
      await tasks.scrollIntoViewIfNeeded();
      await screenshot(page, `tasks-panel-${width}`);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
    await expectNoAxeViolations(page);

    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto('/dashboard');
    await page.getByRole('heading', { name: /tasks? (is|are) due/ }).waitFor();
    await screenshot(page, 'tasks-home');
    await page.goto('/dashboard/tasks?view=mine&whose=mine&statuses=open');
    const row = page.getByRole('row', { name: /Ask whether the date holds/ });
    await row.waitFor();
    // The longest overdue one stands first.
    expect(await page.locator('tbody tr').first().textContent()).toContain('Ask whether the date holds');
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await screenshot(page, `tasks-${width}`);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await expectNoAxeViolations(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await screenshot(page, 'tasks-dark');
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await row.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await row.waitFor();
  }));
