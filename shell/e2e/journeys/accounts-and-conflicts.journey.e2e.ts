// Needs the history of a browser, and clicks while a screen is loading.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectNoAxeViolations, screenLoaded, screenshot } from '../../../core/testing/browser/browser.ts';
import { apiAnswer, withSignedIn } from '../../../core/testing/browser/sign-in.ts';
import { openTestSite, type TestSite } from '../../../core/testing/browser/test-site.ts';

let site: TestSite;

beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site?.close());

const signedIn = (work: (page: Page) => Promise<void>) => withSignedIn(site, 'admin@demo.test', work);
interface Named {
  id: string;
  name: string;
}
const firstCustomer = async (page: Page): Promise<Named> => {
  const { items } = await apiAnswer<{ items: Named[] }>(page, '/v1/customers?take=1&sortBy=name');
  return items[0] as Named;
};
const accounts = (page: Page) =>
  apiAnswer<{ currentAccount: { slug: string }; availableAccounts: (Named & { slug: string })[] }>(
    page,
    '/v1/me/tenancy',
  );

describe('a link to a record', () => {
  it('carries its account, and says where the record is when it names another', () =>
    signedIn(async (page) => {
      const { currentAccount, availableAccounts } = await accounts(page);
      const own = availableAccounts.find(({ slug }) => slug === currentAccount.slug);
      const other = availableAccounts.find(({ slug }) => slug !== currentAccount.slug);
      const customer = await firstCustomer(page);
      await page.goto(`/dashboard/customers/${customer.id}`);
      await page.waitForURL((url) => url.searchParams.get('account') === own?.slug);

      await page.goto(`/dashboard/customers/${customer.id}?account=${other?.slug}`);
      await page.getByText(`This customer is in your account ${own?.name}`).waitFor();
      await page
        .getByRole('button', { name: `${other?.name}`, exact: false })
        .first()
        .waitFor();
      await expectNoAxeViolations(page);
      await screenshot(page, 'record-elsewhere');
      await page.getByRole('button', { name: `Open it in ${own?.name}` }).click();
      await page.getByRole('heading', { level: 1, name: customer.name }).waitFor();
    }));

  it('does not call back who has gone on before its address named the account', () =>
    signedIn(async (page) => {
      const { id, name } = await firstCustomer(page);
      await page.goto('/dashboard/customers');
      const row = page.getByRole('row').filter({ hasText: name }).first();
      await row.click();
      await page.getByRole('heading', { level: 1, name }).waitFor();
      await page.getByRole('link', { name: 'Back to customers' }).click();
      await row.waitFor();
      // Navigates on while the customer's screen is still loading.
      await page.evaluate((path) => {
        const push = history.pushState.bind(history);
        history.pushState = (state, unused, url) => {
          push(state, unused, url);
          const suppliers = document.querySelector<HTMLAnchorElement>('nav a[href="/dashboard/suppliers"]');
          if (url === path) void scheduler.postTask(() => suppliers?.click());
        };
      }, `/dashboard/customers/${id}`);
      await row.click();
      await page.getByRole('heading', { level: 1, name: 'Suppliers' }).waitFor();
      await screenLoaded(page);
      expect(new URL(page.url()).pathname).toBe('/dashboard/suppliers');
    }));
});

describe('a form', () => {
  it('that is half filled stays where a file of the program does not come, which is asked for again', () =>
    signedIn(async (page) => {
      let isBlocked = true;
      await page.route('**/*.js', async (route) => {
        const response = await route.fetch();
        const isPalette = (await response.text()).includes('Find an order, a customer, a screen, an action');
        return isBlocked && isPalette ? route.abort() : route.fulfill({ response });
      });
      await page.goto('/dashboard/customers/create');
      const name = page.getByRole('textbox', { name: 'Name', exact: true }).first();
      await name.fill('Half a customer');
      await page.keyboard.press('Control+k');
      const refused = page.getByRole('alert').filter({ hasText: 'Search did not load.' });
      await refused.waitFor();
      expect(await name.inputValue()).toBe('Half a customer');
      await screenshot(page, 'file-blocked');
      isBlocked = false;
      await refused.getByRole('button', { name: 'Try again' }).click();
      await page.getByPlaceholder('Find an order, a customer, a screen, an action').waitFor();
      await page.keyboard.press('Escape');
      expect(await name.inputValue()).toBe('Half a customer');
    }));

  it('that is left while it saves does not lead back to its record', () =>
    signedIn(async (page) => {
      let answer = (): void => undefined;
      const answered = new Promise<void>((done) => {
        answer = done;
      });
      await page.route('**/api/v1/customers/*', async (route) => {
        if (route.request().method() === 'PATCH') await answered;
        await route.continue();
      });
      const { id, name } = await firstCustomer(page);
      await page.goto(`/dashboard/customers/${id}/edit`);
      await page.getByLabel('Phone').first().fill('612 555 0188');
      const saving = page.waitForRequest((request) => request.method() === 'PATCH');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await saving;
      await page.getByRole('link', { name: 'Suppliers', exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
      await page.getByRole('heading', { level: 1, name: 'Suppliers' }).waitFor();
      const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
      answer();
      expect((await saved).status()).toBe(200);
      await page.getByRole('row').nth(1).waitFor();
      expect(new URL(page.url()).pathname).toBe('/dashboard/suppliers');
      await page.goto(`/dashboard/customers/${id}`);
      await page.getByRole('heading', { level: 1, name }).waitFor();
      await page.getByText('612 555 0188').first().waitFor();
    }));
});

describe('a record that somebody else has changed', () => {
  it('shows both, and keeps what was typed', () =>
    signedIn(async (page) => {
      const { id } = await firstCustomer(page);
      await page.goto(`/dashboard/customers/${id}/edit`);
      const name = page.getByRole('textbox', { name: 'Name', exact: true }).first();
      await name.fill('Mine Ltd');
      const theirs = await page.request.patch(`/api/v1/customers/${id}`, { data: { name: 'Theirs Ltd' } });
      expect(theirs.ok()).toBe(true);
      await page.getByRole('button', { name: 'Save' }).click();
      const both = page.getByRole('alert').filter({ hasText: 'Somebody else has changed this meanwhile' });
      await both.getByText('theirs ‘Theirs Ltd’, yours ‘Mine Ltd’').waitFor();
      expect(await name.inputValue()).toBe('Mine Ltd');
      await expectNoAxeViolations(page);
      await screenshot(page, 'conflict');
      await both.getByRole('button', { name: 'Take theirs' }).click();
      expect(await name.inputValue()).toBe('Theirs Ltd');
      await name.fill('Both Ltd');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('heading', { level: 1, name: 'Both Ltd' }).waitFor();
    }));
});
