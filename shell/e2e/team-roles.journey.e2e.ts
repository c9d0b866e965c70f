import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoPassword } from '../../core/boot/demo.ts';
import { expectNoAxeViolations, openPage, screenshot } from '../../core/testing/browser.ts';
import { apiAnswer, register, signInAs, withSignedIn } from '../../core/testing/sign-in.ts';
import { openTestSite, type TestSite } from '../../core/testing/test-site.ts';
import { until } from '../../core/testing/until.ts';

let site: TestSite;
let page: Page;

const openTab = async (): Promise<Page> =>
  (await openPage({ baseURL: site.url, viewport: { width: 1360, height: 1100 } })).page;

beforeAll(async () => {
  site = await openTestSite();
  page = await openTab();
  await signInAs(page, 'admin@demo.test');
});
afterAll(async () => {
  await page?.context().close();
  await site?.close();
});

const dialog = () => page.getByRole('dialog');
const inDialog = (name: string) => dialog().getByRole('button', { name, exact: true });
const said = (text: string) => page.getByText(text, { exact: true }).first().waitFor();

async function openMember(name: string): Promise<void> {
  await page.goto('/dashboard/account/users');
  await page.getByRole('link', { name, exact: true }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
}

async function fromMenu(item: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

async function pickRole(role: string): Promise<void> {
  await dialog().locator('input[data-path=roleID]').click();
  await page.getByRole('option', { name: new RegExp(`^${role}`) }).click();
}

test('a person is invited, not twice in a row, gets another role and is removed', async () => {
  await page.goto('/dashboard/account/users');
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await inDialog('Invite').click();
  await said('3 fields need attention');
  await expectNoAxeViolations(page);
  await dialog().getByLabel('Name').fill('Ines Gray');
  await dialog().getByLabel('Email').fill('ines@example.test');
  await pickRole('User');
  await inDialog('Invite').click();
  await said('Invitation sent to ines@example.test');
  await openMember('Ines Gray');
  await page.getByRole('button', { name: 'Resend invitation' }).click();
  await said('This person was invited just now; try again in 5 minutes');
  await page.getByRole('button', { name: 'Change name or role' }).click();
  await pickRole('Scanner');
  await inDialog('Save').click();
  await said('Ines Gray saved');
  await page.locator('dd').getByRole('link', { name: 'Scanner' }).waitFor();
  await fromMenu('Remove');
  await inDialog('Remove').click();
  await said('Ines Gray removed');
  await page.getByRole('heading', { level: 1, name: 'Team' }).waitFor();
  await page.getByRole('link', { name: 'Ines Gray' }).waitFor({ state: 'detached' });
});

/**
 * The link of the last mail of an invitation to an address, as the log of an installation without a mail server shows
 * it.
 */
async function linkTo(email: string): Promise<string> {
  const id = await until(`The mail to ${email}`, async () => {
    const { items } = await apiAnswer<{ items: { id: string; hasSent: boolean }[] }>(
      page,
      `/v1/email-logs?query=${email}`,
    );
    return items[0]?.hasSent && items[0].id;
  });
  const { text } = await apiAnswer<{ text: string }>(page, `/v1/email-logs/${id}`);
  return /\/invitation\?token=[\w-]+/.exec(text)?.[0] ?? '';
}

async function invite(name: string, email: string): Promise<string> {
  await page.goto('/dashboard/account/users');
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await dialog().getByLabel('Name').fill(name);
  await dialog().getByLabel('Email').fill(email);
  await pickRole('User');
  await inDialog('Invite').click();
  await said(`Invitation sent to ${email}`);
  return linkTo(email);
}

const invited =
  'an invitation shows who invites to what; a newcomer accepts it, somebody who signs in declines or accepts';
test(invited, async () => {
  const link = await invite('Nils Gray', 'nils@example.test');
  const guest = await openTab();
  await guest.goto(link);
  await guest.getByRole('heading', { name: 'Join Northfield Glove & Sock?' }).waitFor();
  await guest.getByText('Ada Whitfield').waitFor();
  await guest.getByText('nils@example.test').waitFor();
  await expectNoAxeViolations(guest);
  await screenshot(guest, 'invitation-newcomer');
  await guest.setViewportSize({ width: 390, height: 844 });
  await screenshot(guest, 'invitation-newcomer-narrow');
  await guest.getByLabel('Password').fill('a sentence nobody guesses');
  await guest.getByRole('button', { name: 'Accept and create a sign-in' }).click();
  await guest.waitForURL('**/dashboard');
  await guest.setViewportSize({ width: 1280, height: 900 });
  await guest.getByText('Northfield Glove & Sock').first().waitFor();
  await guest.goto(link);
  await guest.getByRole('heading', { name: 'This invitation is not valid' }).waitFor();

  await withSignedIn(site, 'admin@demo.test', async (ada) => {
    const { availableAccounts } = await apiAnswer<{ availableAccounts: { id: string; name: string }[] }>(
      ada,
      '/v1/me/tenancy',
    );
    const harbor = availableAccounts.find(({ name }) => name === 'Harbor Supply')?.id ?? '';
    const headers = { 'account-id': harbor };
    const roles = await ada.request.get('/api/v1/roles', { headers });
    const { items } = (await roles.json()) as { items: { id: string; code: string }[] };
    const invited = await ada.request.post(`/api/v1/accounts/${harbor}/users`, {
      headers,
      data: { email: 'nils@example.test', name: 'Nils', roleID: items.find(({ code }) => code === 'user')?.id },
    });
    expect(invited.ok(), await invited.text()).toBe(true);
  });
  await guest.goto('/dashboard');
  await guest
    .getByRole('button', { name: /switch account 1 invitation/ })
    .first()
    .click();
  await screenshot(guest, 'invitation-switcher');
  await guest.getByRole('menuitem', { name: '1 invitation' }).click();
  await guest.getByText('Ada Whitfield invites you as User').waitFor();
  await expectNoAxeViolations(guest);
  await screenshot(guest, 'invitation-profile');
  await guest.getByRole('button', { name: 'Accept the invitation to Harbor Supply' }).click();
  await guest.getByText('You are a member of Harbor Supply').first().waitFor();
  await guest.getByRole('button', { name: 'Leave Harbor Supply' }).click();
  await guest.getByRole('dialog').getByRole('button', { name: 'Leave', exact: true }).click();
  await guest.getByText('You have left Harbor Supply').first().waitFor();
  await guest.getByRole('button', { name: 'Leave Harbor Supply' }).waitFor({ state: 'detached' });
  await guest.context().close();

  const other = await openTab();
  await other.goto(await invite('Rosa Blue', 'rosa@example.test'));
  await other.getByRole('button', { name: 'Decline' }).click();
  await other.getByRole('heading', { name: 'Invitation declined' }).waitFor();
  await other.context().close();
});

test('a person is suspended and let in again, and gets a new password from somebody who proves their own', async () => {
  await openMember('Station Floor 1');
  await fromMenu('Suspend');
  await inDialog('Suspend').click();
  await said('Station Floor 1 suspended');
  await fromMenu('Reactivate');
  await inDialog('Reactivate').click();
  await said('Station Floor 1 reactivated');
  await fromMenu('Set password');
  await dialog().getByLabel('Your own password').fill('not-my-password');
  await dialog().getByLabel('New password').fill('a sentence for the floor');
  await inDialog('Set password').click();
  await page.getByText('Your password is wrong').first().waitFor();
  await dialog().getByLabel('Your own password').fill(demoPassword);
  await inDialog('Set password').click();
  await said('Password of Station Floor 1 set');
});

test('the last administrator stays one', async () => {
  await openMember('Ada Whitfield');
  await page.getByRole('button', { name: 'Change name or role' }).click();
  await pickRole('User');
  await inDialog('Save').click();
  await dialog()
    .getByText(/last administrator/)
    .first()
    .waitFor();
});

test('a sales target is added and changed', async () => {
  await openMember('Renata Ortiz');
  await page.getByRole('button', { name: 'Add target' }).first().click();
  await dialog().getByLabel('Amount').fill('12500.50');
  await dialog().getByRole('textbox', { name: 'From' }).fill('2026-01-01');
  await dialog().getByRole('textbox', { name: 'To' }).fill('2025-12-31');
  await page.keyboard.press('Tab');
  await inDialog('Add target').click();
  await page.getByText('The end cannot be before the start').first().waitFor();
  await dialog().getByRole('textbox', { name: 'To' }).fill('2026-03-31');
  await page.keyboard.press('Tab');
  await inDialog('Add target').click();
  await said('Sales target saved');
  await page.getByRole('button', { name: 'Actions for the target from 2026-01-01' }).click();
  await page.getByRole('menuitem', { name: 'Change' }).click();
  await dialog().getByLabel('Amount').fill('13000');
  await inDialog('Save').click();
  await page.getByText('$13,000.00').waitFor();
});

test('a role is made by groups, made like another one, guarded and deleted', async () => {
  await page.goto('/dashboard/account/roles/create');
  await page.getByLabel('Name').fill('Night shift');
  await page.getByLabel('All of Admin: read').click();
  await page.getByLabel('API keys: update').click();
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Make role' }).click();
  await said('Night shift: role made with 5 permissions');
  await page.reload();
  expect(await page.getByLabel('Integrations: read').isChecked()).toBe(true);
  expect(await page.getByLabel('Integrations: update').isChecked()).toBe(false);
  await page.getByLabel('Copy from another role').first().click();
  await page.getByRole('option', { name: /^Scanner/ }).click();
  await said('Permissions of Scanner copied');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await said('Night shift saved');
  expect(await page.getByLabel('API keys: update').isChecked()).toBe(false);
  await page.getByLabel('Name').fill('Day shift');
  await page.getByRole('link', { name: 'Team', exact: true }).click();
  await said('Leave without saving?');
  await inDialog('Cancel').click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await inDialog('Delete role').click();
  await said('Night shift deleted');
});

test('a role of their own offers people only what leads to a screen they may open', async () => {
  const send = async <T>(method: 'post' | 'patch', path: string, data: object): Promise<T> => {
    const answer = await page.request[method](`/api${path}`, { data });
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
    return (await answer.json()) as T;
  };
  // The forms of customers need the lists that customers choose from as well; those of carriers need no more than this.
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
      await clerk.getByRole('region', { name: 'Timeline' }).waitFor();
      expect(new URL(clerk.url()).pathname).toMatch(/\/customers\/cus_/);
      expect(await link('Edit').count()).toBe(0);
      await screenshot(clerk, 'role-of-their-own-customer');

      await clerk.keyboard.press('Control+k');
      await clerk.getByRole('textbox', { name: /Find an order/ }).fill('new c');
      await clerk.getByText('New carrier').first().waitFor();
      expect(await clerk.getByText('New customer').count()).toBe(0);

      // No list of the demo that they see is empty.
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

test('the administrator role is shown and cannot be changed', async () => {
  await page.goto('/dashboard/account/roles');
  await page.getByRole('link', { name: 'Administrator', exact: true }).click();
  await page.getByText('This role cannot be changed').waitFor();
  expect(await page.getByLabel('Roles: delete').isChecked()).toBe(true);
  expect(await page.getByLabel('Roles: delete').isDisabled()).toBe(true);
  expect(await page.getByRole('button', { name: 'Save', exact: true }).count()).toBe(0);
});

test('a new account is shown its first steps, ticked by what exists, until they are put away', async () => {
  const newcomer = await openTab();
  const password = 'a sentence nobody guesses';
  await register(newcomer, site, { name: 'Nora Fresh', email: 'nora@example.test', password });
  const steps = newcomer.getByRole('region', { name: 'First steps' });
  await steps.getByRole('link', { name: /^Invite your team/ }).waitFor();
  expect(await steps.getByRole('link').count()).toBe(5);
  expect(await steps.getByText(', done').count()).toBe(0);
  await expectNoAxeViolations(newcomer);
  await newcomer.goto('/dashboard/account');
  await newcomer.getByRole('combobox', { name: 'Setting up' }).click();
  await newcomer.getByRole('option', { name: 'Complete' }).click();
  await newcomer.getByRole('button', { name: 'Save', exact: true }).click();
  await newcomer.getByText('Account saved', { exact: true }).first().waitFor();
  await newcomer.goto('/dashboard');
  await steps.getByRole('link', { name: /^Say who you are ?, done/ }).waitFor();
  await steps.getByRole('button', { name: 'Put the first steps away' }).click();
  await steps.waitFor({ state: 'detached' });
  await newcomer.context().close();
});
