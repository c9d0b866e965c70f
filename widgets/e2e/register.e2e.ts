// Needs a page of another origin and its policy, and the layout of a phone.
import { sql } from 'kysely';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { expectNoAxeViolations, screenshot, withPage } from '../../core/testing/browser/browser.ts';
import { openWidgetSite, type WidgetSite } from './widget-site-fixture.ts';

let site: WidgetSite;
let key: string;

beforeAll(async () => {
  site = await openWidgetSite();
  key = await site.openKey();
});
afterAll(() => site?.close());
beforeEach(() => site.forgetTries());

const open = (work: (page: Page, widget: Locator) => Promise<void>, width = 900): Promise<void> =>
  withPage({ baseURL: site.shop, viewport: { width, height: 1000 } }, async (page) => {
    const policy = site.strictPolicy;
    const head = `<script async src="${site.url}/widgets/v1/loader.js"></script>`;
    site.show(`<millwright-register eager publishable-key="${key}"></millwright-register>`, { policy, head });
    await page.goto('/');
    const widget = page.locator('millwright-register');
    await widget.getByLabel('Company', { exact: true }).waitFor();
    await work(page, widget);
  });

it('a visitor registers, proves the address, and waits in the queue', () =>
  open(async (page, widget) => {
    await expectNoAxeViolations(page);
    await widget.getByRole('button', { name: 'Go on' }).click();
    await widget.getByText('Company name is required').waitFor();
    // The first wrong field has the focus.
    await expect
      .poll(() => widget.evaluate((host) => (host.shadowRoot?.activeElement as HTMLInputElement | null)?.name))
      .toBe('name');
    await screenshot(page, 'widget-register');
    await widget.getByLabel('Company', { exact: true }).fill('Lakeland Safety Supply');
    await widget.getByLabel('Your name').fill('Robin Hale');
    await widget.getByLabel('Email').fill('robin@lakeland-safety.test');
    await widget.getByLabel('Phone').fill('+1 218 555 0171');
    await widget.getByLabel('Street').fill('100 Mill Street');
    await widget.getByLabel('City').fill('Duluth');
    await widget.getByLabel('Country').fill('US');
    await widget.getByRole('button', { name: 'Go on' }).click();
    await widget.getByLabel('Code').waitFor();
    await expectNoAxeViolations(page);
    await widget.getByLabel('Code').fill(await site.codeOf('robin@lakeland-safety.test'));
    await widget.getByRole('button', { name: 'Go on' }).click();
    await widget.getByText(/Your registration is on its way|Look into your mail/).waitFor();
    const rows = await site.rows(
      (id) =>
        sql<{ name: string; city: string }>`select name, address ->> 'city' as city from commerce.registration_request
        where account_id = ${id} and email = 'robin@lakeland-safety.test' and proven_at is not null`,
    );
    expect(rows).toEqual([{ name: 'Lakeland Safety Supply', city: 'Duluth' }]);
  }));

it('fits a phone; people of a customer say its number', () =>
  open(async (page, widget) => {
    await widget.getByLabel('My company is a customer already').check();
    await widget.getByLabel('Customer number').waitFor();
    expect(await widget.getByLabel('Phone').count()).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await screenshot(page, 'widget-register-phone');
    await expectNoAxeViolations(page);
  }, 390));
