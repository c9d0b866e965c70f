import { Buffer } from 'node:buffer';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { User } from '../../core/auth/user.entity.ts';
import { demoPassword } from '../../core/boot/demo.ts';
import { expectNoAxeViolations, openPage, screenLoaded, screenshot } from '../../core/testing/browser.ts';
import { register, signInAs } from '../../core/testing/sign-in.ts';
import { openTestSite, type TestSite } from '../../core/testing/test-site.ts';

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

const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const toast = (text: string) => page.getByText(text, { exact: true }).first().waitFor();

test('the profile of the account is changed and stays changed', async () => {
  await page.goto('/dashboard/account');
  await page.getByLabel('Website').fill('https://saved.example.com');
  await page.getByLabel('Slug').fill('x');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Slug must be at least 3 characters').first().waitFor();
  await page.getByLabel('Slug').fill('saved-slug');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await toast('Account saved');
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor();
  expect(await page.getByLabel('Website').inputValue()).toBe('https://saved.example.com');
  expect(await page.getByLabel('Slug').inputValue()).toBe('saved-slug');
  const history = page.getByRole('region', { name: 'Timeline' });
  await history.getByText(/→ saved-slug$/).waitFor();
  await screenshot(page, 'account-timeline');
});

test('a logo is uploaded, shown and removed', async () => {
  await page.goto('/dashboard/account');
  const section = page.getByRole('region', { name: 'Logo' });
  await section.locator('input[type=file]').setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: dot });
  await toast('Logo saved');
  await page.reload();
  const image = section.getByRole('img', { name: 'Logo' });
  await image.waitFor();
  await screenLoaded(page);
  expect(await image.evaluate((node) => (node as HTMLImageElement).naturalWidth)).toBe(1);
  await section.getByRole('button', { name: 'Remove' }).click();
  await toast('Logo removed');
  await image.waitFor({ state: 'detached' });
});

test('an address is added, changed and deleted', async () => {
  await page.goto('/dashboard/account');
  const section = page.getByRole('region', { name: 'Addresses' });
  await section.getByRole('button', { name: 'Add address' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Save address' }).click();
  await dialog.getByText('Address name is required').first().waitFor();
  await dialog.getByLabel('Address name').fill('North dock');
  await dialog.getByLabel('City').fill('Duluth');
  await dialog.getByLabel('Country').fill('US');
  await dialog.getByLabel('Country').press('Tab');
  await dialog.getByRole('switch', { name: 'Drop ship' }).check();
  await expectNoAxeViolations(page);
  await dialog.getByRole('button', { name: 'Save address' }).click();
  await toast('North dock saved');
  const row = section.getByRole('listitem').filter({ hasText: 'North dock' });
  await row.getByText('Drop ship').waitFor();
  await screenshot(page, 'account-address');

  await row.getByRole('button', { name: 'Edit North dock' }).click();
  await dialog.getByLabel('City').fill('');
  await dialog.getByLabel('Address name').fill('South dock');
  await dialog.getByRole('button', { name: 'Save address' }).click();
  await toast('South dock saved');
  const changed = section.getByRole('listitem').filter({ hasText: 'South dock' });
  expect(await changed.innerText()).not.toContain('Duluth');
  await section.getByRole('button', { name: 'Delete South dock' }).click();
  await page.getByRole('button', { name: 'Delete address' }).click();
  await toast('South dock deleted');
  await section.getByText('South dock').waitFor({ state: 'detached' });
});

test('the person menu leads to the profile, where a name is changed', async () => {
  await page.goto('/dashboard');
  await page.getByRole('button', { name: /your menu/ }).click();
  await page.getByRole('menuitem', { name: 'Your profile' }).click();
  await page.getByRole('heading', { level: 1, name: 'Your profile' }).waitFor();
  await page.getByLabel('Name', { exact: false }).first().fill('Another Name');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await toast('Profile saved');
  await page.getByRole('button', { name: /Another Name.*your menu/s }).waitFor();
});

test('a password is changed; faults are told beside the fields', async () => {
  await page.goto('/dashboard/profile');
  await page.getByRole('button', { name: 'Change password' }).click();
  const dialog = page.getByRole('dialog');
  const save = dialog.getByRole('button', { name: 'Change password' });
  const chosen = 'quiet rivers carry iron';
  await dialog.getByLabel('Current password').fill('not the password');
  await dialog.getByLabel('New password', { exact: false }).first().fill(chosen);
  await dialog.getByLabel('New password again').fill(`${chosen}!`);
  await save.click();
  await dialog.getByText('The two new passwords differ').first().waitFor();
  await dialog.getByLabel('New password again').fill(chosen);
  await save.click();
  await dialog.getByText('The current password is wrong').first().waitFor();
  await expectNoAxeViolations(page);
  await screenshot(page, 'profile-password');
  await dialog.getByLabel('Current password').fill(demoPassword);
  await save.click();
  await toast('Password changed; other devices are signed out');
});

test('whoever has not proven their email asks for a code and is told that a wrong one is wrong', async () => {
  const { page: fresh, context } = await openPage({ baseURL: site.url });
  const email = 'fresh.person@example.com';
  await register(fresh, site, { name: 'Fresh Person', email, password: 'quiet rivers carry iron' });
  // As after a password that their team has set.
  await site.kernel.database.runAsAuth({ accountID: '' }, (em) =>
    em.nativeUpdate(User, { email }, { emailVerified: false }),
  );
  await fresh.goto('/dashboard/profile');
  await fresh.getByText('Not verified').waitFor();
  await fresh.getByRole('button', { name: 'Send a code' }).click();
  const dialog = fresh.getByRole('dialog');
  await dialog.getByLabel('Code').fill('12');
  await dialog.getByRole('button', { name: 'Verify', exact: true }).click();
  await dialog.getByText('The code has six digits').first().waitFor();
  await dialog.getByLabel('Code').fill('000000');
  await dialog.getByRole('button', { name: 'Verify', exact: true }).click();
  await dialog.getByText('This code is not valid').first().waitFor();
  await expectNoAxeViolations(fresh);
  await context.close();
});
