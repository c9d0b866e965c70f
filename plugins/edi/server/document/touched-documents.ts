import { type AccountContext, touched, touchedRows } from '@millwright/core/server';
import { getEdiInbox, listEdiDocuments, listEdiPartners } from '../../contracts/index.ts';

/** Says that this transaction changes documents, which the inbox and their partners count. */
export function touchedDocuments(ctx: AccountContext): void {
  touched(ctx, listEdiDocuments);
  touchedRows(ctx, getEdiInbox, listEdiPartners);
}
