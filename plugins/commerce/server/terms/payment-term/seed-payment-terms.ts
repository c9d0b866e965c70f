import { newID } from '@millwright/core/contracts';
import { type AccountContext, indexRecords } from '@millwright/core/server';
import { paymentTermCode, paymentTermNames } from '../../../contracts/index.ts';
import { freeName } from '../seed-name.ts';
import { PaymentTerm } from './payment-term.entity.ts';

/** Adds a payment term of each code to an account; existing ones stay unchanged. */
export async function seedPaymentTerms(ctx: AccountContext): Promise<void> {
  const present = await ctx.em.find(PaymentTerm, { accountID: ctx.account.id });
  const names = new Set(present.map(({ name }) => name));
  const added = paymentTermCode.options
    .filter((code) => !present.some((term) => term.code === code))
    .map((code) =>
      ctx.em.create(PaymentTerm, { id: newID('pyt'), code, name: freeName(paymentTermNames[code], names) }),
    );
  await ctx.em.flush();
  await indexRecords(
    ctx,
    [...present, ...added].map(({ id, name }) => ({ type: 'payment_term', id, title: name, text: '' })),
  );
}
