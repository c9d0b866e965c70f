// Needs keys, and the QR code that an authenticator app reads.
import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { expectNoAxeViolations, screenshot, withPage } from '../../core/testing/browser/browser.ts';
import { register } from '../../core/testing/browser/sign-in.ts';
import { openTestSite, type TestSite } from '../../core/testing/browser/test-site.ts';

let site: TestSite;

beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site?.close());

const person = { name: 'Robin Hale', email: 'robin@second.test', password: 'gravel thimble orbit' };
const code = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: site.kernel.clock.now().getTime() + steps * 30_000,
  });

/** The first step: email and password. */
async function givePassword(page: Page): Promise<void> {
  await page.goto('/auth/login');
  await page.getByLabel(/email/i).first().fill(person.email);
  await page.getByLabel('Password').first().fill(person.password);
  await page.keyboard.press('Enter');
}

describe('the second factor', () => {
  it('is set up in the profile by keyboard, asked for at sign-in, and opens with a recovery code, too', () =>
    withPage({ baseURL: site.url }, async (page) => {
      await register(page, site, person);
      await page.goto('/dashboard/profile');
      const section = page.getByRole('region', { name: 'Second factor' });
      await section.getByRole('button', { name: 'Set up the app' }).press('Enter');
      await page.getByLabel('Your password').fill(person.password);
      await page.keyboard.press('Enter');
      await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
      const secret = await page.getByLabel('Key', { exact: true }).inputValue();
      await screenshot(page, 'second-factor-picture');
      await expectNoAxeViolations(page);
      await page.getByLabel('Code that the app shows').fill(code(secret, -1));
      await page.keyboard.press('Enter');
      const noted = (await page.getByLabel('Codes', { exact: true }).inputValue()).split('\n');
      await screenshot(page, 'second-factor-codes');
      await expectNoAxeViolations(page);
      await page.getByRole('button', { name: 'I have stored the codes' }).click();
      await section.getByText('10 recovery codes left').waitFor();
      await screenshot(page, 'second-factor-on');

      for (const given of [code(secret), noted[3] ?? '']) {
        await page.context().clearCookies();
        await givePassword(page);
        await page.getByRole('heading', { name: 'Confirm that it is you' }).waitFor();
        await expectNoAxeViolations(page);
        await page.getByLabel(/Code of the app/).fill('000000');
        await page.keyboard.press('Enter');
        await page.getByText('This code is not right, or it was used already').first().waitFor();
        await screenshot(page, 'second-factor-asked');
        await page.getByLabel(/Code of the app/).fill(given);
        await page.keyboard.press('Enter');
        await page.waitForURL('**/dashboard**');
      }
    }));
});
