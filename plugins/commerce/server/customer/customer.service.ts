import { newID, problems } from '@millwright/core/contracts';
import {
  type AccountContext,
  audit,
  changesOf,
  claimNumber,
  createParty,
  emit,
  indexRecord,
  insertAddress,
  nextNumber,
  type RecordSource,
  removeParties,
  sql,
  touched,
  unindexRecords,
  updateParty,
} from '@millwright/core/server';
import {
  type CreateCustomerInput,
  type CustomerFilter,
  type Customer as CustomerReply,
  customerChanged,
  customerCreated,
  customerDeleted,
  customerRenamed,
  largestCustomerBulk,
  type UpdateCustomerInput,
} from '../../contracts/index.ts';
import { AccountGroup } from '../account-group/account-group.entity.ts';
import type { Tables } from '../tables.ts';
import { inUse, type RecordUse, reasonOf, usesOf } from '../usage/uses.ts';
import { Customer, CustomerPriceGroup } from './customer.entity.ts';
import { customerByID, customersByNumber, findCustomerIDs } from './customer.queries.ts';
import { writeAddresses } from './customer-addresses.ts';
import { customerDetailsMail } from './customer-email.ts';
import { customerFacts } from './customer-facts.ts';
import { referencesOf } from './customer-references.ts';

const record = (id: string) => ({ type: 'customer', id });
/** Lists whose rows or counts change with a customer; groups show how many customers they have. */
const lists = ['customers', 'account-groups', 'addresses'] as const;

/** Fields of the request that are columns as they come. */
function plainFields(input: CreateCustomerInput | UpdateCustomerInput) {
  const { name, note, status, url, email, phone, cardProviderCustomerID } = input;
  const { isEdiEnabled, acceptsInvoiceEmails, isCommissionExempt, isFreightExempt, isParentAccount } = input;
  return {
    ...{ name, note, status, url, email, phone, cardProviderCustomerID },
    ...{ isEdiEnabled, acceptsInvoiceEmails, isCommissionExempt, isFreightExempt, isParentAccount },
  };
}

