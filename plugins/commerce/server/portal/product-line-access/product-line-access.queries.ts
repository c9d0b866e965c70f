import { type EndpointRequest, problems } from '@millwright/core/contracts';
import { type AccountContext, isoText, listPage, sql } from '@millwright/core/server';
import type { CataloguePort } from '@millwright/inventory/contracts';
import {
  type AccountGroupAccess,
  type AccountGroupType,
  type CustomerAccess,
  listAccountGroupAccess,
  listCustomerAccess,
} from '../../../contracts/index.ts';
import { Customer } from '../../parties/customer/customer.entity.ts';
import { limitedCustomer } from '../../sales/sales-order/product-line-limit.ts';
import type { Tables } from '../../tables.ts';
import { holdsText } from '../../terms/text-filter.ts';

type Page =
  | EndpointRequest<typeof listAccountGroupAccess>['query']
  | EndpointRequest<typeof listCustomerAccess>['query'];

const productLineIDs = sql<
  string[]
>`(select coalesce(array_agg(held.product_line_id order by held.product_line_id), '{}')
  from commerce.product_line_access_line held
  where held.account_id = access.account_id and held.access_id = access.id)`;

const base = (ctx: AccountContext) =>
  ctx.em
    .query<Tables>()
    .selectFrom('commerce.product_line_access as access')
    .where('access.account_id', '=', ctx.account.id);

const shared = [
  'access.id',
  'access.version',
  'access.created_at as createdAt',
  'access.updated_at as updatedAt',
] as const;

type LineNames = Awaited<ReturnType<CataloguePort['findProductLines']>>;

/** Names of the lines of all rows, asked once; a line that is gone is shown by its id. */
const namesFor = (ctx: AccountContext, catalogue: CataloguePort, rows: readonly { productLineIDs: string[] }[]) =>
  catalogue.findProductLines(ctx, [...new Set(rows.flatMap(({ productLineIDs: ids }) => ids))]);

const accessOf = (
  row: { id: string; productLineIDs: string[]; version: number; createdAt: Date | string; updatedAt: Date | string },
  names: LineNames,
) => ({
  id: row.id,
  productLines: row.productLineIDs
    .map((id) => ({ id, name: names.get(id)?.name ?? id }))
    .sort((left, right) => left.name.localeCompare(right.name)),
  version: row.version,
  createdAt: isoText(row.createdAt),
  updatedAt: isoText(row.updatedAt),
});
const holdsLine = (productLineID: string) => sql<boolean>`exists (select from commerce.product_line_access_line held
  where held.account_id = access.account_id and held.access_id = access.id
    and held.product_line_id = ${productLineID})`;

const ofGroups = (ctx: AccountContext) =>
  base(ctx).innerJoin('commerce.account_group as owner', (join) =>
    join.onRef('owner.account_id', '=', 'access.account_id').onRef('owner.id', '=', 'access.account_group_id'),
  );
const groupColumns = (query: ReturnType<typeof ofGroups>) =>
  query.select([
    'owner.id as ownerID',
    'owner.name',
    sql<AccountGroupType>`owner.type_code`.as('typeCode'),
    productLineIDs.as('productLineIDs'),
    ...shared,
  ]);
type GroupRow = Awaited<ReturnType<ReturnType<typeof groupColumns>['executeTakeFirstOrThrow']>>;
const groupAccessOf = ({ ownerID, name, typeCode, ...row }: GroupRow, names: LineNames): AccountGroupAccess => ({
  accountGroupID: ownerID,
  accountGroup: { id: ownerID, name, typeCode },
  ...accessOf(row, names),
});

const ofCustomers = (ctx: AccountContext) =>
  base(ctx).innerJoin('commerce.customer as owner', (join) =>
    join.onRef('owner.account_id', '=', 'access.account_id').onRef('owner.id', '=', 'access.customer_id'),
  );
