import { verify } from '@node-rs/argon2';
import { newID } from '../../contracts/texts/id.ts';
import { holdFloor } from '../cases/hold-case.ts';
import { issueFloor } from '../cases/issue-case.ts';
import { type BenchFacts, benchPassword } from '../place/facts.ts';
import { catalogueFloor } from './portal-floor.ts';
import { itemListFloor, itemSearchFloor, recountFloor } from './stock-floors.ts';

/** Runs a named prepared statement; returns its rows. */
type Ask = (name: string, text: string, values: unknown[]) => Promise<Record<string, unknown>[]>;

/** The same work with `pg` alone: hand-written SQL without validation, rights or log. */
export interface Floor {
  writes: boolean;
  /** Database role of the floor; the tenant role by default. */
  role?: 'auth';
  /** One operation inside a transaction with the account set; returns the data of the reply. */
  run(ask: Ask, turn: number): Promise<unknown>;
}

const rowColumns = `o.id, o.number, o.customer_po as "customerPO", o.line_count as "lineCount", o.total,
  o.issued_at as "issuedAt", o.completed_at as "completedAt", o.version, o.created_at as "createdAt",
  o.updated_at as "updatedAt", o.status, o.ship_to as "shipTo", o.promised_at::text as "promisedAt",
  o.expired_at::text as "expiredAt", c.id as "customerID", c.number as "customerNumber", c.name as "customerName",
  c.status as "customerStatus", coalesce(o.acknowledgement_emails[1], c.email) as email, p.id as "priorityID",
  p.name as "priorityName", p.code as "priorityCode", t.id as "paymentTermID", t.name as "paymentTermName",
  m.id as "repID", m.name as "repName", g.pick_completion, g.pack_completion, g.ship_completion, g.invoice_completion,
  g.shipments, g.pick_id, g.is_paid, g.production_run_id`;

const rowTables = `join commerce.customer c on c.account_id = o.account_id and c.id = o.customer_id
  join commerce.v_order_progress g on g.account_id = o.account_id and g.order_id = o.id
  left join commerce.priority p on p.account_id = o.account_id and p.id = o.priority_id
  left join commerce.payment_term t on t.account_id = o.account_id and t.id = o.payment_term_id
  left join core.member m on m.account_id = o.account_id and m.id = o.sales_rep_id`;

/**
 * The ids of the page are selected first. With the joins in the same select, a generic plan would join all orders of
 * the account before sorting them.
 */
const newest = (filter = '', offset = ''): string => `select ${rowColumns}
  from (select o.id from commerce.sales_order o where o.account_id = $1 and o.deleted_at is null ${filter}
    order by o.created_at desc, o.id desc limit 50 ${offset}) page
  join commerce.sales_order o on o.account_id = $1 and o.id = page.id ${rowTables}
  order by o.created_at desc, o.id desc`;

const count = (filter = ''): string =>
  `select count(*) from commerce.sales_order o where o.account_id = $1 and o.deleted_at is null ${filter}`;

const pick = <T>(values: readonly T[], turn: number): T => values[turn % values.length] as T;

const list = ({ accountID }: BenchFacts): Floor => ({
  writes: false,
  run: (ask) => ask('rows', newest(), [accountID]),
});

const countedList = ({ accountID }: BenchFacts): Floor => ({
  writes: false,
  run: async (ask) => [await ask('rows', newest(), [accountID]), await ask('count', count(), [accountID])],
});

const customerList = ({ accountID, customerIDs }: BenchFacts): Floor => ({
  writes: false,
  run: (ask, turn) => ask('rows', newest('and o.customer_id = $2'), [accountID, pick(customerIDs, turn)]),
});

const deepList = ({ accountID, orders }: BenchFacts): Floor => ({
  writes: false,
  run: (ask) => ask('rows', newest('', 'offset $2'), [accountID, deepOffset(orders)]),
});

/** Offset of the deep page: nine tenths of the list, 90,000 of 100,000. */
export const deepOffset = (orders: number): number => Math.floor(orders * 0.9);

const search = ({ accountID, words }: BenchFacts): Floor => ({
  writes: false,
  run: (ask, turn) =>
    ask('rows', newest("and o.id in (select id from core.search_documents('sales_order', $2::text[], null))"), [
      accountID,
      pick(words, turn).toLowerCase().split(' '),
    ]),
});

