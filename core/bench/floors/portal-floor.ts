import type { BenchFacts } from '../place/facts.ts';
import type { Floor } from './floor.ts';

const day = `(now() at time zone 'utc')::date`;

/** First page of the active products by SKU. */
const page = `select i.id, i.sku, i.description, i.manufacturer, i.unit_value, i.product_type, i.base_order_point,
    i.product_line_id, l.name as "productLine", c.id as "categoryID", c.name as category, u.id as "unitID",
    u.name as unit,
    f.numerator::text, f.denominator::text
  from (select i.id from inventory.item i where i.account_id = $1 and i.type = 'product'
      and i.product_type in ('sale', 'service') and coalesce(i.start_date <= ${day}, true)
      and coalesce(i.end_date >= ${day}, true) order by i.sku, i.id limit 50) page
    join inventory.item i on i.account_id = $1 and i.id = page.id
    join inventory.unit_conversion f on f.account_id = i.account_id and f.id = i.default_conversion_id
    join inventory.unit u on u.account_id = f.account_id and u.id = f.unit_id
    left join inventory.product_line l on l.account_id = i.account_id and l.id = i.product_line_id
    left join inventory.category c on c.account_id = i.account_id and c.id = i.category_id
  order by i.sku, i.id`;

/** All units of these products, their available and expected stock, and the prices of the customer. */
const units = `select i.id, f.id as "conversionID", u.name, f.numerator::text, f.denominator::text from inventory.item i
    join inventory.unit_conversion own on own.account_id = i.account_id and own.id = i.default_conversion_id
    join inventory.unit_conversion f on f.account_id = own.account_id and f.unit_group_id = own.unit_group_id
    join inventory.unit u on u.account_id = f.account_id and u.id = f.unit_id
  where i.account_id = $1 and i.id = any($2::text[])`;

const stock = `select p.item_id, p.on_hand, p.held, p.reserved, p.demanded,
    (select coalesce(json_agg(json_build_array(s.due_on, s.quantity - s.received) order by s.due_on), '[]')
      from inventory.supply s
      where s.account_id = p.account_id and s.item_id = p.item_id and s.closed_at is null) as supply
  from inventory.item_position p where p.account_id = $1 and p.owner_id = $1 and p.item_id = any($2::text[])`;

const prices = `select a.id, a.item_id, a.product_line_id, a.unit_value::text, a.unit_id, a.minimum_quantity::text,
    a.start_date, a.end_date
  from commerce.customer k
    join commerce.account_price a on a.account_id = k.account_id and (a.customer_id = k.id
      or a.account_group_id = k.customer_type_group_id
      or a.account_group_id in (select g.account_group_id from commerce.customer_price_group g
        where g.account_id = k.account_id and g.customer_id = k.id))
  where k.account_id = $1 and k.id = $2 and (a.item_id is null or a.item_id = any($3::text[]))`;

const discounts = `select d.id, d.name, t.threshold::text, t.discount_percentage::text from commerce.volume_discount d
    join commerce.volume_discount_tier t on t.account_id = d.account_id and t.volume_discount_id = d.id
  where d.account_id = $1`;

/** A page of the catalogue for one customer: products, units, stock and price rules. */
export const catalogueFloor = ({ accountID, customerIDs }: BenchFacts): Floor => ({
  writes: false,
  run: async (ask, turn) => {
    const customerID = customerIDs[turn % customerIDs.length];
    const items = await ask('catalogue', page, [accountID]);
    const ids = items.map(({ id }) => id);
    return [
      items,
      await ask('units', units, [accountID, ids]),
      await ask('stock', stock, [accountID, ids]),
      await ask('prices', prices, [accountID, customerID, ids]),
      await ask('discounts', discounts, [accountID]),
    ];
  },
});
