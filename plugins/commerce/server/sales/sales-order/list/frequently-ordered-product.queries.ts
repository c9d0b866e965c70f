import { decimal, type EndpointRequest, quantityID, toWire } from '@millwright/core/contracts';
import { type AccountContext, isoText, likeOf, sql } from '@millwright/core/server';
import type { ItemViewRow } from '@millwright/inventory/contracts';
import type { FrequentlyOrderedProduct, listFrequentlyOrderedProducts } from '../../../../contracts/index.ts';
import { Customer } from '../../../parties/customer/customer.entity.ts';
import { openTo } from '../lines/product-line-limit.ts';

interface Row {
  id: string;
  sku: string;
  description: string;
  productType: NonNullable<ItemViewRow['product_type']>;
  unitValue: string;
  defaultUnitID: string;
  defaultUnit: string;
  baseUnitID: string;
  baseUnit: string;
  isOrderable: boolean;
  orderCount: number;
  ordered: string;
  lastUnitPrice: string;
  lastQuantity: string;
  lastUnitID: string;
  lastUnit: string;
  lastOrderedAt: Date | string;
  usualQuantity: string;
  usualUnitID: string;
  usualUnit: string;
  count: number;
}

/** Products that a customer orders, the most frequent first. 404 for an unknown customer. */
export async function findFrequentlyOrderedProducts(
  ctx: AccountContext,
  customerID: string,
  page: EndpointRequest<typeof listFrequentlyOrderedProducts>['query'],
): Promise<{ items: FrequentlyOrderedProduct[]; count: number }> {
  await ctx.em.get(Customer, customerID);
  const pattern = page.query === undefined ? '%' : likeOf(page.query);
  const { condition: isOrderable } = await openTo(ctx, customerID);
  const { rows } = await sql<Row>`
    with issued as (
      select line.*, sales_order.issued_at
      from commerce.sales_order_line line
      join commerce.sales_order sales_order
        on sales_order.account_id = line.account_id and sales_order.id = line.order_id
      where line.account_id = ${ctx.account.id} and line.customer_id = ${customerID}
        and sales_order.deleted_at is null and sales_order.issued_at is not null and line.product_type = 'sale'),
    ordered as (
      select item_id, count(distinct order_id)::int as order_count, sum(base_quantity) as quantity,
        (array_agg(id order by issued_at desc, id desc))[1] as last_line_id, max(issued_at) as last_at
      from issued group by item_id),
    usual as (
      select distinct on (item_id) item_id, quantity, unit_id, unit_name
      from issued group by item_id, quantity, unit_id, unit_name
      order by item_id, count(*) desc, max(issued_at) desc, quantity)
    select item.id, item.sku, item.description, item.product_type as "productType",
      item.unit_value::text as "unitValue",
      item.default_unit_id as "defaultUnitID", item.default_unit_name as "defaultUnit",
      ${isOrderable} as "isOrderable", usual.quantity::text as "usualQuantity", usual.unit_id as "usualUnitID",
      usual.unit_name as "usualUnit",
      item.base_unit_id as "baseUnitID", item.base_unit_name as "baseUnit",
      ordered.order_count as "orderCount", ordered.quantity::text as ordered, ordered.last_at as "lastOrderedAt",
      latest.unit_price::text as "lastUnitPrice", latest.quantity::text as "lastQuantity",
      latest.unit_id as "lastUnitID", latest.unit_name as "lastUnit", count(*) over ()::int as count
    from ordered
    join commerce.sales_order_line latest on latest.account_id = ${ctx.account.id} and latest.id = ordered.last_line_id
    join usual on usual.item_id = ordered.item_id
    join inventory.v_items item on item.account_id = ${ctx.account.id} and item.id = ordered.item_id
    where (item.sku ilike ${pattern} or item.description ilike ${pattern})
      and (${page.isOrderable ?? null}::boolean is null or ${isOrderable} = ${page.isOrderable ?? null}::boolean)
    order by ordered.order_count desc, ordered.last_at desc, item.id
    limit ${page.take} offset ${page.skip}`.execute(ctx.em.query());
  if (!rows.length && page.skip > 0) {
    // Beyond the last page there is no row that carries the count.
    const { count } = await findFrequentlyOrderedProducts(ctx, customerID, { ...page, take: 1, skip: 0 });
    return { items: [], count };
  }
  return { items: rows.map(productOf), count: rows[0]?.count ?? 0 };
}

const wire = (text: string): number => toWire(decimal(text));

const productOf = (row: Row): FrequentlyOrderedProduct => ({
  product: {
    id: row.id,
    sku: row.sku,
    description: row.description,
    productType: row.productType,
    unitValue: wire(row.unitValue),
    defaultUnit: { id: row.defaultUnitID, name: row.defaultUnit },
    isOrderable: row.isOrderable,
  },
  orderCount: row.orderCount,
  quantityOrdered: {
    id: quantityID(row.id, 'quantityOrdered'),
    measure: wire(row.ordered),
    unitID: row.baseUnitID,
    unit: row.baseUnit,
  },
  usualQuantity: {
    id: quantityID(row.id, 'usualQuantity'),
    measure: wire(row.usualQuantity),
    unitID: row.usualUnitID,
    unit: row.usualUnit,
  },
  lastUnitPrice: wire(row.lastUnitPrice),
  lastQuantity: {
    id: quantityID(row.id, 'lastQuantity'),
    measure: wire(row.lastQuantity),
    unitID: row.lastUnitID,
    unit: row.lastUnit,
  },
  lastOrderedAt: isoText(row.lastOrderedAt),
});
