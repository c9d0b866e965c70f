import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectNoAxeViolations, screenLoaded, screenshot } from '../../core/testing/browser.ts';
import { apiAnswer, withSignedIn } from '../../core/testing/sign-in.ts';
import { openTestSite, type TestSite } from '../../core/testing/test-site.ts';

let site: TestSite;

beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site?.close());

const said = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

async function fromRow(page: Page, name: string, item: string): Promise<void> {
  await button(page, `Actions for ${name}`).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

describe('API keys', () => {
  /** What the API says to a program with this key. */
  const call = (path: string, key: { id: string; secret: string }, init: RequestInit = {}) =>
    fetch(`${site.url}/api${path}`, {
      ...init,
      headers: { 'x-api-key': key.id, 'x-auth-secret': key.secret, 'content-type': 'application/json' },
    });

  it('are made with scopes, copied once, used, rotated, changed, revoked and deleted', () =>
    withSignedIn(site, 'admin@demo.test', async (page, context) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      const dialog = page.getByRole('dialog');
      const scope = (name: string) => dialog.getByRole('checkbox', { name, exact: true });
      const copied = async (what: 'key' | 'secret'): Promise<string> => {
        await dialog.getByRole('button', { name: `Copy ${what}` }).click();
        await dialog.getByRole('button', { name: `Copy ${what}` }).waitFor({ state: 'detached' });
        return page.evaluate(() => navigator.clipboard.readText());
      };

      await page.goto('/dashboard/account/api-keys');
      // The empty list has one too.
      await button(page, 'New API key').first().click();
      await button(page, 'Make key').click();
      await dialog.getByText('Choose at least one scope').first().waitFor();
      await dialog.getByLabel('Name').fill('Shop sync');
      await scope('Customers: read').check();
      await dialog.getByText(/^1 of \d+ chosen/).waitFor();
      await screenshot(page, 'settings-api-key-new');
      await expectNoAxeViolations(page);
      await button(page, 'Make key').click();

      await dialog.getByText('Copy the secret now').waitFor();
      await screenshot(page, 'settings-api-key-secret');
      await expectNoAxeViolations(page);
      const id = await copied('key');
      const key = { id, secret: await copied('secret') };
      // Neither Escape nor a click beside it loses the secret.
      await page.keyboard.press('Escape');
      await page.mouse.click(5, 5);
      await button(page, 'I have stored the secret').click();
      await dialog.waitFor({ state: 'detached' });
      expect(await page.content()).not.toContain(key.secret);
      await screenshot(page, 'settings-api-keys');

      expect((await call('/v1/customers', key)).status).toBe(200);
      expect((await call('/v1/products', key)).status).toBe(403);
      expect((await call('/v1/customers', { ...key, secret: `${key.secret}x` })).status).toBe(401);

      await fromRow(page, 'Shop sync', 'Change');
      expect(await scope('Customers: read').isChecked()).toBe(true);
      await scope('Customers: read').uncheck();
      await scope('Products: read').check();
      await button(page, 'Save').click();
      await said(page, 'Shop sync saved');
      expect((await call('/v1/customers', key)).status).toBe(403);
      expect((await call('/v1/products', key)).status).toBe(200);
      await row(page, 'Shop sync').getByText('products:read').waitFor();

      await fromRow(page, 'Shop sync', 'Rotate secret');
      await dialog.getByLabel('The old secret works for').fill('0');
      await screenshot(page, 'settings-api-key-rotate');
      await button(page, 'Make new secret').click();
      const next = { id, secret: await copied('secret') };
      await button(page, 'I have stored the secret').click();
      expect((await call('/v1/products', key)).status).toBe(401);
      expect((await call('/v1/products', next)).status).toBe(200);

      await fromRow(page, 'Shop sync', 'Revoke');
      await button(page, 'Revoke key').click();
      await said(page, 'Shop sync revoked');
      await row(page, 'Shop sync').getByText('Revoked').waitFor();
      expect((await call('/v1/products', next)).status).toBe(401);
      await fromRow(page, 'Shop sync', 'History');
      for (const deed of ['created this', 'changed this', 'gave this a new secret', 'revoked this'])
        await dialog.getByRole('listitem').filter({ hasText: deed }).first().waitFor();
      await screenshot(page, 'settings-api-key-history');
      await expectNoAxeViolations(page);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await fromRow(page, 'Shop sync', 'Delete');
      await button(page, 'Delete key').click();
      await said(page, 'Shop sync deleted');
      expect(await apiAnswer(page, '/v1/api-keys?query=Shop')).toMatchObject({ count: 0 });
    }));

  it('are not shown to whose role does not include them', () =>
    withSignedIn(site, 'user@demo.test', async (page) => {
      await page.goto('/dashboard/account/api-keys');
      await heading(page, 'API keys').waitFor();
      await screenLoaded(page);
      expect(await button(page, 'New API key').count()).toBe(0);
    }));
});

