// Needs a scanner, keys and focus, and what a browser keeps over a reload.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  expectNoAxeViolations,
  scan,
  screenLoaded,
  screenshot,
  typeByHand,
} from '../../../../../core/testing/browser/browser.ts';
import { apiAnswer, withSignedIn } from '../../../../../core/testing/browser/sign-in.ts';
import { openTestSite, type TestSite } from '../../../../../core/testing/browser/test-site.ts';
import { listItems } from '../../../contracts/index.ts';

let site: TestSite;

beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site?.close());

const signedIn = (email: string, work: (page: Page) => Promise<void>) => withSignedIn(site, email, work);
const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

const place = 'Mill / Tool crib';

describe('the count sheet', () => {
  it('counts a place by scanner and keyboard, survives a reload, and is written and taken back', () =>
    signedIn('admin@demo.test', async (page) => {
      await page.goto('/dashboard/reconcile');
      await title(page, 'Count stock').waitFor();
      const { items } = await apiAnswer<{ items: { sku: string }[] }>(page, `${listItems.path}?types=supply&take=2`);
      const [first, second] = items.map(({ sku }) => sku) as [string, string];
      const countOf = (sku: string) => page.getByRole('textbox', { name: `Count of ${sku}`, exact: true });
      await page.getByText('Which place do you count?').waitFor();
      await scan(page, place);
      await page.getByText('Nothing is expected here').waitFor();

      // Every scan of an item is one more; a quantity can be typed over it, and Enter goes on.
      await scan(page, first);
      await expect.poll(() => countOf(first).inputValue()).toBe('1');
      await expect.poll(() => countOf(first).evaluate((field) => field === document.activeElement)).toBe(true);
      await scan(page, first);
      await expect.poll(() => countOf(first).inputValue()).toBe('2');
      await scan(page, second);
      await expect.poll(() => countOf(second).inputValue()).toBe('1');
      await expect.poll(() => countOf(second).evaluate((field) => field === document.activeElement)).toBe(true);
      await countOf(first).focus();
      await typeByHand(page, '1,200');
      await page.keyboard.press('Enter');
      await expect.poll(() => countOf(second).evaluate((field) => field === document.activeElement)).toBe(true);
      await typeByHand(page, '7.5');
      await page.keyboard.press('Enter');
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.textContent ?? ''))
        .toContain('Look at the differences');

      // A payment card goes nowhere.
      const sent: string[] = [];
      page.on('request', (request) => sent.push(request.url()));
      await countOf(second).focus();
      await scan(page, '4111111111111111');
      await page.getByText('This looks like a payment card').waitFor();
      expect(sent.filter((url) => url.includes('/v1/scans'))).toEqual([]);
      expect(await countOf(second).inputValue()).toBe('7.5');

      await page.reload();
      await countOf(first).waitFor();
      await expect.poll(() => countOf(first).inputValue()).toBe('1,200');
      await expect.poll(() => countOf(second).inputValue()).toBe('7.5');
      await screenLoaded(page);
      await screenshot(page, 'reconcile-sheet');
      await expectNoAxeViolations(page);

      await page.getByRole('button', { name: 'Look at the differences' }).click();
      await page.getByText('2 differences').waitFor();
      await screenshot(page, 'reconcile-preview');
      await expectNoAxeViolations(page);
      await page.getByRole('button', { name: 'Write the count' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Write the count' }).click();
      await page.getByText('The count is written').waitFor();
      await expect.poll(() => countOf(first).inputValue()).toBe('');
      await screenshot(page, 'reconcile-written');
      const rows = async () =>
        (
          await apiAnswer<{ items: { quantity: { measure: number } }[] }>(
            page,
            `/v1/locations/${new URL(page.url()).searchParams.get('location')}/stock?sortBy=sku`,
          )
        ).items.map(({ quantity }) => quantity.measure);
      expect((await rows()).sort()).toEqual([1200, 7.5].sort());

      // Blind: what the books say is not there.
      await page.getByRole('columnheader', { name: 'In the books' }).waitFor();
      await page.getByRole('switch', { name: 'Blind count' }).click({ force: true });
      await page.getByRole('columnheader', { name: 'In the books' }).waitFor({ state: 'detached' });

      await page.getByRole('button', { name: 'Undo', exact: true }).click();
      await page.getByText('The count was taken back').waitFor();
      await page.getByText('Nothing is expected here').waitFor();
    }));

  it('shows what cannot be counted at its row, and needs the right', () =>
    signedIn('admin@demo.test', async (page) => {
      const { items } = await apiAnswer<{ items: { sku: string }[] }>(page, `${listItems.path}?types=supply&take=1`);
      const sku = items[0]?.sku ?? '';
      await page.goto('/dashboard/reconcile');
      await page.getByText('Which place do you count?').waitFor();
      await scan(page, 'Main warehouse / Quarantine');
      await page.getByRole('button', { name: 'Look at the differences' }).waitFor();
      await scan(page, sku);
      await page.getByRole('textbox', { name: `Count of ${sku}`, exact: true }).waitFor();
      await page.getByRole('button', { name: 'Look at the differences' }).click();
      await page.getByText('Quarantine is closed').first().waitFor();
      // Codes may be as short as a count.
      const made = await page.request.post('/api/v1/supplies', { data: { sku: '123' } });
      expect(made.ok()).toBe(true);
      await page.getByRole('textbox', { name: `Count of ${sku}`, exact: true }).focus();
      await scan(page, '123');
      await expect.poll(() => page.getByRole('textbox', { name: 'Count of 123', exact: true }).inputValue()).toBe('1');
      expect(await page.getByRole('textbox', { name: `Count of ${sku}`, exact: true }).inputValue()).toBe('1');
      await scan(page, 'NO-SUCH-CODE');
      await page.getByText('Nothing here has the code NO-SUCH-CODE').waitFor();
    }));
});
