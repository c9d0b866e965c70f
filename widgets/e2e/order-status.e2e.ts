// Needs a page of another origin: its policy, its style sheets and its focus.
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectNoAxeViolations, screenLoaded, screenshot, withPage } from '../../core/testing/browser/browser.ts';
import { openWidgetSite, type WidgetSite } from './widget-site-fixture.ts';

let site: WidgetSite;
let key: string;

beforeAll(async () => {
  site = await openWidgetSite();
  key = await site.key('northfield');
});
afterAll(() => site?.close());
beforeEach(() => site.forgetTries());

const script = (): string => `<script async src="${site.url}/widgets/v1/loader.js"></script>`;
const element = (attributes = '', publishableKey = key): string =>
  `<millwright-order-status publishable-key="${publishableKey}" ${attributes}>` +
  '<p>Ask us by phone.</p></millwright-order-status>';
/** Allows only the platform's scripts and calls, and the site's own style sheet. */
const strictPolicy = (): string =>
  `default-src 'none'; script-src ${site.url}; connect-src ${site.url}; style-src 'self'; ` +
  `require-trusted-types-for 'script'; trusted-types 'none'`;

const open = (
  body: string,
  work: (page: Page, widget: Locator) => Promise<void>,
  { policy = strictPolicy(), head = '', healthy = true } = {},
): Promise<void> =>
  withPage({ baseURL: site.shop, viewport: { width: 900, height: 1000 } }, async (page, { trouble }) => {
    site.show(body, { policy, head: script() + head });
    await page.goto('/');
    await work(page, page.locator('millwright-order-status').first());
    if (healthy) expect(trouble).toEqual({ errors: [], console: [] });
  });

const fill = async (widget: Locator, number: string, proof: string): Promise<void> => {
  await widget.getByLabel('Order number').fill(number);
  await widget.getByLabel('Postcode or email').fill(proof);
  await widget.getByRole('button', { name: 'Find order' }).click();
};

describe('on a page of another origin', () => {
  it('it shows the order to who knows its postcode, under a strict policy, and tells the page', () =>
    open(element(), async (page, widget) => {
      await page.evaluate(() => {
        const heard: unknown[] = [];
        Object.assign(globalThis, { heard });
        for (const name of ['ready', 'order-status-shown', 'error'])
          document.addEventListener(`millwright:${name}`, (event) => heard.push([name, (event as CustomEvent).detail]));
      });
      await fill(widget, site.order.number, site.order.postalCode);
      await widget.getByRole('heading', { name: `Order ${site.order.number}` }).waitFor();
      expect(await widget.getByText('Completed').count()).toBeGreaterThan(0);
      // The result has the focus, so that screen readers read it from its beginning.
      await expect.poll(() => widget.evaluate((host) => host.shadowRoot?.activeElement?.className)).toBe('result');
      // The ordered items are only sent by mail.
      await widget.getByRole('button', { name: 'Mail me the details' }).click();
      await widget.getByText('on their way to the addresses').waitFor();
      const heard = await page.evaluate(() => (globalThis as { heard?: [string, object][] }).heard ?? []);
      expect(heard).toContainEqual(['order-status-shown', { number: site.order.number, stage: 'completed' }]);
      expect(await page.evaluate(() => document.cookie)).toBe('');
      await screenshot(page, 'widget-order-status');
    }));

  it('it keeps its look under hostile style sheets', () =>
    open(
      `${element()}<p>The page</p>`,
      async (page, widget) => {
        const outside = page.getByText('The page');
        expect(await outside.evaluate((node) => getComputedStyle(node).letterSpacing)).toBe('8px');
        await widget.getByLabel('Order number').waitFor();
        const look = await widget.getByLabel('Order number').evaluate((input) => {
          const { letterSpacing, textTransform, fontSize, backgroundColor, display, borderTopWidth } =
            getComputedStyle(input);
          return { letterSpacing, textTransform, fontSize, backgroundColor, display, borderTopWidth };
        });
        expect(look).toEqual({
          letterSpacing: 'normal',
          textTransform: 'none',
          fontSize: '15px',
          backgroundColor: 'rgb(255, 255, 255)',
          display: 'inline-block',
          borderTopWidth: '1px',
        });
        await fill(widget, site.order.number, site.order.email);
        await widget.getByRole('heading', { name: `Order ${site.order.number}` }).waitFor();
        await screenshot(page, 'widget-hostile');
      },
      { head: '<link rel="stylesheet" href="/hostile.css">' },
    ));

  it('it works twice on a page, with the script included twice, each for itself', () =>
    open(
      element('eager') + element('theme="dark" heading="Track it"') + script(),
      async (page, first) => {
        const second = page.locator('millwright-order-status').nth(1);
        await fill(second, site.order.number, site.order.postalCode);
        await second.getByRole('heading', { name: `Order ${site.order.number}` }).waitFor();
        expect(await first.getByRole('heading', { name: `Order ${site.order.number}` }).count()).toBe(0);
        expect(await second.getByRole('heading', { name: 'Track it' }).count()).toBe(1);
        await fill(first, site.order.number, site.order.email);
        await first.getByRole('heading', { name: `Order ${site.order.number}` }).waitFor();
        // Each shadow root has ids of its own, so labels refer to their own fields.
        expect(await page.getByLabel('Order number').count()).toBe(2);
        await screenshot(page, 'widget-twice', { fullPage: true });
        await expectNoAxeViolations(page);
      },
      { policy: '' },
    ));

  it('it needs no mouse', () =>
    open(element(), async (page, widget) => {
      await widget.getByLabel('Order number').waitFor();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      // Both fields are wrong; the first one gets the focus.
      await widget.getByText('Enter your order number').waitFor();
      await widget.getByText('Enter your postcode or email').waitFor();
      await page.keyboard.type(site.order.number);
      await page.keyboard.press('Tab');
      await page.keyboard.type(site.order.postalCode);
      await page.keyboard.press('Enter');
      await widget.getByRole('heading', { name: `Order ${site.order.number}` }).waitFor();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await widget.getByText('on their way to the addresses').waitFor();
    }));

  it('it says that nothing was found, in a live region, and how long to wait in the end', () =>
    open(
      element(),
      async (page, widget) => {
        await fill(widget, site.order.number, '00000');
        await widget.getByRole('status').getByText('No order has this number').waitFor();
        await expectNoAxeViolations(page);
        await screenshot(page, 'widget-wrong-guess');
        for (let guess = 1; guess < 11; guess += 1) {
          const answered = page.waitForResponse((response) => response.request().method() === 'POST');
          await fill(widget, site.order.number, `0000${guess}`);
          await answered;
        }
        await widget.getByText(/Too many attempts; try again in \d+ minutes/).waitFor();
      },
      // The browser itself logs refused requests to the console.
      { policy: '', healthy: false },
    ));

  it.each([
    [
      'a site that is not on the list',
      'origin_refused',
      () => site.key('northfield', { origins: ['https://shop.example'] }),
    ],
    ['a key that is none', 'publishable_key_refused', async () => 'pk_01h455vb4pex5vsknk084sn02q'],
  ])('it says in plain words that it is not set up: %s', async (_, code, made) => {
    const refused = await made();
    await withPage({ baseURL: site.shop }, async (page, { trouble }) => {
      site.show(element('', refused), { policy: strictPolicy(), head: script() });
      await page.goto('/');
      const widget = page.locator('millwright-order-status');
      await fill(widget, site.order.number, site.order.postalCode);
      await widget.getByRole('status').getByText('This service is not set up for this site.').waitFor();
      // The owner of the page finds the cause in the console.
      expect(trouble.console.some((line) => line.includes(`Millwright widget:`) && line.includes(code))).toBe(true);
    });
  });
});

