import { decimal, problems, toWire } from '@millwright/core/contracts';
import { type AccountContext, audit, sql, touched } from '@millwright/core/server';
import { listSalesOrders, portalProblems } from '../../../contracts/index.ts';
import { salesOrderIs } from '../../states/states.ts';
import { closePages } from '../payable/close-pages.ts';
import { isOfferDeclined } from '../payable/payable.ts';
import { offerDigestText } from './offer-digest.ts';

const offerDigest = sql.raw(offerDigestText);

/** Offers among these orders that their customers see otherwise now get another version. */
async function followOffers(ctx: AccountContext, orderIDs: readonly string[]): Promise<void> {
  await sql`with seen as (select sold.id, ${offerDigest} as digest
      from commerce.sales_order sold where sold.account_id = ${ctx.account.id}
        and sold.id = any(${[...orderIDs]}::text[]) and ${salesOrderIs.estimated('sold.status')}
          and sold.offered_at is not null)
    update commerce.sales_order own set offer_version = own.offer_version + 1, offer_digest = seen.digest
    from seen where own.account_id = ${ctx.account.id} and own.id = seen.id
      and own.offer_digest <> seen.digest`.execute(ctx.em.query());
}

/**
 * Whatever writes orders, their lines or their status calls it afterwards, with the orders locked: offers that their
 * customers see otherwise get another version, and payment pages that ask for something else are closed.
 */
export async function ordersWritten(ctx: AccountContext, orderIDs: readonly string[]): Promise<void> {
  if (!orderIDs.length) return;
  await ctx.em.flush();
  await followOffers(ctx, orderIDs);
  await closePages(ctx, { orderIDs });
}

/**
 * Offers estimates to their customers: the portal has them from now on, and their prices stay. What is offered already
 * stays as it is, unless its customer has said no: then it is offered anew.
 */
export async function markOffered(ctx: AccountContext, orderIDs: readonly string[]): Promise<void> {
  await ctx.em.flush();
  const now = ctx.clock.now();
  const { rows } = await sql<{ id: string }>`with seen as (select sold.id, ${offerDigest} as digest
      from commerce.sales_order sold where sold.account_id = ${ctx.account.id}
        and sold.id = any(${[...orderIDs]}::text[]) and ${salesOrderIs.estimated('sold.status')}
          and sold.deleted_at is null
        and (sold.offered_at is null or ${isOfferDeclined(sql`sold`)}))
    update commerce.sales_order own set offered_at = ${now}, offer_version = own.offer_version + 1,
      offer_digest = seen.digest, version = own.version + 1, updated_at = ${now}
    from seen where own.account_id = ${ctx.account.id} and own.id = seen.id returning own.id`.execute(ctx.em.query());
  for (const { id } of rows) audit(ctx, { record: { type: 'sales_order', id }, action: 'offered' });
  if (!rows.length) return;
  await ctx.em.flush();
  touched(ctx, listSalesOrders);
}

/**
 * Refuses an answer to an offer that is not the one its customer has seen. The order is locked. @throws Problem 404 for
 * what was never offered, 409 `estimate_changed` with what it is now
 */
export async function requireSeenOffer(ctx: AccountContext, orderID: string, offerVersion: number): Promise<void> {
  await followOffers(ctx, [orderID]);
  const { rows } = await sql<{ offerVersion: number; total: string }>`select offer_version as "offerVersion",
      total::text as total from commerce.sales_order where account_id = ${ctx.account.id} and id = ${orderID}`.execute(
    ctx.em.query(),
  );
  const [now] = rows;
  if (!now?.offerVersion) throw problems.not_found();
  if (now.offerVersion === offerVersion) return;
  const total = toWire(decimal(now.total));
  throw portalProblems.estimate_changed({ details: { offerVersion: now.offerVersion, total } });
}
