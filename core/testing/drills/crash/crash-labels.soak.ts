import { afterAll, beforeAll, expect, it } from 'vitest';
import { playedUPS } from '../../../../plugins/commerce/server/fulfilment/carrier-service/testing/carrier-stand-in.ts';
import { type StandIn, startStandIn } from '../../stand-ins/provider-stand-in.ts';
import { CrashSite } from './server/crash-site.ts';

interface Made {
  id: string;
}
interface Order extends Made {
  pickID: string;
}
interface Shipped extends Made {
  status: { code: string };
  invoiceID: string | null;
  shippingCases: { trackingNumber: string | null; label: { status: string } | null }[];
}

const ups = playedUPS();
let providers: StandIn;
let site: CrashSite;
/** Kills the server as soon as it has bought this number of labels, before it gets the reply of the last one. */
let killAfter = Number.POSITIVE_INFINITY;
let killing: Promise<void> | undefined;

beforeAll(async () => {
  providers = await startStandIn((call) => {
    const answer = ups.play(call);
    if (call.path.endsWith('/ship') && ups.sold.length >= killAfter) {
      killAfter = Number.POSITIVE_INFINITY;
      killing = site.killServer();
    }
    return answer;
  });
  process.env['UPS_URL'] = providers.url;
  site = await CrashSite.open(['inventory', 'commerce']);
}, 120_000);
afterAll(async () => {
  delete process.env['UPS_URL'];
  await site?.close();
  await providers.stop();
}, 120_000);

const address = {
  name: 'Dock',
  line1: '1 Canal Road',
  city: 'Duluth',
  state: 'MN',
  postalCode: '55806',
  country: 'US',
};

it('kill -9 in the middle of buying labels and of shipping loses nothing that was bought, and does nothing twice', {
  timeout: 300_000,
}, async () => {
  const { currentAccount: account } = await site.ask<{ currentAccount: Made }>('GET', '/v1/me/tenancy');
  await site.ask('PATCH', `/v1/accounts/${account.id}`, { billToAddress: address });
  await site.ask('POST', '/v1/integrations', {
    name: 'UPS',
    code: 'ups',
    credentials: { clientId: 'a', clientSecret: 'b', accountNumber: 'c' },
  });
  const carriers = await site.ask<{ items: (Made & { code: string })[] }>('GET', '/v1/carriers');
  const carrierID = carriers.items.find(({ code }) => code === 'ups')?.id;
  const customer = await site.ask<Made>('POST', '/v1/customers', { name: 'Far', shipToAddress: address });
  const product = await site.ask<Made>('POST', '/v1/products', { sku: 'BOX', unitCost: 1, unitValue: 2 });
  const place = await site.ask<Made>('POST', '/v1/locations', { name: 'Floor', type: 'warehouse' });
  await site.ask('POST', '/v1/inventory-receipts', {
    itemID: product.id,
    quantity: 500,
    unitCost: 1,
    storageLocationID: place.id,
  });
  const packed = async (caseCount: number): Promise<Shipped> => {
    const order = await site.ask<Order>('POST', '/v1/sales-orders', {
      customerID: customer.id,
      status: 'issued',
      carrierID,
      lines: [{ productID: product.id, quantityOrdered: 6 }],
    });
    const { pickID } = await site.ask<Order>('GET', `/v1/sales-orders/${order.id}`);
    await site.ask('PUT', `/v1/picks/${pickID}/actions/pick`, {});
    const { shipmentID } = await site.ask<{ shipmentID: string }>('POST', `/v1/picks/${pickID}/actions/pack`, {
      shipmentCaseCount: caseCount,
    });
    return site.ask<Shipped>('PUT', `/v1/shipments/${shipmentID}/actions/use-estimates`, {});
  };
  const now = ({ id }: Made) => site.ask<Shipped>('GET', `/v1/shipments/${id}`);

  for (const at of [1, 2, 3]) {
    const shipment = await packed(3);
    const before = ups.sold.length;
    killAfter = before + at;
    await site.ask('POST', `/v1/shipments/${shipment.id}/actions/buy-labels`, {});
    await site.until('The kill', () => killing !== undefined);
    await killing;
    killing = undefined;
    await site.restart();
    await site.until('The labels', async () =>
      (await now(shipment)).shippingCases.every(({ label }) => label?.status === 'bought'),
    );
    const { shippingCases } = await now(shipment);
    const sold = ups.sold.slice(before).map(({ trackingNumber }) => trackingNumber);
    expect(shippingCases.map(({ trackingNumber }) => trackingNumber).sort()).toEqual(sold.sort());
    expect(sold).toHaveLength(3);
  }

  for (const delay of [5, 15, 30, 60]) {
    const shipment = await packed(1);
    const cut = site
      .api(`/v1/shipments/${shipment.id}/actions/ship`, {
        method: 'POST',
        headers: { 'idempotency-key': `ship-${delay}` },
        body: '{}',
      })
      .then(({ status }) => status)
      .catch(() => 0);
    await new Promise((done) => setTimeout(done, delay));
    await site.killServer();
    const answered = await cut;
    await site.restart();
    const left = await now(shipment);
    if (answered === 200) expect(left.status.code).toBe('shipped');
    expect(left.invoiceID !== null).toBe(left.status.code === 'shipped');
    await site.expectLaws();
  }
});
