import { newID } from '@millwright/core/contracts';
import {
  type AccountContext,
  type ReferenceKind,
  recordCreated,
  removeRecord,
  type SearchableRecord,
  updateRecord,
} from '@millwright/core/server';
import {
  type CreatePaymentTermInput,
  listCustomers,
  listPaymentTerms,
  type PaymentTerm as PaymentTermReply,
  type UpdatePaymentTermInput,
} from '../../../contracts/index.ts';
import { PaymentTerm } from './payment-term.entity.ts';
import { paymentTermByID } from './payment-term.queries.ts';

const kind: ReferenceKind<PaymentTerm, PaymentTermReply> = {
  type: 'payment_term',
  entity: PaymentTerm,
  table: 'commerce.payment_term',
  lists: [listPaymentTerms, listCustomers],
  read: paymentTermByID,
  fields: ['code', 'name'],
};

/** Payment terms. */
export class PaymentTermService {
  create(ctx: AccountContext, input: CreatePaymentTermInput): Promise<PaymentTermReply> {
    const term = ctx.em.create(PaymentTerm, { id: newID('pyt'), ...input });
    return recordCreated(ctx, kind, term.id);
  }

  update(ctx: AccountContext, id: string, input: UpdatePaymentTermInput): Promise<PaymentTermReply> {
    return updateRecord(ctx, kind, id, input);
  }

  remove(ctx: AccountContext, id: string): Promise<undefined> {
    return removeRecord(ctx, kind, id);
  }
}

/** What generic parts ask about payment terms. */
export const paymentTermRecords: SearchableRecord = {
  type: 'payment_term',
  label: async (ctx, id) => (await ctx.em.get(PaymentTerm, id)).name,
};
