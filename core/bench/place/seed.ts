import type { Client } from 'pg';

/** An account and the amounts of its data. */
export interface SeedPlan {
  accountID: string;
  customers: number;
  products: number;
  /** With 3 lines each, and every five-hundredth with 20. */
  orders: number;
  /**
   * Rows of the search index in all. Rows beyond those of orders, customers and products stand for other kinds of
   * records.
   */
  documents: number;
}

/**
 * An id in the usual form: 26 characters of base32, the first sixteen hex digits of an md5 at the end. Ids sort by
 * number.
 */
const idOf = (prefix: string, number: string): string =>
  `('${prefix}_01' || lpad(to_hex(${number}), 8, '0') || substr(md5('${prefix}' || ${number}), 1, 16))`;

const productLines = `
insert into inventory.product_line (account_id, id, created_at, updated_at, name)
select $1, ${idOf('pln', 'n')}, now(), now(), 'Line ' || n from generate_series(1, 40) n`;

const items = `
with conversion as (select array_agg(id order by id) as ids from inventory.unit_conversion where account_id = $1)
insert into inventory.item (account_id, id, created_at, updated_at, type, sku, description,
  manufacturer, unit_value, unit_cost, default_conversion_id, product_type, product_line_id)
select $1, ${idOf('itm', 'n')}, now() - n * interval '1 minute', now(), 'product', 'SKU-' || lpad(n::text, 6, '0'),
  (array['Leather', 'Nitrile', 'Cotton', 'Wool', 'Kevlar', 'Merino', 'Canvas'])[n % 7 + 1] || ' ' ||
  (array['glove', 'sock', 'sleeve', 'apron', 'liner'])[n % 5 + 1] || ', size ' || n % 13, 'Northfield',
  1 + (n * 37 % 9000) / 100.0, (n * 37 % 9000) / 200.0, ids[n % cardinality(ids) + 1], 'sale',
  ${idOf('pln', '(n % 40 + 1)')}
from generate_series(1, $2::int) n, conversion`;

/** An item with many cost layers, and a usual one. */
const layeredItem = 7;
const plainItem = 8;
const manyLayers = 20_000;

/** Stock of all items that never runs out, received in the default location with all rows of a receipt. */
const stock = [
  `insert into inventory.item_position (account_id, id, created_at, updated_at, item_id, owner_id, on_hand, value)
  select $1, ${idOf('pos', 'n')}, now(), now(), ${idOf('itm', 'n')}, $1, 1000000, 1250000
  from generate_series(1, $2::int) n`,
  `insert into inventory.balance (account_id, id, created_at, updated_at, item_id, owner_id, location_id, on_hand)
  select $1, ${idOf('bal', 'n')}, now(), now(), ${idOf('itm', 'n')}, $1, place.id, 1000000
  from generate_series(1, $2::int) n, inventory.storage_location place
  where place.account_id = $1 and place.is_default`,
  `insert into inventory.cost_layer (account_id, id, created_at, updated_at, item_id, owner_id,
    location_id, received_at, quantity, remaining, value, remaining_value, origin_id, likeness)
  select $1, layer.id, now(), now(), ${idOf('itm', 'n')}, $1, place.id,
    now() - interval '1 day' - k * interval '1 minute', part.quantity, part.quantity, part.quantity * 1.25,
    part.quantity * 1.25, layer.id, layer.id
  from generate_series(1, $2::int) n
  cross join lateral (select case when n = ${layeredItem} then ${manyLayers} else 1 end as layers) item
  cross join lateral (select 1000000.0 / item.layers as quantity) part
  cross join lateral generate_series(1, item.layers) k
  cross join lateral (select ${idOf('lay', '(n + (k - 1) * 100000)')} as id) layer
  join inventory.storage_location place on place.account_id = $1 and place.is_default`,
  `insert into inventory.movement (account_id, id, created_at, operation_id, action, item_id, owner_id, location_id,
    quantity, measure, unit_id, value, book_amount, actor_name)
  select $1, ${idOf('mov', 'n')}, now() - interval '1 day', ${idOf('op', '1')}, 'receive', ${idOf('itm', 'n')}, $1,
    place.id, 1000000, 1000000, unit_group.base_unit_id, 1250000, 1250000, 'Seed'
  from generate_series(1, $2::int) n
  join inventory.storage_location place on place.account_id = $1 and place.is_default
  join inventory.item item on item.account_id = $1 and item.id = ${idOf('itm', 'n')}
  join inventory.unit_conversion conversion on conversion.account_id = $1 and conversion.id = item.default_conversion_id
  join inventory.unit_group unit_group on unit_group.account_id = $1 and unit_group.id = conversion.unit_group_id`,
  `insert into inventory.movement_layer (account_id, movement_id, layer_id, quantity, value)
  select $1, movement.id, layer.id, layer.quantity, layer.value
  from inventory.movement movement
  join inventory.cost_layer layer on layer.account_id = $1 and layer.item_id = movement.item_id
  where movement.account_id = $1 and $2::int > 0`,
];