const isNumberTaken = async (ctx: AccountContext, number: string): Promise<boolean> => {
  const { rows } = await sql`select from commerce.customer where account_id = ${ctx.account.id} and number = ${number}
    union all select from commerce.retired_customer_number where account_id = ${ctx.account.id} and number = ${number}`.execute(
    ctx.em.query(),
  );
  return rows.length > 0;
};

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
    // Everybody else who numbers a customer waits from here to the end of the transaction.
    const number = input.number
      ? await claimNumber(ctx, 'customer', input.number, () => isNumberTaken(ctx, input.number as string))
      : await nextNumber(ctx, 'customer');
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
    audit(ctx, { record: record(id), action: 'created' });
    emit(ctx, customerCreated, { customerID: id, number, name: input.name }, record(id));
    await ctx.em.flush();
    touched(ctx, ...lists);
    const reply = await customerByID(ctx, id);
    await this.#index(ctx, reply);
    return reply;
  }

  async update(ctx: AccountContext, customerID: string, input: UpdateCustomerInput): Promise<CustomerReply> {
    const customer = (await ctx.em.getForUpdate(Customer, customerID)) as Customer;
    ctx.em.expectVersion(customer, input.version);
    const before = await customerByID(ctx, customerID);
    const references = await referencesOf(ctx, input, customerID, customer);
    await writeAddresses(ctx, customer, input);
    ctx.em.assign(customer, { ...plainFields(input), ...references });
    if (input.customerPriceGroupIDs) await this.#replacePriceGroups(ctx, customer, before, input.customerPriceGroupIDs);
    if (input.number !== undefined && input.number !== before.number)
      customer.number = await this.#renumber(ctx, before, input.number);
    await updateParty(ctx, customerID, {
      name: customer.name,
      email: customer.email ?? null,
      number: customer.number,
      ...(input.parentID === undefined ? {} : { parentID: input.parentID }),
    });
    return this.#written(ctx, before);
  }

  async remove(ctx: AccountContext, customerID: string): Promise<undefined> {
    const { deleted, refused } = await this.#removeAll(ctx, [customerID]);
    if (deleted) return undefined;
    const [only] = refused;
    if (!only?.uses) throw problems.not_found();
    throw inUse(only.label, only.uses);
  }

  /** Deletes what nothing refers to and says why the others stay. @throws Problem 400 for more than `largestCustomerBulk`. */
  async bulkDelete(
    ctx: AccountContext,
    selection: { customerIDs?: string[] | undefined; filter?: CustomerFilter | undefined },
  ) {
    const ids = selection.customerIDs ?? (await findCustomerIDs(ctx, selection.filter ?? {}, largestCustomerBulk + 1));
    if (ids.length > largestCustomerBulk)
      throw problems.invalid_input({
        errors: [
          { path: 'filter', message: `The filter matches more than ${largestCustomerBulk} customers; narrow it` },
        ],
      });
    const { deleted, refused } = await this.#removeAll(ctx, ids);
    return { done: deleted, refused: refused.map(({ id, label, reason }) => ({ id, label, reason })) };
  }

  /** What generic parts ask about customers. */
  recordSource(): RecordSource {
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

  /** The old number of the series stays taken, so that it shows no gap. */
  async #renumber(ctx: AccountContext, { id, number: old }: CustomerReply, number: string): Promise<string> {
    const claimed = await claimNumber(ctx, 'customer', number, async () => {
      // Going back to a number that was this customer's own is no conflict.
      const { rows } =
        await sql`select from commerce.customer where account_id = ${ctx.account.id} and number = ${number}
        union all select from commerce.retired_customer_number
          where account_id = ${ctx.account.id} and number = ${number} and customer_id <> ${id}`.execute(ctx.em.query());
      return rows.length > 0;
    });
    await this.#retire(ctx, [{ id, number: old }]);
    return claimed;
  }

  async #retire(ctx: AccountContext, customers: readonly { id: string; number: string }[]): Promise<void> {
    const deleted_at = ctx.clock.now();
    await ctx.em
      .query<Tables>()
      .insertInto('commerce.retired_customer_number')
      .values(
        customers.map(({ id, number }) => ({
          account_id: ctx.account.id,
          number,
          customer_id: id,
          deleted_at,
        })) as never,
      )
      .onConflict((conflict) => conflict.columns(['account_id', 'number']).doNothing())
      .execute();
  }

  async #written(ctx: AccountContext, before: CustomerReply): Promise<CustomerReply> {
    await ctx.em.flush();
    const after = await customerByID(ctx, before.id);
    const [old, now] = [customerFacts(before), customerFacts(after)];
    const changes = changesOf(old, now, Object.keys(now) as (keyof typeof now)[]);
    if (!changes.length) return after;
    const { id: customerID, number, name } = after;
    audit(ctx, { record: record(customerID), action: 'updated', changes });
    emit(ctx, customerChanged, { customerID, fields: changes.map(({ field }) => field) }, record(customerID));
    if (before.name !== name || before.number !== number)
      emit(ctx, customerRenamed, { customerID, number, name }, record(customerID));
    await ctx.em.flush();
    touched(ctx, ...lists);
    await this.#index(ctx, after);
    return after;
  }

  #index(ctx: AccountContext, { id, name, number, email, phone, url }: CustomerReply): Promise<void> {
    const text = [email, phone, url].filter(Boolean).join(' ');
    return indexRecord(ctx, { type: 'customer', id, title: name, subtitle: number, text, customerID: id });
  }

  async #removeAll(ctx: AccountContext, ids: readonly string[]) {
    const wanted = [...new Set(ids)];
    // Documents that are being written hold a key share of their customer; this waits for them and keeps further ones out.
    const { rows: found } = await sql<{ id: string; number: string; name: string }>`
      select id, number, name from commerce.customer where account_id = ${ctx.account.id} and id = any(${wanted}::text[])
      order by id for update`.execute(ctx.em.query());
    const foundIDs = found.map(({ id }) => id);
    // The party too: a child or a portal user in the making refers to it and not to the customer.
    await sql`select id from core.party where account_id = ${ctx.account.id} and id = any(${foundIDs}::text[]) order by id for update`.execute(
      ctx.em.query(),
    );
    const uses = await usesOf(ctx, 'customer', foundIDs);
    const gone = found.filter(({ id }) => !uses.has(id));
    if (gone.length) await this.#erase(ctx, gone);
    const known = new Map(found.map((customer) => [customer.id, customer]));
    const refused = wanted
      .filter((id) => !known.has(id) || uses.has(id))
      .map((id) => {
        const own: RecordUse[] | undefined = uses.get(id);
        const customer = known.get(id);
        const label = customer ? `${customer.number} ${customer.name}` : id;
        return { id, label, uses: own, reason: own ? reasonOf(own) : 'There is no such customer' };
      });
    return { deleted: gone.length, refused };
  }

  async #erase(ctx: AccountContext, gone: readonly { id: string; number: string; name: string }[]): Promise<void> {
    const ids = gone.map(({ id }) => id);
    const query = ctx.em.query<Tables>();
    for (const [table, column] of [
      ['commerce.customer_price_group', 'customer_id'],
      ['commerce.customer', 'id'],
    ] as const)
      await sql`delete from ${sql.table(table)} where account_id = ${ctx.account.id} and ${sql.ref(column)} = any(${ids}::text[])`.execute(
        query,
      );
    await this.#retire(ctx, gone);
    await removeParties(ctx, ids);
    await unindexRecords(ctx, 'customer', ids);
    for (const { id, number, name } of gone) {
      audit(ctx, { record: record(id), action: 'deleted', note: `${number} ${name}` });
      emit(ctx, customerDeleted, { customerID: id, number, name }, record(id));
    }
    await ctx.em.flush();
    touched(ctx, ...lists);
  }
}
