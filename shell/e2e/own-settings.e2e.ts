import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { definePlugin } from '../../core/kernel/plugin.ts';
import { expectNoAxeViolations, screenshot, withPage } from '../../core/testing/browser.ts';
import { signInAs, withSignedIn } from '../../core/testing/sign-in.ts';
import { openTestSite, type TestSite } from '../../core/testing/test-site.ts';

const notices = definePlugin({
  id: 'notices',
  title: 'Notices',
  description: 'Declares something to be told of.',
  notifications: [
    { code: 'notices.order-late', name: 'Late orders', description: 'Each morning, what should have left' },
    { code: 'notices.stock-short', name: 'Short stock', description: 'When something runs out' },
  ],
});

let site: TestSite;

beforeAll(async () => {
  site = await openTestSite({ also: [notices] });
});
afterAll(() => site?.close());

// A role without any right on the team.
const scanner = 'scanner@demo.test';

/** Whoever is at the other window has to sign in again. */
async function isOut(page: Page): Promise<void> {
  await page.goto('/dashboard/profile');
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
}

describe("one's own settings", () => {
  it('hold the mails one wants, also for roles that may not see the team', () =>
    withSignedIn(site, scanner, async (page) => {
      await page.goto('/dashboard/profile');
      const section = page.getByRole('region', { name: 'Notifications' });
      const late = section.getByRole('switch', { name: /Late orders/ });
      await late.waitFor();
      await section.getByText(scanner).waitFor();
      const was = await late.isChecked();
      const saved = page.waitForResponse((response) => response.request().method() === 'PATCH' && response.ok());
      // By keyboard: the bar of the form may lie over the switch, which a person scrolls away.
      await late.press('Space');
      await saved;
      await page.reload();
      await late.waitFor();
      expect(await late.isChecked()).toBe(!was);
      expect(await section.getByRole('switch', { name: /Short stock/ }).isChecked()).toBe(was);
      await screenshot(page, 'own-notifications');
      await expectNoAxeViolations(page);
    }));

  it('list the devices one is signed in on; ending one signs it out', () =>
    withSignedIn(site, scanner, (page) =>
      withPage({ baseURL: site.url }, async (other) => {
        await signInAs(other, scanner);
        await page.goto('/dashboard/profile');
        const section = page.getByRole('region', { name: 'Signed in on' });
        const rows = section.getByRole('listitem');
        await rows.filter({ hasText: 'This device' }).waitFor();
        const before = await rows.count();
        expect(before).toBeGreaterThan(1);
        await rows
          .nth(1)
          .getByRole('button', { name: /Sign out/ })
          .click();
        await page
          .getByText(/is signed out$/)
          .first()
          .waitFor();
        await rows.nth(before - 1).waitFor({ state: 'detached' });
        // The newest of the others was the second window.
        await isOut(other);
        await screenshot(page, 'own-devices');
        await expectNoAxeViolations(page);
      }),
    ));

  it('end all other sign-ins at once, and leave this one', () =>
    withSignedIn(site, scanner, (page) =>
      withPage({ baseURL: site.url }, async (other) => {
        await signInAs(other, scanner);
        await page.goto('/dashboard/profile');
        await page.getByRole('button', { name: 'Sign out on all other devices' }).click();
        await page.getByRole('button', { name: 'Sign out elsewhere' }).click();
        await page
          .getByText(/other devices? (is|are) signed out/)
          .first()
          .waitFor();
        const section = page.getByRole('region', { name: 'Signed in on' });
        await section.getByRole('listitem').nth(1).waitFor({ state: 'detached' });
        expect(await section.getByRole('listitem').count()).toBe(1);
        await isOut(other);
        await page.reload();
        await page.getByRole('heading', { level: 1, name: 'Your profile' }).waitFor();
      }),
    ));
});
