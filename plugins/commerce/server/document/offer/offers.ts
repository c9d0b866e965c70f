import { decimal, problems, toWire } from '@millwright/core/contracts';
import { type AccountContext, audit, sql, touched } from '@millwright/core/server';
import { listSalesOrders, portalProblems } from '../../../contracts/index.ts';
import { salesOrderIs } from '../../states/states.ts';
import { closePages } from '../payable/close-pages.ts';
import { isOfferDeclined } from '../payable/payable.ts';
import { offerDigestText } from './offer-digest.ts';

const offerDigest = sql.raw(offerDigestText);

/** Raises the version of offers among these orders that look different to their customers now. */
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
 * Called after orders, their lines or their status were written, with the orders locked. Offers that look different to
 * their customers get a new version, and payment pages with another amount are closed.
 */
export async function ordersWritten(ctx: AccountContext, orderIDs: readonly string[]): Promise<void> {
  if (!orderIDs.length) return;
  await ctx.em.flush();
  await followOffers(ctx, orderIDs);
  await closePages(ctx, { orderIDs });
}

/**
 * Offers estimates to their customers: they appear in the portal, and their prices are fixed. Offered ones stay
 * unchanged, except those that their customer has declined, which are offered again.
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
 * Refuses an answer to another version of the offer than the customer has seen. The order is locked.
 * @throws Problem 404 for an estimate that was never offered, 409 `estimate_changed` with the present offer
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
