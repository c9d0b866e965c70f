import { type PlanningTrack, trackPlanning, until } from '@millwright/core/testing';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createSettlement,
  getInvoice,
  getShipment,
  type SalesOrder,
  shipShipment,
  useEstimatedWeights,
} from '../../../../contracts/index.ts';
import { type OrderFixture, orderFixture } from '../../../sales/sales-order/record/sales-order-fixture.ts';
import { copyShipments, packedFor } from '../record/shipment-fixture.ts';

const many = 6000;
/** Most blocks that a statement about one record may read: a few rows by key in a few tables. */
const mostBlocks = 300;

/** Tables that `copyShipments` writes to. */
const grown = ['sales_order', 'sales_order_line', 'pick', 'shipment', 'shipment_line'].map(
  (name) => `commerce.${name}`,
);

let at: OrderFixture;
let track: PlanningTrack | undefined;
let admin: Client;
beforeAll(async () => {
  at = await orderFixture();
  await at.stock(at.glove, 1000);
  admin = new Client({ connectionString: at.kernel.db.adminUrl });
  await admin.connect();
  track = await trackPlanning(at.kernel);
});
afterAll(async () => {
  await at?.kernel.stop();
  await track?.stop();
  await admin?.end();
});

async function shipped(): Promise<{ order: SalesOrder; shipmentID: string }> {
  const order = await at.create({ status: 'issued', lines: [{ productID: at.glove.id, quantityOrdered: 1 }] });
  const { id: shipmentID } = await packedFor(at, order, 1, 1);
  const params = { params: { shipmentID } };
  await at.admin.call(useEstimatedWeights, { ...params, body: {} });
  await at.admin.call(getShipment, params);
  const { invoiceID } = await at.admin.call(shipShipment, { ...params, body: {} });
  const { open, customer } = await at.admin.call(getInvoice, { params: { invoiceID: invoiceID ?? '' } });
  const allocations = [{ invoiceID: invoiceID ?? '', amount: open }];
  const payment = { customerID: customer.id, typeCode: 'payment', methodCode: 'check', amount: open } as const;
  await at.admin.call(createSettlement, { body: { transactions: [{ ...payment, allocations }] } });
  return { order, shipmentID };
}

describe('statements that were planned while there was nothing', () => {
  it('find their rows by key once there is much, after the tables that grew were looked at', async (test) => {
    if (!track) return test.skip('This PostgreSQL does not load pg_stat_statements');
    await admin.query('vacuum (analyze)');
    for (let turn = 0; turn < 3; turn += 1) await shipped();
    const { order, shipmentID } = await shipped();
    await copyShipments(admin, order, shipmentID, many);
    // The counts of all grown tables, because a plan for the small table stays until the grown one is analyzed.
    await until('The counts of the rows', async () => {
      const { rows } = await admin.query(
        `select min(n_live_tup)::int as least from pg_stat_user_tables
          where schemaname || '.' || relname = any($1::text[])`,
        [grown],
      );
      return rows[0].least > many;
    });
    const { rows } = await admin.query('select core.analyze_outgrown() as tables');
    expect(rows[0].tables).toEqual(expect.arrayContaining(grown));
    await shipped();
    // PostgreSQL also counts blocks that it reads for planning, so the least of several rounds is the cost of the rows.
    let dear = new Map<string, number>();
    for (let round = 0; round < 4 && (round === 0 || dear.size > 0); round += 1) {
      await track.reset();
      for (let turn = 0; turn < 3; turn += 1) await shipped();
      const found = (await track.statements()).map(({ blocks, calls, text }) => [text, blocks / calls] as const);
      dear = new Map(found.filter(([text, each]) => each > mostBlocks && (round === 0 || dear.has(text))));
    }
    expect([...dear].map(([text, each]) => `${Math.round(each)} blocks: ${text}`)).toEqual([]);
  });
});
