import { Column, EmailLayout, EmailText, Row, Section, Text } from '@millwright/core/email';
import type { EmailFrame } from '@millwright/core/server';

/** What the mail of an invoice shows; the paper goes with it. */
export interface InvoiceEmailProps {
  invoiceID: string;
  number: string;
  customerName: string;
  customerPO: string | null;
  date: string;
  due: string;
  total: string;
  /** What is left to pay; null where nothing is. */
  open: string | null;
  note: string | null;
}

const quiet = { color: '#52606d', fontSize: 12, lineHeight: '18px', margin: 0 } as const;
const plain = { color: '#1f2933', fontSize: 14, lineHeight: '20px', margin: 0 } as const;

/** Label and value below each other, in the mails of billing. */
export const BillingFacts = ({ facts }: { facts: readonly (readonly [string, string | null])[] }) => (
  <Section style={{ margin: '4px 0 18px' }}>
    {facts
      .filter(([, value]) => value !== null)
      .map(([label, value]) => (
        <Row key={label}>
          <Column style={{ width: 150, verticalAlign: 'top' }}>
            <Text style={quiet}>{label}</Text>
          </Column>
          <Column>
            <Text style={plain}>{value}</Text>
          </Column>
        </Row>
      ))}
  </Section>
);

/** Brings an invoice. */
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
    <EmailText>The invoice is attached as a PDF.</EmailText>
  </EmailLayout>
);
