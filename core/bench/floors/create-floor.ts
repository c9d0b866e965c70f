import { newID } from '../../contracts/texts/id.ts';
import type { BenchFacts } from '../place/facts.ts';
import type { FloorQuery } from './floor.ts';

/** Creates an order with this status. */
export const createFloor = (facts: BenchFacts, orderOf = newOrder, status = 'estimate') => ({
  writes: true,
  run: async (ask: FloorQuery, turn: number) => {
    const { accountID, memberID } = facts;
    const { customerID, lines } = orderOf(facts, turn);
    const id = newID('so');
    const [customer = {}] = await ask(
      'customer',
      `select c.id, c.number, c.name, c.email, c.default_carrier_id, c.default_payment_term_id,
        c.default_shipping_term_id, c.default_priority_id, c.default_sales_rep_id,
        to_jsonb(b) - 'account_id' - 'id' as address
      from commerce.customer c
      left join core.party_address b on b.account_id = c.account_id and b.id = c.bill_to_address_id
      where c.account_id = $1 and c.id = $2`,
      [accountID, customerID],
    );
    const priced = await ask(
      'items',
      `select v.id, v.sku, v.description, v.product_type, v.default_unit_id, v.default_unit_name,
        v.base_unit_id, w.quantity, w.quantity * f.numerator / f.denominator as base, v.unit_value, v.unit_cost,
        round(w.quantity * v.unit_value, 2) as total
      from unnest($2::text[], $3::numeric[]) w (id, quantity)
        join inventory.v_items v on v.account_id = $1 and v.id = w.id
        join inventory.unit_conversion f
          on f.account_id = $1 and f.unit_group_id = v.unit_group_id and f.unit_id = v.default_unit_id`,
      [accountID, lines.map(({ productID }) => productID), lines.map(({ quantityOrdered }) => quantityOrdered)],
    );
    const [counter] = await ask(
      'number',
      `update core.numbering_sequence set next = next + 1, updated_at = now() where account_id = $1 and kind = 'order'
      returning (next - 1)::text as number`,
      [accountID],
    );
    const number = String(counter?.['number']);
    const of = (name: string) => priced.map((row) => row[name]);
    const sum = (name: string) => of(name).reduce((all: number, value) => all + Number(value), 0);
    const [order] = await ask(
      'order',
      `insert into commerce.sales_order (account_id, id, created_at, updated_at, number, number_key, status,
        customer_id, customer_name, bill_to, ship_to, carrier_id, payment_term_id, shipping_term_id, priority_id,
        sales_rep_id, created_by_id, created_by_name, acknowledgement_emails, invoice_emails, line_count, total,
        quantity_to_pick, quantity_to_invoice, issued_at)
      values ($1, $2, now(), now(), $3, lpad($3, 20, '0'), $16, $4, $5, $6, $6, $7, $8, $9, $10, $11,
        $12, 'Person 1', '{}', '{}', $13, $14, $15, $15, case when $16 = 'issued' then now() end) returning *`,
      [
        ...[accountID, id, number, customerID, customer['name'], customer['address'], customer['default_carrier_id']],
        ...[customer['default_payment_term_id'], customer['default_shipping_term_id'], customer['default_priority_id']],
        ...[customer['default_sales_rep_id'], memberID, priced.length, sum('total').toFixed(2), sum('base').toFixed(6)],
        status,
      ],
    );
    const written = await ask(
      'lines',
      `insert into commerce.sales_order_line (account_id, id, created_at, updated_at, order_id, customer_id,
        line_item_number, item_id, sku, description, product_type, quantity, unit_id, unit_name, base_quantity,
        base_unit_id, unit_price, unit_cost, total)
      select $1, line.id, now(), now(), $2, $3, place, item, sku, description, type, quantity, unit,
        unit_name, base, base_unit, price, cost, total
      from unnest($4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::numeric[], $10::text[],
        $11::text[], $12::numeric[], $13::text[], $14::numeric[], $15::numeric[], $16::numeric[]) with ordinality
        line (id, item, sku, description, type, quantity, unit, unit_name, base, base_unit, price, cost, total, place)
      returning *`,
      [
        ...[accountID, id, customerID, priced.map(() => newID('sol')), of('id'), of('sku'), of('description')],
        ...[
          of('product_type'),
          of('quantity'),
          of('default_unit_id'),
          of('default_unit_name'),
          of('base'),
          of('base_unit_id'),
        ],
        ...[of('unit_value'), of('unit_cost'), of('total')],
      ],
    );
    await ask(
      'audit',
      `insert into core.audit_event (account_id, id, record_type, record_id, action, actor_type, actor_id,
        actor_name, ip, request_id, changes, note, occurred_at)
      values ($1, $2, 'sales_order', $3, 'created', 'user', $4, 'Person 1', '', '', '[]', 'Estimate', now())`,
      [accountID, newID('aud'), id, memberID],
    );
    await ask(
      'event',
      `insert into core.event_outbox (account_id, id, type, version, aggregate_type, aggregate_id,
        payload, actor, request_id, occurred_at, dispatched_at)
      values ($1, $2, 'bench.order.created', 1, 'sales_order', $3, $4, '{}', '', now(), now())`,
      [accountID, newID('evt'), id, { orderID: id, number, customerID }],
    );
    const text = ` ${number} ${customer['name']} ${customer['number']}`.toLowerCase();
    await ask(
      'search',
      `insert into core.search_document (account_id, id, record_type, customer_id, title, subtitle,
        title_text, text, updated_at)
      values ($1, $2, 'sales_order', $3, $4, $5, $6, $7, now())`,
      [accountID, id, customerID, number, customer['name'], ` ${number}`, text],
    );
    return { ...order, customer, lines: written };
  },
});

/** The same order for the request and the floor. */
export const newOrder = ({ customerIDs, itemIDs }: BenchFacts, turn: number) => ({
  customerID: valueOfTurn(customerIDs, turn),
  lines: Array.from({ length: 10 }, (_, line) => ({
    productID: valueOfTurn(itemIDs, turn * 10 + line),
    quantityOrdered: 1 + ((turn + line) % 40),
  })),
});

export const valueOfTurn = <T>(values: readonly T[], turn: number): T => values[turn % values.length] as T;
