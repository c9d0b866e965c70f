import { createIntegration, type IntegrationCode, updateAccount } from '@millwright/core/contracts';
import { apiRefusal, meanwhile, type StandIn, startStandIn, until } from '@millwright/core/testing';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  buyLabels,
  createFreightRate,
  createShippingTerm,
  estimateRate,
  getCarrierLabel,
  getCarrierLabels,
  getShipment,
  listCarriers,
  rateShipment,
  type Shipment,
  shipShipment,
  updateShipment,
  updateShippingCase,
  useEstimatedWeights,
  voidLabels,
  voidShipment,
} from '../../../contracts/index.ts';
import { type OrderFixture, orderFixture } from '../../sales/sales-order/record/sales-order-fixture.ts';
import { packedFor } from '../shipment/record/shipment-fixture.ts';
import { type PlayedCarrier, playedShippo, playedUPS } from './testing/carrier-stand-in.ts';

let at: OrderFixture;
let providers: StandIn;
const ups: PlayedCarrier = playedUPS();
const shippo: PlayedCarrier = playedShippo(() => providers.url);
let carriers: Map<string, { id: string; options: { id: string; code: string }[] }>;
const home = { name: 'Works', line1: '1 Mill St', city: 'Duluth', state: 'MN', postalCode: '55802', country: 'US' };
const away = { ...home, name: 'Away', city: 'Madison', state: 'WI', postalCode: '53703' };

beforeAll(async () => {
  providers = await startStandIn(ups.play, shippo.play);
  at = await orderFixture({ why: 'settings, and a queue', env: { UPS_URL: providers.url, SHIPPO_URL: providers.url } });
  await at.stock(at.glove, 500);
  await at.admin.call(updateAccount, { params: { accountID: at.kernel.a.id }, body: { billToAddress: home } });
  const { items } = await at.admin.call(listCarriers, { query: { take: 100 } });
  carriers = new Map(items.map((carrier) => [carrier.code ?? '', carrier]));
  const connect = (code: IntegrationCode, credentials: object) =>
    at.admin.callUnchecked(createIntegration, { body: { name: code, code, credentials } });
  await connect('ups', { clientId: 'me', clientSecret: 'secret', accountNumber: 'A1' });
  await connect('shippo', { apiKey: 'shippo_test_key123' });
  await at.kernel.jobs();
});
afterEach(() => providers.calm());
afterAll(async () => {
  await at?.kernel.stop();
  await providers.stop();
});

const carrierID = (code: string): string => carriers.get(code)?.id ?? '';
const estimate = (parts: object = {}) =>
  at.admin.call(estimateRate, {
    body: { carrierID: carrierID('ups'), to: away, parcels: [{ weight: 10 }, { weight: 10 }, { weight: 4 }], ...parts },
  });

/** A weighed shipment of three cases with a carrier. */
async function weighed(code = 'ups', caseCount = 3): Promise<Shipment> {
  const order = await at.create({ status: 'issued', lines: [{ productID: at.glove.id, quantityOrdered: 6 }] });
  const { id: shipmentID } = await packedFor(at, order, 1, caseCount);
  const params = { shipmentID };
  await at.admin.call(updateShipment, { params, body: { carrierID: carrierID(code) } });
  return at.admin.call(useEstimatedWeights, { params, body: {} });
}
const now = ({ id }: Shipment) => at.admin.call(getShipment, { params: { shipmentID: id } });
const buy = ({ id }: Shipment, body: object = {}) => at.admin.call(buyLabels, { params: { shipmentID: id }, body });
const giveUp = ({ id }: Shipment, body: object = {}) => at.admin.call(voidLabels, { params: { shipmentID: id }, body });
const states = ({ shippingCases }: Shipment) => shippingCases.map(({ label }) => label?.status ?? null);
const settled = (shipment: Shipment): Promise<Shipment> =>
  until('The rest of the labels', async () => {
    const found = await now(shipment);
    const isBusy = found.shippingCases.some(({ label }) => ['requested', 'buying'].includes(label?.status ?? ''));
    return isBusy ? undefined : found;
  });

