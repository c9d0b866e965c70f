import { type Big, decimal, toWire } from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';
import { cardPaymentProblems, type Payable, payWidgetProblems } from '../../../contracts/index.ts';
import type { CardPayment } from '../../billing/card-payment/provider/takes-cards.ts';
import { newDocumentLink } from '../../document/document-link/new-document-link.ts';
import { amountToPay, mayBePaid, type PayableReference } from '../../document/payable/payable.ts';
import { orderNumberForm } from '../../sales/order-status/order-proof.ts';

interface Proof {
  number: string;
  amount: number;
  /** Strangers have guessed too often what the amount is. */
  isNamedLimitReached: boolean;
}

interface Found {
  kind: Payable['kind'];
  id: string;
  number: string;
  customerID: string;
  dueAt: string | null;
  total: string;
}

/** What has this number and this amount, as total or as what is left to pay. */
async function proven(
  ctx: AccountContext,
  { number, amount, isNamedLimitReached }: Proof,
): Promise<(Found & { due: Big })[]> {
  const written = orderNumberForm(number);
  const { rows } = await sql<Found>`select 'invoice' as kind, id, number, customer_id as "customerID",
      due_on::text as "dueAt", total::text as total
    from commerce.invoice
    where account_id = ${ctx.account.id} and number = ${written} and voided_on is null
    union all
    select 'order', id, number, customer_id, null, total::text
    from commerce.sales_order
    where account_id = ${ctx.account.id} and number = ${written} and deleted_at is null
      and issued_at is not null`.execute(ctx.em.query());
  const stated = decimal(amount);
  const found: (Found & { due: Big })[] = [];
  for (const row of rows) {
    const due = await amountToPay(ctx, referenceOf(row));
    if (!isNamedLimitReached && (decimal(row.total).eq(stated) || due.eq(stated))) found.push({ ...row, due });
  }
  return found;
}

const referenceOf = ({ kind, id, customerID }: Found): PayableReference =>
  kind === 'invoice' ? { customerID, invoiceIDs: [id] } : { orderID: id };

/** @throws Problem 404 `payable_not_found` */
export async function payablesOf(ctx: AccountContext, cards: CardPayment, proof: Proof) {
  const found = await proven(ctx, proof);
  if (!found.length) throw payWidgetProblems.payable_not_found();
  const items = found.map(
    ({ kind, number, dueAt, due }): Payable => ({
      kind,
      number,
      dueAt,
      due: toWire(due),
      currency: ctx.account.currency,
    }),
  );
  return { items, canPayByCard: await cards.isOffered(ctx) };
}

/** The page on which it is paid. @throws Problem 404 `payable_not_found`, 409 `cards_not_taken` or as `mayBePaid` */
export async function payablePage(
  ctx: AccountContext,
  cards: CardPayment,
  { kind, origin, ...proof }: Proof & { kind: Payable['kind']; origin: string },
): Promise<{ url: string }> {
  const found = (await proven(ctx, proof)).find((row) => row.kind === kind);
  if (!found) throw payWidgetProblems.payable_not_found();
  if (!(await cards.isOffered(ctx))) throw cardPaymentProblems.cards_not_taken();
  await mayBePaid(ctx, referenceOf(found));
  const about = kind === 'order' ? { orderID: found.id } : { invoiceIDs: [found.id] };
  return { url: await newDocumentLink(ctx, { kind: 'pay', customerID: found.customerID, sentTo: origin, ...about }) };
}
