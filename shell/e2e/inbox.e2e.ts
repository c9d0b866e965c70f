// Needs layout, focus and a count beside a record that another tab has opened.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countInbox } from '../../core/contracts/work/inbox.contract.ts';
import { expectNoAxeViolations, screenshot } from '../../core/testing/browser/browser.ts';
import { withSignedIn } from '../../core/testing/browser/sign-in.ts';
import { openTestSite, type TestSite } from '../../core/testing/browser/test-site.ts';

let site: TestSite;

beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site?.close());

describe('the bell', () => {
  it('counts, opens what it is about, and is read, by mouse and keyboard', () =>
    withSignedIn(site, 'rep@demo.test', async (page) => {
      await page.goto('/dashboard');
      await page.getByRole('button', { name: 'Inbox, 5 unread' }).click();
      const inbox = page.getByRole('dialog', { name: 'Inbox' });
      await inbox
        .getByRole('button', { name: /sent order/ })
        .first()
        .waitFor();
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 844 });
        await screenshot(page, `inbox-${width}`);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      }
      await expectNoAxeViolations(page);
      await page.emulateMedia({ colorScheme: 'dark' });
      await screenshot(page, 'inbox-dark');
      await inbox
        .getByRole('button', { name: /sent order/ })
        .first()
        .press('Enter');
      await page.waitForURL(/sales-orders\/so_/);
      await page.getByRole('button', { name: 'Inbox, 4 unread' }).click();
      await inbox.getByRole('button', { name: 'Mark all as read' }).click();
      await inbox.getByText('All read').waitFor();
      await inbox.getByText('All', { exact: true }).click();
      await inbox
        .getByRole('button', { name: /sent order/ })
        .nth(2)
        .waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Inbox', exact: true }).waitFor();
    }));

  it('rings at a colleague who is named in a comment, and leads to it', () =>
    withSignedIn(site, 'user@demo.test', async (page) => {
      await page.goto('/dashboard/sales-orders');
      const order = page.locator('tbody a').first();
      const number = await order.innerText();
      await order.click();
      await page.waitForURL(/sales-orders\/so_/);
      const activity = page.getByRole('region', { name: 'Activity' });
      await activity.getByRole('textbox', { name: 'Comment' }).pressSequentially('Did they confirm, @ren');
      await activity.getByRole('list', { name: 'Colleagues' }).getByText('Renata Ortiz').waitFor();
      await page.keyboard.press('Enter');
      await page.keyboard.type('<script>?');
      await page.keyboard.press('Control+Enter');
      await activity.getByText('Did they confirm, @Renata Ortiz <script>?').waitFor();
      await activity.getByRole('button', { name: 'Mute' }).waitFor();
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 1400 });
        await activity.scrollIntoViewIfNeeded();
        await screenshot(page, `comment-${width}`);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      }
      await expectNoAxeViolations(page);
      await activity.getByText('Changes', { exact: true }).click();
      await activity.getByText('Did they confirm').waitFor({ state: 'detached' });
      await withSignedIn(site, 'rep@demo.test', async (other) => {
        await other.goto('/dashboard');
        await other.getByRole('button', { name: /^Inbox, \d+ unread$/ }).click();
        await other.getByRole('button', { name: new RegExp(`Marcus Bell mentioned you on ${number}\\b`) }).click();
        await other.waitForURL(/sales-orders\/so_.*#cmt_/);
        const comment = other.getByText('Did they confirm, @Renata Ortiz');
        await comment.waitFor();
        // It is in sight and has the focus, wherever it stands on the page.
        await other.waitForFunction(() => {
          const at = document.getElementById(window.location.hash.slice(1));
          const { top = -1, bottom = 0 } = at?.getBoundingClientRect() ?? {};
          return document.activeElement === at && top >= 0 && bottom <= window.innerHeight;
        });
        await other.getByRole('textbox', { name: 'Comment' }).fill('They did, by phone');
        await other.keyboard.press('Control+Enter');
        await other.getByRole('region', { name: 'Activity' }).getByText('They did, by phone').waitFor();
      });
      await page.getByRole('button', { name: /^Inbox, \d+ unread$/ }).click();
      await page
        .getByRole('dialog', { name: 'Inbox' })
        .getByRole('button', { name: new RegExp(`Renata Ortiz commented on ${number}\\b`) })
        .click();
      await page.waitForURL(/sales-orders\/so_.*#cmt_/);
      await activity.getByText('All', { exact: true }).click();
      await activity.getByText('They did, by phone').waitFor();
    }));

  it('shows no number where it cannot be read', () =>
    withSignedIn(site, 'user@demo.test', async (page) => {
      await page.route(`**/api${countInbox.path}`, (route) => route.abort());
      await page.goto('/dashboard');
      const bell = page.getByRole('button', { name: 'Inbox' });
      await bell.waitFor();
      expect(await bell.textContent()).toBe('');
      await screenshot(page, 'inbox-unknown');
    }));

  it('is not for people of customers', () =>
    withSignedIn(site, 'customer@demo.test', async (page) => {
      await page.goto('/dashboard');
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await page.getByRole('button', { name: /^Inbox/ }).count()).toBe(0);
    }));

  it('is chosen a kind at a time, beside its mails', () =>
    withSignedIn(site, 'rep@demo.test', async (page) => {
      await page.goto('/dashboard/profile');
      const kind = page.getByRole('group', { name: 'Short picks' });
      await kind.getByRole('combobox').selectOption('daily');
      await page.reload();
      expect(await kind.getByRole('combobox').inputValue()).toBe('daily');
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 1800 });
        await screenshot(page, `notification-settings-${width}`);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      }
    }));
});
