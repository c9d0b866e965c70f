// Needs a scanner, and the layout of a phone.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectNoAxeViolations, scan, screenLoaded, screenshot } from '../../../../../core/testing/browser/browser.ts';
import { apiAnswer, withSignedIn } from '../../../../../core/testing/browser/sign-in.ts';
import { openTestSite, type TestSite } from '../../../../../core/testing/browser/test-site.ts';
import type { PurchaseSuggestion } from '../../../contracts/index.ts';

let site: TestSite;

beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site?.close());

describe('buying', () => {
  it('goes from what is needed to the place where it lies, with a scanner at the dock', () =>
    withSignedIn(site, 'admin@demo.test', async (page) => {
      const { items } = await apiAnswer<{ items: PurchaseSuggestion[] }>(page, '/v1/purchase-orders/suggestions');
      const needed = items.find(({ offers: [best] }) => best?.unitPrice != null);
      if (!needed) throw new Error('Nothing has to be bought in the demo');
      await page.goto(`/dashboard/purchase-orders/suggest?itemID=${needed.id}`);
      await page.getByRole('button', { name: 'Make 1 draft' }).waitFor();
      await screenshot(page, 'purchase-suggestions');
      await expectNoAxeViolations(page);
      await page.getByRole('button', { name: 'Make 1 draft' }).click();
      await page.getByRole('heading', { level: 1, name: /^\d+$/ }).waitFor();
      await page.getByRole('button', { name: 'Issue', exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Issue' }).click();
      await page.getByRole('link', { name: 'Receiving', exact: true }).last().click();
      await page.getByRole('link', { name: 'Count at the dock' }).waitFor();
      await screenLoaded(page);
      await screenshot(page, 'receiving-order');
      await expectNoAxeViolations(page);
      await page.getByRole('link', { name: 'Count at the dock' }).click();
      const count = page.getByLabel(/^Counted/);
      await count.waitFor();
      await scan(page, needed.item.sku);
      await page.getByText(new RegExp(`^${needed.item.sku}: 1 `)).waitFor();
      await scan(page, needed.item.sku);
      await page.getByText(new RegExp(`^${needed.item.sku}: 2 `)).waitFor();
      expect(await count.inputValue()).toBe('2');
      await screenshot(page, 'dock-receive');
      await expectNoAxeViolations(page);
      await page.getByRole('button', { name: 'Receive 1 line' }).click();
      await page.getByRole('button', { name: 'Put 1 line away' }).waitFor();
      await page.setViewportSize({ width: 390, height: 844 });
      await screenshot(page, 'dock-put-away-phone');
      await expectNoAxeViolations(page);
      await page.getByRole('button', { name: 'Put 1 line away' }).click();
      await page.getByText('Nothing waits at the dock').waitFor();
      const { items: received } = await apiAnswer<{ items: object[] }>(page, '/v1/deliveries?take=1');
      expect(received).toMatchObject([{ status: { code: 'accepted' }, lineCount: 1 }]);
    }));
});
