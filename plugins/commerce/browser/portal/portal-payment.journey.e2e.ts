// Needs the layout of a phone, and the fragment of a link, which browsers do not send to the server.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { screenshot, withPage } from '../../../../core/testing/browser/browser.ts';
import { apiAnswer, withSignedIn } from '../../../../core/testing/browser/sign-in.ts';
import {
  look,
  opened,
  openPortalJourney,
  type PortalJourney,
  payWithPracticeCard,
  phone,
} from './portal-journey-fixture.ts';

let journey: PortalJourney;

interface OfferedLine {
  id: string;
  product: { id: string };
  quantityOrdered: { measure: number };
}

beforeAll(async () => {
  journey = await openPortalJourney();
});
afterAll(() => journey?.close());

/** Pays with a declined card first, then with an accepted one. */
async function payAtTheSecondTry(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByText('A card that is declined').click();
  await dialog.getByRole('button', { name: 'Pay' }).click();
  await page.getByText('The practice card was declined').first().waitFor();
  await payWithPracticeCard(page, journey);
}

it('a customer on terms sees what was shipped, and pays invoices together by card', () =>
  withSignedIn(journey.site, 'customer@demo.test', async (page, context) => {
    await page.setViewportSize(phone);
    await opened(page, '/dashboard/my-orders');
    await look(page, 'orders');
    const { items } = await apiAnswer<{ items: { id: string }[] }>(page, '/v1/portal/orders?take=1');
    await opened(page, `/dashboard/my-orders/${items[0]?.id}`);
    // On a phone each line is a card and must fit into the page.
    const [lines, box] = await Promise.all(
      [page.getByRole('table', { name: 'Lines' }), page.locator('main')].map((each) => each.boundingBox()),
    );
    expect(lines && box && lines.width <= box.width).toBe(true);
    await look(page, 'order');
    await opened(page, '/dashboard/my-invoices');
    await look(page, 'invoices');
    const before = await apiAnswer<{ openCount: number }>(page, '/v1/portal/balance');
    expect(before.openCount).toBeGreaterThan(0);
    // A payment page for the same invoices in another tab; the newer page closes it.
    const older = await context.newPage();
    await older.goto('/dashboard/my-invoices');
    await older.getByRole('button', { name: 'Pay all that is open' }).click();
    await older.getByRole('dialog').getByText('Practice card payment').waitFor();
    await page.getByRole('button', { name: 'Pay all that is open' }).click();
    await payAtTheSecondTry(page);
    await older.getByRole('dialog').getByRole('button', { name: 'Pay' }).click();
    await older.getByText('This page is closed').first().waitFor();
    await older.close();
    expect(await apiAnswer<{ openCount: number }>(page, '/v1/portal/balance')).toMatchObject({ openCount: 0 });
    await opened(page, '/dashboard/my-payments');
    await look(page, 'payments');
  }));

it('a mailed estimate keeps its price, asks again after a change, and is paid without a password', async () => {
  let link = '';
  let orderID = '';
  await withSignedIn(journey.site, 'admin@demo.test', async (page) => {
    const { items } = await apiAnswer<{ items: { id: string }[] }>(
      page,
      '/v1/sales-orders?statusCodes=estimate&take=1',
    );
    orderID = items[0]?.id ?? '';
    const path = `/api/v1/sales-orders/${orderID}/checkout`;
    const answer = await page.request.post(path, { data: { customerEmail: 'pay@demo.test' } });
    expect(answer.status()).toBe(200);
    link =
      /\/document\?account=northfield#[\w-]+/.exec(await journey.lastMail('pay@demo.test', 'commerce.pay-link'))?.[0] ??
      '';
  });
  /** Changes the offer as the team would: raises the list price, or adds a line. */
  const changeOffer = (what: 'list price' | 'line') =>
    withSignedIn(journey.site, 'admin@demo.test', async (page) => {
      const { lines } = await apiAnswer<{ lines: OfferedLine[] }>(page, `/v1/sales-orders/${orderID}`);
      const line = lines[0] as OfferedLine;
      const change = async (path: string, data: object) => {
        const answer = await page.request.patch(`/api/v1/${path}`, { data });
        expect([answer.status(), answer.ok() ? '' : await answer.text()]).toEqual([200, '']);
      };
      if (what === 'line') {
        const quantityOrdered = line.quantityOrdered.measure + 1;
        return change(`sales-orders/${orderID}/lines/${line.id}`, { quantityOrdered });
      }
      await change(`products/${line.product.id}`, { unitValue: 987.5 });
      return change(`sales-orders/${orderID}`, { acknowledgementEmailContacts: ['desk@demo.test'] });
    });
  await withPage({ baseURL: journey.site.url, viewport: phone }, async (page) => {
    await page.goto(link);
    await page.getByRole('heading', { level: 1, name: /^Estimate/ }).waitFor();
    await look(page, 'document');
    const total = page.getByRole('table', { name: 'Lines' }).locator('tfoot tr').last();
    const offered = await total.textContent();
    await changeOffer('list price');
    await page.reload();
    expect(await total.textContent()).toBe(offered);
    await changeOffer('line');
    await page.getByRole('button', { name: 'Accept and pay by card' }).click();
    await page.getByText('This estimate has changed since you saw it').first().waitFor();
    await expect.poll(() => total.textContent()).not.toBe(offered);
    await screenshot(page, 'portal-document-changed');
    await page.getByRole('button', { name: 'Accept and pay by card' }).click();
    await payAtTheSecondTry(page);
    await page.getByText('Thank you for your payment').waitFor();
    await page.goto('about:blank');
    await page.goto(link);
    await page.getByRole('heading', { level: 1, name: /^Order/ }).waitFor();
    await page.goto('about:blank');
    await page.goto('/document?account=northfield#nothing');
    await page.getByRole('heading', { name: 'This link does not open anything' }).waitFor();
  });
});