describe('the element', () => {
  it('shows what stands in it until its script has come', () =>
    open(
      `<div style="height: 3000px"></div>${element()}`,
      async (page, widget) => {
        const requestedPaths: string[] = [];
        page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname));
        await widget.getByText('Ask us by phone.').waitFor();
        await screenLoaded(page);
        expect(requestedPaths.filter((path) => path.includes('order-status'))).toEqual([]);
        await widget.scrollIntoViewIfNeeded();
        await widget.getByLabel('Order number').waitFor();
        expect(requestedPaths.filter((path) => /order-status\.[0-9a-f]{10}\.js$/.test(path))).toHaveLength(1);
        expect(await widget.getByText('Ask us by phone.').isVisible()).toBe(false);
      },
      { policy: '' },
    ));

  it('is found when it comes later, follows its attributes, and can be moved', () =>
    open('<main></main><aside></aside>', async (page) => {
      await page.evaluate((publishableKey) => {
        const late = document.createElement('millwright-order-status');
        late.setAttribute('publishable-key', publishableKey);
        document.querySelector('main')?.append(late);
      }, key);
      const widget = page.locator('millwright-order-status');
      await widget.getByLabel('Order number').fill('123');
      await widget.evaluate((late) => late.setAttribute('heading', 'Later'));
      await widget.getByRole('heading', { name: 'Later' }).waitFor();
      await widget.evaluate((late) => document.querySelector('aside')?.append(late));
      expect(await widget.getByLabel('Order number').inputValue()).toBe('123');
    }));

  it('takes the colours of the page, in light and dark, and stays readable', () =>
    open(
      `<style>millwright-order-status { --millwright-primary: #ffd400; --millwright-radius: 0px }
        millwright-order-status::part(heading) { color: rgb(1, 2, 3) }</style>${element()}`,
      async (page, widget) => {
        const button = widget.getByRole('button', { name: 'Find order' });
        await button.waitFor();
        const look = await button.evaluate((node) => {
          const { color, backgroundColor, borderTopLeftRadius } = getComputedStyle(node);
          return { color, backgroundColor, borderTopLeftRadius };
        });
        expect(look).toMatchObject({ backgroundColor: 'rgb(255, 212, 0)', borderTopLeftRadius: '0px' });
        // The button color is yellow, so its text is black.
        expect(look.color).toMatch(/^(lch\(0 0 0\)|rgb\(0, 0, 0\))$/);
        const heading = widget.getByRole('heading', { name: 'Where is my order?' });
        expect(await heading.evaluate((node) => getComputedStyle(node).color)).toBe('rgb(1, 2, 3)');
        await widget.evaluate((host) => host.setAttribute('theme', 'dark'));
        const section = widget.locator('.widget');
        expect(await section.evaluate((node) => getComputedStyle(node).backgroundColor)).toBe('rgb(25, 27, 32)');
        await screenshot(page, 'widget-themed');
      },
      { policy: '' },
    ));
});

it('the demo page shows the widgets of the demo accounts', () =>
  withPage({ baseURL: site.url }, async (page, { trouble }) => {
    await page.goto('/widgets/demo');
    const widget = page.locator('millwright-order-status').nth(1);
    await fill(widget, site.order.number, site.order.postalCode);
    await widget.getByRole('heading', { name: `Order ${site.order.number}` }).waitFor();
    await screenshot(page, 'widget-demo', { fullPage: true });
    await expectNoAxeViolations(page);
    expect(trouble.errors).toEqual([]);
  }));