const read = ({ accountID, longOrderIDs }: BenchFacts): Floor => ({
  writes: false,
  run: async (ask, turn) => {
    const values = [accountID, pick(longOrderIDs, turn)];
    const order = await ask(
      'order',
      `select ${rowColumns}, o.note, o.acknowledgement_emails, o.invoice_emails,
        o.is_acknowledgment_sent, o.created_by_id, o.created_by_name, o.order_discount_id, o.bill_to,
        t.code as "paymentTermCode", r.id as "carrierID", r.name as "carrierName",
        r.code as "carrierCode", r.tracking_url_template, x.id as "optionID",
        x.name as "optionName", x.code as "optionCode", s.id as "shippingTermID", s.name as "shippingTermName",
        g.first_ship_at, g.has_shipped, g.invoices, g.payment_intent_ids
      from commerce.sales_order o ${rowTables}
        left join commerce.carrier r on r.account_id = o.account_id and r.id = o.carrier_id
        left join commerce.carrier_option x on x.account_id = o.account_id and x.id = o.carrier_option_id
        left join commerce.shipping_term s on s.account_id = o.account_id and s.id = o.shipping_term_id
      where o.account_id = $1 and o.id = $2 and o.deleted_at is null`,
      values,
    );
    const lines = await ask(
      'lines',
      `select id, line_item_number, item_id, sku, description, product_type, quantity, unit_id, unit_name,
        base_quantity, unit_price, unit_cost, total, quantity_picked, quantity_packed, quantity_shipped,
        quantity_invoiced, edi_line_item_id, version, created_at, updated_at
      from commerce.sales_order_line where account_id = $1 and order_id = $2 order by line_item_number`,
      values,
    );
    return { ...order[0], lines };
  },
});

/** The same order for the request and the floor. */
export const newOrder = ({ customerIDs, itemIDs }: BenchFacts, turn: number) => ({
  customerID: pick(customerIDs, turn),
  lines: Array.from({ length: 10 }, (_, line) => ({
    productID: pick(itemIDs, turn * 10 + line),
    quantityOrdered: 1 + ((turn + line) % 40),
  })),
});

/** Creates an order with this status. */
export const createFloor = (facts: BenchFacts, orderOf = newOrder, status = 'estimate') => ({
  writes: true,
  run: async (ask: Ask, turn: number) => {
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

/** Checks the password against the stored hash, which has our parameters, and writes a session. */
const signIn = ({ emails }: BenchFacts): Floor => ({
  writes: true,
  role: 'auth',
  run: async (ask, turn) => {
    const [person] = await ask(
      'person',
      `select id, email, name, username, email_verified, image, password_hash, version, created_at, updated_at
        from core."user" where email = $1`,
      [pick(emails, turn)],
    );
    const { password_hash: hash, ...user } = person ?? {};
    if (!(await verify(String(hash), benchPassword))) throw new Error('The password of the benchmark is wrong');
    const [session, token] = [newID('ses'), newID('tok')];
    await ask(
      'session',
      `insert into core.session (id, created_at, updated_at, user_id, expires_at, ip, user_agent)
      values ($1, now(), now(), $2, now() + interval '30 days', '127.0.0.1', 'bench')`,
      [session, user['id']],
    );
    await ask(
      'token',
      `insert into core.refresh_token (token_hash, session_id, created_at)
      values (encode(sha256($1::bytea), 'hex'), $2, now())`,
      [Buffer.from(token), session],
    );
    await ask(
      'event',
      `insert into core.person_event (id, user_id, action, session_id, request_id, ip, user_agent, created_at)
      values ($1, $2, 'signed_in', $3, $1, '127.0.0.1', 'bench', now())`,
      [newID('pev'), user['id'], session],
    );
    return { user };
  },
});

const floors: Record<string, (facts: BenchFacts) => Floor> = {
  list,
  countedList,
  customerList,
  deepList,
  search,
  read,
  create: (facts) => createFloor(facts),
  issue: issueFloor,
  hold: holdFloor,
  catalogue: catalogueFloor,
  itemList: itemListFloor,
  itemSearch: itemSearchFloor,
  recount: recountFloor,
  signIn,
};

export function floorOf(name: string, facts: BenchFacts): Floor {
  const make = floors[name];
  if (!make) throw new Error(`No floor is called ${name}`);
  return make(facts);
}
