import { problems } from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';
import { type FilterName, type Filters, figureFilterNames, noneID } from '../../contracts/index.ts';

export type Fragment = ReturnType<typeof sql>;

export const and = (conditions: readonly Fragment[]): Fragment => sql.join([sql`true`, ...conditions], sql` and `);

/** The view for looking up a filter's ids, and whether `none` is allowed. */
const sources: Readonly<Record<FilterName, { view: string; isOptional?: true; of: string; also?: string }>> = {
  productLineIDs: { view: 'inventory.v_product_lines', isOptional: true, of: 'product line' },
  customerIDs: { view: 'commerce.v_customers', of: 'customer' },
  customerGroupIDs: { view: 'commerce.v_account_groups', isOptional: true, of: 'customer group' },
  salesRepIDs: { view: 'core.v_members', isOptional: true, of: 'sales rep' },
  itemIDs: { view: 'inventory.v_items', of: 'item' },
  salesOrderIDs: { view: 'commerce.v_sales_orders', of: 'sales order' },
  supplierIDs: { view: 'core.v_parties', of: 'supplier', also: "known.kind = 'supplier'" },
  storageLocationIDs: { view: 'inventory.v_locations', of: 'storage location' },
  lotIDs: { view: 'inventory.v_lots', of: 'lot' },
};

/**
 * Refuses unknown ids, with one entry per id, in one statement. `within` is the beginning of the entries' paths.
 * @throws Problem 400 `invalid_input`
 */
export async function refuseUnknown(ctx: AccountContext, filters: Filters, within = ''): Promise<void> {
  const requestedFilters = figureFilterNames.flatMap((name) => {
    const ids = filters[name] ?? [];
    return ids.length ? [{ name, ids }] : [];
  });
  if (!requestedFilters.length) return;
  const unknown = requestedFilters.map(({ name, ids }) => {
    const { view, isOptional, also } = sources[name];
    return sql`select ${name}::text as name, (given.place - 1)::int as place
      from unnest(${ids}::text[]) with ordinality given (id, place)
      where ${isOptional ? sql`given.id <> ${noneID}` : sql`true`}
        and not exists (select from ${sql.table(view)} known where known.account_id = ${ctx.account.id}
          and known.id = given.id and ${also ? sql.raw(also) : sql`true`})`;
  });
  const { rows } = await sql<{ name: FilterName; place: number }>`${sql.join(unknown, sql` union all `)}`.execute(
    ctx.em.query(),
  );
  if (rows.length)
    throw problems.invalid_input({
      errors: rows.map(({ name, place }) => ({
        path: `${within}${name}.${place}`,
        message: `There is no such ${sources[name].of}`,
      })),
    });
}

/** Whether a column has one of the ids; `none` stands for null. */
export function isAmong(column: Fragment, ids: readonly string[]): Fragment {
  const known = ids.filter((id) => id !== noneID);
  if (known.length === ids.length) return sql`${column} = any(${known}::text[])`;
  return sql`(${column} is null or ${column} = any(${known}::text[]))`;
}

/** Conditions on the customer of a document: the customer, and its groups of both kinds. */
export function customerConditions(ctx: AccountContext, customer: Fragment, filters: Filters): Fragment[] {
  const account = ctx.account.id;
  const { customerIDs = [], customerGroupIDs = [] } = filters;
  const conditions: Fragment[] = [];
  if (customerIDs.length) conditions.push(sql`${customer} = any(${customerIDs}::text[])`);
  if (customerGroupIDs.length) {
    const grouped = sql`${customer} in (select member.customer_id from commerce.v_customer_groups member
      where member.account_id = ${account} and member.account_group_id = any(${customerGroupIDs}::text[]))`;
    const typeless = sql`${customer} in (select known.id from commerce.v_customers known
      where known.account_id = ${account} and known.customer_type_group_id is null)`;
    conditions.push(customerGroupIDs.includes(noneID) ? sql`(${grouped} or ${typeless})` : grouped);
  }
  return conditions;
}

/** Conditions on the item of a line: the item, and its product line; a line without an item has neither. */
export function itemConditions(ctx: AccountContext, item: Fragment, filters: Filters): Fragment[] {
  const { itemIDs = [], productLineIDs = [] } = filters;
  const conditions: Fragment[] = [];
  if (itemIDs.length) conditions.push(sql`${item} = any(${itemIDs}::text[])`);
  if (productLineIDs.length) {
    const known = sql`select known.id from inventory.v_items known where known.account_id = ${ctx.account.id}`;
    const inLine = sql`${item} in (${known} and known.product_line_id = any(${productLineIDs}::text[]))`;
    conditions.push(
      productLineIDs.includes(noneID)
        ? sql`(${item} is null or ${inLine} or ${item} in (${known} and known.product_line_id is null))`
        : inLine,
    );
  }
  return conditions;
}
