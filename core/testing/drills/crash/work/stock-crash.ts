import { expect } from 'vitest';
import { newID } from '../../../../contracts/texts/id.ts';
import type { CrashSite } from '../server/crash-site.ts';
import { type CrashLoad, type CrashRequest, repeatLost, type Write, type Writer } from './crash-load.ts';

/** Stock of each item at the start, in three receipts; more than the writers sell. */
const atFirst = 900_000;
const itemCount = 6;
/** A person may have at most twenty open holds. */
const holds = Array.from({ length: 8 }, () => newID('hold'));

interface Line {
  itemID: string;
  quantity: number;
}
interface Answer {
  id: string;
  number: string;
  items: { id: string }[];
}

/** The fields of a stored movement that are checked. */
interface StoredMovement {
  id: string;
  reason: string;
  itemID: string;
  quantity: number;
}
interface StoredOrder {
  id: string;
  number: string;
  key: string;
  status: string;
  lines: number;
  demanded: number;
  reserved: number;
}

const isReopening = ({ request }: Write): boolean => request.path.endsWith('/change-status');
const isOrder = ({ request }: Write): boolean => request.path === '/v1/sales-orders';
const isReceipt = ({ request }: Write): boolean => request.path === '/v1/inventory-receipts';
const isMove = ({ request }: Write): boolean => request.path === '/v1/inventory/actions/move';
const orderOf = ({ request }: Write): string => request.path.split('/')[3] ?? '';
const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** A warehouse with few items, which all writers receive, move, hold and sell at the same time. */
export class StockFloor {
  readonly #site: CrashSite;
  readonly #items: readonly string[];
  readonly #places: readonly [main: string, other: string];
  readonly #customerID: string;

  private constructor(
    site: CrashSite,
    at: { items: readonly string[]; places: readonly [string, string]; customerID: string },
  ) {
    this.#site = site;
    this.#items = at.items;
    this.#places = at.places;
    this.#customerID = at.customerID;
  }

  static async open(site: CrashSite): Promise<StockFloor> {
    const customer = await site.ask<Answer>('POST', '/v1/customers', {
      name: 'Crash',
      email: 'buyer@crash.test',
      shipToAddress: {
        name: 'Dock 1',
        line1: '1 Canal Road',
        city: 'Duluth',
        state: 'MN',
        postalCode: '55806',
        country: 'US',
      },
    });
    const places: string[] = [];
    for (const name of ['Floor', 'Annex'])
      places.push((await site.ask<Answer>('POST', '/v1/locations', { name, type: 'warehouse' })).id);
    const items: string[] = [];
    for (let index = 0; index < itemCount; index += 1) {
      const { id } = await site.ask<Answer>('POST', '/v1/products', { sku: `HOT-${index}`, unitCost: 2 });
      items.push(id);
      for (const unitCost of [1, 2, 3])
        await site.ask('POST', '/v1/inventory-receipts', {
          itemID: id,
          quantity: atFirst / 3,
          unitCost,
          storageLocationID: places[0],
        });
    }
    return new StockFloor(site, { items, places: places as [string, string], customerID: customer.id });
  }

