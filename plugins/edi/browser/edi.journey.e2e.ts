import type { Invoice, SalesOrder, Shipment } from '@millwright/commerce/contracts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectNoAxeViolations, screenLoaded, screenshot } from '../../../core/testing/browser.ts';
import { apiAnswer, withSignedIn } from '../../../core/testing/sign-in.ts';
import { openTestSite, type TestSite } from '../../../core/testing/test-site.ts';
import type { EdiDocumentRow, EdiPartner } from '../contracts/index.ts';

let site: TestSite;

beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site?.close());

async function send<T = { id: string }>(
  page: Page,
  path: string,
  data: object = {},
  method: 'post' | 'put' | 'patch' = 'post',
): Promise<T> {
  const response = await page.request[method](`/api${path}`, { data });
  if (!response.ok()) throw new Error(`${path}: ${await response.text()}`);
  return (await response.json()) as T;
}

const documents = async (page: Page, query: string) =>
  (await apiAnswer<{ items: EdiDocumentRow[] }>(page, `/v1/edi-documents?${query}`)).items;
const dialog = (page: Page) => page.getByRole('dialog');

/** Asks the workbench for what partners have sent; answers what it says of it. */
async function fetchOrders(page: Page): Promise<void> {
  await page.goto('/dashboard/edi');
  await screenLoaded(page);
  await page.getByRole('button', { name: 'Fetch orders' }).click();
  await page
    .getByText(/taken over|held|sent|Nothing waits/)
    .first()
    .waitFor();
}

/** Goods of an order, picked, packed into two cases and weighed. */
async function packed(page: Page, order: SalesOrder): Promise<Shipment> {
  for (const { product } of order.lines)
    await send(page, '/v1/inventory-receipts', { itemID: product.id, quantity: 1000, unitCost: 1 });
  await send(page, '/v1/picks/actions/release', { pickIDs: [order.pickID] });
  await send(page, `/v1/picks/${order.pickID}/actions/pick`, {}, 'put');
  const { shipmentID } = await send<{ shipmentID: string }>(page, `/v1/picks/${order.pickID}/actions/pack`, {
    shipmentCaseCount: 2,
  });
  return send<Shipment>(page, `/v1/shipments/${shipmentID}/actions/use-estimates`, {}, 'put');
}

/** Lets the simulated retailer send an order that is held, and fetches it; answers its number. */
async function fetchFaultyOrder(page: Page): Promise<string> {
  const { items: partners } = await apiAnswer<{ items: EdiPartner[] }>(page, '/v1/edi-partners');
  const partner = partners.find(({ isSimulated }) => isSimulated);
  await page.goto(`/dashboard/edi-partners/${partner?.id}`);
  await screenLoaded(page);
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Simulate an order with faults' }).click();
  const said = await page.getByText(/SIM-\d+ waits to be fetched/).textContent();
  await fetchOrders(page);
  return /SIM-\d+/.exec(said ?? '')?.[0] ?? '';
}

