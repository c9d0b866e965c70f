// Needs the authenticator of a browser.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { expectNoAxeViolations, screenshot, withPage } from '../../core/testing/browser/browser.ts';
import { register } from '../../core/testing/browser/sign-in.ts';
import { openTestSite, type TestSite } from '../../core/testing/browser/test-site.ts';

let site: TestSite;

beforeAll(async () => {
  site = await openTestSite();
  // Browsers allow passkeys only for host names, so `localhost` replaces 127.0.0.1.
  site.kernel.setBaseURL(site.url.replace('127.0.0.1', 'localhost'));
});
afterAll(() => site?.close());

const person = { name: 'Robin Hale', email: 'robin@passkey.test', password: 'gravel thimble orbit' };

/** A virtual authenticator with user verification, as Chromium offers it for tests. */
async function withAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

describe('a passkey', () => {
  it('is added in the profile by keyboard, signs in alone, and confirms a sign-in by password', () =>
    withPage({ baseURL: site.kernel.tenancy.baseURL }, async (page) => {
      await withAuthenticator(page);
      await register(page, site, person);
      await page.goto('/dashboard/profile');
      const section = page.getByRole('region', { name: 'Passkeys' });
      await section.getByRole('button', { name: 'Add a passkey' }).press('Enter');
      await page.getByRole('dialog').getByLabel(/^Name/).fill('Laptop');
      await page.getByLabel('Your password').fill(person.password);
      await screenshot(page, 'passkey-add');
      await expectNoAxeViolations(page);
      await page.keyboard.press('Enter');
      await page.getByLabel('Codes', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'I have stored the codes' }).click();
      await section.getByText('Laptop').waitFor();
      await screenshot(page, 'passkey-added');

      await page.context().clearCookies();
      await page.goto('/auth/login');
      await screenshot(page, 'passkey-sign-in');
      await expectNoAxeViolations(page);
      await page.getByRole('button', { name: 'Sign in with a passkey' }).press('Enter');
      await page.waitForURL('**/dashboard**');

      await page.context().clearCookies();
      await page.goto('/auth/login');
      await page.getByLabel(/email/i).first().fill(person.email);
      await page.getByLabel('Password').first().fill(person.password);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Confirm that it is you' }).waitFor();
      await screenshot(page, 'passkey-asked');
      await expectNoAxeViolations(page);
      await page.getByRole('button', { name: 'Use your passkey' }).press('Enter');
      await page.waitForURL('**/dashboard**');

      await page.goto('/dashboard/profile');
      await section.getByRole('button', { name: 'Actions for Laptop' }).click();
      await page.getByRole('menuitem', { name: 'Remove' }).click();
      await page.getByLabel('Your password').fill(person.password);
      await page.keyboard.press('Enter');
      await section.getByText('Laptop').waitFor({ state: 'detached' });
    }));
});