  /** Receipts, moves, holds and issued orders, some of which become estimates again. */
  readonly writer: Writer = ({ key, writer, count, own }) => {
    const quantity = 1 + (count % 5);
    const [one, two] = [writer + count, writer + count + 1 + (count % 3)].map((at) => this.#items[at % itemCount]);
    const action = (writer + count) % 5;
    const reopened = new Set(own.filter(isReopening).map(orderOf));
    const orderID = own
      .filter((write) => isOrder(write) && write.answer !== undefined)
      .map(({ answer }) => (answer as Answer).id)
      .find((id) => !reopened.has(id));
    const post = (path: string, body: unknown): CrashRequest => ({ method: 'POST', path, body });
    if (action === 0)
      return post('/v1/inventory/actions/move', {
        lines: [one, two].map((itemID) => ({
          itemID,
          quantity,
          fromStorageLocationID: this.#places[0],
          toStorageLocationID: this.#places[1],
        })),
        reason: key,
      });
    if (action === 1)
      return {
        method: 'PUT',
        path: `/v1/inventory-holds/${holds[writer]}`,
        body: { lines: [two, one].map((itemID) => ({ itemID, quantity })), expiresInSeconds: 900 },
      };
    if (action === 2)
      return post('/v1/sales-orders', {
        customerID: this.#customerID,
        status: 'issued',
        customerPO: key,
        lines: [two, one].map((productID) => ({ productID, quantityOrdered: quantity })),
      });
    if (action === 3 && orderID && count % 2 === 0)
      return {
        method: 'PUT',
        path: `/v1/sales-orders/${orderID}/actions/change-status`,
        body: { statusChange: 'estimate' },
      };
    return post('/v1/inventory-receipts', {
      itemID: one,
      quantity,
      unitCost: quantity / 2,
      storageLocationID: this.#places[1],
      reason: key,
    });
  };

  /** Checks stock and orders after a crash, after repeating unanswered writes. */
  async expectWhole(load: CrashLoad): Promise<void> {
    // A write that was done but not acknowledged returns its result now and is not done again.
    await repeatLost(this.#site, load);
    await this.#site.expectLaws();
    await this.#expectMovements(load);
    await this.#expectOrders(load);
    await this.#site.until('The outbox', () =>
      this.#site.inDatabase(async (client) => {
        const { rows } = await client.query('select id from core.event_outbox where dispatched_at is null limit 1');
        return rows.length === 0;
      }),
    );
  }

  /** Every acknowledged receipt and move exists once, under the returned ids, and no other movement exists. */
  async #expectMovements({ writes }: CrashLoad): Promise<void> {
    const { rows } = await this.#site.inDatabase((client) =>
      client.query<StoredMovement>(
        `select id, reason, item_id as "itemID", quantity::float as quantity from inventory.movement
         where reason is not null and item_id = any($1) order by id`,
        [this.#items],
      ),
    );
    const stored = Map.groupBy(rows, ({ reason }) => reason);
    const moving = writes.filter((write) => isReceipt(write) || isMove(write));
    expect([...stored.keys()].sort()).toEqual(moving.map(({ key }) => key).sort());
    const came = new Map<string, number>();
    for (const write of moving) {
      const { id, items } = write.answer as Answer;
      const movements = stored.get(write.key) ?? [];
      const ids = isMove(write) ? items.map((item) => item.id) : [id];
      expect(movements.map((movement) => movement.id).sort(), write.key).toEqual(ids.sort());
      const { lines = [], quantity = 0 } = write.request.body as { lines?: Line[]; quantity?: number };
      const moved = isMove(write) ? lines.flatMap((line) => [line.quantity, -line.quantity]) : [quantity];
      expect(movements.map((movement) => movement.quantity).sort(), write.key).toEqual(moved.sort());
      for (const movement of movements) came.set(movement.itemID, (came.get(movement.itemID) ?? 0) + movement.quantity);
    }
    const { rows: positions } = await this.#site.inDatabase((client) =>
      client.query<{ id: string; onHand: number }>(
        `select item_id as id, on_hand::float as "onHand" from inventory.item_position where item_id = any($1)`,
        [this.#items],
      ),
    );
    expect(new Map(positions.map(({ id, onHand }) => [id, onHand]))).toEqual(
      new Map(this.#items.map((id) => [id, atFirst + (came.get(id) ?? 0)])),
    );
  }

  /**
   * Every acknowledged order exists once with both lines. Issued orders have their stock; orders that became estimates
   * have none.
   */
  async #expectOrders({ writes }: CrashLoad): Promise<void> {
    const { rows } = await this.#site.inDatabase((client) =>
      client.query<StoredOrder>(
        `select sales_order.id, number, customer_po as key, status, demand.reserved, demand.demanded,
           (select count(*)::int from commerce.sales_order_line line where line.order_id = sales_order.id) as lines
         from commerce.sales_order sales_order
         cross join lateral (select coalesce(sum(reserved), 0)::float as reserved,
           coalesce(sum(quantity), 0)::float as demanded
           from inventory.demand where source_type = 'sales_order' and source_id = sales_order.id) demand
         where customer_id = $1`,
        [this.#customerID],
      ),
    );
    const ordered = writes.filter(isOrder);
    const reopened = new Set(writes.filter(isReopening).map(orderOf));
    const stored = new Map(rows.map((row) => [row.key, row]));
    expect(rows).toHaveLength(ordered.length);
    expect(new Set(rows.map(({ number }) => number)).size).toBe(rows.length);
    for (const { key, answer, request } of ordered) {
      const { id, number } = answer as Answer;
      const { lines } = request.body as { lines: { quantityOrdered: number }[] };
      const wanted = reopened.has(id) ? 0 : sumOf(lines.map(({ quantityOrdered }) => quantityOrdered));
      expect(stored.get(key), key).toEqual({
        id,
        number,
        key,
        lines: 2,
        demanded: wanted,
        reserved: wanted,
        status: reopened.has(id) ? 'estimate' : 'issued',
      });
    }
  }
}