describe('a rate', () => {
  it('is the carrier’s negotiated one, parcel by parcel, asked once for those that are alike', async () => {
    const before = providers.calls.length;
    expect(await estimate()).toBe(10 + 10 + 7);
    expect(providers.calls.slice(before).filter(({ path }) => path.endsWith('/Rate'))).toHaveLength(2);
    expect(await estimate()).toBe(27);
    expect(providers.calls.slice(before).filter(({ path }) => path.endsWith('/Rate'))).toHaveLength(2);
    expect(await estimate({ carrierID: carrierID('usps') })).toBe(6.5 + 6.5 + 5);
  });

  it('is what the shipping term says before anybody is asked', async () => {
    const term = (body: object) =>
      at.admin.callUnchecked(createShippingTerm, { body: { isCarrierRate: true, ...body } });
    const flat = await term({ name: 'Twelve', flatRate: 12, minimumOrderValue: 100 });
    const before = providers.calls.length;
    expect(await estimate({ shippingTermID: flat.id, orderTotal: 99.99 })).toBe(12);
    expect(await estimate({ shippingTermID: flat.id, orderTotal: 100 })).toBe(0);
    expect(providers.calls).toHaveLength(before);
    const rated = await term({ name: 'As rated' });
    expect(await estimate({ shippingTermID: rated.id, customerID: at.customer.id })).toBe(27);
  });

  it('has a code for everything that goes wrong, and is never 0 because of it', async () => {
    const parcels = (weight: number) => ({ parcels: [{ weight }] });
    for (const [kind, code, status] of [
      [401, 'carrier_credentials_refused', 409],
      [429, 'carrier_busy', 503],
      [500, 'carrier_unavailable', 503],
      ['nonsense', 'carrier_answer_unreadable', 503],
      ['lost', 'carrier_no_answer', 503],
    ] as const) {
      providers.trouble(kind, /Rate|token/);
      const refused = await apiRefusal(estimate(parcels(1)));
      expect([refused.code, refused.status, refused.message.includes('UPS')]).toEqual([code, status, true]);
      providers.calm();
    }
    expect((await apiRefusal(estimate({ carrierID: carrierID('ltl') }))).code).toBe('freight_rate_missing');
    const unknown = await apiRefusal(estimate({ carrierID: 'car_01h455vb4pex5vsknk084sn02q' }));
    expect(unknown.errors).toMatchObject([{ path: 'carrierID' }]);
    const other = carriers.get('fedex')?.options[0]?.id;
    expect((await apiRefusal(estimate({ carrierOptionID: other }))).errors).toMatchObject([
      { path: 'carrierOptionID' },
    ]);
    expect((await apiRefusal(estimate({ parcels: [{ weight: 0 }] }))).errors).toMatchObject([
      { path: 'parcels.0.weight' },
    ]);
    // The account's own freight rates replace the rates of a carrier that is unavailable.
    const steps = [
      { fromWeight: 0, amount: 9, perPound: 0 },
      { fromWeight: 5, amount: 10, perPound: 0.25 },
    ];
    const rate = (name: string, code: string, more: object = {}) =>
      at.admin.call(createFreightRate, { body: { name, carrierID: carrierID(code), steps, ...more } });
    await rate('UPS agreed', 'ups');
    await rate('To Wisconsin', 'ltl', { states: 'wi, il', steps: [{ fromWeight: 0, amount: 3 }] });
    await rate('Everywhere', 'ltl');
    providers.trouble(500, /Rate/);
    expect(await estimate({ parcels: [{ weight: 3 }, { weight: 7 }] })).toBe(9 + 11.75);
    expect(await estimate({ carrierID: carrierID('ltl'), parcels: [{ weight: 7 }] })).toBe(3);
    expect(await estimate({ carrierID: carrierID('ltl'), to: home, parcels: [{ weight: 7 }] })).toBe(11.75);
  });

  it('is written on the cases of a shipment', async () => {
    const shipment = await weighed();
    const rated = await at.admin.call(rateShipment, { params: { shipmentID: shipment.id }, body: {} });
    expect(rated.shippingCases.map(({ freightAmount }) => freightAmount)).toEqual([5.3, 5.3, 5.3]);
    const unweighed = await at.admin.call(updateShippingCase, {
      params: { shippingCaseID: rated.shippingCases[1]?.id ?? '' },
      body: { freightWeight: null },
    });
    const refused = await apiRefusal(at.admin.call(rateShipment, { params: { shipmentID: shipment.id }, body: {} }));
    expect(refused.errors).toMatchObject([{ path: unweighed.id }]);
  });
});

