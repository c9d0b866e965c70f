import { afterAll, beforeAll, describe, it } from 'vitest';
import { expectNoAxeViolations, screenLoaded, screenshot } from '../../../../../core/testing/browser.ts';
import { withSignedIn } from '../../../../../core/testing/sign-in.ts';
import { openTestSite, type TestSite } from '../../../../../core/testing/test-site.ts';

let site: TestSite;

beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site?.close());

describe('shipping', () => {
  it('keeps freight rates by weight', () =>
    withSignedIn(site, 'admin@demo.test', async (page) => {
      await page.goto('/dashboard/freight-rates');
      await screenLoaded(page);
      await page.getByText('LTL, by weight').waitFor();
      await expectNoAxeViolations(page);
      await page.goto('/dashboard/freight-rates/create');
      await page.getByLabel('Name').fill('Night van');
      await screenshot(page, 'freight-rate');
      await expectNoAxeViolations(page);
    }));
});
