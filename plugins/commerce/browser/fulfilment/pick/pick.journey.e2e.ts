// Needs the layout of a phone.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectNoAxeViolations, screenLoaded, screenshot } from '../../../../../core/testing/browser/browser.ts';
import { apiAnswer, withSignedIn } from '../../../../../core/testing/browser/sign-in.ts';
import { openTestSite, type TestSite } from '../../../../../core/testing/browser/test-site.ts';

let site: TestSite;

beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site?.close());

interface Row {
  id: string;
  number: string;
}
const rows = async (page: Page, query: string): Promise<Row[]> =>
  (await apiAnswer<{ items: Row[] }>(page, `/v1/picks?status=open&${query}`)).items;
describe('picking', () => {
  it('walks a wave on a phone with the thumb, and counts a place that is empty', () =>
    withSignedIn(site, 'admin@demo.test', async (page) => {
      await page.setViewportSize({ width: 390, height: 844 });
      const wave = (await rows(page, 'stages=to_release&take=50')).slice(0, 3);
      await page.request.post('/api/v1/picks/actions/release', { data: { pickIDs: wave.map(({ id }) => id) } });
      await page.goto(`/dashboard/picking/walk?${wave.map(({ id }) => `pickID=${id}`).join('&')}`);
      const picked = page.getByRole('button', { name: 'Picked', exact: true });
      await picked.waitFor();
      await screenshot(page, 'wave-390');
      await expectNoAxeViolations(page);
      const place = await page.getByRole('heading', { level: 2 }).first().textContent();
      expect(place).toBeTruthy();
      await picked.click();
      await page.getByRole('status').filter({ hasText: 'Picked' }).waitFor();
      expect(await page.getByRole('link', { name: 'Count this place' }).getAttribute('href')).toMatch(/location=loc_/);
      await page.goto('/dashboard/picking');
      await screenLoaded(page);
      await screenshot(page, 'picking-390');
    }));
});
