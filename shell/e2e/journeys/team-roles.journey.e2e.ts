// Needs keys and the palette: no link may lead to a screen that the person may not open.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectNoAxeViolations, openPage, screenshot } from '../../../core/testing/browser/browser.ts';
import { apiAnswer, signInAs, withSignedIn } from '../../../core/testing/browser/sign-in.ts';
import { openTestSite, type TestSite } from '../../../core/testing/browser/test-site.ts';

let site: TestSite;
let page: Page;

beforeAll(async () => {
  site = await openTestSite();
  ({ page } = await openPage({ baseURL: site.url, viewport: { width: 1360, height: 1100 } }));
  await signInAs(page, 'admin@demo.test');
});
afterAll(async () => {
  await page?.context().close();
  await site?.close();
});

const dialog = () => page.getByRole('dialog');
const inDialog = (name: string) => dialog().getByRole('button', { name, exact: true });
const untilShown = (text: string) => page.getByText(text, { exact: true }).first().waitFor();

test('a role is made by groups, made like another one, guarded and deleted', async () => {
  await page.goto('/dashboard/account/roles/create');
  await page.getByLabel('Name').fill('Night shift');
  await page.getByLabel('All of Admin: read').click();
  await page.getByLabel('API keys: update').click();
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Make role' }).click();
  await untilShown('Night shift: role made with 6 permissions');
  await page.reload();
  expect(await page.getByLabel('Integrations: read').isChecked()).toBe(true);
  expect(await page.getByLabel('Integrations: update').isChecked()).toBe(false);
  await page.getByLabel('Copy from another role').first().click();
  await page.getByRole('option', { name: /^Scanner/ }).click();
  await untilShown('Permissions of Scanner copied');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await untilShown('Night shift saved');
  expect(await page.getByLabel('API keys: update').isChecked()).toBe(false);
  await page.getByLabel('Name').fill('Day shift');
  await page.getByRole('link', { name: 'Team', exact: true }).click();
  await untilShown('Leave without saving?');
  await inDialog('Cancel').click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await inDialog('Delete role').click();
  await untilShown('Night shift deleted');
});

test('a role of their own offers people only what leads to a screen they may open', async () => {
  const send = async <T>(method: 'post' | 'patch', path: string, data: object): Promise<T> => {
    const answer = await page.request[method](`/api${path}`, { data });
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
    return (await answer.json()) as T;
  };
  // The customer form also needs permission to read the lists it chooses from; the carrier form needs nothing else.
  const role = await send<{ id: string }>('post', '/v1/roles', {
    name: 'Half a clerk',
    permissions: [
      { domain: 'customers', read: true, create: true, update: true },
      { domain: 'carriers', read: true, create: true, update: true },
      { domain: 'storage_locations', read: true },
    ],
  });
  const { currentAccount } = await apiAnswer<{ currentAccount: { id: string } }>(page, '/v1/me/tenancy');
  const users = `/v1/accounts/${currentAccount.id}/users`;
  const { items } = await apiAnswer<{ items: { id: string; role: { id: string } }[] }>(page, `${users}?query=Marcus`);
  const marcus = items[0];
  await send('patch', `${users}/${marcus?.id}`, { roleID: role.id });
  try {
    await withSignedIn(site, 'user@demo.test', async (clerk) => {
      const link = (name: string) => clerk.getByRole('main').getByRole('link', { name, exact: true });
      await clerk.goto('/dashboard/carriers');
      await link('New carrier').waitFor();
      await clerk.locator('tbody a').first().click();
      await link('Edit').click();
      await clerk.getByRole('button', { name: 'Save', exact: true }).waitFor();

      await clerk.goto('/dashboard/customers');
      await clerk.locator('tbody a').first().waitFor();
      expect(await link('New customer').count()).toBe(0);
      await clerk.keyboard.press('c');
      await clerk.locator('tbody a').first().click();
      await clerk.getByRole('region', { name: 'Activity' }).waitFor();
      expect(new URL(clerk.url()).pathname).toMatch(/\/customers\/cus_/);
      expect(await link('Edit').count()).toBe(0);
      await screenshot(clerk, 'role-of-their-own-customer');

      await clerk.keyboard.press('Control+k');
      await clerk.getByRole('textbox', { name: /Find an order/ }).fill('new c');
      await clerk.getByText('New carrier').first().waitFor();
      expect(await clerk.getByText('New customer', { exact: true }).count()).toBe(0);

      // The demo has no empty list that this person may see, so an empty answer is simulated.
      await clerk.route('**/api/v1/lots?*', (route) => route.fulfill({ json: { items: [], count: 0 } }));
      await clerk.goto('/dashboard/lots');
      await clerk.getByText('No lots yet').waitFor();
      expect(await link('New lot').count()).toBe(0);
      await screenshot(clerk, 'role-of-their-own-lots');
      expect(await clerk.getByText('Your role does not include this').count()).toBe(0);
    });
  } finally {
    await send('patch', `${users}/${marcus?.id}`, { roleID: marcus?.role.id });
  }
});
