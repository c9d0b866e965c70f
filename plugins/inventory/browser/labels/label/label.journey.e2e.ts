// Needs frames and downloads: labels are previewed in a frame.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectNoAxeViolations } from '../../../../../core/testing/browser/browser.ts';
import { withSignedIn } from '../../../../../core/testing/browser/sign-in.ts';
import { openTestSite, type TestSite } from '../../../../../core/testing/browser/test-site.ts';

let site: TestSite;

beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site?.close());

const signedIn = (email: string, work: (page: Page) => Promise<void>) => withSignedIn(site, email, work);

describe('labels in the browser', () => {
  it('are chosen, previewed and saved', () =>
    signedIn('admin@demo.test', async (page) => {
      await page.goto('/dashboard/labels');
      await page.getByText('Nothing chosen yet').waitFor();
      await page.getByText('Places', { exact: true }).click();
      await page.getByRole('combobox', { name: 'Add a storage location' }).fill('Main warehouse');
      await page.getByRole('option', { name: 'Main warehouse', exact: true }).click();
      await page.getByText('1 chosen').waitFor();
      await page.getByTitle('Labels as they print').waitFor();
      // A browser without a PDF viewer downloads the preview too.
      await Promise.all([
        page.waitForEvent('download', (download) => download.suggestedFilename() === 'labels.zpl'),
        page.getByRole('button', { name: 'Save ZPL' }).click(),
      ]);
      await page.getByLabel('Copies of each').fill('100');
      await page.getByText('1 chosen').waitFor();
    }));

  it('are printed of what is picked in a list', () =>
    signedIn('admin@demo.test', async (page) => {
      await page.goto('/dashboard/lots');
      const boxes = page.locator('tbody').getByRole('checkbox');
      await boxes.nth(0).check({ force: true });
      await boxes.nth(1).check({ force: true });
      await page.getByRole('button', { name: 'Print labels' }).click();
      await page.getByText('2 chosen').waitFor();
      const { searchParams } = new URL(page.url());
      expect(searchParams.get('type')).toBe('lot');
      expect(searchParams.getAll('ids')).toEqual([expect.stringContaining('lot_'), expect.stringContaining('lot_')]);
      await page.getByTitle('Labels as they print').waitFor();
      await expectNoAxeViolations(page, { exclude: ['iframe'] });
    }));
});
