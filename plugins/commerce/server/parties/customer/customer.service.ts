import { type BulkAnswer, type BulkPreview, newID, problems } from '@millwright/core/contracts';
import {
  type AccountContext,
  changesOf,
  createParty,
  indexRecord,
  insertAddress,
  inUse,
  previewBulk,
  runBulk,
  type SearchableRecord,
  touched,
  updateParty,
} from '@millwright/core/server';
import {
  type CreateCustomerInput,
  type CustomerFilter,
  type Customer as CustomerReply,
  plainCustomerFields,
  type UpdateCustomerInput,
} from '../../../contracts/index.ts';
import { closePages } from '../../document/payable/close-pages.ts';
import type { Tables } from '../../tables.ts';
import { AccountGroup } from '../account-group/account-group.entity.ts';
import { partiesCreated, partyChanged, partyDocument } from '../party/party-history.ts';
import { newNumber, renumber } from '../party/party-numbers.ts';
import { Customer, CustomerPriceGroup } from './customer.entity.ts';
import { customerByID, customerRows, customersByNumber } from './customer.queries.ts';
import { writeAddresses } from './edit/customer-addresses.ts';
import { customerEdit } from './edit/customer-edit.ts';
import { customerParty } from './edit/customer-party.ts';
import { referencesOf } from './edit/customer-references.ts';
import { customerRemoval } from './edit/customer-removal.ts';
import { customerDetailsMail } from './emails/customer-email.ts';
import { customerFacts } from './facts/customer-facts.ts';

/** Fields of the request that are stored unchanged. */
function plainFields(input: CreateCustomerInput | UpdateCustomerInput) {
  const { name, cardProviderCustomerID } = input;
  return { name, cardProviderCustomerID, ...plainCustomerFields.of(input) };
}

/** Customers of a bulk action. */
interface CustomerSelection {
  customerIDs?: string[] | undefined;
  filter?: CustomerFilter | undefined;
}

const selected = async (ctx: AccountContext, { customerIDs, filter }: CustomerSelection): Promise<string[]> =>
  customerIDs ?? customerRows.findIDs(ctx, filter ?? {});

/** Customers. A customer and its party in core are written together. */
export class CustomerService {
  async create(ctx: AccountContext, input: CreateCustomerInput): Promise<CustomerReply> {
    const id = newID('cus');
    const references = await referencesOf(ctx, input, id);
    const party = await createParty(ctx, {
      id,
      kind: 'customer',
      name: input.name,
      email: input.email ?? null,
      parentID: input.parentID ?? null,
    });
    const billToAddress = input.billToAddress ? await insertAddress(ctx, id, input.billToAddress) : null;
    const shipToAddress = input.shipToAddress ? await insertAddress(ctx, id, input.shipToAddress) : null;
    for (const address of input.addresses ?? []) await insertAddress(ctx, id, address);
    const { name: _, ...fields } = plainFields(input);
    const defined = Object.fromEntries(
      Object.entries({ ...fields, ...references }).filter(([, value]) => value !== undefined),
    );
    // Other transactions that need a customer number wait from here until this one ends.
    const number = await newNumber(ctx, 'customer', input.number);
    party.number = number;
    const customer = ctx.em.create(Customer, {
      ...defined,
      id,
      number,
      name: input.name,
      billToAddress,
      shipToAddress,
    });
    this.#setPriceGroups(ctx, customer, input.customerPriceGroupIDs ?? []);
    await partiesCreated(ctx, customerParty, [{ id, number, name: input.name }]);
    await ctx.em.flush();
    touched(ctx, ...customerParty.lists);
    const reply = await customerByID(ctx, id);
    await indexRecord(ctx, partyDocument('customer', reply));
    return reply;
  }

