import { type FieldError, problems } from '@millwright/core/contracts';
import { type AccountContext, Member, PartyAddress, sql } from '@millwright/core/server';
import type { CreateCustomerInput, UpdateCustomerInput } from '../../../contracts/index.ts';
import { Carrier, CarrierOption } from '../../terms/carrier/carrier.entity.ts';
import { PaymentTerm } from '../../terms/payment-term/payment-term.entity.ts';
import { Priority } from '../../terms/priority/priority.entity.ts';
import { ShippingTerm } from '../../terms/shipping-term/shipping-term.entity.ts';
import { AccountGroup } from '../account-group/account-group.entity.ts';

type Input = CreateCustomerInput | UpdateCustomerInput;

/** Null takes a reference away, undefined leaves it. */
type Choice<T> = T | null | undefined;

/** References of a customer as the request sets them. */
export interface CustomerReferences {
  defaultCarrier: Choice<Carrier>;
  defaultCarrierOption: Choice<CarrierOption>;
  defaultPriority: Choice<Priority>;
  defaultPaymentTerm: Choice<PaymentTerm>;
  defaultShippingTerm: Choice<ShippingTerm>;
  defaultSalesRep: Choice<Member>;
  customerTypeGroup: Choice<AccountGroup>;
}

const missing = (path: string, message: string, id: string, condition: ReturnType<typeof sql>) =>
  sql<FieldError>`select ${path}::text as path, ${message}::text as message where not exists (select from ${condition} and id = ${id})`;

/** One field error per reference that does not fit, all looked up in one statement. */
async function faultsOf(ctx: AccountContext, input: Input, customerID: string): Promise<FieldError[]> {
  const account = ctx.account.id;
  const checks = [
    input.defaultCarrierID &&
      missing(
        'defaultCarrierID',
        'There is no such carrier',
        input.defaultCarrierID,
        sql`commerce.carrier where account_id = ${account}`,
      ),
    input.defaultPriorityID &&
      missing(
        'defaultPriorityID',
        'There is no such priority',
        input.defaultPriorityID,
        sql`commerce.priority where account_id = ${account}`,
      ),
    input.defaultPaymentTermID &&
      missing(
        'defaultPaymentTermID',
        'There is no such payment term',
        input.defaultPaymentTermID,
        sql`commerce.payment_term where account_id = ${account}`,
      ),
    input.defaultShippingTermID &&
      missing(
        'defaultShippingTermID',
        'There is no such shipping term',
        input.defaultShippingTermID,
        sql`commerce.shipping_term where account_id = ${account}`,
      ),
    input.defaultSalesRepID &&
      missing(
        'defaultSalesRepID',
        'There is no such person in the team',
        input.defaultSalesRepID,
        sql`core.v_members where account_id = ${account} and customer_id is null and removed_at is null`,
      ),
    input.customerTypeGroupID &&
      missing(
        'customerTypeGroupID',
        'There is no such customer type',
        input.customerTypeGroupID,
        sql`commerce.account_group where account_id = ${account} and type_code = 'customer_type'`,
      ),
    ...(input.customerPriceGroupIDs ?? []).map((id, index) =>
      missing(
        `customerPriceGroupIDs.${index}`,
        'There is no such price group',
        id,
        sql`commerce.account_group where account_id = ${account} and type_code = 'price_group'`,
      ),
    ),
    ...(['billToAddressID', 'shipToAddressID'] as const).map(
      (path) =>
        input[path] &&
        missing(
          path,
          'The customer has no such address',
          input[path],
          sql`core.v_party_addresses where account_id = ${account} and party_id = ${customerID}`,
        ),
    ),
  ].filter((check) => typeof check === 'object' && check !== null);
  if (!checks.length) return [];
  const { rows } = await sql<FieldError>`${sql.join(checks, sql` union all `)}`.execute(ctx.em.query());
  return rows;
}

const choose = <T>(id: string | null | undefined, reference: (id: string) => T): Choice<T> =>
  id === undefined || id === null ? id : reference(id);

/**
 * The references that a request sets, checked. A carrier option belongs to the carrier: alone it brings its carrier
 * along, and
 * it goes when the customer gets another carrier.
 * @throws Problem 400 with one entry per field that does not fit.
 */
export async function referencesOf(
  ctx: AccountContext,
  input: Input,
  customerID: string,
  current?: { defaultCarrierOption?: CarrierOption | null },
): Promise<CustomerReferences> {
  const faults = await faultsOf(ctx, input, customerID);
  const carrierReference = (id: string) => ctx.em.reference(Carrier, id);
  let defaultCarrier = choose(input.defaultCarrierID, carrierReference);
  let defaultCarrierOption: Choice<CarrierOption>;
  if (input.defaultCarrierOptionID) {
    const found = await ctx.em.findOne(CarrierOption, { accountID: ctx.account.id, id: input.defaultCarrierOptionID });
    if (!found) faults.push({ path: 'defaultCarrierOptionID', message: 'There is no such carrier option' });
    else if (input.defaultCarrierID !== undefined && found.carrier.id !== input.defaultCarrierID)
      faults.push({ path: 'defaultCarrierOptionID', message: 'The option belongs to another carrier' });
    else {
      defaultCarrierOption = found;
      defaultCarrier = found.carrier;
    }
  } else if (input.defaultCarrierOptionID === null) defaultCarrierOption = null;
  else if (input.defaultCarrierID !== undefined && current?.defaultCarrierOption) {
    const kept = await ctx.em.get(CarrierOption, current.defaultCarrierOption.id);
    if (kept.carrier.id !== input.defaultCarrierID) defaultCarrierOption = null;
  }
  if (faults.length) throw problems.invalid_input({ errors: faults });
  return {
    defaultCarrier,
    defaultCarrierOption,
    defaultPriority: choose(input.defaultPriorityID, (id) => ctx.em.reference(Priority, id)),
    defaultPaymentTerm: choose(input.defaultPaymentTermID, (id) => ctx.em.reference(PaymentTerm, id)),
    defaultShippingTerm: choose(input.defaultShippingTermID, (id) => ctx.em.reference(ShippingTerm, id)),
    defaultSalesRep: choose(input.defaultSalesRepID, (id) => ctx.em.reference(Member, id)),
    customerTypeGroup: choose(input.customerTypeGroupID, (id) => ctx.em.reference(AccountGroup, id)),
  };
}

/** One of the customer's addresses by id; checked by `referencesOf`. */
export const addressReference = (ctx: AccountContext, id: string): PartyAddress => ctx.em.reference(PartyAddress, id);
