import { documentLinkDays, newID } from '@millwright/core/contracts';
import { type AccountContext, hashToken, newToken, sql } from '@millwright/core/server';
import { markOffered } from '../offer/offers.ts';
import { DocumentLink, type DocumentLinkKind } from './document-link.entity.ts';

const minute = 60_000;
const day = 86_400_000;

/** Of a link that opens no more than a payment: whoever has it may be anybody. */
const payLinkMinutes = 60;

/** Makes a link for a mail to a customer, or for who is about to pay; the token is in the answer only. */
export async function newDocumentLink(
  ctx: AccountContext,
  about: { kind?: DocumentLinkKind; customerID: string; sentTo: string } & (
    | { orderID: string }
    | { invoiceIDs: readonly string[] }
  ),
): Promise<string> {
  const token = newToken();
  const kind = about.kind ?? 'mail';
  // Whoever has a mailed link sees the estimate.
  if ('orderID' in about && kind === 'mail') await markOffered(ctx, [about.orderID]);
  ctx.em.create(DocumentLink, {
    id: newID('lnk'),
    customerID: about.customerID,
    orderID: 'orderID' in about ? about.orderID : null,
    invoiceIDs: 'invoiceIDs' in about ? [...about.invoiceIDs] : [],
    tokenHash: hashToken(token),
    sentTo: about.sentTo,
    kind,
    expiresAt: new Date(
      ctx.clock.now().getTime() + (kind === 'pay' ? payLinkMinutes * minute : documentLinkDays * day),
    ),
  });
  await ctx.em.flush();
  // Behind the hash: browsers send that to nobody, so it stands in no log.
  return `${ctx.baseURL}/document?account=${encodeURIComponent(ctx.account.slug)}#${token}`;
}

/** Links that have run out are of no use to anybody. */
export async function pruneDocumentLinks(ctx: AccountContext): Promise<void> {
  await sql`delete from commerce.document_link where account_id = ${ctx.account.id}
    and expires_at < ${ctx.clock.now()}`.execute(ctx.em.query());
}
