import type { EndpointRequest } from '@millwright/core/contracts';
import { type AccountContext, joinedRecord, projection, sql } from '@millwright/core/server';
import type { CataloguePort } from '@millwright/inventory/contracts';
import { z } from 'zod';
import {
  type AccountGroupAccess,
  accountGroupAccess,
  type CustomerAccess,
  customerAccess,
  listAccountGroupAccess,
  listCustomerAccess,
} from '../../../contracts/index.ts';
import { Customer } from '../../parties/customer/customer.entity.ts';
import { limitedCustomer } from '../../sales/sales-order/lines/product-line-limit.ts';

type Page =
  | EndpointRequest<typeof listAccountGroupAccess>['query']
  | EndpointRequest<typeof listCustomerAccess>['query'];

/** Product lines as ids; their names come from the catalogue. */
const lineIDs = { productLines: z.array(z.string()) };
const source = {
  table: 'commerce.product_line_access',
  alias: 'access',
  sortable: { name: 'owner.name' },
  filters: {
    productLineID: (id: string) => sql<boolean>`exists (select from commerce.product_line_access_line held
      where held.account_id = access.account_id and held.access_id = access.id and held.product_line_id = ${id})`,
  },
  order: ['name'] as const,
};
const productLines = sql`(select coalesce(array_agg(held.product_line_id), '{}')
  from commerce.product_line_access_line held
  where held.account_id = access.account_id and held.access_id = access.id)`;
const owner = (table: string, id: string) => ({ owner: { table, id, isRequired: true, isMatched: true } });

const groupView = projection(accountGroupAccess.extend(lineIDs), {
  ...source,
  list: listAccountGroupAccess,
  key: 'accountGroupID',
  joins: owner('commerce.account_group', 'access.account_group_id'),
  computed: {
    productLines,
    accountGroup: joinedRecord('owner', ['id', 'name', 'typeCode']),
  },
  search: [sql`owner.name`],
});
const customerView = projection(customerAccess.extend(lineIDs), {
  ...source,
  list: listCustomerAccess,
  key: 'customerID',
  joins: owner('commerce.customer', 'access.customer_id'),
  computed: {
    productLines,
    customer: joinedRecord('owner', ['id', 'name', 'number']),
  },
  search: [sql`owner.name`, sql`owner.number`],
});

const byName = (left: { name: string }, right: { name: string }): number => left.name.localeCompare(right.name);

/** Reads product line limits of groups and customers. */
export class ProductLineLimits {
  readonly #catalogue: CataloguePort;

  constructor(catalogue: CataloguePort) {
    this.#catalogue = catalogue;
  }

  /** Rows with the names of their product lines, read once. A deleted line is shown by its id. */
  async #withNames<Row extends { productLines: readonly string[] }>(ctx: AccountContext, rows: readonly Row[]) {
    const ids = new Set(rows.flatMap((row) => row.productLines));
    const names = await this.#catalogue.findProductLines(ctx, [...ids]);
    return rows.map((row) => ({
      ...row,
      productLines: row.productLines.map((id) => ({ id, name: names.get(id)?.name ?? id })).sort(byName),
    }));
  }

  /** A page of group limits by group name. */
  async findGroups(ctx: AccountContext, page: Page) {
    const { items, count } = await groupView.find(ctx, page);
    return { items: await this.#withNames(ctx, items), count };
  }

  /** The limit of one group. 404 without one. */
  async groupByID(ctx: AccountContext, accountGroupID: string): Promise<AccountGroupAccess> {
    const [access] = await this.#withNames(ctx, [await groupView.byID(ctx, accountGroupID)]);
    return access as AccountGroupAccess;
  }

  /** A page of customer limits by customer name. */
  async findCustomers(ctx: AccountContext, page: Page) {
    const { items, count } = await customerView.find(ctx, page);
    return { items: await this.#withNames(ctx, items), count };
  }

  /** The limit of one customer. 404 without one. */
  async customerByID(ctx: AccountContext, customerID: string): Promise<CustomerAccess> {
    const [access] = await this.#withNames(ctx, [await customerView.byID(ctx, customerID)]);
    return access as CustomerAccess;
  }

  /** The product lines that a customer may order from. 404 for an unknown customer. */
  async orderableLinesOf(ctx: AccountContext, customerID: string) {
    await ctx.em.get(Customer, customerID);
    const { productLineIDs } = await limitedCustomer(ctx, customerID);
    const [limit] = await this.#withNames(ctx, [{ productLines: productLineIDs ?? [] }]);
    return { isLimited: productLineIDs !== null, productLines: limit?.productLines ?? [] };
  }
}
