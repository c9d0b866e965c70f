import { EmailLayout, EmailText, Section, Text } from '@millwright/core/email';
import type { EmailFrame } from '@millwright/core/server';

/** A pick for which less was found than was planned. */
export interface ShortPickProps {
  number: string;
  orderNumber: string;
  customerName: string;
  /** '3 each of HAT', one text per item. */
  missing: readonly string[];
}

/** Tells who cares for the order that its goods were not where they should be. */
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
