import { createApiKey, getTimeline, listEmailLogs, type PermissionCode } from '@millwright/core/contracts';
import { sql } from '@millwright/core/server';
import { apiRefusal, countStatements, isCut } from '@millwright/core/testing';
import { createStorageLocation, moveInventory, StockPort } from '@millwright/inventory/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  changeSalesOrderStatus,
  createSettlement,
  createShippingTerm,
  createTransaction,
  deleteShipment,
  getBillOfLading,
  getCartonLabels,
  getPackingSlip,
  getSalesOrder,
  getShipment,
  getShippingCaseLabels,
  listPaymentTerms,
  listPicks,
  packPick,
  pickAll,
  releasePicks,
  type SalesOrder,
  type Shipment,
  shipShipment,
  updateCustomer,
  updateShipmentSettings,
  updateShippingCase,
  useEstimatedWeights,
  voidShipment,
} from '../../../../contracts/index.ts';
import { type OrderFixture, orderFixture } from '../../../sales/sales-order/record/sales-order-fixture.ts';
import { packedFor } from '../record/shipment-fixture.ts';

let at: OrderFixture;
let termID: string;
beforeAll(async () => {
  at = await orderFixture();
  await at.stock(at.glove, 100);
  const term = await at.admin.call(createShippingTerm, { body: { name: 'Ten flat', flatRate: 10 } });
  termID = term.id;
});
afterAll(() => at?.kernel.stop());

const issued = (parts: object = {}): Promise<SalesOrder> =>
  at.create({ status: 'issued', lines: [{ productID: at.glove.id, quantityOrdered: 6 }], ...parts });

const packed = (order: SalesOrder, lineItemNumber = 1, caseCount = 2): Promise<Shipment> =>
  packedFor(at, order, lineItemNumber, caseCount);

const params = (shipment: { id: string }) => ({ params: { shipmentID: shipment.id } });
const weigh = (shipment: Shipment) => at.admin.call(useEstimatedWeights, { ...params(shipment), body: {} });
const ship = (shipment: Shipment, body: object = {}) => at.admin.call(shipShipment, { ...params(shipment), body });
const takeBack = (shipment: Shipment) => at.admin.call(voidShipment, { ...params(shipment), body: {} });
const orderNow = (order: SalesOrder) => at.admin.call(getSalesOrder, { params: { orderID: order.id } });
const onHand = () =>
  at.kernel.a.run(async (ctx) => {
    const stock = await at.kernel.services.get(StockPort).availabilityOf(ctx, [at.glove.id]);
    return Number(stock.get(at.glove.id)?.onHand);
  });
const progress = ({ shipProgress, fulfillmentProgress, status }: SalesOrder) => [
  shipProgress,
  fulfillmentProgress,
  status.code,
];

// The first test, because later tests start jobs, whose transactions would be counted too.
describe('an order of ten lines', () => {
  it.skipIf(isCut)('takes few statements from the form to the bank', async () => {
    const lines = Array.from({ length: 10 }, () => ({ productID: at.glove.id, quantityOrdered: 1 }));
    const cycle = async () => {
      const sent: number[] = [];
      const after = () => sent.push(counter.count());
      const order = await issued({ lines });
      after();
      const pickParams = { params: { pickID: order.pickID ?? '' } };
      await at.admin.call(releasePicks, { body: { pickIDs: [order.pickID ?? ''] } });
      after();
      await at.admin.call(pickAll, { ...pickParams, body: {} });
      const body = { shipmentCaseCount: 2, useEstimates: true };
      const { shipmentID } = await at.admin.call(packPick, { ...pickParams, body });
      const { invoiceID, shippingCases } = await ship({ id: shipmentID } as Shipment);
      after();
      expect(shippingCases.map(({ freightWeight, estimatedWeight }) => freightWeight === estimatedWeight)).toEqual([
        true,
        true,
      ]);
      const payment = { customerID: at.customer.id, typeCode: 'payment' as const, methodCode: 'check' as const };
      const allocations = [{ invoiceID: invoiceID ?? '', amount: 45 }];
      await at.admin.call(createSettlement, { body: { transactions: [{ ...payment, amount: 45, allocations }] } });
      after();
      return sent.map((count, index) => count - (sent[index - 1] ?? 0));
    };
    await at.stock(at.glove, 50);
    const counter = countStatements();
    try {
      await cycle();
      // The least of three runs, because a cache may have to be refilled in one of them.
      const least = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
      for (let turn = 0; turn < 3; turn += 1) {
        const before = counter.count();
        const [create = 0, release = 0, leave = 0, settle = 0] = await cycle();
        least[0] = Math.min(least[0] ?? 0, leave);
        least[1] = Math.min(least[1] ?? 0, create - before + release + leave + settle);
      }
      // Ten lines of one item read its cost layers more than once. Ten different items take 60 statements.
      expect(least[0]).toBeLessThanOrEqual(62);
      expect(least[1]).toBeLessThanOrEqual(120);
    } finally {
      counter.stop();
    }
    expect(await at.violations()).toEqual([]);
  });
});