const customerName = (number: string): string =>
  `(array['Acme', 'Borealis', 'Cascade', 'Dunmore', 'Evergreen', 'Foxglove', 'Granite', 'Harbor'])[${number} % 8 + 1]
  || ' ' || (array['Supply', 'Outfitters', 'Industrial', 'Safety', 'Trading'])[${number} % 5 + 1]
  || ' ' || ${number}`;

const parties = `
insert into core.party (account_id, id, created_at, updated_at, kind, number, name, email)
select $1, ${idOf('cus', 'n')}, now(), now(), 'customer', (999 + n)::text, ${customerName('n')},
  'orders' || n || '@customer.test'
from generate_series(1, $2::int) n`;

const addresses = `
insert into core.party_address (account_id, id, created_at, updated_at, party_id, name, line1, city, state,
  postal_code, country, phone)
select $1, ${idOf('adr', 'n')}, now(), now(), ${idOf('cus', 'n')}, ${customerName('n')},
  n || ' Mill Road', 'Wilmington', 'DE',
  lpad((n % 99999)::text, 5, '0'), 'US', '+1 302 555 ' || lpad((n % 10000)::text, 4, '0')
from generate_series(1, $2::int) n`;

const customers = `
with seeds as (select
    (select array_agg(id order by id) from commerce.priority where account_id = $1) as priorities,
    (select array_agg(id order by id) from commerce.payment_term where account_id = $1) as payment_terms,
    (select array_agg(id order by id) from commerce.shipping_term where account_id = $1) as shipping_terms,
    (select array_agg(id order by id) from commerce.carrier where account_id = $1) as carriers,
    (select id from core.member where account_id = $1 order by id limit 1) as rep)
insert into commerce.customer (account_id, id, created_at, updated_at, number, name, email, status, bill_to_address_id,
  ship_to_address_id, default_carrier_id, default_priority_id, default_payment_term_id,
  default_shipping_term_id, default_sales_rep_id)
select $1, ${idOf('cus', 'n')}, now() - n * interval '1 hour', now(), (999 + n)::text, ${customerName('n')},
  'orders' || n || '@customer.test', case when n % 20 = 0 then 'preferred' else 'normal' end,
  ${idOf('adr', 'n')}, ${idOf('adr', 'n')}, carriers[n % cardinality(carriers) + 1], priorities[n % 3 + 1],
  payment_terms[n % cardinality(payment_terms) + 1], shipping_terms[n % cardinality(shipping_terms) + 1], rep
from generate_series(1, $2::int) n, seeds`;

/** Lines of all orders with the product data from the catalogue. */
const lines = `
create temporary table bench_line on commit drop as
select n, k, item.id as item_id, item.sku, item.description, item.product_type,
  (1 + (n * 7 + k * 3) % 40)::numeric(18, 6) as quantity, conversion.unit_id, entered.name as unit_name,
  ((1 + (n * 7 + k * 3) % 40) * conversion.numerator / conversion.denominator)::numeric(18, 6) as base_quantity,
  unit_group.base_unit_id, item.unit_value as unit_price, item.unit_cost,
  round((1 + (n * 7 + k * 3) % 40) * item.unit_value, 2) as total
from generate_series(1, $2::int) n
cross join lateral generate_series(1, case when n % 500 = 0 then 20 else 3 end) k
join inventory.item item on item.account_id = $1 and item.id = ${idOf('itm', '((n * 13 + k * 101) % $3::int + 1)')}
join inventory.unit_conversion conversion on conversion.account_id = $1 and conversion.id = item.default_conversion_id
join inventory.unit entered on entered.account_id = $1 and entered.id = conversion.unit_id
join inventory.unit_group unit_group on unit_group.account_id = $1 and unit_group.id = conversion.unit_group_id`;

