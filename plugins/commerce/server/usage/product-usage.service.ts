import type { PortContext } from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';
import { type CatalogueUse, ProductUsagePort } from '@millwright/inventory/contracts';

type Found = { id: string; count: number; examples: string[] };

const plural = (count: number, one: string, many: string): string => (count === 1 ? one : many);

/** Tells the catalogue what in commerce refers to its products, product lines and units. */
export class ProductUsageService extends ProductUsagePort {
  override async usesOfProducts(
    _ctx: PortContext,
    _productIDs: readonly string[],
  ): Promise<Map<string, CatalogueUse[]>> {
    return new Map();
  }

  override async usesOfProductLines(
    ctx: PortContext,
    productLineIDs: readonly string[],
  ): Promise<Map<string, CatalogueUse[]>> {
    const { account, em } = ctx as AccountContext;
    const { rows } = await sql<Found>`
      select held.product_line_id as id, count(*)::int as count,
        (array_agg(coalesce(customer.number, limited.name) order by coalesce(customer.number, limited.name)))[1:5] as examples
      from commerce.product_line_access_line held
      join commerce.product_line_access access on access.account_id = held.account_id and access.id = held.access_id
      left join commerce.customer customer on customer.account_id = access.account_id and customer.id = access.customer_id
      left join commerce.account_group limited on limited.account_id = access.account_id and limited.id = access.account_group_id
      where held.account_id = ${account.id} and held.product_line_id = any(${[...productLineIDs]}::text[])
      group by held.product_line_id`.execute(em.query());
    return new Map(
      rows.map(({ id, count, examples }) => [
        id,
        [{ what: plural(count, 'product line limit', 'product line limits'), count, examples }],
      ]),
    );
  }

  override async usesOfUnit(
    _ctx: PortContext,
    _unitID: string,
    _productIDs: readonly string[],
  ): Promise<CatalogueUse[]> {
    return [];
  }
}
