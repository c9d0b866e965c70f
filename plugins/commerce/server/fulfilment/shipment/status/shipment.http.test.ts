import { addDays, dateIn, Problem } from '@millwright/core/contracts';
import { apiRefusal } from '@millwright/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createShippingCase,
  deleteShippingCase,
  getSalesOrder,
  getShipment,
  getShippingCase,
  hasGS1CheckDigit,
  listShipments,
  type SalesOrder,
  type Shipment,
  updateShipment,
  updateShipmentSettings,
  updateShippingCase,
  updateShippingCaseContents,
  useEstimatedWeights,
} from '../../../../contracts/index.ts';
import { type OrderFixture, orderFixture } from '../../../sales/sales-order/record/sales-order-fixture.ts';
import { createShipment, type PackedGoods } from '../record/create-shipment.ts';

let at: OrderFixture;
beforeAll(async () => {
  at = await orderFixture();
});
afterAll(() => at?.kernel.stop());

/** An issued order of 4 pairs and 6 hats. */
const issued = (): Promise<SalesOrder> =>
  at.create({
    status: 'issued',
    lines: [
      { productID: at.glove.id, quantityOrdered: 4 },
      { productID: at.hat.id, quantityOrdered: 6 },
    ],
  });

/** Packs an order completely, as a pick does. */
const packed = async (order: SalesOrder, parts: Partial<PackedGoods> = {}): Promise<Shipment> => {
  const lines = order.lines.map(({ id, product, quantityOrdered }) => ({
    orderLineID: id,
    itemID: product.id,
    lotID: null,
    quantity: String(quantityOrdered.unit === 'pair' ? quantityOrdered.measure * perPair : quantityOrdered.measure),
  }));
  const { id } = await at.kernel.a.run((ctx) =>
    createShipment(ctx, { orderID: order.id, pickID: null, lines, caseCount: 3, ...parts }),
  );
  return at.admin.call(getShipment, { params: { shipmentID: id } });
};
/** Base units of a pair: the pair is the base unit of its group. */
const perPair = 1;

const held = (shipment: Shipment) =>
  shipment.shippingCases.map(({ contents }) => contents.map(({ sku, quantity }) => `${quantity.measure} ${sku}`));

