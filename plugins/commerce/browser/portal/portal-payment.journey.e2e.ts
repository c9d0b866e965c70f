// Needs the layout of a phone, and the part of a link that browsers keep to themselves.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withPage } from '../../../../core/testing/browser.ts';
import { apiAnswer, withSignedIn } from '../../../../core/testing/sign-in.ts';
import {
  look,
  opened,
  openPortalJourney,
  type PortalJourney,
  payWithPracticeCard,
  phone,
} from './portal-journey-fixture.ts';

let journey: PortalJourney;

beforeAll(async () => {
  journey = await openPortalJourney();
});
afterAll(() => journey?.close());

/** Pays with a card that is declined, and then with one that is taken. */
async function payAtTheSecondTry(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByText('A card that is declined').click();
  await dialog.getByRole('button', { name: 'Pay' }).click();
  await page.getByText('The practice card was declined').first().waitFor();
  await payWithPracticeCard(page, journey);
}

it('a customer on terms sees what was shipped, and pays invoices together by card', () =>
  withSignedIn(journey.site, 'customer@demo.test', async (page) => {
    await page.setViewportSize(phone);
    await opened(page, '/dashboard/my-orders');
    await look(page, 'orders');
    const { items } = await apiAnswer<{ items: { id: string }[] }>(page, '/v1/portal/orders?take=1');
    await opened(page, `/dashboard/my-orders/${items[0]?.id}`);
    // On a phone lines are cards: nothing of them is out of sight.
    const [lines, box] = await Promise.all(
      [page.getByRole('table', { name: 'Lines' }), page.locator('main')].map((each) => each.boundingBox()),
    );
    expect(lines && box && lines.width <= box.width).toBe(true);
    await look(page, 'order');
    await opened(page, '/dashboard/my-invoices');
    await look(page, 'invoices');
    const before = await apiAnswer<{ openCount: number }>(page, '/v1/portal/balance');
    expect(before.openCount).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Pay all that is open' }).click();
    await payAtTheSecondTry(page);
    expect(await apiAnswer<{ openCount: number }>(page, '/v1/portal/balance')).toMatchObject({ openCount: 0 });
    await opened(page, '/dashboard/my-payments');
    await look(page, 'payments');
  }));

it('an estimate of a mailed link is looked at, accepted and paid without a password', async () => {
  let link = '';
  await withSignedIn(journey.site, 'admin@demo.test', async (page) => {
    const { items } = await apiAnswer<{ items: { id: string }[] }>(
      page,
      '/v1/sales-orders?statusCodes=estimate&take=1',
    );
    const path = `/api/v1/sales-orders/${items[0]?.id}/checkout`;
    const answer = await page.request.post(path, { data: { customerEmail: 'pay@demo.test' } });
    expect(answer.status()).toBe(200);
    link =
      /\/document\?account=northfield#[\w-]+/.exec(await journey.lastMail('pay@demo.test', 'commerce.pay-link'))?.[0] ??
      '';
  });
  await withPage({ baseURL: journey.site.url, viewport: phone }, async (page) => {
    await page.goto(link);
    await page.getByRole('heading', { level: 1, name: /^Estimate/ }).waitFor();
    await look(page, 'document');
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
