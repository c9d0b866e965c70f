import { EmailLayout, EmailText, Section, Text } from '@millwright/core/email';
import type { EmailFrame } from '@millwright/core/server';

/** A pick for which fewer goods were found than planned. */
export interface ShortPickProps {
  number: string;
  orderNumber: string;
  customerName: string;
  /** One text per item, for example '3 each of HAT'. */
  missing: readonly string[];
}

/** Tells the people responsible for the order that goods were not found in their place. */
export const ShortPickEmail = ({
  accountName,
  baseURL: _baseURL,
  number,
  orderNumber,
  customerName,
  missing,
}: ShortPickProps & EmailFrame) => {
  const title = `Order ${orderNumber} for ${customerName} is short`;
  return (
    <EmailLayout accountName={accountName} preview={title} title={title}>
      <EmailText>
        The picker of pick {number} did not find all of it, and no other place has it. Once the place is counted and
        stock is there, release the pick again.
      </EmailText>
      <Section>
        {missing.map((text) => (
          <Text key={text} style={{ margin: 0, fontSize: 14 }}>
            {text} not found
          </Text>
        ))}
      </Section>
    </EmailLayout>
  );
};