describe('a shipment that leaves', () => {
  it('says everything that keeps it, and leaves once nothing does', async () => {
    const order = await issued();
    const shipment = await packed(order);
    const hold = (statusCode: 'hold_shipment' | 'normal') =>
      at.admin.call(updateCustomer, { params: { customerID: at.customer.id }, body: { status: statusCode } });
    await hold('hold_shipment');
    const refused = await apiRefusal(ship(shipment));
    expect([refused.status, refused.code]).toEqual([409, 'shipment_not_ready']);
    expect(refused.details).toMatchObject({ refusals: ['customer_on_hold', 'case_not_weighed', 'case_not_weighed'] });
    await hold('normal');
    const ready = await weigh(shipment);
    expect(ready.isReadyToShip).toBe(true);
    const before = await onHand();
    const gone = await ship(shipment, { version: ready.version });
    expect(gone).toMatchObject({ status: { code: 'shipped' }, isEditable: false, invoiceID: expect.any(String) });
    expect(await onHand()).toBe(before - 6);
    const now = await orderNow(order);
    expect(progress(now)).toEqual([1, 1, 'fulfilled']);
    expect(now.firstShipAt).toBe(gone.shippedAt);
    expect(now.invoices).toMatchObject([{ total: 27 }]);
    expect((await apiRefusal(ship(shipment))).code).toBe('shipment_shipped');
    const [first] = gone.shippingCases;
    const patch = (body: object) =>
      at.admin.call(updateShippingCase, { params: { shippingCaseID: first?.id ?? '' }, body });
    expect((await apiRefusal(patch({ freightWeight: 2 }))).code).toBe('shipment_not_editable');
    expect((await patch({ trackingNumber: '1Z1' })).trackingNumber).toBe('1Z1');
    expect(await at.violations()).toEqual([]);
  });

  it('waits for the money where the term wants it first', async () => {
    const terms = await at.admin.call(listPaymentTerms, { query: {} });
    const paymentTermID = terms.items.find(({ code }) => code === 'prepaid')?.id;
    const order = await issued({ paymentTermID });
    const ready = await weigh(await packed(order));
    expect(ready.refusals).toMatchObject([{ code: 'payment_missing', canOverride: true }]);
    expect((await apiRefusal(ship(ready))).details).toMatchObject({ refusals: ['payment_missing'] });
    const pay = (amount: number) =>
      at.admin.call(createTransaction, {
        body: { customerID: at.customer.id, typeCode: 'payment', methodCode: 'check', amount, orderID: order.id },
      });
    await pay(26.99);
    expect((await apiRefusal(ship(ready))).message).toContain('0.01');
    await pay(0.01);
    // The payment covers its invoice, which therefore cannot be voided.
    expect((await apiRefusal(takeBack(await ship(ready)))).code).toBe('invoice_not_voidable');
    const other = await weigh(await packed(await issued({ paymentTermID })));
    const reason = { overrides: [{ code: 'payment_missing', reason: 'The check is in the mail' }] };
    expect((await ship(other, reason)).status.code).toBe('shipped');
    expect(await at.violations()).toEqual([]);
  });

  it('comes back whole when it is voided, and leaves again', async () => {
    const lines = [4, 2].map((quantityOrdered) => ({ productID: at.glove.id, quantityOrdered }));
    const order = await issued({ shippingTermID: termID, lines });
    const shipment = await packed(order);
    const rest = await packed(order, 2, 1);
    await weigh(shipment);
    await weigh(rest);
    const before = await onHand();
    const first = await ship(shipment);
    expect(first.freight).toMatchObject({ amount: 10, reason: { rule: 'flat_rate' } });
    const second = await ship(rest);
    expect(second.freight).toMatchObject({ amount: 0, reason: { rule: 'flat_rate_charged' } });
    expect(progress(await orderNow(order))).toEqual([1, 1, 'fulfilled']);
    const back = await takeBack(first);
    expect(back).toMatchObject({ status: { code: 'packed' }, shippedAt: null, invoiceID: null, isReadyToShip: true });
    const reopened = await orderNow(order);
    expect(progress(reopened)).toEqual([0.33, 0.33, 'issued']);
    expect(reopened.completedAt).toBeNull();
    expect(reopened.lines[0]).toMatchObject({ reserved: { measure: 4 }, short: { measure: 0 } });
    expect(reopened.firstShipAt).toBe(second.shippedAt);
    expect(await onHand()).toBe(before - 2);
    expect(await at.violations()).toEqual([]);
    await ship(shipment);
    expect(progress(await orderNow(order))).toEqual([1, 1, 'fulfilled']);
    expect(await onHand()).toBe(before - 6);
    await takeBack(shipment);
    const gone = await takeBack(shipment);
    expect(gone.status.code).toBe('void');
    expect((await apiRefusal(takeBack(shipment))).code).toBe('shipment_void');
    expect((await orderNow(order)).shipments.map(({ id }) => id)).toEqual([rest.id]);
    expect(await at.violations()).toEqual([]);
  });

  it('is voided once where Void is pressed twice at once', async () => {
    const shipment = await packed(await issued());
    await weigh(shipment);
    await ship(shipment);
    const both = await Promise.allSettled([takeBack(shipment), takeBack(shipment)]);
    const told = both.map((each) => (each.status === 'fulfilled' ? each.value.status.code : each.reason.code));
    expect(told.toSorted()).toEqual(['packed', 'shipment_changed']);
    expect((await at.admin.call(getShipment, params(shipment))).status.code).toBe('packed');
    expect(await at.violations()).toEqual([]);
  });

  it('of an order that is closed short comes back to be put away, for nobody', async () => {
    const lines = [4, 2].map((quantityOrdered) => ({ productID: at.glove.id, quantityOrdered }));
    const order = await issued({ lines });
    const shipment = await packed(order);
    await weigh(shipment);
    const before = await onHand();
    await ship(shipment);
    await at.admin.call(changeSalesOrderStatus, {
      params: { orderID: order.id },
      body: { statusChange: 'closed_short' },
    });
    const back = await takeBack(shipment);
    expect(back).toMatchObject({ status: { code: 'void' }, invoiceID: null });
    const closed = await orderNow(order);
    expect(closed).toMatchObject({ status: { code: 'closed_short' }, shipments: [] });
    expect(closed.lines[0]).toMatchObject({ quantityPicked: { measure: 0 }, quantityPacked: { measure: 0 } });
    expect(await onHand()).toBe(before);
    const [task] = back.putAwayTasks;
    const quantity = shipment.lines.reduce((sum, { quantity: { measure } }) => sum + measure, 0);
    expect(back.putAwayTasks).toMatchObject([{ itemID: at.glove.id, quantity: { measure: quantity } }]);
    const shelf = await at.admin.call(createStorageLocation, { body: { name: 'Shelf of returns' } });
    const line = {
      itemID: at.glove.id,
      quantity,
      fromStorageLocationID: task?.storageLocation.id ?? '',
      toStorageLocationID: shelf.id,
    };
    await at.admin.call(moveInventory, { body: { lines: [line] } });
    expect((await at.admin.call(getShipment, params(shipment))).putAwayTasks).toEqual([]);
    const { items } = await at.admin.call(getTimeline, { params: { type: 'shipment', id: shipment.id }, query: {} });
    expect(items[0]?.note).toBe('Its goods lie in Packing and are reserved for nobody: put them away');
    expect(await at.violations()).toEqual([]);
  });

  it('is unpacked by voiding it while it is packed, and packed anew', async () => {
    const order = await issued();
    const { items } = await at.admin.call(listPicks, { query: { status: 'open', query: order.number } });
    const pickID = items.find((each) => each.order.id === order.id)?.id ?? '';
    await at.admin.call(pickAll, { params: { pickID }, body: {} });
    const pack = () => at.admin.call(packPick, { params: { pickID }, body: { shipmentCaseCount: 3 } });
    const first = await pack();
    const packedOnce = await at.admin.call(getShipment, params({ id: first.shipmentID }));
    expect(packedOnce).toMatchObject({ pickID, caseCount: 3, orderID: order.id });
    expect((await takeBack(packedOnce)).status.code).toBe('void');
    expect((await orderNow(order)).lines[0]).toMatchObject({
      quantityPicked: { measure: 6 },
      quantityPacked: { measure: 0 },
    });
    const again = await at.admin.call(getShipment, params({ id: (await pack()).shipmentID }));
    await weigh(again);
    await ship(again);
    expect(progress(await orderNow(order))).toEqual([1, 1, 'fulfilled']);
    await at.admin.call(deleteShipment, params(packedOnce));
    expect((await apiRefusal(at.admin.call(deleteShipment, params(again)))).code).toBe('shipment_shipped');
    expect(await at.violations()).toEqual([]);
  });

  it('leaves once where many ask at the same time', async () => {
    const order = await issued();
    const shipment = await packed(order);
    await weigh(shipment);
    const before = await onHand();
    const answers = await Promise.allSettled(Array.from({ length: 6 }, () => ship(shipment)));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await onHand()).toBe(before - 6);
    expect((await orderNow(order)).invoices).toHaveLength(1);
  });

  it('tells the customer with tracking', async () => {
    const order = await issued({ acknowledgementEmailContacts: ['dock@lakeside.test'] });
    const shipment = await packed(order, 1, 1);
    await weigh(shipment);
    await at.admin.call(updateShippingCase, {
      params: { shippingCaseID: shipment.shippingCases[0]?.id ?? '' },
      body: { trackingNumber: '1Z999AA10123456784' },
    });
    await ship(shipment, { emailCustomer: true });
    const jobs = await at.kernel.jobs();
    await jobs.idle();
    const { items } = await at.admin.call(listEmailLogs, { query: { query: order.number } });
    const subject = `Account alpha: order ${order.number} has shipped (${shipment.number})`;
    expect(items).toMatchObject([{ subject, recipients: ['dock@lakeside.test'], hasSent: true }]);
    const text = await at.kernel.a.run(async (ctx) => {
      const { rows } = await sql<{ text: string }>`select text from core.email_log
        where account_id = ${ctx.account.id} and record_id = ${shipment.id}`.execute(ctx.em.query());
      return rows[0]?.text;
    });
    expect(text).toContain('1Z999AA10123456784');
  });
});

