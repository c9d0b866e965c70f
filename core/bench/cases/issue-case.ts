import { newID } from '../../contracts/texts/id.ts';
import { createFloor } from '../floors/create-floor.ts';
import type { Floor } from '../floors/floor.ts';
import type { BenchFacts } from '../place/facts.ts';
import type { BenchRequest } from '../place/load-client.ts';
import { hotItems } from './hold-case.ts';

const orderLines = 4;

/** An order of some of the shared items, each once. */
const hotOrder = ({ customerIDs, itemIDs }: BenchFacts, turn: number) => ({
  customerID: customerIDs[turn % customerIDs.length] as string,
  lines: Array.from({ length: orderLines }, (_, line) => ({
    productID: itemIDs[(turn * 7 + line * 3) % hotItems] as string,
    quantityOrdered: 1 + (line % 3),
  })),
});

export const issueRequests = (facts: BenchFacts): BenchRequest[] =>
  Array.from({ length: 64 }, (_, turn) => ({
    method: 'POST',
    path: '/api/v1/sales-orders',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...hotOrder(facts, turn), status: 'issued' }),
  }));

/**
 * The same in plain SQL: locks the positions in order, takes the number, writes the order with its lines and promises,
 * updates the positions.
 */
export const issueFloor = (facts: BenchFacts): Floor => {
  const order = createFloor(facts, hotOrder, 'issued');
  const { accountID } = facts;
  return {
    writes: true,
    run: async (ask, turn) => {
      const positions = await ask(
        'lock',
        `select item_id, on_hand - held - reserved as free from inventory.item_position
        where account_id = $1 and owner_id = $1 and item_id = any($2::text[]) order by item_id for no key update`,
        [accountID, hotOrder(facts, turn).lines.map(({ productID }) => productID)],
      );
      const { customer, lines, ...written } = await order.run(ask, turn);
      const of = (name: string) => lines.map((line) => line[name]);
      const free = of('item_id').map((item) => positions.find((each) => each['item_id'] === item)?.['free']);
      await ask(
        'demand',
        `insert into inventory.demand (account_id, id, created_at, updated_at, version, item_id, source_type,
          source_id, source_number, line_id, customer_id, quantity, reserved, priority_rank, issued_at)
        select $1, line.id, now(), now(), 1, line.item_id, 'sales_order', o.id, o.number, line.line_id,
          o.customer_id, line.quantity, least(line.quantity, line.free), 2, o.issued_at
        from unnest($3::text[], $4::text[], $5::text[], $6::numeric[], $7::numeric[])
          line (id, line_id, item_id, quantity, free)
          join commerce.sales_order o on o.account_id = $1 and o.id = $2`,
        [
          accountID,
          lines[0]?.['order_id'],
          lines.map(() => newID('dem')),
          of('id'),
          of('item_id'),
          of('base_quantity'),
          free,
        ],
      );
      await ask(
        'positions',
        `update inventory.item_position p
        set reserved = p.reserved + least(w.quantity, p.on_hand - p.held - p.reserved),
          demanded = p.demanded + w.quantity, version = p.version + 1, updated_at = now()
        from unnest($2::text[], $3::numeric[]) w (item_id, quantity)
        where p.account_id = $1 and p.owner_id = $1 and p.item_id = w.item_id`,
        [accountID, of('item_id'), of('base_quantity')],
      );
      return { ...written, customer, lines, positions };
    },
  };
};
