import { type AccountContext, sql } from '@millwright/core/server';
import { type CatalogueUse, type ItemUse, ProductUsagePort, type UsedItem } from '@millwright/inventory/contracts';
import { whereItemIsUsed } from '../sales/item-where-used.ts';

interface Found {
  id: string;
  count: number;
  examples: string[];
}

const plural = (count: number, one: string, many: string): string => (count === 1 ? one : many);

const orderUse = ({ count, examples }: Found): CatalogueUse => ({
  what: plural(count, 'sales order', 'sales orders'),
  count,
  examples,
});

const supplierUse = ({ count, examples }: Found): CatalogueUse => ({
  what: plural(count, 'supplier', 'suppliers'),
  count,
  examples,
});

/** Tells the catalogue what in commerce refers to its items, product lines and units. Deleted orders keep their own words. */
export class ProductUsageService extends ProductUsagePort {
  override whereUsed(ctx: AccountContext, item: UsedItem): Promise<ItemUse[]> {
    return whereItemIsUsed(ctx, item);
  }

  override async usesOfProducts(
    ctx: AccountContext,
    productIDs: readonly string[],
  ): Promise<Map<string, CatalogueUse[]>> {
    const { rows } = await sql<Found>`
      select line.item_id as id, count(distinct sold.id)::int as count,
        (array_agg(distinct sold.number order by sold.number))[1:5] as examples
      from commerce.sales_order_line line
      join commerce.sales_order sold on sold.account_id = line.account_id and sold.id = line.order_id and sold.deleted_at is null
      where line.account_id = ${ctx.account.id} and line.item_id = any(${[...productIDs]}::text[])
      group by line.item_id`.execute(ctx.em.query());
    const uses = new Map(rows.map((row) => [row.id, [orderUse(row)]]));
    const { rows: supplied } = await sql<Found>`
      select supplied.item_id as id, count(*)::int as count,
        (array_agg(supplier.name order by supplier.name))[1:5] as examples
      from commerce.supplier_material supplied
      join commerce.supplier supplier on supplier.account_id = supplied.account_id and supplier.id = supplied.supplier_id
      where supplied.account_id = ${ctx.account.id} and supplied.item_id = any(${[...productIDs]}::text[])
      group by supplied.item_id`.execute(ctx.em.query());
    for (const row of supplied) uses.set(row.id, [...(uses.get(row.id) ?? []), supplierUse(row)]);
    return uses;
  }

  override async usesOfProductLines(
    ctx: AccountContext,
    productLineIDs: readonly string[],
  ): Promise<Map<string, CatalogueUse[]>> {
    const { rows } = await sql<Found>`
      select held.product_line_id as id, count(*)::int as count,
        (array_agg(coalesce(customer.number, limited.name) order by coalesce(customer.number, limited.name)))[1:5] as examples
      from commerce.product_line_access_line held
      join commerce.product_line_access access on access.account_id = held.account_id and access.id = held.access_id
      left join commerce.customer customer on customer.account_id = access.account_id and customer.id = access.customer_id
      left join commerce.account_group limited on limited.account_id = access.account_id and limited.id = access.account_group_id
      where held.account_id = ${ctx.account.id} and held.product_line_id = any(${[...productLineIDs]}::text[])
      group by held.product_line_id`.execute(ctx.em.query());
    return new Map(
      rows.map(({ id, count, examples }) => [
        id,
        [{ what: plural(count, 'product line limit', 'product line limits'), count, examples }],
      ]),
    );
  }

  override async usesOfUnit(
    ctx: AccountContext,
    unitID: string,
    productIDs: readonly string[],
  ): Promise<CatalogueUse[]> {
    if (!productIDs.length) return [];
    const { rows } = await sql<Found>`
      select ''::text as id, count(distinct sold.id)::int as count,
        coalesce((array_agg(distinct sold.number order by sold.number))[1:5], '{}') as examples
      from commerce.sales_order_line line
      join commerce.sales_order sold on sold.account_id = line.account_id and sold.id = line.order_id and sold.deleted_at is null
      where line.account_id = ${ctx.account.id} and line.unit_id = ${unitID} and line.item_id = any(${[...productIDs]}::text[])`.execute(
      ctx.em.query(),
    );
    const { rows: supplied } = await sql<Found>`
      select ''::text as id, count(distinct supplier.id)::int as count,
        coalesce((array_agg(distinct supplier.name order by supplier.name))[1:5], '{}') as examples
      from commerce.supplier_material supplied
      join commerce.supplier supplier on supplier.account_id = supplied.account_id and supplier.id = supplied.supplier_id
      where supplied.account_id = ${ctx.account.id} and supplied.unit_id = ${unitID}
        and supplied.item_id = any(${[...productIDs]}::text[])`.execute(ctx.em.query());
    return [...rows.map(orderUse), ...supplied.map(supplierUse)].filter(({ count }) => count > 0);
  }
}
