import { sql } from '@millwright/core/server';
import { noteGrowingTexts, type PlanningTrack, type TrackedStatement, trackPlanning } from '@millwright/core/testing';
import { Client, escapeIdentifier } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createSettlement,
  getInvoice,
  getPick,
  getSalesOrder,
  getShipment,
  shipShipment,
  useEstimatedWeights,
} from '../../contracts/index.ts';
import { packedFor } from '../fulfilment/shipment/record/shipment-fixture.ts';
import { type OrderFixture, orderFixture } from '../sales/sales-order/record/sales-order-fixture.ts';

const turns = 8;
/** Most blocks that a statement about one record may touch: a few rows by key, with their indexes, in a few tables. */
const mostBlocks = 500;
/** Most bytes in PostgreSQL for the prepared statements of a connection. */
const mostMemory = 96 * 1024 * 1024;
/** Default number of prepared statements that a connection keeps. */
const usuallyKept = 200;

let at: OrderFixture;
let track: PlanningTrack | undefined;
beforeAll(async () => {
  at = await orderFixture();
  await at.stock(at.glove, 1000);
  await at.stock(at.hat, 1000);
  track = await trackPlanning(at.kernel);
  await at.kernel.jobs();
});
afterAll(async () => {
  await at?.kernel.stop();
  await track?.stop();
});

/** An order of two lines from the form to the bank. Quantities differ between turns, as in practice. */
async function orderToCash(quantity: number): Promise<void> {
  const { admin, glove, hat } = at;
  const order = await at.create({
    status: 'issued',
    lines: [glove, hat].map((product) => ({ productID: product.id, quantityOrdered: quantity })),
  });
  const { id: shipmentID } = await packedFor(at, order, 1, 1);
  const params = { params: { shipmentID } };
  const { pickID } = await admin.call(getSalesOrder, { params: { orderID: order.id } });
  await admin.call(getPick, { params: { pickID: pickID ?? '' } });
  await admin.call(useEstimatedWeights, { ...params, body: {} });
  await admin.call(getShipment, params);
  const { invoiceID } = await admin.call(shipShipment, { ...params, body: {} });
  const { open, customer } = await admin.call(getInvoice, { params: { invoiceID: invoiceID ?? '' } });
  await admin.call(createSettlement, {
    body: {
      transactions: [
        {
          customerID: customer.id,
          typeCode: 'payment',
          methodCode: 'check',
          amount: open,
          allocations: [{ invoiceID: invoiceID ?? '', amount: open }],
        },
      ],
    },
  });
}

/** Text about a statement for a failed test. */
const told = ({ plans, calls, connections, text }: TrackedStatement): string =>
  `planned ${plans} times of ${calls} by ${connections} connections: ${text.replaceAll(/\s+/g, ' ')}`;

/** Prepared statements of the account's connection with the most of them, and their memory in PostgreSQL. */
async function memoryOfKept(): Promise<{ statements: number; bytes: number }> {
  const { adminUrl, urls } = at.kernel.db;
  const role = escapeIdentifier(decodeURIComponent(new URL(urls.tenant).username));
  const admin = new Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    await admin.query(`grant pg_read_all_stats to ${role}`);
    // Some connections are new. Concurrent queries reach all connections, and the one with the most statements counts.
    const all = await Promise.all(
      Array.from({ length: 6 }, () =>
        at.kernel.a.run(async (ctx) => {
          const { rows } = await sql<{ statements: number; bytes: number }>`
            select (select count(*) from pg_prepared_statements)::int as statements,
              sum(total_bytes)::int as bytes from pg_backend_memory_contexts where name like 'CachedPlan%'`.execute(
            ctx.em.query(),
          );
          return rows[0] as { statements: number; bytes: number };
        }),
      ),
    );
    return all.reduce((fullest, each) => (each.statements > fullest.statements ? each : fullest));
  } finally {
    await admin.query(`revoke pg_read_all_stats from ${role}`);
    await admin.end();
  }
}

/** Request statements that were planned more than twice per connection during some orders. */
async function dearOf(planning: PlanningTrack): Promise<TrackedStatement[]> {
  for (let turn = 1; turn <= turns; turn += 1) await orderToCash(turn);
  await (await at.kernel.jobs()).idle();
  // Statements of the job queue do not belong to requests, and some of them contain their values as text. The lock of
  // the account travels with the beginning and reads no table, so there is no plan to keep.
  const statements = (await planning.statements()).filter(
    ({ role, text }) => role !== 'job' && !text.startsWith('select pg_advisory_xact_lock_shared('),
  );
  expect(statements.length).toBeGreaterThan(50);
  return statements.filter(({ plans, connections }) => plans > 2 * connections);
}

describe('from the order to the bank', () => {
  it('every statement is planned at most twice a connection', async (test) => {
    if (!track) return test.skip('This PostgreSQL does not load pg_stat_statements');
    let dear = await dearOf(track);
    // PostgreSQL discards the plans of a connection that has missed many invalidation messages, for example while
    // another test creates databases.
    for (let again = 1; again <= 2 && dear.length > 0; again += 1) {
      await track.reset();
      dear = await dearOf(track);
    }
    expect(dear.map(told)).toEqual([]);
  });

  it('no statement of a record reads its table, while no table was analysed yet', async (test) => {
    if (!track) return test.skip('This PostgreSQL does not load pg_stat_statements');
    for (let turn = 1; turn <= 2 * turns; turn += 1) await orderToCash(turn);
    // PostgreSQL also counts blocks that it reads for planning, so the least of several rounds is the cost of the rows.
    let dear = new Map<string, number>();
    for (let round = 0; round < 4 && (round === 0 || dear.size > 0); round += 1) {
      await track.reset();
      for (let turn = 1; turn <= turns; turn += 1) await orderToCash(turn);
      // The request log writes many rows in one statement, outside of the requests.
      const found = (await track.statements())
        .filter(({ role, text }) => role !== 'job' && !text.startsWith('insert into "core"."request_log"'))
        .map(({ blocks, calls, text }) => [text.replaceAll(/\s+/g, ' '), blocks / calls] as const);
      dear = new Map(found.filter(([text, each]) => each > mostBlocks && (round === 0 || dear.has(text))));
    }
    expect([...dear].map(([text, each]) => `${Math.round(each)} blocks: ${text}`)).toEqual([]);
  });

  it('no statement is written anew for another number of lines', async () => {
    const { admin, glove, hat } = at;
    const grown = noteGrowingTexts();
    for (const count of [1, 2, 3, 4]) {
      const lines = Array.from({ length: count }, (_, place) => ({
        productID: [glove, hat][place % 2]?.id as string,
        quantityOrdered: count,
      }));
      const order = await at.create({ status: 'issued', lines });
      await packedFor(at, order, 1, count);
      await admin.call(getSalesOrder, { params: { orderID: order.id } });
    }
    expect(grown()).toEqual([]);
  });

  it('what a connection keeps has room in its memory, as many as the setting says', async () => {
    for (let turn = 1; turn <= 3; turn += 1) await orderToCash(turn);
    const { statements, bytes } = await memoryOfKept();
    expect(statements).toBeGreaterThan(20);
    expect((bytes / statements) * usuallyKept).toBeLessThan(mostMemory);
  });
});
