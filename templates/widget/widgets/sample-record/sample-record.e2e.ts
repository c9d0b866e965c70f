import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectNoAxeViolations, withPage } from '../../core/testing/browser/browser.ts';
import { openWidgetSite, type WidgetSite } from '../e2e/widget-site-fixture.ts';

let site: WidgetSite;

beforeAll(async () => {
  site = await openWidgetSite();
});
afterAll(() => site?.close());

it('the widget works on a page of another origin', () =>
  withPage({ baseURL: site.shop }, async (page, { trouble }) => {
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
