import { EmailLayout, EmailText } from '@millwright/core/email';
import type { EmailFrame } from '@millwright/core/server';
import { BillingFacts } from './billing-facts.tsx';

/** Content of the email with all receivables. The PDF is attached. */
export interface AgingEmailProps {
  /** The reporting date. */
  cutoffDate: string;
  date: string;
  total: string;
  overdue: string | null;
  credits: string | null;
}

/** Sends the receivables of all customers. */
export const AgingEmail = ({ accountName, baseURL: _baseURL, ...aging }: AgingEmailProps & EmailFrame) => (
  <EmailLayout
    accountName={accountName}
    preview={`${aging.total} is open on ${aging.date}`}
    title={`Receivables of ${aging.date}`}
  >
    <EmailText>This is what customers of {accountName} owe.</EmailText>
    <BillingFacts
      facts={[
        ['Date', aging.date],
        ['Open', aging.total],
        ['Overdue', aging.overdue],
        ['Credits that are left', aging.credits],
      ]}
    />
    <EmailText>Each customer is listed by age in the attached PDF.</EmailText>
  </EmailLayout>
);
