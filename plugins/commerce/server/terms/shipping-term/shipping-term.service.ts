import { decimal, newID, toColumn } from '@millwright/core/contracts';
import {
  type AccountContext,
  type ReferenceKind,
  recordCreated,
  removeRecord,
  type SearchableRecord,
  updateRecord,
} from '@millwright/core/server';
import {
  type CreateShippingTermInput,
  listCustomers,
  listShippingTerms,
  type ShippingTerm as ShippingTermReply,
  type UpdateShippingTermInput,
} from '../../../contracts/index.ts';
import { ShippingTerm } from './shipping-term.entity.ts';
import { shippingTermByID } from './shipping-term.queries.ts';

const kind: ReferenceKind<ShippingTerm, ShippingTermReply> = {
  type: 'shipping_term',
  entity: ShippingTerm,
  table: 'commerce.shipping_term',
  lists: [listShippingTerms, listCustomers],
  read: shippingTermByID,
  fields: ['name', 'isFreightExempt', 'flatRate', 'minimumOrderValue', 'isCarrierRate'],
};

/** Null takes an amount away, undefined leaves it. */
const stored = (amount: number | null | undefined) =>
  typeof amount === 'number' ? toColumn(decimal(amount), 2) : amount;

/** Shipping terms. */
export class ShippingTermService {
  create(
    ctx: AccountContext,
    { flatRate, minimumOrderValue, ...fields }: CreateShippingTermInput,
  ): Promise<ShippingTermReply> {
    const amounts = { flatRate: stored(flatRate) ?? null, minimumOrderValue: stored(minimumOrderValue) ?? null };
    const term = ctx.em.create(ShippingTerm, { id: newID('sht'), ...fields, ...amounts });
    return recordCreated(ctx, kind, term.id);
  }

  update(
    ctx: AccountContext,
    id: string,
    { flatRate, minimumOrderValue, ...fields }: UpdateShippingTermInput,
  ): Promise<ShippingTermReply> {
    return updateRecord(ctx, kind, id, {
      ...fields,
      flatRate: stored(flatRate),
      minimumOrderValue: stored(minimumOrderValue),
    });
  }

  remove(ctx: AccountContext, id: string): Promise<undefined> {
    return removeRecord(ctx, kind, id);
  }
}

/** What generic parts ask about shipping terms. */
export const shippingTermRecords: SearchableRecord = {
  type: 'shipping_term',
  label: async (ctx, id) => (await ctx.em.get(ShippingTerm, id)).name,
};
