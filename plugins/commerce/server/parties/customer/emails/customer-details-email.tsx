import { EmailLayout, EmailText, Section } from '@millwright/core/email';
import type { EmailFrame } from '@millwright/core/server';

export interface CustomerDetailsProps {
  name: string;
  number: string;
  /** Stored data in reading order: `['Payment', 'Net 30']`. */
  facts: [label: string, value: string][];
  /** Addresses without empty lines. */
  addresses: { title: string; lines: string[] }[];
}

/** Mail with a customer's stored data, for the customer to check. */
export const CustomerDetailsEmail = ({
  name,
  number,
  facts,
  addresses,
  accountName,
}: CustomerDetailsProps & EmailFrame) => (
  <EmailLayout
    accountName={accountName}
    preview={`What ${accountName} has on file about ${name}`}
    title="Your details with us"
    footer={`You get this mail because ${accountName} lists your address for ${name}.`}
  >
    <EmailText>
      This is what we have on file about {name} (customer number {number}). Please tell us what is wrong or missing.
    </EmailText>
    {facts.map(([label, value]) => (
      <EmailText key={label}>
        <strong>{label}:</strong> {value}
      </EmailText>
    ))}
    {addresses.map(({ title, lines }) => (
      <Section key={title}>
        <EmailText>
          <strong>{title}</strong>
          {lines.map((line) => (
            <span key={line}>
              <br />
              {line}
            </span>
          ))}
        </EmailText>
      </Section>
    ))}
  </EmailLayout>
);
