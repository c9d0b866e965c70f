import {
  changeSalesOrderStatus,
  createCustomer,
  createSalesOrder,
  type SalesOrder,
  updateSalesOrder,
} from '@millwright/commerce/contracts';
import { applyChangeSet, createImport, newID, undoChangeSet } from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';
import {
  bootTestKernel,
  isCut,
  platformAudience,
  platformPlugins,
  type TestKernel,
  type TestPerson,
} from '@millwright/core/testing';
import type { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  bulkReconcile,
  consumeInventory,
  createExpectedReceipt,
  createInventoryReceipt,
  deleteInventoryHold,
  moveInventory,
  putInventoryHold,
  receiveExpectedReceipt,
  updateItemInventory,
  updateStorageLocation,
  voidInventoryChange,
} from '../../../../contracts/index.ts';
import { StorageLocation } from '../../../locations/storage-location/storage-location.entity.ts';
import { lockPositions } from '../plan/positions.ts';
import { createPlaces, createStockItem, type StockPlaces } from '../stock-fixture.ts';
import { balance, faultsOf, guardedRun, layer, position, StatementLog, watchStock } from './lock-order-fixture.ts';
import { scanOperations } from './lock-order-scans-fixture.ts';

/*
 * The order in which stock is locked: documents and holds, then all positions at once and sorted, then balances, then
 * cost layers. The statements of real operations are recorded on their way to PostgreSQL; triggers record whose rows
 * they wrote.
 */

let kernel: TestKernel;
let admin: TestPerson;
let database: Client;
let log: StatementLog;
let places: StockPlaces;
let customer: { id: string; number: string };
/** Sorted by id, as are their SKUs. */
let items: [string, string, string];
const skus = ['LOCK-1', 'LOCK-2', 'LOCK-3'] as const;

beforeAll(async () => {
  kernel = await bootTestKernel({ why: 'an audience', plugins: await platformPlugins(), audience: platformAudience() });
  admin = await kernel.a.as('admin');
  places = await createPlaces(kernel.a);
  const made: string[] = [];
  for (const sku of skus) made.push(await createStockItem(admin, sku));
  items = made.sort() as typeof items;
  const shipToAddress = {
    name: 'Dock 1',
    line1: '1 Canal Road',
    city: 'Duluth',
    state: 'MN',
    postalCode: '55806',
    country: 'US',
  };
  customer = await admin.call(createCustomer, { body: { name: 'Lock Buyer', shipToAddress } });
  for (const itemID of items) await receive(itemID, 50);
  database = await watchStock(kernel);
  log = new StatementLog();
});
afterAll(async () => {
  log?.close();
  await database?.end();
  await kernel?.stop();
});

const receive = (itemID: string, quantity: number) =>
  admin.call(createInventoryReceipt, { body: { itemID, quantity, storageLocationID: places.north } });
/** One line per item, in the reverse of the locking order. */
const backwards = <Line>(line: (itemID: string) => Line): Line[] => items.map(line).reverse();
const wanted = (quantityOrdered: number) => backwards((productID) => ({ productID, quantityOrdered }));
const ordered = (status: 'estimate' | 'issued', quantity: number, holdID?: string): Promise<SalesOrder> =>
  admin.call(createSalesOrder, {
    body: { customerID: customer.id, status, lines: wanted(quantity), ...(holdID ? { holdID } : {}) },
  });
const give = ({ id }: { id: string }, statusChange: 'estimate' | 'issued' | 'closed_short', holdID?: string) =>
  admin.call(changeSalesOrderStatus, {
    params: { orderID: id },
    body: { statusChange, ...(holdID ? { holdID } : {}) },
  });
const hold = async (quantity: number, holdID = newID('hold'), seconds = 300): Promise<string> => {
  const lines = backwards((itemID) => ({ itemID, quantity }));
  await admin.call(putInventoryHold, { params: { holdID }, body: { lines, expiresInSeconds: seconds } });
  return holdID;
};
const imported = async (type: string, lines: readonly string[]): Promise<{ changeSetID: string }> => {
  const { id } = await admin.call(createImport, {
    query: { type, fileName: `${type}.csv` },
    body: new Blob([lines.join('\n')]),
  });
  expect(await admin.call(applyChangeSet, { params: { changeSetID: id }, body: {} })).toMatchObject({
    status: 'applied',
  });
  return { changeSetID: id };
};
const undo = (params: { changeSetID: string }) => admin.call(undoChangeSet, { params, body: {} });
const counted = (quantity: number, more: object = {}) =>
  admin.call(bulkReconcile, {
    body: { data: [...skus].reverse().map((sku) => ({ sku, unit: 'each', quantity })), ...more },
  });

