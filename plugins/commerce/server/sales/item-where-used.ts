import { type AccountContext, sql } from '@millwright/core/server';
import { type ItemUse, ItemUsePort, namedUses, type UsedItem } from '@millwright/inventory/contracts';
import { salesOrderIs } from '../states/states.ts';

interface Found {
  kind: keyof typeof sorts;
  id: string;
  label: string;
  note: string | null;
  count: number;
}

const orderPath = (id: string): string => `/dashboard/sales-orders/${id}`;
const ordersOf =
  (...statuses: readonly string[]) =>
  ({ id }: UsedItem): string =>
    `/dashboard/sales-orders?itemIDs=${id}${statuses.map((status) => `&statusCodes=${status}`).join('')}`;

const orders = { type: 'sales_order', needs: 'sales_orders:read', record: orderPath } as const;

/** Kinds of commerce records that refer to an item, the most important for a reader of the item's page first. */
const sorts = {
  open: { ...orders, title: 'Open sales orders', list: ordersOf('issued') },
  estimate: { ...orders, title: 'Estimates and bid requests', list: ordersOf('estimate', 'bid_request') },
  past: { ...orders, title: 'Past sales orders', list: ordersOf('fulfilled', 'closed_short') },
  supplier: {
    type: 'supplier',
    title: 'Suppliers',
    needs: 'suppliers:read',
    list: ({ id }: UsedItem) => `/dashboard/suppliers?itemIDs=${id}`,
    record: (id: string) => `/dashboard/suppliers/${id}`,
  },
  limitedCustomer: {
    type: 'customer',
    title: 'Relevant product of customers',
    needs: 'product_line_access:read',
    list: ({ productLineID }: UsedItem) => `/dashboard/relevant-products/customers?productLineID=${productLineID}`,
    record: (id: string) => `/dashboard/relevant-products/customers/${id}`,
  },
  limitedGroup: {
    type: 'account_group',
    title: 'Relevant product of customer groups',
    needs: 'product_line_access:read',
    list: ({ productLineID }: UsedItem) =>
      `/dashboard/relevant-products/customer-groups?productLineID=${productLineID}`,
    record: (id: string) => `/dashboard/relevant-products/customer-groups/${id}`,
  },
} as const;

/** Lists the commerce records that refer to an item, for the item's page. */
export class OrdersOfItem extends ItemUsePort {
  override whereUsed(ctx: AccountContext, item: UsedItem): Promise<ItemUse[]> {
    return whereItemIsUsed(ctx, item);
  }
}

/**
 * Orders, suppliers and product line limits that refer to an item: the first few of each kind, without deleted orders.
 */
async function whereItemIsUsed(ctx: AccountContext, item: UsedItem): Promise<ItemUse[]> {
  const { rows } = await sql<Found>`
    with ordered as (
      select sold.id, sold.number, sold.customer_name, sold.created_at,
        case when ${salesOrderIs.open('sold.status')} then 'open' when ${salesOrderIs.quoted('sold.status')}
          then 'estimate'
          else 'past' end as kind,
        string_agg(concat(trim_scale(line.quantity), ' ', line.unit_name), ' + '
          order by line.line_item_number) as quantities
      from commerce.sales_order_line line
      join commerce.sales_order sold
        on sold.account_id = line.account_id and sold.id = line.order_id and sold.deleted_at is null
      where line.account_id = ${ctx.account.id} and line.item_id = ${item.id}
      group by sold.account_id, sold.id),
    limited as (
      select access.customer_id, access.account_group_id
      from commerce.product_line_access_line held
      join commerce.product_line_access access on access.account_id = held.account_id and access.id = held.access_id
      where held.account_id = ${ctx.account.id} and held.product_line_id = ${item.productLineID}),
    used as (
      select kind, id, number as label, concat(quantities, ' for ', customer_name) as note,
        row_number() over (partition by kind order by created_at desc, id desc) as place from ordered
      union all select 'supplier', supplier.id, supplier.name, supplied.supplier_part_number,
        row_number() over (order by supplied.is_active and supplier.is_active desc, supplier.name, supplier.id)
        from commerce.supplier_material supplied
        join commerce.supplier supplier
          on supplier.account_id = supplied.account_id and supplier.id = supplied.supplier_id
        where supplied.account_id = ${ctx.account.id} and supplied.item_id = ${item.id}
      union all select 'limitedCustomer', customer.id, customer.name, customer.number,
        row_number() over (order by customer.name, customer.id)
        from limited
        join commerce.customer customer on customer.account_id = ${ctx.account.id} and customer.id = limited.customer_id
      union all select 'limitedGroup', grouped.id, grouped.name, null,
        row_number() over (order by grouped.name, grouped.id)
        from limited
        join commerce.account_group grouped
          on grouped.account_id = ${ctx.account.id} and grouped.id = limited.account_group_id)
    select kind, id, label, note, count
    from (select used.*, count(*) over (partition by kind)::int as count from used) as counted
    where place <= ${namedUses} order by kind, place`.execute(ctx.em.query());
  return Object.entries(sorts).flatMap(([kind, { type, title, needs, list, record }]) => {
    const found = rows.filter((row) => row.kind === kind);
    if (!found[0] || !ctx.can(needs)) return [];
    const records = found.map(({ id, label, note }) => ({ id, label, note, path: record(id) }));
    return [{ type, title, count: found[0].count, path: list(item), records }];
  });
}
