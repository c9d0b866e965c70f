// Needs the clipboard and focus of a browser, a file chooser, and the policy under which the file is shown.
import { Buffer } from 'node:buffer';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectNoAxeViolations, screenLoaded } from '../../../core/testing/browser/browser.ts';
import { withSignedIn } from '../../../core/testing/browser/sign-in.ts';
import { openTestSite, type TestSite } from '../../../core/testing/browser/test-site.ts';

let site: TestSite;

beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site?.close());

const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

it('an API key is made with scopes, and its secret is copied once and lost to nobody by a slip', () =>
  withSignedIn(site, 'admin@demo.test', async (page, context) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const dialog = page.getByRole('dialog');
    const copied = async (what: 'key' | 'secret'): Promise<string> => {
      await dialog.getByRole('button', { name: `Copy ${what}` }).click();
      await dialog.getByRole('button', { name: `Copy ${what}` }).waitFor({ state: 'detached' });
      return page.evaluate(() => navigator.clipboard.readText());
    };
    await page.goto('/dashboard/account/api-keys');
    // The empty list has a button of its own.
    await button('New API key').first().click();
    await button('Make key').click();
    await dialog.getByText('Choose at least one scope').first().waitFor();
    await dialog.getByLabel('Name').fill('Shop sync');
    await dialog.getByRole('checkbox', { name: 'Customers: read', exact: true }).check();
    await dialog.getByText(/^1 of \d+ chosen/).waitFor();
    await button('Make key').click();

    await dialog.getByText('Copy the secret now').waitFor();
    await expectNoAxeViolations(page);
    const [id, secret] = [await copied('key'), await copied('secret')];
    // Neither Escape nor a click outside closes the dialog with the secret.
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    await button('I have stored the secret').click();
    await dialog.waitFor({ state: 'detached' });
    expect(await page.content()).not.toContain(secret);
    const headers = { 'x-api-key': id, 'x-auth-secret': secret };
    expect((await fetch(`${site.url}/api/v1/customers`, { headers })).status).toBe(200);
  }));

it('a logo is uploaded, shown and removed', () =>
  withSignedIn(site, 'admin@demo.test', async (page) => {
    await page.goto('/dashboard/account');
    const section = page.getByRole('region', { name: 'Logo' });
    await section.locator('input[type=file]').setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: dot });
    await page.getByText('Logo saved', { exact: true }).first().waitFor();
    await page.reload();
    const image = section.getByRole('img', { name: 'Logo' });
    await image.waitFor();
    await screenLoaded(page);
    expect(await image.evaluate((node) => (node as HTMLImageElement).naturalWidth)).toBe(1);
    await section.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('Logo removed', { exact: true }).first().waitFor();
    await image.waitFor({ state: 'detached' });
  }));
