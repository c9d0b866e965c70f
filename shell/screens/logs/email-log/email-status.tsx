import { StatusBadge } from '@millwright/core/browser';
import type { EmailLogRow } from '../../../../core/contracts/work/email-log.contract.ts';

/** Delivery status of a mail. */
export function EmailStatus({ mail }: { mail: Pick<EmailLogRow, 'hasSent' | 'isCaptured' | 'error'> }) {
  if (mail.isCaptured && mail.hasSent) return <StatusBadge tone="info">Kept here</StatusBadge>;
  if (mail.hasSent) return <StatusBadge tone="success">Sent</StatusBadge>;
  if (mail.error) return <StatusBadge tone="danger">Failed</StatusBadge>;
  return <StatusBadge tone="progress">On its way</StatusBadge>;
}
