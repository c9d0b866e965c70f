import { type FieldError, problems } from '@millwright/core/contracts';
import { type AccountContext, Member, sql } from '@millwright/core/server';
import type { CreateSalesOrderInput, UpdateSalesOrderInput } from '../../../contracts/index.ts';
import { Carrier, CarrierOption } from '../../terms/carrier/carrier.entity.ts';
import { PaymentTerm } from '../../terms/payment-term/payment-term.entity.ts';
import { Priority } from '../../terms/priority/priority.entity.ts';
import { ShippingTerm } from '../../terms/shipping-term/shipping-term.entity.ts';

/** Ids of what an order refers to; null is none. */
export interface OrderReferenceIDs {
  carrierID: string | null;
  carrierOptionID: string | null;
  paymentTermID: string | null;
  shippingTermID: string | null;
  priorityID: string | null;
  salesRepID: string | null;
}

type Input = Pick<CreateSalesOrderInput | UpdateSalesOrderInput, keyof OrderReferenceIDs>;

/** Tables of the references that need no more than to be there. */
const simple = [
  ['carrierID', 'commerce.carrier', 'There is no such carrier'],
  ['paymentTermID', 'commerce.payment_term', 'There is no such payment term'],
  ['shippingTermID', 'commerce.shipping_term', 'There is no such shipping term'],
  ['priorityID', 'commerce.priority', 'There is no such priority'],
] as const;

/** What was asked for and is not there, all looked up in one statement; and the carrier of the option asked for. */
async function lookUp(ctx: AccountContext, input: Input) {
  const checks = simple.flatMap(([path, table, message]) => {
    const id = input[path];
    return id
      ? sql`select ${path}::text as path, ${message}::text as message, null::text as "carrierID"
          where not exists (select from ${sql.table(table)} where account_id = ${ctx.account.id} and id = ${id})`
      : [];
  });
  if (input.salesRepID)
    checks.push(sql`select 'salesRepID', 'There is no such person in the team', null
      where not exists (select from core.v_members where account_id = ${ctx.account.id} and id = ${input.salesRepID}
        and customer_id is null and removed_at is null)`);
  if (input.carrierOptionID)
    checks.push(sql`select 'carrierOptionID', '', carrier_id from commerce.carrier_option
      where account_id = ${ctx.account.id} and id = ${input.carrierOptionID}`);
  const { rows } = checks.length
    ? await sql<FieldError & { carrierID: string | null }>`${sql.join(checks, sql` union all `)}`.execute(
        ctx.em.query(),
      )
    : { rows: [] };
  return {
    errors: rows.filter(({ carrierID }) => carrierID === null).map(({ path, message }) => ({ path, message })),
    carrierOfOption: rows.find(({ carrierID }) => carrierID !== null)?.carrierID ?? undefined,
  };
}

/**
 * The references of an order once a request is applied to what it has, or to the defaults of its customer. An option
 * belongs to
 * the carrier: alone it brings its carrier along, and it goes when the order gets another carrier.
 * @throws Problem 400 with one entry per field that does not fit.
 */
export async function orderReferences(
  ctx: AccountContext,
  input: Input,
  current: OrderReferenceIDs,
): Promise<OrderReferenceIDs> {
  const { errors, carrierOfOption } = await lookUp(ctx, input);
  const pick = (name: keyof OrderReferenceIDs): string | null => {
    const asked = input[name];
    return asked === undefined ? current[name] : asked;
  };
  const chosen = Object.fromEntries(
    (Object.keys(current) as (keyof OrderReferenceIDs)[]).map((name) => [name, pick(name)]),
  ) as unknown as OrderReferenceIDs;
  if (input.carrierOptionID) {
    if (!carrierOfOption) errors.push({ path: 'carrierOptionID', message: 'There is no such carrier option' });
    else if (input.carrierID !== undefined && input.carrierID !== carrierOfOption)
      errors.push({ path: 'carrierOptionID', message: 'The option belongs to another carrier' });
    else chosen.carrierID = carrierOfOption;
  } else if (input.carrierOptionID === undefined && chosen.carrierID !== current.carrierID)
    chosen.carrierOptionID = null;
  else if (chosen.carrierID === null) chosen.carrierOptionID = null;
  if (errors.length) throw problems.invalid_input({ errors });
  return chosen;
}

/** The references as the entity holds them. */
export const asReferences = (ctx: AccountContext, ids: OrderReferenceIDs) => ({
  carrier: ids.carrierID ? ctx.em.reference(Carrier, ids.carrierID) : null,
  carrierOption: ids.carrierOptionID ? ctx.em.reference(CarrierOption, ids.carrierOptionID) : null,
  paymentTerm: ids.paymentTermID ? ctx.em.reference(PaymentTerm, ids.paymentTermID) : null,
  shippingTerm: ids.shippingTermID ? ctx.em.reference(ShippingTerm, ids.shippingTermID) : null,
  priority: ids.priorityID ? ctx.em.reference(Priority, ids.priorityID) : null,
  salesRep: ids.salesRepID ? ctx.em.reference(Member, ids.salesRepID) : null,
});