/**
 * Each operation first prepares its stock unrecorded, and answers the function that is recorded. It leaves the stock
 * that the others need.
 */
const operations: Record<string, () => Promise<() => Promise<unknown>>> = {
  'an order that is issued at once': async () => () => ordered('issued', 2),
  'an order that takes a hold over': async () => {
    const holdID = await hold(2);
    return () => ordered('issued', 2, holdID);
  },
  'an order that gives its hold back': async () => {
    const holdID = await hold(2);
    return () => ordered('estimate', 2, holdID);
  },
  'an order that is issued': async () => {
    const estimate = await ordered('estimate', 2);
    return () => give(estimate, 'issued');
  },
  'an order that is changed': async () => {
    const issued = await ordered('issued', 2);
    return () =>
      admin.call(updateSalesOrder, {
        params: { orderID: issued.id },
        body: { lines: wanted(3), holdID: newID('hold') },
      });
  },
  'an order that is closed': async () => {
    const issued = await ordered('issued', 2);
    return () => give(issued, 'closed_short');
  },
  'an order that is taken back with a hold': async () => {
    const [issued, holdID] = [await ordered('issued', 2), await hold(1)];
    return () => give(issued, 'estimate', holdID);
  },
  'a hold': async () => () => hold(3),
  'a hold that is renewed': async () => {
    const holdID = await hold(3);
    return () => hold(1, holdID);
  },
  'a hold after others ran out': async () => {
    await hold(4, undefined, 1);
    kernel.clock.advance(5000);
    return () => hold(2);
  },
  'a hold that is given back': async () => {
    const holdID = await hold(3);
    return () => admin.call(deleteInventoryHold, { params: { holdID } });
  },
  'a receipt': async () => () => receive(items[1], 5),
  'the first receipt of an item': async () => {
    const itemID = await createStockItem(admin, 'LOCK-NEW');
    return () => receive(itemID, 5);
  },
  'an expected receipt': async () => {
    const { id } = await admin.call(createExpectedReceipt, {
      body: { itemID: items[0], quantity: 4, expectedOn: '2030-01-01' },
    });
    return () => admin.call(receiveExpectedReceipt, { params: { expectedReceiptID: id }, body: {} });
  },
  'a correction': async () => () =>
    admin.call(updateItemInventory, { params: { itemID: items[2] }, body: { inventoryChange: 3 } }),
  'a use': async () => () =>
    admin.call(consumeInventory, { body: { lines: backwards((itemID) => ({ itemID, quantity: 1 })) } }),
  'a move': async () => () => moved(2),
  'a void': async () => {
    const { items: movements } = await moved(2);
    return () => voided(movements[0]);
  },
  'a void of a receipt': async () => {
    const movement = await receive(items[0], 3);
    return () => voided(movement);
  },
  'a place that is closed, and opened again': async () => async () => {
    for (const reservationState of ['closed', 'open'] as const)
      await admin.call(updateStorageLocation, { params: { locationID: places.south }, body: { reservationState } });
  },
  'counts of many items': async () => () => counted(60),
  'counts that take promises back': async () => {
    await ordered('issued', 20);
    await hold(20);
    return async () => {
      await counted(1);
      await counted(80);
    };
  },
  'an import of counts, and its undo': async () => async () => {
    const rows = [...skus].reverse().map((sku) => `${sku},70,each,North`);
    await undo(await imported('stock-counts', ['sku,quantity,unit,location', ...rows]));
  },
  'an import of orders, and its undo': async () => async () => {
    const rows = [...skus].reverse().map((sku) => `L-1,${customer.number},Issued,${sku},2`);
    const other = [...skus].map((sku) => `L-2,${customer.number},Issued,${sku},2`);
    await undo(await imported('sales-orders', ['Order number,Customer number,Status,SKU,Quantity', ...rows, ...other]));
  },
  ...scanOperations(
    () => admin,
    () => customer.id,
  ),
};

const moved = (quantity: number) =>
  admin.call(moveInventory, {
    body: {
      lines: backwards((itemID) => ({
        itemID,
        quantity,
        fromStorageLocationID: places.north,
        toStorageLocationID: places.south,
      })),
    },
  });
