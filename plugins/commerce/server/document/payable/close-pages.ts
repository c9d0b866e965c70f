import { decimal } from '@millwright/core/contracts';
import { type AccountContext, emit, sql } from '@millwright/core/server';
import { checkoutClosed } from '../../../contracts/index.ts';
import { checkoutIs } from '../../states/states.ts';
import { amountAskedOf, payableOn } from './payable.ts';

interface OpenPage {
  id: string;
  customerID: string;
  orderID: string | null;
  invoiceIDs: string[];
  amount: string;
  offerVersion: number | null;
  day: string;
  holdID: string | null;
  holdExpiresAt: Date | null;
}

/** Debts of which something has changed. */
export interface ChangedDebts {
  orderIDs?: readonly string[];
  invoiceIDs?: readonly string[];
  /** Orders and invoices of transactions. */
  transactionIDs?: readonly string[];
  customerIDs?: readonly string[];
}

/** Open pages of debts that these are part of: an order and its invoices are one debt. */
async function openPages(ctx: AccountContext, debts: ChangedDebts): Promise<OpenPage[]> {
  const { orderIDs = [], invoiceIDs = [], transactionIDs = [], customerIDs = [] } = debts;
  const account = ctx.account.id;
  const { rows } = await sql<OpenPage>`with page as materialized (select * from commerce.checkout_session
        where account_id = ${account} and ${checkoutIs.open('status')}),
      sold as (select unnest(${[...orderIDs]}::text[]) as id
        union select paid.order_id from commerce.transaction paid where paid.account_id = ${account}
          and paid.id = any(${[...transactionIDs]}::text[]) and exists (select from page)
        union select invoice.order_id from commerce.invoice invoice where invoice.account_id = ${account}
          and invoice.id = any(${[...invoiceIDs]}::text[]) and exists (select from page)),
      billed as (select unnest(${[...invoiceIDs]}::text[]) as id
        union select invoice.id from commerce.invoice invoice where invoice.account_id = ${account}
          and invoice.order_id in (select id from sold) and exists (select from page))
    select page.id, page.customer_id as "customerID", page.order_id as "orderID", page.invoice_ids as "invoiceIDs",
      page.amount::text as amount, page.offer_version as "offerVersion",
        (page.created_at at time zone ${ctx.account.timeZone})::date::text as day,
      page.hold_id as "holdID", page.hold_expires_at as "holdExpiresAt"
    from page where page.order_id in (select id from sold)
      or page.customer_id = any(${[...customerIDs]}::text[])
      or exists (select from unnest(page.invoice_ids) asked (id) where asked.id in (select id from billed))
    order by page.id`.execute(ctx.em.query());
  return rows;
}

async function asksAnew(ctx: AccountContext, page: OpenPage): Promise<boolean> {
  const { amount, offerVersion } = await amountAskedOf(ctx, payableOn(page), { on: page.day });
  return !amount?.eq(decimal(page.amount)) || (offerVersion !== null && offerVersion !== page.offerVersion);
}

/**
 * Closes the open payment pages of these debts that ask for anything but what may be paid now; with `anyway` all of
 * them. A job closes them at the provider, and ends what they hold. Call it where what is owed was written. Answers
 * those that were closed.
 */
export async function closePages(
  ctx: AccountContext,
  debts: ChangedDebts,
  { anyway = false, exceptID }: { anyway?: boolean; exceptID?: string } = {},
): Promise<OpenPage[]> {
  await ctx.em.flush();
  const found = (await openPages(ctx, debts)).filter(({ id }) => id !== exceptID);
  const wrong: OpenPage[] = [];
  for (const page of found) if (anyway || (await asksAnew(ctx, page))) wrong.push(page);
  if (!wrong.length) return [];
  const now = ctx.clock.now();
  const { rows } = await sql<{
    id: string;
  }>`update commerce.checkout_session set status = ${checkoutIs.to('closed')}, updated_at = ${now},
      version = version + 1
    where account_id = ${ctx.account.id} and id = any(${wrong.map(({ id }) => id)}::text[])
      and ${checkoutIs.open('status')}
    returning id`.execute(ctx.em.query());
  const closed = new Set(rows.map(({ id }) => id));
  for (const id of closed) emit(ctx, checkoutClosed, { checkoutSessionID: id }, { type: 'checkout_session', id });
  await ctx.em.flush();
  return wrong.filter(({ id }) => closed.has(id));
}
