import { Column, EmailLayout, EmailText, Link, Row, Section, Text } from '@millwright/core/email';
import type { EmailFrame } from '@millwright/core/server';
import type { ShippedEmailProps } from './shipped-email-props.ts';

const quiet = { color: '#52606d', fontSize: 12, lineHeight: '18px', margin: 0 } as const;
const plain = { color: '#1f2933', fontSize: 14, lineHeight: '20px', margin: 0 } as const;
const rule = '1px solid #e1e5ea';

const Fact = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <Row>
    <Column style={{ width: 150, verticalAlign: 'top' }}>
      <Text style={quiet}>{label}</Text>
    </Column>
    <Column>{children}</Column>
  </Row>
);

/** Tells the customer that a shipment has left, with links to track its parcels. */
export const ShippedEmail = ({ accountName, baseURL: _baseURL, ...shipment }: ShippedEmailProps & EmailFrame) => (
  <EmailLayout
    accountName={accountName}
    preview={`Shipment ${shipment.number} of order ${shipment.orderNumber} has left`}
    title={`Shipment ${shipment.number} is on its way`}
  >
    <EmailText>Hello {shipment.customerName},</EmailText>
    <EmailText>
      {shipment.caseCount === 1 ? 'One case' : `${shipment.caseCount} cases`} of your order {shipment.orderNumber} left
      on {shipment.shippedOn}.
    </EmailText>
    <Section style={{ margin: '4px 0 18px' }}>
      {shipment.customerPO && (
        <Fact label="Your order number">
          <Text style={plain}>{shipment.customerPO}</Text>
        </Fact>
      )}
      {shipment.carrier && (
        <Fact label="Carrier">
          <Text style={plain}>{shipment.carrier}</Text>
        </Fact>
      )}
      {shipment.tracking.length > 0 && (
        <Fact label="Tracking">
          {shipment.tracking.map(({ number, url }) => (
            <Text key={number} style={plain}>
              {url ? <Link href={url}>{number}</Link> : number}
            </Text>
          ))}
        </Fact>
      )}
      {shipment.shipTo.length > 0 && (
        <Fact label="Ship to">
          {shipment.shipTo.map((line) => (
            <Text key={line} style={plain}>
              {line}
            </Text>
          ))}
        </Fact>
      )}
    </Section>
    <Section style={{ borderTop: rule }}>
      {shipment.lines.map((line) => (
        <Row key={line.id} style={{ borderBottom: rule }}>
          <Column style={{ padding: '8px 8px 8px 0', verticalAlign: 'top' }}>
            <Text style={{ ...plain, fontWeight: 600 }}>{line.sku}</Text>
            <Text style={quiet}>{line.description}</Text>
          </Column>
          <Column style={{ padding: '8px 0', verticalAlign: 'top', textAlign: 'right', whiteSpace: 'nowrap' }}>
            <Text style={{ ...plain, textAlign: 'right' }}>{line.quantity}</Text>
          </Column>
        </Row>
      ))}
    </Section>
  </EmailLayout>
);
