import { EmailAction, EmailLayout, EmailText } from '@millwright/core/email';
import type { EmailFrame } from '@millwright/core/server';
import { BillingFacts } from './billing-facts.tsx';

/** Content of the email of an invoice. The PDF is attached. */
export interface InvoiceEmailProps {
  invoiceID: string;
  number: string;
  customerName: string;
  customerPO: string | null;
  date: string;
  due: string;
  total: string;
  /** The amount due, null if the invoice is paid. */
  open: string | null;
  note: string | null;
  /** Link to pay by card, absent if the account takes no cards. */
  link?: string;
}

/** Sends an invoice. */
export const InvoiceEmail = ({ accountName, baseURL: _baseURL, ...invoice }: InvoiceEmailProps & EmailFrame) => (
  <EmailLayout
    accountName={accountName}
    preview={`Invoice ${invoice.number} from ${accountName}: ${invoice.total}`}
    title={`Invoice ${invoice.number}`}
  >
    <EmailText>Hello {invoice.customerName},</EmailText>
    <EmailText>
      {invoice.open === null
        ? 'Thank you for your order. Here is your invoice; nothing is left to pay.'
        : `Thank you for your order. Here is your invoice; please pay ${invoice.open} by ${invoice.due}.`}
    </EmailText>
    <BillingFacts
      facts={[
        ['Your order number', invoice.customerPO],
        ['Date', invoice.date],
        ['Total', invoice.total],
        ['Left to pay', invoice.open],
        ['Due', invoice.open === null ? null : invoice.due],
        ['Note', invoice.note],
      ]}
    />
    {invoice.link && <EmailAction href={invoice.link}>Pay by card</EmailAction>}
    <EmailText>The invoice is attached as a PDF.</EmailText>
  </EmailLayout>
);
