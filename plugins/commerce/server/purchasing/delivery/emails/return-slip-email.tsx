import { EmailLayout, EmailText } from '@millwright/core/email';
import type { EmailFrame } from '@millwright/core/server';
import type { DocumentSummaryProps } from '../../../document/document-summary.tsx';
import { DocumentSummary } from '../../../document/document-summary.tsx';

/** Tells a supplier which goods of a delivery were rejected and go back, with the reasons. */
export const ReturnSlipEmail = ({
  accountName,
  baseURL: _baseURL,
  number,
  supplierName,
  isReturned,
  ...delivery
}: ReturnSlipEmailProps & EmailFrame) => (
  <EmailLayout
    accountName={accountName}
    preview={`${accountName} returns goods of delivery ${number}`}
    title={`Return slip ${number}`}
  >
    <EmailText>Hello {supplierName},</EmailText>
    <EmailText>
      {isReturned
        ? 'We have refused what follows of your delivery, and returned it. Please send a replacement or a credit.'
        : 'We have refused what follows of your delivery. Please tell us how it gets back to you.'}
    </EmailText>
    <DocumentSummary {...delivery} />
  </EmailLayout>
);

/** Data of a return slip's mail; numbers and dates are formatted for the account. */
export interface ReturnSlipEmailProps extends DocumentSummaryProps {
  number: string;
  supplierName: string;
  /** Whether the goods have left. */
  isReturned: boolean;
}
