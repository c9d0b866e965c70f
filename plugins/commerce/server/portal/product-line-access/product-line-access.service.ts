import { newID, problems } from '@millwright/core/contracts';
import { type AccountContext, audit, renewVersion, sql, touched } from '@millwright/core/server';
import type { CataloguePort } from '@millwright/inventory/contracts';
import {
  type AccountGroupAccess,
  type CustomerAccess,
  getOrderableProductLines,
  listAccountGroupAccess,
  listCustomerAccess,
} from '../../../contracts/index.ts';
import { AccountGroup } from '../../parties/account-group/account-group.entity.ts';
import { Customer } from '../../parties/customer/customer.entity.ts';
import { ProductLineAccess, ProductLineAccessLine } from './product-line-access.entity.ts';
import type { ProductLineLimits } from './product-line-limits.ts';

/** The group or customer of a limit. */
type Owner = { type: 'account_group' | 'customer'; id: string };
type Change = { productLineIDs: readonly string[]; version?: number | undefined };

const lists = [listAccountGroupAccess, listCustomerAccess, getOrderableProductLines];

/** Product line limits of groups and customers. Their history is part of the group's or customer's history. */
export class ProductLineAccessService {
  readonly #catalogue: CataloguePort;
  readonly #limits: ProductLineLimits;

  constructor(catalogue: CataloguePort, limits: ProductLineLimits) {
    this.#catalogue = catalogue;
    this.#limits = limits;
  }

  async limitGroup(
    ctx: AccountContext,
    input: { accountGroupID: string; productLineIDs: string[] },
  ): Promise<AccountGroupAccess> {
    await this.#create(ctx, { type: 'account_group', id: input.accountGroupID }, input.productLineIDs);
    return this.#limits.groupByID(ctx, input.accountGroupID);
  }

  async changeGroup(ctx: AccountContext, accountGroupID: string, change: Change): Promise<AccountGroupAccess> {
    await this.#change(ctx, { type: 'account_group', id: accountGroupID }, change);
    return this.#limits.groupByID(ctx, accountGroupID);
  }

  freeGroup(ctx: AccountContext, accountGroupID: string): Promise<undefined> {
    return this.#remove(ctx, { type: 'account_group', id: accountGroupID });
  }

  async limitCustomer(
    ctx: AccountContext,
    input: { customerID: string; productLineIDs: string[] },
  ): Promise<CustomerAccess> {
    await this.#create(ctx, { type: 'customer', id: input.customerID }, input.productLineIDs);
    return this.#limits.customerByID(ctx, input.customerID);
  }

  async changeCustomer(ctx: AccountContext, customerID: string, change: Change): Promise<CustomerAccess> {
    await this.#change(ctx, { type: 'customer', id: customerID }, change);
    return this.#limits.customerByID(ctx, customerID);
  }

  freeCustomer(ctx: AccountContext, customerID: string): Promise<undefined> {
    return this.#remove(ctx, { type: 'customer', id: customerID });
  }

  async #create(ctx: AccountContext, owner: Owner, productLineIDs: readonly string[]): Promise<void> {
    const accountID = ctx.account.id;
    const isGroup = owner.type === 'account_group';
    const found = isGroup
      ? await ctx.em.findOne(AccountGroup, { accountID, id: owner.id })
      : await ctx.em.findOne(Customer, { accountID, id: owner.id });
    if (!found)
      throw problems.invalid_input({
        errors: [
          isGroup
            ? { path: 'accountGroupID', message: 'There is no such customer group' }
            : { path: 'customerID', message: 'There is no such customer' },
        ],
      });
    const names = await this.#names(ctx, productLineIDs);
    const access = ctx.em.create(ProductLineAccess, {
      id: newID('pla'),
      accountGroup: isGroup ? ctx.em.reference(AccountGroup, owner.id) : null,
      customer: isGroup ? null : ctx.em.reference(Customer, owner.id),
    });
    for (const productLineID of new Set(productLineIDs))
      ctx.em.create(ProductLineAccessLine, { access, productLineID });
    audit(ctx, {
      record: owner,
      action: 'product_lines_limited',
      changes: [{ field: 'productLines', from: null, to: names }],
    });
    await ctx.em.flush();
    touched(ctx, ...lists);
  }

  async #change(ctx: AccountContext, owner: Owner, { productLineIDs, version }: Change): Promise<void> {
    const access = await this.#find(ctx, owner);
    await ctx.em.lockRows(ProductLineAccess, [access.id]);
    ctx.em.expectVersion(access, version);
    const accountID = ctx.account.id;
    const held = await ctx.em.find(ProductLineAccessLine, { accountID, access });
    const before = held.map(({ productLineID }) => productLineID);
    const added = [...new Set(productLineIDs)].filter((id) => !before.includes(id));
    const gone = held.filter(({ productLineID }) => !productLineIDs.includes(productLineID));
    if (!added.length && !gone.length) return;
    // Existing lines may have been deleted from the catalogue since. Only new lines have to exist.
    await this.#names(ctx, added, productLineIDs);
    const known = await this.#catalogue.findProductLines(ctx, [...before, ...added]);
    const named = (ids: readonly string[]) => ids.map((id) => known.get(id)?.name ?? id).sort();
    for (const line of gone) ctx.em.remove(line);
    for (const productLineID of added) ctx.em.create(ProductLineAccessLine, { access, productLineID });
    // Changes of the lines also raise the version of the limit.
    renewVersion(ctx, access);
    audit(ctx, {
      record: owner,
      action: 'product_lines_limited',
      changes: [{ field: 'productLines', from: named(before), to: named([...new Set(productLineIDs)]) }],
    });
    await ctx.em.flush();
    touched(ctx, ...lists);
  }

  async #remove(ctx: AccountContext, owner: Owner): Promise<undefined> {
    const access = await this.#find(ctx, owner);
    await sql`delete from commerce.product_line_access_line
      where account_id = ${ctx.account.id} and access_id = ${access.id}`.execute(ctx.em.query());
    ctx.em.remove(access);
    audit(ctx, { record: owner, action: 'product_lines_freed' });
    await ctx.em.flush();
    touched(ctx, ...lists);
    return undefined;
  }

  async #find(ctx: AccountContext, owner: Owner): Promise<ProductLineAccess> {
    const accountID = ctx.account.id;
    const access = await ctx.em.findOne(
      ProductLineAccess,
      owner.type === 'customer'
        ? { accountID, customer: { id: owner.id } }
        : { accountID, accountGroup: { id: owner.id } },
    );
    if (!access) throw problems.not_found();
    return access as ProductLineAccess;
  }

  /**
   * Names of the product lines, sorted.
   * @throws Problem 400 for unknown product lines, at their index in the request
   */
  async #names(ctx: AccountContext, ids: readonly string[], request: readonly string[] = ids): Promise<string[]> {
    const known = await this.#catalogue.findProductLines(ctx, ids);
    const errors = ids
      .filter((id) => !known.has(id))
      .map((id) => ({ path: `productLineIDs.${request.indexOf(id)}`, message: 'There is no such product line' }));
    if (errors.length) throw problems.invalid_input({ errors });
    return [...known.values()].map(({ name }) => name).sort();
  }
}
