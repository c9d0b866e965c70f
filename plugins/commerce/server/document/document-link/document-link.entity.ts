import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { column, type TableRow, tenantColumns, tenantTable } from '@millwright/core/server';

/** What a link shows to its holder. */
export type DocumentLinkKind = 'mail' | 'pay';

/** A mailed link that authenticates its recipient. The token is only in the mail; this row has its hash. */
export const DocumentLink = defineEntity({
  ...tenantTable('commerce', 'document_link', {
    customerColumn: 'customer_id',
    jobColumns: { select: ['account_id', 'expires_at'], update: [], why: 'accounts with links that ran out' },
  }),
  name: 'DocumentLink',
  properties: {
    ...tenantColumns(),
    customerID: column.id(),
    /** Without a foreign key: a link to a deleted document opens nothing. */
    orderID: column.id().nullable(),
    invoiceIDs: column.textArray(),
    tokenHash: column.id(),
    /** `mail` opens the recipient's document, `pay` only its open amount. */
    kind: column.text().$type<DocumentLinkKind>(),
    /** Address that it was mailed to; for a payment link, the site that opened it. */
    sentTo: column.text(),
    expiresAt: column.timestamp(),
  },
  uniques: [{ properties: ['accountID', 'tokenHash'] }],
  indexes: [{ properties: ['accountID', 'expiresAt'] }],
  checks: [
    { name: 'document_link_subject', expression: '(order_id is null) = (cardinality(invoice_ids) > 0)' },
    { name: 'document_link_kind', expression: "kind in ('mail', 'pay')" },
    { name: 'document_link_token', expression: 'length(token_hash) = 64' },
  ],
});
export type DocumentLink = InferEntity<typeof DocumentLink>;

declare module '../../tables.ts' {
  interface Tables {
    'commerce.document_link': TableRow<typeof DocumentLink>;
  }
}
