// Needs a page of another origin: its policy, its scripts and its frames.
import { sql } from 'kysely';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectNoAxeViolations, screenLoaded, screenshot, withPage } from '../../core/testing/browser/browser.ts';
import { openWidgetSite, type WidgetSite } from './widget-site-fixture.ts';

let site: WidgetSite;
let key: string;
/** A product that is in stock. */
let sku: string;

const buyer = 'customer@demo.test';

beforeAll(async () => {
  site = await openWidgetSite();
  key = await site.openKey();
  const [item] = await site.rows(
    (id) =>
      sql<{ sku: string }>`select item.sku from inventory.v_items item
      where item.account_id = ${id} and item.type = 'product' and item.product_type = 'sale'
        and (select count(*) from inventory.v_items other where other.account_id = item.account_id
          and other.product_group_id = item.product_group_id) > 1
      order by item.sku limit 1`,
  );
  sku = item?.sku ?? '';
});
afterAll(() => site?.close());
beforeEach(() => site.forgetTries());

const script = (): string => `<script async src="${site.url}/widgets/v1/loader.js"></script>`;
const element = (name: string, attributes = ''): string =>
  `<millwright-${name} eager publishable-key="${key}" ${attributes}></millwright-${name}>`;

const open = (
  name: string,
  work: (page: Page, widget: Locator) => Promise<void>,
  { policy = site.strictPolicy, head = '', attributes = '', healthy = true, width = 900 } = {},
): Promise<void> =>
  withPage({ baseURL: site.shop, viewport: { width, height: 1000 } }, async (page, { trouble }) => {
    site.show(element(name, attributes), { policy, head: head + script() });
    await page.goto('/');
    await work(page, page.locator(`millwright-${name}`).first());
    if (healthy) expect(trouble).toEqual({ errors: [], console: [] });
  });

const signIn = async (widget: Locator): Promise<void> => {
  await widget.getByLabel('Email').fill(buyer);
  await widget.getByRole('button', { name: 'Mail me a code' }).click();
  await widget.getByLabel('Code').waitFor();
  await widget.getByLabel('Code').fill(await site.codeOf(buyer));
  await widget.getByRole('button', { name: 'Go on' }).click();
  await widget.getByRole('button', { name: 'Sign out' }).waitFor();
};

const order = async (widget: Locator, payment: 'On account' | 'By card'): Promise<void> => {
  await widget.getByRole('button', { name: 'Check out' }).click();
  await widget.getByRole('heading', { name: 'Check out' }).waitFor();
  await widget.getByLabel('Your order number').fill('SITE-7');
  const wait = widget.getByLabel('Send all of it');
  if (await wait.count()) await wait.check();
  await widget.getByLabel(payment).check();
};

/** Events that the page received from the widget. */
const heard = (page: Page) =>
  page.evaluate(() => (globalThis as { heard?: [string, Record<string, unknown>][] }).heard ?? []);
const listen = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const list: unknown[] = [];
    Object.assign(globalThis, { heard: list });
    for (const name of ['signed-in', 'added-to-cart', 'order-created', 'payment-opened', 'error'])
      document.addEventListener(`millwright:${name}`, (event) => list.push([name, (event as CustomEvent).detail]));
  });

describe('the catalogue on a page of another origin', () => {
  it('shows list prices to everybody, own ones after sign-in, and takes an order on terms', () =>
    open('catalogue', async (page, widget) => {
      await listen(page);
      await widget.getByRole('button', { name: 'Sign in to order at your prices' }).waitFor();
      await widget.getByText(/^\d+ products$/).waitFor();
      expect(await widget.getByRole('button', { name: /^Add / }).count()).toBe(0);
      await widget.getByLabel('Search').fill(sku);
      await page.keyboard.press('Enter');
      await widget.getByText(sku, { exact: true }).first().waitFor();
      await screenshot(page, 'widget-catalogue');
      await expectNoAxeViolations(page);

      await widget.getByRole('button', { name: 'Sign in to order at your prices' }).click();
      await signIn(widget);
      const add = widget.getByRole('button', { name: `Add ${sku}` });
      await add.waitFor();
      await expectNoAxeViolations(page);
      await add.click();
      await widget.getByText(`${sku} is in your cart`).waitFor();
      await widget.getByRole('button', { name: /^Cart/ }).click();
      await widget.getByLabel(`Quantity of ${sku}`).waitFor();
      await screenLoaded(page);
      await widget.getByLabel(`Quantity of ${sku}`).fill('2');
      await widget.getByLabel(`Quantity of ${sku}`).press('Tab');
      await widget.getByText(`${sku} changed`).waitFor({ state: 'attached' });
      await order(widget, 'On account');
      await screenshot(page, 'widget-checkout', { fullPage: true });
      await expectNoAxeViolations(page);
      await widget.getByRole('button', { name: 'Place order' }).click();
      await widget.getByRole('heading', { name: /^Thank you: order \d+/ }).waitFor();
      const [, made] = (await heard(page)).find(([name]) => name === 'order-created') ?? [];
      const number = String(made?.['number']);
      const rows = await site.rows(
        (id) =>
          sql<{ status: string; po: string }>`select status, customer_po as po from commerce.sales_order
          where account_id = ${id} and number = ${number}`,
      );
      expect(rows).toEqual([{ status: 'issued', po: 'SITE-7' }]);
      await widget.getByRole('button', { name: 'Order something else' }).click();
      await widget.getByRole('button', { name: 'Cart (0)' }).waitFor();
    }));

  it('fits a phone, light and dark', () =>
    open(
      'catalogue',
      async (page, widget) => {
        await widget.getByText(/^\d+ products$/).waitFor();
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(width).toBeLessThanOrEqual(390);
        await screenshot(page, 'widget-catalogue-phone');
        await expectNoAxeViolations(page);
      },
      { width: 390, attributes: 'theme="auto" page-size="6"' },
    ));
});

