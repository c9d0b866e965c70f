import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectNoAxeViolations, screenshot } from '../../core/testing/browser.ts';
import { apiAnswer, withSignedIn } from '../../core/testing/sign-in.ts';
import { openTestSite, type TestSite } from '../../core/testing/test-site.ts';

let site: TestSite;

beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site?.close());

interface Key {
  id: string;
  name: string;
  status: string;
  origins: string[];
}

describe('publishable keys', () => {
  it('are made with sites as people copy them, embedded, rotated and revoked', () =>
    withSignedIn(site, 'admin@demo.test', async (page) => {
      const keys = async (): Promise<Key[]> =>
        (await apiAnswer<{ items: Key[] }>(page, '/v1/publishable-keys?query=Shop')).items;
      await page.goto('/dashboard/account/publishable-keys');
      await page.getByText('Demo page').first().waitFor();
      await page.getByRole('button', { name: 'New publishable key' }).click();
      const form = page.getByRole('dialog');
      await form.getByLabel('Name').fill('Shop');
      await form.getByLabel('Sites').fill('https://www.example.com/shop\nhttps://*.example.org');
      await form.getByRole('button', { name: 'Make key' }).click();
      await form
        .getByText(/\*\.example\.org is no site/)
        .first()
        .waitFor();
      await form.getByText('Choose at least one widget').first().waitFor();
      await expectNoAxeViolations(page);
      await screenshot(page, 'publishable-key-form');
      await form.getByLabel('Sites').fill('https://www.example.com/shop\nwww.example.org');
      await form.getByLabel('Order status').check();
      await form.getByRole('button', { name: 'Make key' }).click();

      const code = page.getByRole('dialog', { name: 'Code for Shop' });
      await code.waitFor();
      const [made] = await keys();
      expect(made).toMatchObject({ origins: ['https://www.example.com', 'https://www.example.org'], status: 'active' });
      expect(await code.getByLabel('Code').inputValue()).toBe(
        `<script async src="${site.url}/widgets/v1/loader.js"></script>\n\n` +
          `<millwright-order-status publishable-key="${made?.id}"></millwright-order-status>`,
      );
      expect(await code.getByLabel('Policy').inputValue()).toBe(`script-src ${site.url}; connect-src ${site.url}`);
      await expectNoAxeViolations(page);
      await screenshot(page, 'publishable-key-code');
      await code.getByRole('button', { name: 'Done' }).click();

      await page.getByRole('button', { name: 'Actions for Shop' }).click();
      await page.getByRole('menuitem', { name: 'Rotate key' }).click();
      await page.getByRole('button', { name: 'Make new key' }).click();
      await code.getByText(/Pages with the old key work until/).waitFor();
      await code.getByRole('button', { name: 'Done' }).click();
      expect((await keys()).map(({ status }) => status).sort()).toEqual(['active', 'ending']);
      await page.getByText('Ending').first().waitFor();
      await screenshot(page, 'publishable-keys');

      await page.getByRole('button', { name: 'Actions for Shop, ending' }).click();
      await page.getByRole('menuitem', { name: 'Revoke' }).click();
      await page.getByRole('button', { name: 'Revoke key' }).click();
      await page.getByText('Revoked').first().waitFor();
      expect((await keys()).map(({ status }) => status)).toContain('revoked');
      await page.getByRole('button', { name: 'Actions for Shop, revoked' }).click();
      await page.getByRole('menuitem', { name: 'History' }).click();
      await page.getByRole('dialog', { name: 'History of Shop' }).getByText('revoked this').waitFor();
    }));

  it('are shown, not changed, to who may only read', () =>
    withSignedIn(site, 'user@demo.test', async (page) => {
      await page.goto('/dashboard/account/publishable-keys');
      await page.getByText('Demo page').first().click();
      await page.getByRole('dialog', { name: 'Code for Demo page' }).waitFor();
      await page.getByRole('button', { name: 'Done' }).click();
      expect(await page.getByRole('button', { name: 'New publishable key' }).count()).toBe(0);
    }));
});