describe('integrations', () => {
  interface Listed {
    items: { id: string; name: string; code: string; isActive: boolean; credentials: Record<string, string> }[];
  }
  const added = async (page: Page, name: string) =>
    (await apiAnswer<Listed>(page, '/v1/integrations')).items.find((item) => item.name === name);

  it('take only whole keys of their provider, show them masked, and are changed and removed', () =>
    withSignedIn(site, 'admin@demo.test', async (page) => {
      const dialog = page.getByRole('dialog');
      await page.goto('/dashboard/account/integrations');
      await button(page, 'Add integration').click();
      await page.getByRole('menuitem', { name: /^Stripe/ }).click();
      await dialog.getByLabel('Name').fill('Card desk');
      await dialog.getByLabel('Private key').fill('pk_test_wrongKind');
      await dialog.getByLabel('Publishable key').fill('pk_test_51Desk0000wxyz');
      await dialog.getByRole('button', { name: 'Add integration' }).click();
      await dialog.getByText('Private key must start with sk_').first().waitFor();
      await dialog.getByText('Webhook secret is required').first().waitFor();
      await screenshot(page, 'settings-integration-refused');
      await expectNoAxeViolations(page);
      await dialog.getByLabel('Private key').fill('sk_test_51Desk0000abcd');
      await dialog.getByLabel('Webhook secret').fill('whsec_Desk00001234');
      await dialog.getByRole('button', { name: 'Add integration' }).click();
      await said(page, 'Card desk added');
      await row(page, 'Card desk')
        .getByText(/^sk_test_\W+abcd$/)
        .waitFor();
      await screenshot(page, 'settings-integrations');
      await expectNoAxeViolations(page);
      expect(await page.content()).not.toContain('51Desk0000');
      const first = await added(page, 'Card desk');
      expect(JSON.stringify(first)).not.toContain('51Desk0000');

      await fromRow(page, 'Card desk', 'Change');
      await dialog.getByLabel('Name').fill('Front desk');
      await dialog.getByLabel('Private key').fill('sk_test_51Next0000efgh');
      await screenshot(page, 'settings-integration-change');
      await button(page, 'Save').click();
      await said(page, 'Integration saved');
      await row(page, 'Front desk')
        .getByText(/^sk_test_\W+efgh$/)
        .waitFor();
      const changed = await added(page, 'Front desk');
      // What was left empty is what it was.
      expect(changed?.credentials['webhookSecret']).toBe(first?.credentials['webhookSecret']);

      await page.getByRole('switch', { name: 'Front desk is active' }).click({ force: true });
      await said(page, 'Front desk is off');
      expect((await added(page, 'Front desk'))?.isActive).toBe(false);
      await fromRow(page, 'Front desk', 'History');
      await dialog.getByText('Card desk → Front desk').waitFor();
      await dialog.getByText(/New values: privateKey/).waitFor();
      await dialog.getByText(/Private key: sk_test_\W+abcd → sk_test_\W+efgh$/).waitFor();
      await dialog.getByText('created this').waitFor();
      expect(await dialog.innerText()).not.toContain('51Next0000');
      await screenshot(page, 'settings-integration-history');
      await expectNoAxeViolations(page);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await fromRow(page, 'Front desk', 'Delete');
      await button(page, 'Delete integration').click();
      await said(page, 'Front desk deleted');
      expect(await added(page, 'Front desk')).toBeUndefined();
    }));
});

describe('registration flows', () => {
  it('are made, switched on and off, changed and deleted; one at a time is what customers meet', () =>
    withSignedIn(site, 'admin@demo.test', async (page) => {
      const { currentAccount } = await apiAnswer<{ currentAccount: { slug: string } }>(page, '/v1/me/tenancy');
      const published = () => page.request.get(`/api/v1/registration-flows/slug/${currentAccount.slug}`);
      await page.goto('/dashboard/customer-registration-flows/create');
      await page.getByLabel('Name').fill('Trade show');
      await button(page, 'Save').click();
      await said(page, 'Title is required');
      await page.getByLabel('Title').fill('Order from our stand');
      await page.getByLabel('Message').fill('Tell us who you are.');
      await page.getByLabel('Address', { exact: true }).first().click();
      await page.getByRole('option', { name: 'Not asked' }).click();
      await page.getByLabel('Customer type').first().click();
      await page.getByRole('option').first().click();
      await screenshot(page, 'settings-registration-flow');
      await expectNoAxeViolations(page);
      await button(page, 'Save').click();
      await heading(page, 'Registration flows').waitFor();
      // Off until somebody turns it on.
      await row(page, 'Trade show').getByText('Off', { exact: true }).waitFor();
      expect(await (await published()).json()).not.toMatchObject({ title: 'Order from our stand' });
      await screenshot(page, 'settings-registration-flows');

      await page.getByRole('link', { name: 'Trade show' }).click();
      await page.getByRole('switch', { name: 'Active' }).check({ force: true });
      await button(page, 'Save').click();
      await row(page, 'Trade show').getByText('Active', { exact: true }).waitFor();
      await row(page, 'Website').getByText('Off', { exact: true }).waitFor();
      expect(await (await published()).json()).toMatchObject({
        title: 'Order from our stand',
        message: 'Tell us who you are.',
        phoneField: 'optional',
        addressField: 'hidden',
      });

      // The order of the list is the person's.
      await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').first().click();
      await page.waitForURL(/sortBy=name|sort/);

      await page.getByRole('link', { name: 'Trade show' }).click();
      await heading(page, 'Trade show').waitFor();
      expect(await page.getByLabel('Customer type').first().inputValue()).toMatch(/\S/);
      await page.getByRole('switch', { name: 'Active' }).uncheck({ force: true });
      await page.getByLabel('Message').fill('');
      await button(page, 'Save').click();
      await row(page, 'Trade show').getByText('Off', { exact: true }).waitFor();
      expect((await published()).status()).toBe(404);

      await page.getByRole('link', { name: 'Trade show' }).click();
      expect(await page.getByLabel('Message').inputValue()).toBe('');
      await page.getByRole('region', { name: 'Timeline' }).getByText('created this').waitFor();
      await screenshot(page, 'settings-registration-flow-timeline');
      await expectNoAxeViolations(page);
      await page.getByLabel('Name').fill('Website');
      await button(page, 'Save').click();
      await said(page, /has this|taken|already/);
      await page.getByLabel('Name').fill('Fair');
      await button(page, 'Save').click();
      await page.getByRole('link', { name: 'Fair' }).click();
      await button(page, 'Delete').click();
      await button(page, 'Delete registration flow').click();
      await heading(page, 'Registration flows').waitFor();
      expect(await apiAnswer(page, '/v1/registration-flows?query=Fair')).toMatchObject({ count: 0 });
    }));
});

