import { verify } from '@node-rs/argon2';
import { newID } from '../../contracts/texts/id.ts';
import { holdFloor } from '../cases/hold-case.ts';
import { issueFloor } from '../cases/issue-case.ts';
import { type BenchFacts, benchPassword } from '../place/facts.ts';
import { createFloor, valueOfTurn } from './create-floor.ts';
import type { Floor } from './floor.ts';
import { catalogueFloor } from './portal-floor.ts';
import { itemListFloor, itemSearchFloor, recountFloor } from './stock-floors.ts';

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
  run: (ask, turn) => ask('rows', newest('and o.customer_id = $2'), [accountID, valueOfTurn(customerIDs, turn)]),
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
      valueOfTurn(words, turn).toLowerCase().split(' '),
    ]),
});

const read = ({ accountID, longOrderIDs }: BenchFacts): Floor => ({
  writes: false,
  run: async (ask, turn) => {
    const values = [accountID, valueOfTurn(longOrderIDs, turn)];
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

/** Checks the password against the stored hash, which has our parameters, and writes a session. */
const signIn = ({ emails }: BenchFacts): Floor => ({
  writes: true,
  role: 'auth',
  run: async (ask, turn) => {
    const [person] = await ask(
      'person',
      `select id, email, name, username, email_verified, image, password_hash, version, created_at, updated_at
        from core."user" where email = $1`,
      [valueOfTurn(emails, turn)],
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