describe('quick order on a page of another origin', () => {
  it('reads what is pasted from a sheet, and leads to the payment page', () =>
    open(
      'quick-order',
      async (page, widget) => {
        await listen(page);
        await signIn(widget);
        await screenshot(page, 'widget-quick-order');
        await expectNoAxeViolations(page);
        await widget.getByLabel('SKU of line 1').evaluate((input, text) => {
          const clipboardData = new DataTransfer();
          clipboardData.setData('text/plain', text);
          input.dispatchEvent(
            new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true, composed: true }),
          );
        }, `${sku}\t3\nNO-SUCH-THING\t1`);
        await widget.getByText('2 lines read, 1 not understood').waitFor();
        await widget.getByRole('button', { name: 'Add to cart' }).click();
        // A wrong line keeps its text and shows the reason.
        await widget.getByText('There is no product NO-SUCH-THING').waitFor();
        await expectNoAxeViolations(page);
        await widget.getByRole('button', { name: 'Remove line 2' }).click();
        await widget.getByRole('button', { name: 'Add to cart' }).click();
        await widget.getByRole('heading', { name: 'Your cart' }).waitFor();
        await order(widget, 'By card');
        await widget.getByRole('button', { name: 'Order and pay' }).click();
        await widget.getByRole('heading', { name: /waits for your payment/ }).waitFor();
        expect(await heard(page)).toContainEqual(['order-created', expect.objectContaining({ payment: 'card' })]);
      },
      // The browser itself logs refused requests to the console.
      { healthy: false },
    ));

  it('asks to sign in again when the time is over, and keeps the cart', () =>
    open(
      'quick-order',
      async (page, widget) => {
        await signIn(widget);
        await widget.getByLabel('SKU of line 1').fill(sku);
        await widget.getByLabel('Quantity of line 1').fill('1');
        await site.endSessions();
        await widget.getByRole('button', { name: 'Add to cart' }).click();
        await widget.getByText('You were signed out after a while. Your cart is kept.').waitFor();
        await signIn(widget);
        // The typed text is still there.
        expect(await widget.getByLabel('SKU of line 1').inputValue()).toBe(sku);
        await page.keyboard.press('Tab');
      },
      { healthy: false },
    ));

  it('a wrong code is said at its field; the limit in words', () =>
    open(
      'quick-order',
      async (_, widget) => {
        await widget.getByLabel('Email').fill(buyer);
        await widget.getByRole('button', { name: 'Mail me a code' }).click();
        await widget.getByLabel('Code').fill('12');
        await widget.getByRole('button', { name: 'Go on' }).click();
        await widget.getByText('Enter the eight digits of the mail').waitFor();
        const wrong = (await site.codeOf(buyer)) === '00000000' ? '00000001' : '00000000';
        for (let tries = 0; tries < 6; tries += 1) {
          await widget.getByLabel('Code').fill(wrong);
          await widget.getByRole('button', { name: 'Go on' }).click();
          await widget.getByText(tries < 5 ? 'This code is not valid' : /Too many attempts/).waitFor();
        }
      },
      { healthy: false },
    ));
});

describe('on a hostile page', () => {
  const hostile = `<link rel="stylesheet" href="/hostile.css"><script>
    Array.prototype.toJSON = function () { return 'a text' };
    Object.prototype.polluted = 'everywhere';
    Object.defineProperty(window, 'customElements', { get: ((own) => () => own)(customElements) });
    addEventListener('millwright:ready', () => {
      window.seen = [];
      window.fetch = (...all) => { window.seen.push(all); return Promise.reject(new Error('not yours')) };
      JSON.stringify = () => 'nothing';
    });
  </script>`;

  it('works on, and gives the page no token', () =>
    open(
      'quick-order',
      async (page, widget) => {
        await signIn(widget);
        const kept = await page.evaluate(() => ({
          seen: (globalThis as { seen?: unknown[] }).seen ?? null,
          storage: { ...localStorage, ...sessionStorage },
          cookie: document.cookie,
          globals: Object.getOwnPropertyNames(globalThis).filter((name) =>
            /millwright|webpack|rspack|preact/i.test(name),
          ),
          markup: document.documentElement.outerHTML.includes('Bearer'),
        }));
        expect(kept).toEqual({ seen: [], storage: {}, cookie: '', globals: [], markup: false });
      },
      { policy: '', head: hostile, healthy: false },
    ));

  it('is refused in a frame without origin, and says so', () =>
    withPage({ baseURL: site.shop }, async (page) => {
      const inside = `<!doctype html><html lang="en"><body>${script()}${element('catalogue')}</body></html>`;
      site.show(`<iframe title="Frame" sandbox="allow-scripts" srcdoc='${inside}' width="800" height="600"></iframe>`);
      await page.goto('/');
      await page.frameLocator('iframe').getByText('This service is not set up for this site.').waitFor();
    }));

  it('a second copy of the script changes nothing', () =>
    open(
      'register',
      async (page, widget) => {
        await page.addScriptTag({ url: `${site.url}/widgets/v1/loader.js` });
        await widget.getByLabel('Company', { exact: true }).waitFor();
        expect(await widget.getByLabel('Company', { exact: true }).count()).toBe(1);
      },
      { policy: '', head: script() },
    ));
});