  async update(ctx: AccountContext, customerID: string, input: UpdateCustomerInput): Promise<CustomerReply> {
    const customer = (await ctx.em.getForUpdate(Customer, customerID)) as Customer;
    ctx.em.expectVersion(customer, input.version);
    const before = await customerByID(ctx, customerID);
    if (input.isParentAccount === false && before.childCount > 0) {
      const accounts = before.childCount === 1 ? 'account' : 'accounts';
      const message = `${before.name} has ${before.childCount} child ${accounts}`;
      throw problems.conflict({ message, errors: [{ path: 'isParentAccount', message }] });
    }
    const references = await referencesOf(ctx, input, customerID, customer);
    await writeAddresses(ctx, customer, input);
    ctx.em.assign(customer, { ...plainFields(input), ...references });
    if (input.customerPriceGroupIDs) await this.#replacePriceGroups(ctx, customer, before, input.customerPriceGroupIDs);
    await updateParty(ctx, customerID, {
      name: customer.name,
      email: customer.email ?? null,
      ...(input.parentID === undefined ? {} : { parentID: input.parentID }),
    });
    // Done after everything that may wait, because other transactions that need a customer number wait meanwhile.
    if (input.number !== undefined && input.number !== before.number) {
      customer.number = await renumber(ctx, 'customer', before, input.number);
      await updateParty(ctx, customerID, { number: customer.number });
    }
    return this.#written(ctx, before);
  }

  async remove(ctx: AccountContext, customerID: string): Promise<undefined> {
    const { allowed, refused } = await customerRemoval.sort(ctx, [customerID]);
    const [only] = refused;
    if (only) throw only.uses ? inUse(only.label, only.uses) : problems.not_found();
    await customerRemoval.apply(ctx, allowed);
    return undefined;
  }

  /**
   * Deletes the customers without references and answers the reasons for the others; more than 2,000 by a change set.
   */
  async bulkDelete(ctx: AccountContext, selection: CustomerSelection): Promise<BulkAnswer> {
    const ids = await selected(ctx, selection);
    return runBulk(ctx, customerRemoval, { ids, title: (count) => `Delete ${count} customers` });
  }

  /** Edits many customers; more than 2,000 by a change set. */
  async bulkEdit(ctx: AccountContext, selection: CustomerSelection, changes: object): Promise<BulkAnswer> {
    const ids = await selected(ctx, selection);
    return runBulk(ctx, customerEdit, { ids, title: (count) => `Change ${count} customers`, options: { changes } });
  }

  /** Previews the edit. */
  async previewBulkEdit(ctx: AccountContext, selection: CustomerSelection, changes: object): Promise<BulkPreview> {
    return previewBulk(ctx, customerEdit, { ids: await selected(ctx, selection), options: { changes } });
  }

  /** Customers for generic features (search, references). */
  recordSource(): SearchableRecord {
    return {
      type: 'customer',
      findByNumber: customersByNumber,
      label: async (ctx, id) => {
        const { number, name } = await ctx.em.get(Customer, id);
        return `${number} ${name}`;
      },
      email: async (ctx, id) => customerDetailsMail(await customerByID(ctx, id)),
    };
  }

  #setPriceGroups(ctx: AccountContext, customer: Customer, ids: readonly string[]): void {
    for (const id of new Set(ids))
      ctx.em.create(CustomerPriceGroup, { customer, accountGroup: ctx.em.reference(AccountGroup, id) });
  }

  async #replacePriceGroups(
    ctx: AccountContext,
    customer: Customer,
    before: CustomerReply,
    ids: readonly string[],
  ): Promise<void> {
    const kept = before.customerPriceGroups.map(({ id }) => id);
    const gone = kept.filter((id) => !ids.includes(id));
    if (gone.length)
      await ctx.em
        .query<Tables>()
        .deleteFrom('commerce.customer_price_group')
        .where('account_id', '=', ctx.account.id)
        .where('customer_id', '=', customer.id)
        .where('account_group_id', 'in', gone)
        .execute();
    this.#setPriceGroups(
      ctx,
      customer,
      ids.filter((id) => !kept.includes(id)),
    );
  }

  async #written(ctx: AccountContext, before: CustomerReply): Promise<CustomerReply> {
    await ctx.em.flush();
    const after = await customerByID(ctx, before.id);
    const [old, now] = [customerFacts(before), customerFacts(after)];
    const changes = changesOf(old, now, Object.keys(now) as (keyof typeof now)[]);
    if (!changes.length) return after;
    partyChanged(ctx, customerParty, after, changes);
    await ctx.em.flush();
    if (before.status !== after.status) await closePages(ctx, { customerIDs: [after.id] });
    touched(ctx, ...customerParty.lists);
    await indexRecord(ctx, partyDocument('customer', after));
    return after;
  }
}