describe('labels', () => {
  it('are bought once for each case, printed, and go with the shipment that is taken back', async () => {
    const shipment = await weighed();
    const before = ups.sold.length;
    await Promise.all([buy(shipment), buy(shipment).catch(() => undefined)]);
    const bought = await settled(shipment);
    expect(states(bought)).toEqual(['bought', 'bought', 'bought']);
    const sold = ups.sold.slice(before);
    const numbers = bought.shippingCases.map(({ trackingNumber }) => trackingNumber);
    // Two jobs may share the cases between them, in any order.
    expect(numbers.toSorted()).toEqual(sold.map(({ trackingNumber }) => trackingNumber).toSorted());
    expect(bought.shippingCases[0]).toMatchObject({
      freightAmount: 5.3,
      label: { provider: 'ups', cost: 5.3 },
      trackingURL: `https://www.ups.com/track?tracknum=${numbers[0]}`,
    });
    expect((await apiRefusal(buy(shipment))).code).toBe('labels_bought');
    const [first] = bought.shippingCases.map(({ id }) => id) as [string];
    const paper = await at.admin.call(getCarrierLabels, { params: { shipmentID: shipment.id } });
    expect(
      Buffer.from(await paper.arrayBuffer())
        .subarray(0, 4)
        .toString(),
    ).toBe('%PDF');
    await at.admin.call(getCarrierLabel, { params: { shippingCaseID: first } });
    const weigh = at.admin.call(updateShippingCase, { params: { shippingCaseID: first }, body: { freightWeight: 9 } });
    expect((await apiRefusal(weigh)).code).toBe('case_has_label');
    const turn = (body: object) =>
      at.admin.callUnchecked(updateShipment, { params: { shipmentID: shipment.id }, body: body });
    const { shipTo } = bought;
    for (const body of [
      { shipTo: { ...shipTo, postalCode: '90210' } },
      { carrierID: null },
      { carrierOptionID: carriers.get('ups')?.options[0]?.id },
    ])
      expect(await apiRefusal(turn(body)), JSON.stringify(body)).toMatchObject({ status: 409, code: 'case_has_label' });
    expect(await turn({ shipTo, carrierID: bought.carrier?.id, note: 'Same again' })).toMatchObject({ shipTo });
    await at.admin.call(shipShipment, { params: { shipmentID: shipment.id }, body: { emailCustomer: true } });
    await at.admin.call(voidShipment, { params: { shipmentID: shipment.id }, body: {} });
    await (await at.kernel.jobs()).idle();
    expect(sold.map(({ isVoid }) => isVoid)).toEqual([true, true, true]);
    expect(await now(shipment)).toMatchObject({
      labelTasks: [],
      shippingCases: [{ label: null, trackingNumber: null }, {}, {}],
    });
    expect(await at.violations()).toEqual([]);
  });

  it('of Shippo are quoted, bought and found again by the quote', async () => {
    const shipment = await weighed('usps', 1);
    providers.trouble('lost', /^\/transactions\/$/, 1);
    await buy(shipment);
    const bought = await settled(shipment);
    expect(states(bought)).toEqual(['bought']);
    expect(shippo.sold).toHaveLength(1);
    expect(bought.shippingCases[0]).toMatchObject({ trackingNumber: '94000000000001', label: { cost: 4.45 } });
    await giveUp(shipment);
    await (await at.kernel.jobs()).idle();
    expect(shippo.sold[0]?.isVoid).toBe(true);
  });

  it('that were bought are never lost nor bought again, whatever is answered', async () => {
    for (const kind of ['lost', 'nonsense'] as const) {
      const shipment = await weighed('ups', 2);
      const before = ups.sold.length;
      providers.trouble(kind, /\/ship$/, 1);
      await buy(shipment, { labelFormat: 'zpl' });
      const bought = await settled(shipment);
      expect([kind, states(bought)]).toEqual([kind, ['bought', 'bought']]);
      expect([kind, ups.sold.length - before]).toEqual([kind, 2]);
      const zpl = await at.admin.call(getCarrierLabels, { params: { shipmentID: shipment.id } });
      expect((await zpl.text()).split('^XA')).toHaveLength(3);
    }
    expect(await at.violations()).toEqual([]);
  });

  it('that fail say why, wait for a person, and are tasks where they are not taken back', async () => {
    const shipment = await weighed('ups', 1);
    providers.trouble(401, /\/ship$|token/);
    await buy(shipment);
    const failed = await settled(shipment);
    expect(failed.shippingCases[0]?.label).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('Integrations'),
    });
    providers.calm();
    await buy(shipment);
    expect(states(await settled(shipment))).toEqual(['bought']);
    providers.trouble(401, /void|token/);
    await giveUp(shipment);
    await (await at.kernel.jobs()).idle();
    const stuck = await now(shipment);
    expect(stuck.labelTasks).toMatchObject([{ caseNumber: `${shipment.number}-1` }]);
    expect(states(stuck)).toEqual([null]);
    await giveUp(shipment, { isDoneByHand: true });
    expect((await now(shipment)).labelTasks).toEqual([]);
    expect((await apiRefusal(giveUp(shipment))).code).toBe('no_label');
  });

  it('stay as they are where the shipment leaves before they are voided', async () => {
    const shipment = await weighed('ups', 1);
    await buy(shipment);
    await settled(shipment);
    const database = new Client({ connectionString: at.kernel.db.adminUrl });
    await database.connect();
    const leave = `update commerce.shipment
      set status = 'shipped', shipped_at = now(), shipped_by_name = 'A colleague', freight_amount = 0 where id = $1`;
    const stay = `update commerce.shipment
      set status = 'packed', shipped_at = null, shipped_by_name = null, freight_amount = null where id = $1`;
    try {
      const refusal = await meanwhile(database, { text: leave, values: [shipment.id] }, () =>
        apiRefusal(giveUp(shipment)),
      );
      expect(refusal).toMatchObject({ status: 409, code: 'shipment_shipped' });
      expect(states(await now(shipment))).toEqual(['bought']);
    } finally {
      await database.query(stay, [shipment.id]);
      await database.end();
    }
  });

  it('are refused for carriers that nobody serves and for cases without a weight', async () => {
    const shipment = await weighed('ltl', 1);
    expect((await apiRefusal(buy(shipment))).code).toBe('carrier_not_connected');
    const [first] = shipment.shippingCases;
    await at.admin.call(updateShippingCase, {
      params: { shippingCaseID: first?.id ?? '' },
      body: { freightWeight: null },
    });
    expect((await apiRefusal(buy(shipment))).code).toBe('shipment_not_ready');
    expect((await apiRefusal(giveUp(shipment))).code).toBe('no_label');
    expect((await apiRefusal(at.admin.call(getCarrierLabels, { params: { shipmentID: shipment.id } }))).code).toBe(
      'no_label',
    );
  });
});