const voided = (movement: { id: string } | undefined) =>
  admin.call(voidInventoryChange, { params: { inventoryChangeLogID: movement?.id ?? '' }, body: {} });

/** Tables that the recorded operations wrote. */
const written = new Set<string>();

describe.skipIf(isCut)('stock is locked in one order by', () => {
  it.each(Object.keys(operations))('%s', async (name) => {
    const work = await operations[name]?.();
    const transactions = await log.during(async () => work?.());
    expect(transactions.length).toBeGreaterThan(0);
    for (const transaction of transactions) {
      expect(await faultsOf(database, transaction)).toEqual([]);
      for (const { touches } of transaction.statements) for (const { table } of touches) written.add(table);
    }
  });

  it('all that write any table of stock', async () => {
    expect([...guardedRun, position].filter((table) => !written.has(table))).toEqual([]);
    const { rows } = await database.query<{ name: string }>(
      `select distinct 'inventory.' || "table" as name from lock_order.written order by name`,
    );
    expect(rows.map(({ name }) => name)).toEqual([...guardedRun].sort());
  });
});

/** Violations of the locking order, made by harmless statements. */
const wrong: Record<string, [fault: string, work: (ctx: AccountContext) => Promise<unknown>]> = {
  'a document after the positions': [
    `inventory.hold after ${position}`,
    async (ctx) => {
      await locks(ctx, items[0]);
      await ask(ctx, sql`select id from inventory.hold where account_id = ${ctx.account.id} order by id for update`);
    },
  ],
  'a further place behind the positions': [
    `inventory.storage_location after ${position}`,
    async (ctx) => {
      await ctx.em.lockRows(StorageLocation, [places.north]);
      await locks(ctx, items[0]);
      await ctx.em.lockRows(StorageLocation, [places.south]);
    },
  ],
  'positions after a balance': [
    `update of ${balance} without a position`,
    async (ctx) => {
      await rewrite(ctx, balance, items[0]);
      await locks(ctx, items[0]);
    },
  ],
  'a balance after its cost layers': [
    `${balance} after ${layer}`,
    async (ctx) => {
      await locks(ctx, items[0]);
      await rewrite(ctx, layer, items[0]);
      await rewrite(ctx, balance, items[0]);
    },
  ],
  'positions in the order of the request': [
    'positions are not sorted',
    (ctx) =>
      ask(
        ctx,
        sql`select item_id as "itemID", owner_id as "ownerID" from inventory.item_position
          where account_id = ${ctx.account.id} order by item_id desc for no key update`,
      ),
  ],
  'positions one after the other': [
    'positions in two steps',
    async (ctx) => {
      await locks(ctx, items[1]);
      await locks(ctx, items[0]);
    },
  ],
  'further positions behind what was written': [
    'positions in two steps',
    async (ctx) => {
      await locks(ctx, items[0]);
      await rewrite(ctx, balance, items[0]);
      await locks(ctx, items[1]);
    },
  ],
  'stock of an item that nobody locked': [
    'balance without its position',
    async (ctx) => {
      await locks(ctx, items[0]);
      await rewrite(ctx, balance, items[1]);
    },
  ],
  'promises that nobody locked': [
    'update of inventory.demand without a position',
    (ctx) => rewrite(ctx, 'inventory.demand', items[0]),
  ],
  'positions that nobody locked': ['positions are written and not locked', (ctx) => rewrite(ctx, position, items[0])],
};

const ask = (ctx: AccountContext, statement: ReturnType<typeof sql>) => statement.execute(ctx.em.query());
const locks = (ctx: AccountContext, itemID: string) => lockPositions(ctx, [{ itemID }]);
const rewrite = (ctx: AccountContext, table: string, itemID: string) =>
  ask(
    ctx,
    sql`update ${sql.table(table)} set version = version + 1
      where account_id = ${ctx.account.id} and item_id = ${itemID}`,
  );

describe.skipIf(isCut)('the proof notices', () => {
  it.each(Object.keys(wrong))('%s', async (name) => {
    const [fault, work] = wrong[name] ?? ['', async () => {}];
    const [transaction] = await log.during(() => kernel.a.run(work));
    expect(transaction && (await faultsOf(database, transaction))).toContain(fault);
  });
});
