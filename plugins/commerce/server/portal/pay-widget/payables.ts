import { type AddressSnapshot, decimal, toWire } from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';
import { cardPaymentProblems, type Payable, payWidgetProblems } from '../../../contracts/index.ts';
import { amountToPay, mayBePaid, type PayableReference } from '../../billing/card-payment/payable.ts';
import type { CardPayment } from '../../billing/card-payment/takes-cards.ts';
import { newDocumentLink } from '../../document/document-link/new-document-link.ts';
import { orderNumberForm, provesOrder } from '../../sales/order-status/order-proof.ts';

interface Proof {
  number: string;
  postcodeOrEmail: string;
}

interface Found {
  kind: Payable['kind'];
  id: string;
  number: string;
  customerID: string;
  billTo: AddressSnapshot | null;
  emails: (string | null)[];
  dueAt: string | null;
  total: string;
}

/** What has this number, and whoever asks can prove to be theirs. */
async function proven(ctx: AccountContext, { number, postcodeOrEmail }: Proof): Promise<Found[]> {
  const written = orderNumberForm(number);
  const { rows } = await sql<Found>`select 'invoice' as kind, invoice.id, invoice.number,
      invoice.customer_id as "customerID", invoice.bill_to as "billTo", array[customer.email] as emails,
      invoice.due_on::text as "dueAt", invoice.total::text as total
    from commerce.invoice invoice
    join commerce.customer customer on customer.account_id = invoice.account_id and customer.id = invoice.customer_id
    where invoice.account_id = ${ctx.account.id} and invoice.number = ${written} and invoice.voided_on is null
    union all
    select 'order', sold.id, sold.number, sold.customer_id, sold.bill_to,
      array_append(sold.acknowledgement_emails, customer.email), null, sold.total::text
    from commerce.sales_order sold
    join commerce.customer customer on customer.account_id = sold.account_id and customer.id = sold.customer_id
    where sold.account_id = ${ctx.account.id} and sold.number = ${written} and sold.deleted_at is null
      and sold.issued_at is not null`.execute(ctx.em.query());
  // As many comparisons for a number that is not there.
  const [first, second] = rows;
  return [first, second].filter((row): row is Found => {
    const secrets = row && { shipTo: null, billTo: row.billTo, emails: row.emails };
    return provesOrder(secrets, postcodeOrEmail) && row !== undefined;
  });
}

const referenceOf = ({ kind, id, customerID }: Found): PayableReference =>
  kind === 'invoice' ? { customerID, invoiceIDs: [id] } : { orderID: id };

/** @throws Problem 404 `payable_not_found` */
export async function payablesOf(ctx: AccountContext, cards: CardPayment, proof: Proof) {
  const found = await proven(ctx, proof);
  if (!found.length) throw payWidgetProblems.payable_not_found();
  const items: Payable[] = [];
  for (const row of found)
    items.push({
      kind: row.kind,
      number: row.number,
      dueAt: row.dueAt,
      total: toWire(decimal(row.total)),
      due: toWire(await amountToPay(ctx, referenceOf(row))),
      currency: ctx.account.currency,
    });
  return { items, canPayByCard: await cards.isOffered(ctx) };
}

/** The page on which it is paid. @throws Problem 404 `payable_not_found`, 409 `cards_not_taken`, what `mayBePaid` says */
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
  return { url: await newDocumentLink(ctx, { customerID: found.customerID, sentTo: origin, ...about }) };
}