describe('a ship call that must not be', () => {
  /** Ships with an API key that has all permissions but one. */
  const shipperWithout = async (name: string, missing: PermissionCode) => {
    const scopes = [...at.kernel.registry.permissionCodes].filter((code) => code !== missing);
    const { id, secret } = await at.admin.call(createApiKey, { body: { name, scopes } });
    return async (shipment: Shipment, body: object) => {
      const response = await at.kernel.anonymous().fetch(`/v1/shipments/${shipment.id}/actions/ship`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-api-key': id,
          'x-auth-secret': secret,
          'account-id': at.kernel.a.id,
        },
        body: JSON.stringify(body),
      });
      return { status: response.status, body: await response.json() };
    };
  };
  /** Values that a shipment would have changed. */
  const traces = async ({ id }: Shipment, order: SalesOrder) => {
    const { version, status } = await at.admin.call(getShipment, { params: { shipmentID: id } });
    const { items } = await at.admin.call(getTimeline, { params: { type: 'shipment', id } });
    const { invoices } = await orderNow(order);
    return { version, status, entries: items.length, invoices: invoices.length, onHand: await onHand() };
  };

  it('needs the right to let somebody off paying first, and writes nothing without it', async () => {
    const terms = await at.admin.call(listPaymentTerms, { query: {} });
    const order = await issued({ paymentTermID: terms.items.find(({ code }) => code === 'prepaid')?.id });
    const ready = await weigh(await packed(order));
    const overrides = [{ code: 'payment_missing', reason: 'The check is in the mail' }];
    const before = await traces(ready, order);
    const refused = await (await shipperWithout('No money', 'settlements:update'))(ready, { overrides });
    expect(refused).toMatchObject({
      status: 403,
      body: { code: 'forbidden', details: { permission: 'settlements:update' } },
    });
    expect(await traces(ready, order)).toEqual(before);
    const allowed = await (await shipperWithout('No invoices', 'invoices:update'))(ready, { overrides });
    expect(allowed).toMatchObject({ status: 200, body: { status: { code: 'shipped' } } });
  });

  it('needs the right to leave without freight, and writes nothing without it', async () => {
    const order = await issued({ shippingTermID: termID });
    const ready = await weigh(await packed(order));
    const before = await traces(ready, order);
    const refused = await (await shipperWithout('No waiving', 'invoices:update'))(ready, { withoutFreight: true });
    expect(refused).toMatchObject({
      status: 403,
      body: { code: 'forbidden', details: { permission: 'invoices:update' } },
    });
    expect(await traces(ready, order)).toEqual(before);
    expect((await ship(ready, { withoutFreight: true })).status.code).toBe('shipped');
  });

  it('is refused with a version that is not the last, and writes nothing', async () => {
    const order = await issued();
    const ready = await weigh(await packed(order));
    const before = await traces(ready, order);
    const stale = await apiRefusal(ship(ready, { version: ready.version - 1 }));
    expect([stale.status, stale.code]).toEqual([409, 'stale_version']);
    expect(await traces(ready, order)).toEqual(before);
    expect((await ship(ready, { version: ready.version })).status.code).toBe('shipped');
  });
});

