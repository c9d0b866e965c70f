import { Column, Row, Section, Text } from '@millwright/core/email';

const quiet = { color: '#52606d', fontSize: 12, lineHeight: '18px', margin: 0 } as const;
const plain = { color: '#1f2933', fontSize: 14, lineHeight: '20px', margin: 0 } as const;

/** Rows with label and value, for emails of billing. */
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
