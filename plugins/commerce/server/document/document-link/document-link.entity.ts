import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { column, type TableRow, tenantColumns, tenantTable } from '@millwright/core/server';

/** What a link shows to whoever holds it. */
export type DocumentLinkKind = 'mail' | 'pay';

/** A mailed link that stands for who got it. The token is in the mail alone; its hash is here. */
export const DocumentLink = defineEntity({
  ...tenantTable('commerce', 'document_link', { customerColumn: 'customer_id' }),
  name: 'DocumentLink',
  properties: {
    ...tenantColumns(),
    customerID: column.id(),
    /** Kept without reference: a link to what is gone opens nothing. */
    orderID: column.id().nullable(),
    invoiceIDs: column.textArray(),
    tokenHash: column.id(),
    /** What it opens: the document of who got the mail, or only what is left to pay of it. */
    kind: column.text().$type<DocumentLinkKind>(),
    /** To whom it was mailed; of a link for paying, the site that opened it. */
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