describe('papers of a shipment', () => {
  it('are PDFs and ZPL with the codes of the cases', async () => {
    await at.admin.call(updateShipmentSettings, { body: { gs1CompanyPrefix: '0614141' } });
    const shipment = await packed(await issued(), 1, 5);
    const text = async (answer: { arrayBuffer(): Promise<ArrayBuffer> }) =>
      Buffer.from(await answer.arrayBuffer()).toString('latin1');
    for (const paper of [getPackingSlip, getBillOfLading])
      expect((await text(await at.admin.call(paper, params(shipment)))).slice(0, 5)).toBe('%PDF-');
    const labels = await text(await at.admin.call(getCartonLabels, params(shipment)));
    expect(labels.match(/\/Type \/Page\b(?!s)/g)).toHaveLength(5);
    expect(labels.match(/\/MediaBox \[([^\]]+)\]/)?.[1]).toBe('0 0 288 432');
    const [first] = shipment.shippingCases;
    const zpl = await text(
      await at.admin.call(getShippingCaseLabels, {
        params: { shippingCaseID: first?.id ?? '' },
        query: { labelFormat: 'zpl' },
      }),
    );
    expect(zpl).toContain(`^FD(00)${first?.sscc}^FS`);
    expect(zpl).toContain('^FD(420)55806^FS');
    expect(zpl).toContain('1 of 5');
  });
});
