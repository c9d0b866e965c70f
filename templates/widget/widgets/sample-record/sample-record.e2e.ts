import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectNoAxeViolations, launchBrowser, withPage } from '../../core/testing/browser.ts';
import { openWidgetSite, type WidgetSite } from '../e2e/widget-site-fixture.ts';

let browser: Browser;
let site: WidgetSite;

beforeAll(async () => {
  [browser, site] = await Promise.all([launchBrowser(), openWidgetSite()]);
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

it('the widget works on a page of another origin', () =>
  withPage(browser, { baseURL: site.shop }, async (page, { trouble }) => {
    const key = await site.key('northfield', { widgets: ['sample-record'] });
    site.show(`<millwright-sample-record publishable-key="${key}"></millwright-sample-record>`, {
      head: `<script async src="${site.url}/widgets/v1/loader.js"></script>`,
    });
    await page.goto('/');
    const widget = page.locator('millwright-sample-record');
    await widget.getByLabel('Name').fill('Ada');
    await page.keyboard.press('Enter');
    await widget.getByText('Welcome to Northfield Glove & Sock, Ada').waitFor();
    await expectNoAxeViolations(page);
    expect(trouble).toEqual({ errors: [], console: [] });
  }));