describe('what customers are given: groups and terms', () => {
  it.each(['customer-groups', 'payment-terms', 'shipping-terms'])('%s tell who changed what', (list) =>
    withSignedIn(site, 'admin@demo.test', async (page) => {
      await page.goto(`/dashboard/${list}`);
      const first = page.locator('tbody a').first();
      const name = (await first.innerText()).trim();
      await first.click();
      await heading(page, name).waitFor();
      await page.getByLabel('Name').fill(`${name} B`);
      await button(page, 'Save').click();
      await page.getByRole('link', { name: `${name} B`, exact: true }).click();
      const history = page.getByRole('region', { name: 'Timeline' });
      await history.getByText(`Name: ${name} → ${name} B`).waitFor();
      await screenshot(page, `settings-${list}-timeline`);
      await expectNoAxeViolations(page);
    }),
  );
});

describe('system properties', () => {
  it('are raised, never lowered, and number the next document', () =>
    withSignedIn(site, 'admin@demo.test', async (page) => {
      const dialog = page.getByRole('dialog');
      const { value } = await apiAnswer<{ value: number }>(page, '/v1/sys-properties/customer');
      await page.goto('/dashboard/system-properties');
      await page.getByRole('button', { name: /^Raise Customer/ }).click();
      await dialog.getByLabel('Last number given out').fill(String(value - 1));
      await button(page, 'Raise').click();
      await dialog.getByText(`Must be more than ${value}: a counter only goes up`).first().waitFor();
      await dialog.getByLabel('Last number given out').fill(String(value + 500));
      await dialog.getByText(`The next one gets ${value + 501}.`).waitFor();
      await screenshot(page, 'settings-system-property');
      await expectNoAxeViolations(page);
      await button(page, 'Raise').click();
      await said(page, `The next number is ${value + 501}`);
      await screenshot(page, 'settings-system-properties');
      expect(await apiAnswer(page, '/v1/sys-properties/customer')).toMatchObject({
        value: value + 500,
        next: value + 501,
      });

      await page.goto('/dashboard/customers/create');
      await page.getByRole('textbox', { name: /^Name/ }).fill('After the jump');
      await page.getByLabel('Address name').first().fill('Dock');
      await page.keyboard.press('Control+s');
      await heading(page, 'After the jump').waitFor();
      expect(await apiAnswer(page, '/v1/customers?query=After the jump')).toMatchObject({
        items: [{ number: String(value + 501) }],
      });
    }));

  it('refuse with a message what somebody else has overtaken meanwhile', () =>
    withSignedIn(site, 'admin@demo.test', async (page) => {
      const dialog = page.getByRole('dialog');
      await page.goto('/dashboard/system-properties');
      await page.getByRole('button', { name: /^Raise Customer/ }).click();
      const { value } = await apiAnswer<{ value: number }>(page, '/v1/sys-properties/customer');
      await page.evaluate(
        async (body) =>
          fetch('/api/v1/sys-properties/customer', {
            method: 'PATCH',
            headers: { 'content-type': 'application/json' },
            body,
          }),
        JSON.stringify({ value: value + 50 }),
      );
      await dialog.getByLabel('Last number given out').fill(String(value + 20));
      await button(page, 'Raise').click();
      await dialog.getByText(`The counter can only be raised: it stands at ${value + 50}`).waitFor();
      await dialog.getByText(`Now ${value + 50}`, { exact: true }).waitFor();
      await screenshot(page, 'settings-system-property-refused');
      expect(await apiAnswer(page, '/v1/sys-properties/customer')).toMatchObject({ value: value + 50 });
    }));
});
