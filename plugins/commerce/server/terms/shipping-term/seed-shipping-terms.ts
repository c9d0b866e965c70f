import { newID } from '@millwright/core/contracts';
import { type AccountContext, indexRecords } from '@millwright/core/server';
import { freeName } from '../seed-name.ts';
import { ShippingTerm } from './shipping-term.entity.ts';

const builtIn = [
  { code: 'prepaid', name: 'Free Shipping', isFreightExempt: true, isCarrierRate: false },
  { code: 'prepaid_billed', name: 'Freight Charged', isFreightExempt: false, isCarrierRate: true },
  // The carrier bills the customer, so the account charges no freight.
  { code: 'freight_collect', name: 'Freight Collect', isFreightExempt: true, isCarrierRate: false },
] as const;

/** Adds the shipping terms of the spec to an account; existing ones stay unchanged. */
export async function seedShippingTerms(ctx: AccountContext): Promise<void> {
  const present = await ctx.em.find(ShippingTerm, { accountID: ctx.account.id });
  const names = new Set(present.map(({ name }) => name));
  const added = builtIn
    .filter(({ code }) => !present.some((term) => term.code === code))
    .map((term) => ctx.em.create(ShippingTerm, { id: newID('sht'), ...term, name: freeName(term.name, names) }));
  await ctx.em.flush();
  await indexRecords(
    ctx,
    [...present, ...added].map(({ id, name }) => ({ type: 'shipping_term', id, title: name, text: '' })),
  );
}
