// Needs pages of two origins and navigation between them.
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Listening, listen, stopListening } from '../../../../core/http/serve.ts';
import { expectNoAxeViolations, screenshot, withPage } from '../../../../core/testing/browser/browser.ts';
import { withSignedIn } from '../../../../core/testing/browser/sign-in.ts';
import { openPortalJourney, type PortalJourney, payWithPracticeCard, phone } from './portal-journey-fixture.ts';

let journey: PortalJourney;
let shop: Listening;
let body = '';

const buyer = 'customer@demo.test';

beforeAll(async () => {
  const app = new Hono().get('/', (c) =>
    c.html(`<!doctype html><html lang="en"><head><title>Shop</title></head><body>${body}</body></html>`),
  );
  journey = await openPortalJourney();
  shop = await listen((request) => app.fetch(request), { host: '127.0.0.1', port: 0, setting: 'PORT', wasSet: false });
});
afterAll(async () => {
  await journey?.close();
  if (shop) await stopListening(shop, 0);
});

it('what is ordered on a page of another origin is paid by card on ours, and recorded once', async () => {
  const { site, db } = journey;
  const origin = `http://127.0.0.1:${shop.port}`;
  const sku = 'CARD-1';
  await withSignedIn(site, 'admin@demo.test', async (page) => {
    const send = async (path: string, data: object) => {
      const answer = await page.request.post(`/api${path}`, { data });
      expect(answer.ok(), await answer.text()).toBe(true);
      return (await answer.json()) as { id: string };
    };
    const product = await send('/v1/products', { sku, description: 'Bought elsewhere', unitValue: 5 });
    await send('/v1/inventory-receipts', { itemID: product.id, quantity: 10, unitCost: 2 });
    const { id } = await send('/v1/publishable-keys', { name: 'Shop', origins: [origin], widgets: ['quick-order'] });
    body = `<script async src="${site.url}/widgets/v1/loader.js"></script>
      <millwright-quick-order eager publishable-key="${id}"></millwright-quick-order>`;
  });
  await withPage({ baseURL: origin, viewport: phone }, async (page, { trouble }) => {
    await page.goto('/');
    const widget = page.locator('millwright-quick-order');
    await widget.getByLabel('Email').fill(buyer);
    await widget.getByRole('button', { name: 'Mail me a code' }).click();
    await widget.getByLabel('Code').waitFor();
    const mail = await journey.lastMail(buyer, 'commerce.widget-code');
    await widget.getByLabel('Code').fill(/\d{8}/.exec(mail.replaceAll(/#\d{6}/g, ''))?.[0] ?? '');
    await widget.getByRole('button', { name: 'Go on' }).click();
    await widget.getByLabel('SKU of line 1').fill(sku);
    await widget.getByLabel('Quantity of line 1').fill('4');
    await widget.getByRole('button', { name: 'Add to cart' }).click();
    await widget.getByRole('button', { name: 'Check out' }).click();
    await widget.getByLabel('Your order number').fill('SITE-CARD');
    await widget.getByLabel('By card').check();
    await widget.getByRole('button', { name: 'Order and pay' }).click();
    await widget.getByRole('heading', { name: /waits for your payment/ }).waitFor();
    await widget.getByRole('button', { name: 'Pay by card' }).click();

    await page.waitForURL(`${site.url}/document?**`);
    await page.getByRole('button', { name: 'Pay by card' }).click();
    await payWithPracticeCard(page, journey);
    await page.getByText('Thank you for your payment').waitFor();
    // Reloading the page must not offer the payment again.
    await page.reload();
    await page.getByRole('heading', { level: 1, name: /^Order/ }).waitFor();
    expect(await page.getByRole('button', { name: /card/ }).count()).toBe(0);
    await screenshot(page, 'widget-card-paid', { fullPage: true });
    await expectNoAxeViolations(page);

    await page.goto(origin);
    await widget.getByLabel('Email').waitFor();
    expect(trouble.errors).toEqual([]);
  });
  const { rows } = await db.query(
    `select o.status, o.total::float as total, count(t.id)::int as payments, sum(t.amount)::float as paid
      from commerce.sales_order o left join commerce.transaction t on t.account_id = o.account_id and t.order_id = o.id
      where o.customer_po = 'SITE-CARD' group by o.id, o.status, o.total`,
  );
  expect(rows).toEqual([{ status: 'issued', total: rows[0]?.total, payments: 1, paid: rows[0]?.total }]);
});
