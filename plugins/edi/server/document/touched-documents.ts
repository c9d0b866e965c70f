import { type AccountContext, touched, touchedRows } from '@millwright/core/server';
import { getEdiInbox, listEdiDocuments, listEdiPartners } from '../../contracts/index.ts';

/** Marks documents as changed by this transaction, and with them the counts of the inbox and the partners. */
export function touchedDocuments(ctx: AccountContext): void {
  touched(ctx, listEdiDocuments);
  touchedRows(ctx, getEdiInbox, listEdiPartners);
}
