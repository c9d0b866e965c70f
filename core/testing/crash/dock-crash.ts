import { expect } from 'vitest';
import type { Load, Write, Writer } from './crash-load.ts';
import { repeatLost } from './crash-load.ts';
import type { CrashSite } from './crash-site.ts';

interface Answer {
  id: string;
  lines: { id: string }[];
  receivingOrder?: { id: string } | null;
}

const perOrder = 10;
const isOrder = ({ request }: Write): boolean => request.path === '/v1/purchase-orders';
const isReceipt = ({ request }: Write): boolean => request.path.endsWith('/actions/receive');
const isPutAway = ({ request }: Write): boolean => request.path.endsWith('/actions/stock');
const receivingOf = ({ request }: Write): string => request.path.split('/')[3] ?? '';

/** A dock to which orders come, and from which they are put away. */
export class CrashDock {
  readonly #site: CrashSite;
  readonly #at: { itemID: string; supplierID: string; shelfID: string };

  private constructor(site: CrashSite, at: { itemID: string; supplierID: string; shelfID: string }) {
    this.#site = site;
    this.#at = at;
  }

  static async open(site: CrashSite): Promise<CrashDock> {
    const { id: supplierID } = await site.ask<Answer>('POST', '/v1/suppliers', { name: 'Crash Hides' });
    const { id: itemID } = await site.ask<Answer>('POST', '/v1/products', { sku: 'CRASH-HIDE', unitCost: 2 });
    const { id: shelfID } = await site.ask<Answer>('POST', '/v1/locations', { name: 'Crash shelf', type: 'shelf' });
    return new CrashDock(site, { itemID, supplierID, shelfID });
  }

  /** An issued order, its receipt, its putting away: each as soon as the one before was acknowledged. */
  readonly writer: Writer = ({ own }) => {
    const { itemID, supplierID, shelfID } = this.#at;
    const done = (is: (write: Write) => boolean) => own.filter((write) => is(write) && write.answer !== undefined);
    const received = done(isReceipt);
    // What was tried is not tried again: without an answer it is repeated after the crash.
    const putAway = new Set(own.filter(isPutAway).map(receivingOf));
    const waiting = received.find((write) => !putAway.has(receivingOf(write)));
    if (waiting) {
      const { lines } = waiting.answer as Answer;
      const storageAllocations = [{ storageLocationID: shelfID, quantity: perOrder }];
      return {
        method: 'POST',
        path: `/v1/receiving-orders/${receivingOf(waiting)}/actions/stock`,
        body: { lines: lines.map(({ id: lineID }) => ({ lineID, storageAllocations })) },
      };
    }
    const come = new Set(own.filter(isReceipt).map(receivingOf));
    const open = done(isOrder)
      .map(({ answer }) => (answer as Answer).receivingOrder?.id ?? '')
      .find((id) => !come.has(id));
    if (open) return { method: 'PUT', path: `/v1/receiving-orders/${open}/actions/receive`, body: {} };
    const lines = [{ itemID, quantityOrdered: perOrder, unitPrice: 3 }];
    return { method: 'POST', path: '/v1/purchase-orders', body: { supplierID, status: 'issued', lines } };
  };

  /** What was acknowledged stands, nothing was done twice, and all laws hold. */
  async expectWhole(load: Load): Promise<void> {
    await repeatLost(this.#site, load);
    await this.#site.expectLaws();
    const count = (is: (write: Write) => boolean): number =>
      load.writes.filter((write) => is(write) && write.answer !== undefined).length;
    const { rows } = await this.#site.inDatabase((client) =>
      client.query<{ orders: number; received: number; stocked: number; dock: number }>(
        `select (select count(*)::int from commerce.purchase_order) as orders,
          (select count(*)::int from commerce.delivery) as received,
          (select count(*)::int from commerce.receiving_order where status = 'completed') as stocked,
          (select coalesce(sum(balance.on_hand), 0)::int from inventory.balance balance
            where balance.location_id <> $1) as dock`,
        [this.#at.shelfID],
      ),
    );
    const [orders, received, stocked] = [count(isOrder), count(isReceipt), count(isPutAway)];
    expect(rows).toEqual([{ orders, received, stocked, dock: (received - stocked) * perOrder }]);
  }
}
