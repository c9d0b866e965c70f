import { EmailLayout, EmailText } from '@millwright/core/email';
import type { EmailFrame } from '@millwright/core/server';
import { BillingFacts } from './billing-facts.tsx';

/** Content of the email of a statement. The PDF is attached. */
export interface StatementEmailProps {
  customerID: string;
  /** The reporting date. */
  cutoffDate: string;
  customerName: string;
  date: string;
  total: string;
  overdue: string | null;
}

/** Sends a statement of open items. */
export const StatementEmail = ({ accountName, baseURL: _baseURL, ...statement }: StatementEmailProps & EmailFrame) => (
  <EmailLayout
    accountName={accountName}
    preview={`Statement from ${accountName}: ${statement.total} open on ${statement.date}`}
    title={`Statement of ${statement.date}`}
  >
    <EmailText>Hello {statement.customerName},</EmailText>
    <EmailText>
      Here is what is open with us.
      {statement.overdue && ` ${statement.overdue} of it is past its due date; please pay it as soon as you can.`}
    </EmailText>
    <BillingFacts
      facts={[
        ['Date', statement.date],
        ['Balance', statement.total],
        ['Overdue', statement.overdue],
      ]}
    />
    <EmailText>Each invoice is listed in the attached PDF.</EmailText>
  </EmailLayout>
);