const orders = `
with sums as (select n, count(*)::int as lines, sum(total) as total, sum(base_quantity) as base
    from bench_line group by n),
  status as (select array['issued', 'issued', 'issued', 'estimate', 'fulfilled', 'fulfilled', 'fulfilled',
    'bid_request', 'closed_short', 'issued'] as codes)
insert into commerce.sales_order (account_id, id, created_at, updated_at, number, number_key, customer_po, status,
  customer_id, customer_name, bill_to, ship_to, carrier_id, payment_term_id, shipping_term_id, priority_id,
  sales_rep_id, created_by_name, note, acknowledgement_emails, invoice_emails, promised_at, issued_at, completed_at,
  line_count, total, quantity_to_pick, quantity_picked, quantity_packed, quantity_shipped, quantity_to_invoice,
  quantity_invoiced)
select $1, ${idOf('so', 'n')}, placed, placed, (999 + n)::text, lpad((999 + n)::text, 20, '0'),
  'PO-' || n::bigint * 7919 % 1000000, code, customer.id, customer.name, address.snapshot, address.snapshot,
  customer.default_carrier_id, customer.default_payment_term_id, customer.default_shipping_term_id,
  customer.default_priority_id, customer.default_sales_rep_id, 'Person 1', null,
  array[customer.email], '{}', (placed + interval '10 days')::date,
  case when code in ('issued', 'fulfilled', 'closed_short') then placed + interval '1 hour' end,
  case when code in ('fulfilled', 'closed_short') then placed + interval '9 days' end,
  sums.lines, sums.total, base, done * base, done * base, done * base, base, done * base
from generate_series(1, $2::int) n
join sums using (n)
cross join status
cross join lateral (select codes[n % 10 + 1] as code,
  case when codes[n % 10 + 1] = 'fulfilled' then 1 else 0 end as done,
  now() - ($2::int - n) * interval '3 minutes' as placed) derived
join commerce.customer customer on customer.account_id = $1 and customer.id = ${idOf('cus', '(n * 31 % $3::int + 1)')}
cross join lateral (select jsonb_build_object('name', located.name, 'line1', located.line1, 'line2', located.line2,
    'city', located.city, 'state', located.state, 'postalCode', located.postal_code, 'country', located.country,
    'phone', located.phone, 'email', located.email, 'isDropShip', located.is_drop_ship) as snapshot
  from core.party_address located where located.account_id = $1 and located.id = customer.bill_to_address_id) address`;

const orderLines = `
insert into commerce.sales_order_line (account_id, id, created_at, updated_at, order_id, customer_id,
  line_item_number, item_id, sku, description, product_type, quantity, unit_id, unit_name, base_quantity, base_unit_id,
  unit_price, unit_cost, total)
select $1, ${idOf('sol', '(n * 32 + k)')}, ordered.created_at, ordered.created_at, ordered.id, ordered.customer_id, k,
  item_id, sku, description, product_type, quantity, unit_id, unit_name, base_quantity, base_unit_id,
  unit_price, unit_cost, line.total
from bench_line line join commerce.sales_order ordered on ordered.account_id = $1 and ordered.number = (999 + n)::text`;

/** Rows as `indexRecord` of core/search writes them: lower case, with a leading space. */
const document = (type: string, customer: string, title: string, subtitle: string, text: string): string =>
  `'${type}', ${customer}, ${title}, ${subtitle}, ' ' || lower(${title}),
  ' ' || lower(concat_ws(' ', ${title}, nullif(${subtitle}, ''), nullif(${text}, ''))), now()`;

const orderText = "concat_ws(' ', o.customer_po, customer.number)";
const documents = `
insert into core.search_document (account_id, id, record_type, customer_id, title, subtitle,
  title_text, text, updated_at)
select $1, o.id, ${document('sales_order', 'customer.id', 'o.number', 'customer.name', orderText)}
  from commerce.sales_order o
  join commerce.customer customer on customer.account_id = $1 and customer.id = o.customer_id
  where o.account_id = $1
union all
select $1, c.id, ${document('customer', 'c.id', 'c.name', 'c.number', 'c.email')}
  from commerce.customer c where c.account_id = $1
union all
select $1, i.id, ${document('product', "''", 'i.sku', 'i.description', 'i.manufacturer')}
  from inventory.item i where i.account_id = $1
union all
select $1, ${idOf('old', 'n')},
  ${document('bench_document', "''", "'INV-' || n", customerName('(n % 5000)'), "'PO-' || n::bigint * 7919 % 1000000")}
  from generate_series(1, greatest(0, $2::int - (select count(*)::int from commerce.sales_order where account_id = $1)
    - (select count(*)::int from commerce.customer where account_id = $1)
    - (select count(*)::int from inventory.item where account_id = $1))) n
on conflict (account_id, id) do nothing`;