const customerColumns = (query: ReturnType<typeof ofCustomers>) =>
  query.select(['owner.id as ownerID', 'owner.name', 'owner.number', productLineIDs.as('productLineIDs'), ...shared]);
type CustomerAccessRow = Awaited<ReturnType<ReturnType<typeof customerColumns>['executeTakeFirstOrThrow']>>;
const customerAccessOf = ({ ownerID, name, number, ...row }: CustomerAccessRow, names: LineNames): CustomerAccess => ({
  customerID: ownerID,
  customer: { id: ownerID, name, number },
  ...accessOf(row, names),
});

/** A page of the limits of groups, by the group's name. */
export async function findAccountGroupAccess(ctx: AccountContext, catalogue: CataloguePort, page: Page) {
  let matching = ofGroups(ctx);
  if (page.query) matching = matching.where(holdsText(page.query, ['owner.name']));
  if (page.productLineID) matching = matching.where(holdsLine(page.productLineID));
  const { items, count } = await listPage(ctx, {
    list: listAccountGroupAccess,
    id: 'access.id',
    matching,
    select: (query) => groupColumns(query as ReturnType<typeof ofGroups>),
    page,
    sortable: { name: 'owner.name', createdAt: 'access.created_at' },
    order: [['owner.name', 'asc']],
  });
  const names = await namesFor(ctx, catalogue, items);
  return { items: items.map((row) => groupAccessOf(row, names)), count };
}

/** The limit of one group; 404 where it has none. */
export async function accountGroupAccessByID(
  ctx: AccountContext,
  catalogue: CataloguePort,
  accountGroupID: string,
): Promise<AccountGroupAccess> {
  const row = await groupColumns(ofGroups(ctx)).where('owner.id', '=', accountGroupID).executeTakeFirst();
  if (!row) throw problems.not_found();
  return groupAccessOf(row, await namesFor(ctx, catalogue, [row]));
}

/** A page of the limits of customers, by the customer's name. */
export async function findCustomerAccess(ctx: AccountContext, catalogue: CataloguePort, page: Page) {
  let matching = ofCustomers(ctx);
  if (page.query) matching = matching.where(holdsText(page.query, ['owner.name', 'owner.number']));
  if (page.productLineID) matching = matching.where(holdsLine(page.productLineID));
  const { items, count } = await listPage(ctx, {
    list: listCustomerAccess,
    id: 'access.id',
    matching,
    select: (query) => customerColumns(query as ReturnType<typeof ofCustomers>),
    page,
    sortable: { name: 'owner.name', createdAt: 'access.created_at' },
    order: [['owner.name', 'asc']],
  });
  const names = await namesFor(ctx, catalogue, items);
  return { items: items.map((row) => customerAccessOf(row, names)), count };
}

/** The limit of one customer; 404 where it has none. */
export async function customerAccessByID(
  ctx: AccountContext,
  catalogue: CataloguePort,
  customerID: string,
): Promise<CustomerAccess> {
  const row = await customerColumns(ofCustomers(ctx)).where('owner.id', '=', customerID).executeTakeFirst();
  if (!row) throw problems.not_found();
  return customerAccessOf(row, await namesFor(ctx, catalogue, [row]));
}

/** The product lines that a customer may order from; 404 for a customer that is not there. */
export async function orderableLinesOf(ctx: AccountContext, catalogue: CataloguePort, customerID: string) {
  await ctx.em.get(Customer, customerID);
  const { productLineIDs } = await limitedCustomer(ctx, customerID);
  const names = productLineIDs ? await catalogue.findProductLines(ctx, productLineIDs) : new Map();
  const productLines = (productLineIDs ?? []).map((id): { id: string; name: string } => ({
    id,
    name: names.get(id)?.name ?? id,
  }));
  return {
    isLimited: productLineIDs !== null,
    productLines: productLines.sort((left, right) => left.name.localeCompare(right.name)),
  };
}
