import { type PlanningTrack, trackPlanning } from '@millwright/core/testing';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listShipments, type SalesOrder } from '../../../../contracts/index.ts';
import { type OrderFixture, orderFixture } from '../../../sales/sales-order/record/sales-order-fixture.ts';
import { copyShipments, packedFor } from '../record/shipment-fixture.ts';

/** Number of shipments of the frequent item. The rare item has one shipment. */
const many = 6000;

let at: OrderFixture;
let track: PlanningTrack | undefined;
let admin: Client;
beforeAll(async () => {
  at = await orderFixture();
  await at.stock(at.glove, 100);
  await at.stock(at.hat, 100);
  admin = new Client({ connectionString: at.kernel.db.adminUrl });
  await admin.connect();
  const order = await ordered(at.glove.id);
  const { id: shipmentID } = await packedFor(at, order, 1, 1);
  await copyShipments(admin, order, shipmentID, many);
  await packedFor(at, await ordered(at.hat.id), 1, 1);
  await admin.query('analyze');
  track = await trackPlanning(at.kernel);
});
afterAll(async () => {
  await track?.stop();
  await admin?.end();
  await at?.kernel.stop();
});

const ordered = (productID: string): Promise<SalesOrder> =>
  at.create({ status: 'issued', lines: [{ productID, quantityOrdered: 1 }] });

const list = (itemID: string) => at.admin.call(listShipments, { query: { itemIDs: [itemID], take: 20 } });
/** Blocks per call of the most expensive list statement. It runs often enough that a cached plan is used. */
async function blocksOf(itemID: string): Promise<number> {
  await track?.reset();
  for (let turn = 0; turn < 8; turn += 1) await list(itemID);
  const statements = (await track?.statements()) ?? [];
  const pages = statements.filter(({ text }) => /from "commerce"\."shipment"/.test(text) && text.includes('limit'));
  expect(pages.length).toBeGreaterThan(0);
  return Math.max(...pages.map(({ blocks, calls }) => blocks / calls));
}

describe('a list of shipments by what is in them', () => {
  it('finds what is rare and what is everywhere, each its own way, on one connection', async (test) => {
    if (!track) return test.skip('This PostgreSQL does not load pg_stat_statements');
    expect((await list(at.hat.id)).count).toBe(1);
    expect((await list(at.glove.id)).count).toBe(many + 1);
    const rare = await blocksOf(at.hat.id);
    const frequent = await blocksOf(at.glove.id);
    const rareAgain = await blocksOf(at.hat.id);
    // With the plan for the frequent item, the list of the rare item would read at least one block for each shipment.
    expect(Math.max(rare, rareAgain)).toBeLessThan(many / 20);
    expect(frequent).toBeLessThan(many / 4);
  });
});
