// Needs a page of another origin and its policy, keys and focus.
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { demoPassword } from '../../core/boot/demo/demo.ts';
import { expectNoAxeViolations, screenshot, withPage } from '../../core/testing/browser/browser.ts';
import { openWidgetSite, type WidgetSite } from './widget-site-fixture.ts';

let site: WidgetSite;
let key: string;

const buyer = 'customer@demo.test';

beforeAll(async () => {
  site = await openWidgetSite();
  key = await site.openKey();
});
afterAll(() => site?.close());
beforeEach(() => site.forgetTries());

/** The API for a demo user who signs in with the password. */
async function asPerson(email: string) {
  const send = (path: string, body: unknown, { method = 'POST', cookie = '' } = {}) =>
    fetch(`${site.url}/api${path}`, {
      method,
      headers: { 'content-type': 'application/json', origin: site.url, cookie },
      body: JSON.stringify(body),
    });
  const login = await send('/auth/actions/login', { identifier: email, password: demoPassword });
  const cookie = login.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  return async <T>(path: string, body: unknown, method = 'POST'): Promise<T> => {
    const answer = await send(path, body, { method, cookie });
    expect(answer.status, await answer.clone().text()).toBe(200);
    return (await answer.json()) as T;
  };
}

/** Sets the account's second factor requirement for customers. */
async function requireOfCustomers(graceDays: number): Promise<void> {
  const roles = await site.rows(
    (id) => sql<{ id: string }>`select id from core.role where account_id = ${id} and type = 'customer'`,
  );
  const secondFactor = { everyone: false, roleIDs: roles.map(({ id }) => id), graceDays };
  await (await asPerson('admin@demo.test'))('/v1/security/policy', { secondFactor }, 'PUT');
}

const shown = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: site.kernel.clock.now().getTime() + steps * 30_000,
  });

/**
 * Sets up an authenticator app through the API, as the portal's profile would. Uses the previous code, so that the
 * current one is still unused.
 */
async function setUpApp(): Promise<{ secret: string; recoveryCodes: string[] }> {
  const ask = await asPerson(buyer);
  const path = '/v1/me/second-factor/actions';
  const { secret } = await ask<{ secret: string }>(`${path}/begin-app`, { password: demoPassword });
  const { recoveryCodes } = await ask<{ recoveryCodes: string[] }>(`${path}/confirm-app`, { code: shown(secret, -1) });
  return { secret, recoveryCodes };
}

/** Signs in with the mailed code by keyboard. */
async function giveMailedCode(page: Page, widget: Locator): Promise<void> {
  await widget.getByLabel('Email').fill(buyer);
  await page.keyboard.press('Enter');
  await widget.getByLabel('Code').waitFor();
  await widget.getByLabel('Code').fill(await site.codeOf(buyer));
  await page.keyboard.press('Enter');
}

/** Types into the field that Tab reaches, and submits it. */
async function typeCode(page: Page, code: string, tabs: number): Promise<void> {
  for (let count = 0; count < tabs; count += 1) await page.keyboard.press('Tab');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(code);
  await page.keyboard.press('Enter');
}

describe('a second factor that the account requires of customers', () => {
  it('is announced, set up in the portal, and asked for by the widget from then on', () =>
    withPage({ baseURL: site.shop, viewport: { width: 390, height: 900 } }, async (page) => {
      site.show(`<millwright-quick-order eager publishable-key="${key}"></millwright-quick-order>`, {
        policy: site.strictPolicy,
        head: `<script async src="${site.url}/widgets/v1/loader.js"></script>`,
      });
      await page.goto('/');
      const widget = page.locator('millwright-quick-order');
      const signOut = widget.getByRole('button', { name: 'Sign out' });

      await requireOfCustomers(7);
      await giveMailedCode(page, widget);
      await widget.getByText(/^Set up a second factor .* before .*: from then on you need one to order\.$/).waitFor();
      await screenshot(page, 'widget-second-factor-announced');
      await expectNoAxeViolations(page);
      await signOut.click();

      await requireOfCustomers(0);
      await giveMailedCode(page, widget);
      await widget.getByRole('heading', { name: 'Set up a second factor' }).waitFor();
      const link = widget.getByRole('link', { name: 'Set up an authenticator app in our portal' });
      expect(await link.getAttribute('href')).toBe(`${site.url}/dashboard/profile`);
      await screenshot(page, 'widget-second-factor-set-up');
      await expectNoAxeViolations(page);
      await typeCode(page, '123456', 2);
      await widget.getByText('This account requires a second factor: set one up first').waitFor();
      const { secret, recoveryCodes } = await setUpApp();
      await typeCode(page, shown(secret), 0);
      await signOut.click();

      await giveMailedCode(page, widget);
      await widget.getByRole('heading', { name: 'Confirm that it is you' }).waitFor();
      await screenshot(page, 'widget-second-factor-asked');
      await expectNoAxeViolations(page);
      await typeCode(page, '12', 1);
      await widget.getByText('A code has six digits, a recovery code 16 letters and digits').waitFor();
      // This code was used at the last sign-in.
      await typeCode(page, shown(secret), 0);
      await widget.getByText('This code is not right, or it was used already').waitFor();
      await expectNoAxeViolations(page);
      await typeCode(page, recoveryCodes[0] ?? '', 0);
      await signOut.waitFor();
    }));
});
