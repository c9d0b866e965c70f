import { dayLength, documentLinkDays, newID } from '@millwright/core/contracts';
import { type AccountContext, hashToken, newToken, sql } from '@millwright/core/server';
import { markOffered } from '../offer/offers.ts';
import { DocumentLink, type DocumentLinkKind } from './document-link.entity.ts';

const minute = 60_000;

/** Validity of a payment link in minutes; short, because its holder is not identified. */
const payLinkMinutes = 60;

/** Address of a document for the holder of a token; without one it leads nowhere. */
export const documentLinkURL = (ctx: AccountContext, token = ''): string =>
  // In the URL fragment, which browsers do not send, so the token is in no log.
  `${ctx.baseURL}/document?account=${encodeURIComponent(ctx.account.slug)}${token && `#${token}`}`;

/** Creates a link for a mail to a customer, or for a payment; only the answer has the token. */
export async function newDocumentLink(
  ctx: AccountContext,
  about: { kind?: DocumentLinkKind; customerID: string; sentTo: string } & (
    | { orderID: string }
    | { invoiceIDs: readonly string[] }
  ),
): Promise<string> {
  const token = newToken();
  const kind = about.kind ?? 'mail';
  // The recipient of a mailed link can see the estimate, so it counts as offered.
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
      ctx.clock.now().getTime() + (kind === 'pay' ? payLinkMinutes * minute : documentLinkDays * dayLength),
    ),
  });
  await ctx.em.flush();
  return documentLinkURL(ctx, token);
}

/** Deletes expired links. */
export async function pruneDocumentLinks(ctx: AccountContext): Promise<void> {
  await sql`delete from commerce.document_link where account_id = ${ctx.account.id}
    and expires_at < ${ctx.clock.now()}`.execute(ctx.em.query());
}