describe('a retailer that orders by EDI', () => {
  // First: the journey below teaches the item and the place that keep these orders.
  it('has orders rejected and handled outside, with the reason', () =>
    withSignedIn(site, 'admin@demo.test', async (page) => {
      const open = async (po: string, item: string) => {
        const [held] = await documents(page, `query=${po}&type=850`);
        await page.goto(`/dashboard/edi/${held?.id}`);
        await page.getByText('What keeps it').waitFor();
        await page.getByRole('button', { name: 'More actions' }).click();
        await page.getByRole('menuitem', { name: item }).click();
      };
      const rejected = await fetchFaultyOrder(page);
      await open(rejected, 'Reject with 855');
      await screenshot(page, 'edi-reject');
      await expectNoAxeViolations(page);
      await dialog(page).getByLabel('Reason, which the partner reads').fill('We do not make these');
      await dialog(page).getByRole('button', { name: 'Reject' }).click();
      await page.getByText('Rejected; the partner is told').waitFor();
      expect((await documents(page, `query=${rejected}&type=850`))[0]?.processing).toBe('rejected');

      const handled = await fetchFaultyOrder(page);
      await open(handled, 'Handled outside');
      await dialog(page).getByRole('button', { name: 'Mark as handled' }).click();
      await dialog(page).getByText('Say how', { exact: true }).waitFor();
      await dialog(page).getByRole('textbox', { name: 'How it was handled' }).fill('Ordered by phone');
      await dialog(page).getByRole('button', { name: 'Mark as handled' }).click();
      await page.getByText('It waits no longer').waitFor();
      await page.getByText('Ordered by phone').first().waitFor();
    }));

  it('has its order mended, shipped, invoiced and paid, and accepts every document of it', () =>
    withSignedIn(site, 'admin@demo.test', async (page) => {
      await send(page, '/v1/shipment-settings', { gs1CompanyPrefix: '0614141' }, 'patch');
      const meant = await send(page, '/v1/products', { sku: 'EDI-JOURNEY', description: 'Meant', unitValue: 3.95 });
      const po = await fetchFaultyOrder(page);
      await page.getByRole('button', { name: 'Unknown item' }).click();
      await page
        .getByRole('link', { name: po })
        .or(page.getByRole('cell', { name: po }))
        .first()
        .waitFor();
      await screenshot(page, 'edi-workbench');
      await expectNoAxeViolations(page);

      const [held] = await documents(page, `query=${po}&type=850`);
      await page.goto(`/dashboard/edi/${held?.id}`);
      await page.getByText('What keeps it').waitFor();
      expect(await page.locator('mark').allTextContents()).toEqual(expect.arrayContaining(['099999999992', '0999']));
      await screenshot(page, 'edi-held-order');
      await expectNoAxeViolations(page);
      await page.getByRole('button', { name: 'Choose the product' }).click();
      await dialog(page).getByRole('combobox', { name: 'Product' }).fill('EDI-JOURNEY');
      await page.getByRole('option', { name: /EDI-JOURNEY/ }).click();
      await dialog(page).getByRole('button', { name: 'Choose and go on' }).click();
      await dialog(page).waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Create this location' }).click();
      await dialog(page).getByRole('button', { name: 'Create and go on' }).click();
      await dialog(page).waitFor({ state: 'detached' });
      await page.getByText('Became').waitFor();
      const [taken] = await documents(page, `query=${po}&type=850`);
      expect(taken?.processing).toBe('imported');

      const order = await apiAnswer<SalesOrder>(page, `/v1/sales-orders/${taken?.record?.id}`);
      expect(order.lines.map(({ product }) => product.id)).toContain(meant.id);
      await page.goto(`/dashboard/sales-orders/${order.id}`);
      await page.getByRole('button', { name: 'As sent' }).click();
      const asSent = page.getByRole('table', { name: 'Lines as the partner sent them' });
      await asSent.getByText('UP 099999999992').waitFor();
      await screenshot(page, 'edi-order-as-sent');
      await expectNoAxeViolations(page);

      const shipment = await packed(page, order);
      await page.goto(`/dashboard/shipping/${shipment.id}`);
      await page.getByRole('button', { name: 'Ship', exact: true }).click();
      await dialog(page).getByRole('button', { name: 'Ship' }).click();
      await page.getByText(/has left/).waitFor();
      const { invoiceID } = await apiAnswer<Shipment>(page, `/v1/shipments/${shipment.id}`);
      // Notice and invoice go out by themselves, one after the other; the retailer has answered both.
      await expect.poll(() => documents(page, `recordIDs=${invoiceID}`)).toHaveLength(1);
      await expect.poll(async () => (await documents(page, `recordIDs=${invoiceID}`))[0]?.delivery).toBe('sent');
      await fetchOrders(page);
      for (const id of [order.id, shipment.id, invoiceID])
        await expect
          .poll(async () => (await documents(page, `recordIDs=${id}&direction=out`)).map((each) => each.acknowledgment))
          .toEqual(['accepted']);

      const invoice = await apiAnswer<Invoice>(page, `/v1/invoices/${invoiceID}`);
      await send(page, '/v1/settlements', {
        transactions: [
          {
            customerID: order.customer.id,
            typeCode: 'payment',
            methodCode: 'check',
            amount: invoice.open,
            allocations: [{ invoiceID, amount: invoice.open }],
          },
        ],
      });
      await page.goto(`/dashboard/invoices/${invoiceID}`);
      await page.getByText('Invoice (810)').waitFor();
      await page.getByText('Accepted').first().waitFor();
      await screenshot(page, 'edi-invoice-paid');
      expect(await apiAnswer<Invoice>(page, `/v1/invoices/${invoiceID}`)).toMatchObject({
        isPaidInFull: true,
        isEdiSent: true,
      });
    }));
});
