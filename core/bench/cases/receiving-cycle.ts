import type { CashSpeed } from '../figures/cash-figure.ts';
import type { Ask } from '../place/bench-place.ts';
import { measureRecorded, type Stage } from './recorded-cycle.ts';

const lines = 100;
const steps = ['order', 'receive', 'stock'] as const;
type Step = (typeof steps)[number];

interface Dock {
  supplierID: string;
  itemIDs: readonly string[];
  placeID: string;
}

async function prepare(ask: Ask): Promise<Dock> {
  const supplier = await ask('/v1/suppliers', { name: 'Bench Hides' });
  const place = await ask('/v1/locations', { name: 'Bulk' });
  const itemIDs: string[] = [];
  for (let each = 0; each < lines; each += 1)
    itemIDs.push((await ask('/v1/materials', { sku: `HIDE-${each}`, description: `Hide ${each}` })).id);
  return { supplierID: supplier.id, itemIDs, placeID: place.id };
}

/** A purchase order of a hundred lines that is received and put away with one call each. */
async function cycle(ask: Ask, { supplierID, itemIDs, placeID }: Dock, after: (step: Step) => unknown) {
  const ordered = itemIDs.map((itemID) => ({ itemID, quantityOrdered: 5, unitPrice: 24.5 }));
  const order = await ask<{ id: string; receivingOrder: { id: string } }>('/v1/purchase-orders', {
    supplierID,
    status: 'issued',
    lines: ordered,
  });
  await after('order');
  const path = `/v1/receiving-orders/${order.receivingOrder.id}/actions`;
  const came = await ask<{ lines: { id: string }[] }>(`${path}/receive`, {}, 'PUT');
  await after('receive');
  const storageAllocations = [{ storageLocationID: placeID, quantity: 5 }];
  await ask(`${path}/stock`, { lines: came.lines.map(({ id }) => ({ lineID: id, storageAllocations })) });
  await after('stock');
  return order.id;
}

/** Measures receiving and putting away a hundred lines, compared with plain SQL that writes the same rows. */
export async function measureReceiving(stage: Stage): Promise<CashSpeed[]> {
  const { ask, accountID, say } = stage;
  say('measuring: purchase order to stock');
  const dock = await prepare(ask);
  const speed = await measureRecorded(stage, {
    steps,
    run: (after) => cycle(ask, dock, after),
    // The order with its lines, for the reply.
    readsOf: (_, orderID) => [
      {
        text: `select to_jsonb(o) || jsonb_build_object('lines', (select jsonb_agg(l order by l.line_item_number)
            from commerce.purchase_order_line l where l.account_id = $1 and l.order_id = o.id))
          from commerce.purchase_order o where o.account_id = $1 and o.id = $2`,
        values: (idOf) => [accountID, idOf(orderID)],
      },
    ],
  });
  return [
    speed(`create and issue a purchase order of ${lines} lines`, ['order']),
    speed('  receive it', ['receive']),
    speed('  put it away', ['stock']),
    speed(`receive and put away ${lines} lines`, ['receive', 'stock'], { wantedRatio: 0.3 }),
  ];
}