describe('a packed shipment', () => {
  it('has what was picked in cases of about the same weight, and shows on its order', async () => {
    const order = await issued();
    const shipment = await packed(order);
    // 4 pairs weigh 1.2 pounds, 6 hats 0.9.
    expect(held(shipment)).toEqual([['2 GLOVE'], ['2 GLOVE', '1 HAT'], ['5 HAT']]);
    expect(shipment).toMatchObject({
      status: { code: 'packed' },
      orderID: order.id,
      caseCount: 3,
      estimatedWeight: 2.1,
      freightWeight: 0,
      isReadyToShip: false,
    });
    expect(shipment.refusals.map(({ code }) => code)).toEqual(Array.from({ length: 3 }, () => 'case_not_weighed'));
    const shown = await at.admin.call(getSalesOrder, { params: { orderID: order.id } });
    expect(shown.shipments).toMatchObject([{ id: shipment.id, statusCode: 'packed', shippedAt: null }]);
    expect(shown.lines.map(({ quantityPacked }) => quantityPacked.measure)).toEqual([4, 6]);
    expect(shown.packProgress).toBe(1);
  });

  it('takes contents as they are given, and refuses what does not sum or is no piece for a case', async () => {
    const order = await issued();
    const [glove, hat] = order.lines.map(({ id }) => id) as [string, string];
    const contents = (gloves: number, hats: number) =>
      [
        { orderLineID: glove, quantity: String(gloves) },
        { orderLineID: hat, quantity: String(hats) },
      ].filter(({ quantity }) => quantity !== '0');
    const refused = async (parts: Partial<PackedGoods>) => {
      const problem = await packed(order, parts).catch((error: unknown) => error);
      if (!(problem instanceof Problem)) throw new Error('It was not refused');
      return [problem.code, problem.errors[0]?.path];
    };
    expect(await refused({ caseCount: 11 })).toEqual(['more_cases_than_pieces', 'shipmentCaseCount']);
    expect(await refused({ caseCount: 0 })).toEqual(['invalid_input', 'shipmentCaseCount']);
    expect(await refused({ lines: [] })).toEqual(['invalid_input', 'lines']);
    expect(await refused({ cases: [{ contents: contents(4, 5) }] })).toEqual(['contents_do_not_sum', 'cases']);
    expect(await refused({ cases: [{ contents: contents(2, 6) }, { contents: contents(3, 0) }] })).toEqual([
      'contents_do_not_sum',
      'cases.1.contents.0.quantity',
    ]);
    const shipment = await packed(order, { cases: [{ contents: contents(1, 6) }, { contents: contents(3, 0) }] });
    expect(held(shipment)).toEqual([['1 GLOVE', '6 HAT'], ['3 GLOVE']]);
    // With as many cases as pieces, each case holds one piece.
    expect(held(await packed(await issued(), { caseCount: 10 })).flat()).toHaveLength(10);
  });

  it('lets contents move between its cases, and cases come and go', async () => {
    const shipment = await packed(await issued());
    const [first, second, third] = shipment.shippingCases.map(({ id }) => id) as [string, string, string];
    const [glove, hat] = shipment.lines.map(({ id }) => id) as [string, string];
    const put = (shippingCaseID: string, contents: [string, number][], otherCaseID?: string) =>
      at.admin.call(updateShippingCaseContents, {
        params: { shippingCaseID },
        body: { contents: contents.map(([shipmentLineID, quantity]) => ({ shipmentLineID, quantity })), otherCaseID },
      });
    const now = () => at.admin.call(getShipment, { params: { shipmentID: shipment.id } });
    await put(first, [
      [glove, 1],
      [hat, 4],
    ]);
    expect(held(await now())).toEqual([['1 GLOVE', '4 HAT'], ['3 GLOVE'], ['2 HAT']]);
    await put(third, [], first);
    expect(held(await now())).toEqual([['1 GLOVE', '6 HAT'], ['3 GLOVE'], []]);
    expect((await apiRefusal(put(first, [[glove, 5]]))).code).toBe('contents_do_not_sum');
    expect((await apiRefusal(put(first, [['shl_01h455vb4pex5vsknk084sn02q', 1]]))).errors).toMatchObject([
      { path: 'contents.0.shipmentLineID' },
    ]);
    const other = await packed(await issued(), { caseCount: 1 });
    expect((await apiRefusal(put(first, [[glove, 1]], other.shippingCases[0]?.id))).errors).toMatchObject([
      { path: 'otherCaseID' },
    ]);
    const remove = (shippingCaseID: string) => at.admin.call(deleteShippingCase, { params: { shippingCaseID } });
    expect((await apiRefusal(remove(second))).code).toBe('case_not_empty');
    await remove(third);
    expect((await apiRefusal(at.admin.call(getShippingCase, { params: { shippingCaseID: third } }))).code).toBe(
      'not_found',
    );
    const added = await at.admin.call(createShippingCase, { params: { shipmentID: shipment.id }, body: {} });
    // The number of a removed case is not used again.
    expect(added.shippingCases.map(({ number }) => number)).toEqual(
      [1, 2, 4].map((each) => `${shipment.number}-${each}`),
    );
    expect(added.refusals.map(({ code }) => code)).toContain('case_empty');
    expect(await at.violations()).toEqual([]);
  });

  it('is weighed case by case or by its estimates, and found by what is on it', async () => {
    const shipment = await packed(await issued());
    const [first] = shipment.shippingCases.map(({ id }) => id) as [string];
    const patch = (body: object) => at.admin.call(updateShippingCase, { params: { shippingCaseID: first }, body });
    expect((await apiRefusal(patch({ freightWeight: 0 }))).errors).toMatchObject([{ path: 'freightWeight' }]);
    await patch({ freightWeight: 3.5, length: 12, width: 8, height: 6, trackingNumber: '1Z999AA10123456784' });
    const weighed = await at.admin.call(useEstimatedWeights, { params: { shipmentID: shipment.id }, body: {} });
    expect(weighed.shippingCases.map(({ freightWeight }) => freightWeight)).toEqual([3.5, 0.75, 0.75]);
    expect(weighed.isReadyToShip).toBe(true);
    await at.admin.call(updateShipment, {
      params: { shipmentID: shipment.id },
      body: { note: 'Tail lift', masterTrackingNumber: 'PRO-77', version: weighed.version },
    });
    const find = async (query: object) => (await at.admin.call(listShipments, { query })).items.map(({ id }) => id);
    for (const query of ['1Z999AA10123456784', 'PRO-77', shipment.number])
      expect(await find({ query }), query).toContain(shipment.id);
    const today = dateIn('UTC', at.kernel.clock.now());
    const filters = {
      itemIDs: at.hat.id,
      customerIDs: at.customer.id,
      startDate: addDays(today, -1),
      status: 'packed',
    };
    expect(await find(filters)).toContain(shipment.id);
    expect(await find({ status: 'shipped' })).toEqual([]);
    expect(await find({ itemIDs: at.freight.id })).toEqual([]);
  });

  it('gives its cases an SSCC once the account has a company prefix', async () => {
    await at.admin.call(updateShipmentSettings, { body: { gs1CompanyPrefix: '0614141' } });
    const { shippingCases } = await packed(await issued());
    const codes = shippingCases.map(({ sscc }) => sscc ?? '');
    expect(codes.map((code) => [code.slice(0, 8), code.length, hasGS1CheckDigit(code)])).toEqual(
      Array.from({ length: 3 }, () => ['00614141', 18, true]),
    );
    expect(new Set(codes).size).toBe(3);
    expect(await at.violations()).toEqual([]);
  });
});
