import { EmailLayout, EmailText } from '@millwright/core/email';
import type { EmailFrame } from '@millwright/core/server';
import { BillingFacts } from './billing-facts.tsx';

/** Content of the email of a receipt. The PDF is attached. */
export interface ReceiptEmailProps {
  transactionID: string;
  number: string;
  customerName: string;
  kind: string;
  method: string | null;
  reference: string | null;
  date: string;
  amount: string;
}

/** Confirms a payment or credit. */
export const ReceiptEmail = ({ accountName, baseURL: _baseURL, ...receipt }: ReceiptEmailProps & EmailFrame) => (
  <EmailLayout
    accountName={accountName}
    preview={`${receipt.kind} ${receipt.number}: ${receipt.amount}`}
    title={`${receipt.kind} ${receipt.number}`}
  >
    <EmailText>Hello {receipt.customerName},</EmailText>
    <EmailText>
      {receipt.kind === 'Payment' ? 'Thank you: we have your payment.' : 'We have noted this on your account.'}
    </EmailText>
    <BillingFacts
      facts={[
        ['Date', receipt.date],
        ['Amount', receipt.amount],
        ['Method', receipt.method],
        ['Reference', receipt.reference],
      ]}
    />
    <EmailText>What it was put onto stands in the attached PDF.</EmailText>
  </EmailLayout>
);