const counters = `
insert into core.numbering_sequence (account_id, kind, next, start, claimed, updated_at)
values ($1, 'order', 1000 + $2::int, 1000, 0, now()), ($1, 'customer', 1000 + $3::int, 1000, 0, now())
on conflict (account_id, kind) do update set next = excluded.next`;

/** Fills an account by SQL as a superuser. All values are valid and could have been written by the services. */
export async function seedAccount(admin: Client, plan: SeedPlan): Promise<void> {
  const { accountID } = plan;
  await admin.query('begin');
  await admin.query(productLines, [accountID]);
  await admin.query(items, [accountID, plan.products]);
  for (const statement of stock) await admin.query(statement, [accountID, plan.products]);
  for (const statement of [parties, addresses, customers]) await admin.query(statement, [accountID, plan.customers]);
  await admin.query(lines, [accountID, plan.orders, plan.products]);
  await admin.query('create index on bench_line (n)');
  await admin.query('analyze bench_line');
  await admin.query('analyze commerce.customer');
  await admin.query('analyze inventory.item, inventory.item_position, inventory.balance, inventory.cost_layer');
  await admin.query(orders, [accountID, plan.orders, plan.customers]);
  await admin.query('analyze commerce.sales_order');
  await admin.query(orderLines, [accountID]);
  await admin.query(documents, [accountID, plan.documents]);
  await admin.query(counters, [accountID, plan.orders, plan.customers]);
  await admin.query('commit');
}

/** Runs work without the trigram index and rebuilds it afterwards, which takes a fraction of updating it row by row. */
export async function withoutSearchIndex(admin: Client, work: () => Promise<void>): Promise<void> {
  const { rows } = await admin.query<{ definition: string }>(
    `select indexdef as definition from pg_indexes where schemaname = 'core' and indexname = 'search_document_text'`,
  );
  await admin.query('drop index core.search_document_text');
  await work();
  await admin.query(`set maintenance_work_mem = '512MB'`);
  await admin.query(rows[0]?.definition as string);
}

/** Ids for the cases. */
export async function sampleOf(admin: Client, accountID: string) {
  const column = async (text: string): Promise<string[]> =>
    (await admin.query<{ value: string }>(text, [accountID])).rows.map(({ value }) => value);
  return {
    customerIDs: await column('select id as value from commerce.customer where account_id = $1 order by id limit 64'),
    // Counted items are left out, so that counts do not conflict with the holds and orders of other cases.
    itemIDs: await column(
      `select id as value from inventory.item where account_id = $1 and sku <
        (select sku from inventory.item where account_id = $1 order by sku desc offset 4999 limit 1)
        order by md5(id) limit 400`,
    ),
    counted: (
      await admin.query<{ sku: string; unit: string }>(
        `select item.sku, unit.name as unit from inventory.item item
          join inventory.unit_conversion conversion
            on conversion.account_id = $1 and conversion.id = item.default_conversion_id
          join inventory.unit unit on unit.account_id = $1 and unit.id = conversion.unit_id
        where item.account_id = $1 order by item.sku desc limit 5000`,
        [accountID],
      )
    ).rows,
    layeredItemIDs: await column(`select id as value from inventory.item where account_id = $1
      and sku in ('SKU-' || lpad('${layeredItem}', 6, '0'), 'SKU-' || lpad('${plainItem}', 6, '0')) order by sku`),
    itemWords: await column(
      `(select sku as value from inventory.item where account_id = $1 order by md5(id) limit 30)
      union all (select right(sku, 4) from inventory.item where account_id = $1 order by md5(id || '2') limit 30)
      union all (select description from inventory.item where account_id = $1 order by md5(id || '3') limit 10)`,
    ),
    longOrderIDs: await column(
      'select id as value from commerce.sales_order where account_id = $1 and line_count = 20 order by id limit 100',
    ),
    unpaidOrderIDs: await column(
      `select id as value from commerce.sales_order where account_id = $1 and status = 'issued' and total > 0
        order by md5(id) limit 400`,
    ),
    words: await column(
      `(select number as value from commerce.sales_order where account_id = $1 order by md5(id) limit 30)
      union all (select customer_po from commerce.sales_order where account_id = $1 order by md5(id) limit 30)
      union all (select customer_name from commerce.sales_order where account_id = $1 order by md5(id || '2') limit 30)
      union all (select split_part(customer_name, ' ', 1) from commerce.sales_order where account_id = $1
        order by md5(id || '3') limit 10)`,
    ),
  };
}
