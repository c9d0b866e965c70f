import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OpenPage, openPage } from '../../../../core/testing/browser.ts';
import { apiAnswer, signInAs } from '../../../../core/testing/sign-in.ts';
import type { Pick, SalesOrder } from '../../contracts/index.ts';
import { opened, openPortalJourney, type PortalJourney, payWithPracticeCard } from './portal-journey-fixture.ts';

let journey: PortalJourney;
let staff: OpenPage;
let guest: OpenPage;

const email = 'mona@fern-creek.test';

beforeAll(async () => {
  journey = await openPortalJourney();
  const at = { baseURL: journey.site.url };
  [staff, guest] = await Promise.all([openPage(at), openPage(at)]);
  await signInAs(staff.page, 'admin@demo.test');
});
afterAll(async () => {
  for (const open of [staff, guest]) await open?.context.close();
  await journey?.close();
});

async function send<T>(path: string, data: object = {}, method: 'post' | 'put' | 'patch' = 'post'): Promise<T> {
  const response = await staff.page.request[method](`/api${path}`, { data });
  if (!response.ok()) throw new Error(`${path}: ${await response.text()}`);
  return (await response.json()) as T;
}

const staffRead = <T>(path: string) => apiAnswer<T>(staff.page, path);

/** The warehouse picks, packs and ships what an order has; answers the tracking number. */
async function shipOut(orderID: string): Promise<string> {
  const { pickID } = await staffRead<SalesOrder>(`/v1/sales-orders/${orderID}`);
  await send('/v1/picks/actions/release', { pickIDs: [pickID] });
  const { lines } = await staffRead<Pick>(`/v1/picks/${pickID}`);
  for (const { id } of lines) await send(`/v1/picks/${pickID}/lines/${id}/actions/pick`, {}, 'put');
  const { shipmentID } = await send<{ shipmentID: string }>(`/v1/picks/${pickID}/actions/pack`, {
    shipmentCaseCount: 1,
  });
  const trackingNumber = `1Z${orderID.slice(-16).toUpperCase()}`;
  await send(`/v1/shipments/${shipmentID}/actions/use-estimates`, {}, 'put');
  await send(`/v1/shipments/${shipmentID}`, { masterTrackingNumber: trackingNumber }, 'patch');
  await opened(staff.page, `/dashboard/shipping/${shipmentID}`);
  await staff.page.getByRole('button', { name: 'Ship', exact: true }).click();
  await staff.page.getByRole('dialog').getByRole('button', { name: 'Ship' }).click();
  await staff.page.getByText(/has left/).waitFor();
  await journey.settle();
  return trackingNumber;
}

const orderIDOf = (page: Page): string => new URL(page.url()).pathname.split('/').at(-1) ?? '';

it('a newcomer registers, is let in, orders by card, sees it shipped, orders again and pays the invoice', async () => {
  const { page } = guest;
  // The order needs goods that are there and a customer who may pay later.
  const product = await send<{ id: string }>('/v1/products', {
    sku: 'FERN-1',
    description: 'Fern gloves',
    unitValue: 8,
  });
  await send('/v1/inventory-receipts', { itemID: product.id, quantity: 100, unitCost: 3 });

  await page.goto('/register-customer?account=northfield');
  await page.getByRole('textbox', { name: 'Company', exact: true }).fill('Fern Creek Nursery');
  await page.getByLabel('Your name').fill('Mona Aldridge');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Phone').fill('+1 218 555 0188');
  await page.getByLabel('Street').fill('8 Creek Road');
  await page.getByLabel('Postal code').fill('55806');
  await page.getByLabel('City').fill('Duluth');
  await page.getByRole('combobox', { name: 'Country' }).click();
  await page.getByRole('option', { name: 'United States', exact: true }).click();
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByRole('heading', { name: 'Prove your email' }).waitFor();
  const code = /"code": ?"(\d{6})"|>\s*(\d{6})\s*</.exec(await journey.lastMail(email, 'commerce.registration-code'));
  await page.getByLabel('Code').fill(code?.[1] ?? code?.[2] ?? '');
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByRole('heading', { name: 'Your registration is on its way' }).waitFor();

  await opened(staff.page, '/dashboard/registrations');
  await staff.page.getByRole('link', { name: 'Fern Creek Nursery' }).click();
  await staff.page.getByRole('button', { name: 'Approve' }).click();
  const dialog = staff.page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Payment term' }).click();
  await staff.page.getByRole('option', { name: /Net 30/i }).click();
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await staff.page.getByText('Mona Aldridge was invited').waitFor();

  const invitation = /\/invitation\?token=[\w-]+/.exec(await journey.lastMail(email, 'core.invitation'));
  await page.goto(invitation?.[0] ?? '');
  await page.getByLabel('Password').fill('a sentence nobody guesses');
  await page.getByRole('button', { name: 'Accept and create a sign-in' }).click();
  await page.waitForURL('**/dashboard');

  await opened(page, '/dashboard/shopping');
  await page.getByLabel('Search').fill('FERN-1');
  await page.getByLabel('Quantity of FERN-1').fill('6');
  await page.getByRole('button', { name: 'Add FERN-1' }).click();
  await page.getByText('FERN-1 is in your cart').waitFor();
  await opened(page, '/dashboard/shopping/checkout');
  await page.getByLabel('Your order number').fill('FC-100');
  await page.getByLabel('By card, now').check();
  await page.getByRole('button', { name: 'Order and pay' }).click();
  await page.getByText('One step is left').waitFor();
  await page.getByRole('button', { name: 'Pay by card' }).click();
  await payWithPracticeCard(page, journey);
  const first = orderIDOf(page);

  const tracking = await shipOut(first);
  await opened(page, `/dashboard/my-orders/${first}`);
  await page.getByText(tracking).waitFor();
  await page.getByText(/^Invoice .* paid$/).waitFor();

  await page.getByRole('button', { name: 'Order again' }).click();
  await page.getByRole('link', { name: 'Check out' }).click();
  await page.getByRole('button', { name: 'Order', exact: true }).click();
  await page.getByText('Thank you for your order').waitFor();
  const second = orderIDOf(page);
  expect(second).not.toBe(first);
  await shipOut(second);
  await opened(page, '/dashboard/my-invoices');
  await page.getByRole('button', { name: 'Pay all that is open' }).click();
  await payWithPracticeCard(page, journey);

  const { items } = await apiAnswer<{ items: { orderID: string; status: string; open: number }[] }>(
    page,
    '/v1/portal/invoices',
  );
  expect(items.map(({ orderID, status, open }) => [orderID, status, open]).sort()).toEqual(
    [first, second].map((id) => [id, 'paid', 0]).sort(),
  );
  // The card of the first paid once; the card of the second paid the invoice, not the order.
  const { rows } = await journey.db.query(
    'select order_id, count(*)::int as payments from commerce.transaction where order_id = any($1) group by 1',
    [[first, second]],
  );
  expect(rows).toEqual([{ order_id: first, payments: 1 }]);
  expect([...staff.trouble.errors, ...guest.trouble.errors]).toEqual([]);
});
