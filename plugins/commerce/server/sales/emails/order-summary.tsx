import { Column, Row, Section, Text } from '@millwright/core/email';
import type { OrderEmailProps } from './order-email-props.ts';

const ink = '#1f2933';
const quiet = '#52606d';
const rule = '1px solid #e1e5ea';
const small = { color: quiet, fontSize: 12, lineHeight: '18px', margin: 0 } as const;
const plain = { color: ink, fontSize: 14, lineHeight: '20px', margin: 0 } as const;
const amount = { ...plain, textAlign: 'right', whiteSpace: 'nowrap' } as const;

const Facts = ({ facts }: { facts: readonly (readonly [string, string | null])[] }) => (
  <Section style={{ margin: '4px 0 18px' }}>
    {facts
      .filter(([, value]) => value !== null)
      .map(([label, value]) => (
        <Row key={label}>
          <Column style={{ width: 150, verticalAlign: 'top' }}>
            <Text style={small}>{label}</Text>
          </Column>
          <Column>
            <Text style={plain}>{value}</Text>
          </Column>
        </Row>
      ))}
  </Section>
);

const Address = ({ label, lines }: { label: string; lines: readonly string[] }) => (
  <Column style={{ verticalAlign: 'top', width: '50%', paddingRight: 12 }}>
    <Text style={{ ...small, fontWeight: 600 }}>{label}</Text>
    {lines.map((line) => (
      <Text key={line} style={plain}>
        {line}
      </Text>
    ))}
  </Column>
);

const Sum = ({ label, value }: { label: string; value: string }) => (
  <Row>
    <Column style={{ padding: '8px 8px 0 0' }}>
      <Text style={plain}>{label}</Text>
    </Column>
    <Column style={{ padding: '8px 0 0' }}>
      <Text style={amount}>{value}</Text>
    </Column>
  </Row>
);

/** Facts, lines, total and addresses of an order, the same in every mail about it. */
export const OrderSummary = (order: OrderEmailProps) => (
  <>
    <Facts
      facts={[
        ['Your order number', order.customerPO],
        ['Date', order.orderedOn],
        ['Promised for', order.promisedFor],
        ['Valid until', order.statusCode === 'issued' ? null : order.validUntil],
        ['Payment', order.paymentTerm],
        ['Shipping', [order.shippingTerm, order.carrier].filter(Boolean).join(' · ') || null],
        ['Your contact', order.salesRep],
        ['Note', order.note],
      ]}
    />
    <Section style={{ borderTop: rule }}>
      {order.lines.map((line) => (
        <Row key={line.number} style={{ borderBottom: rule }}>
          <Column style={{ padding: '8px 8px 8px 0', verticalAlign: 'top' }}>
            <Text style={{ ...plain, fontWeight: 600 }}>{line.sku}</Text>
            <Text style={small}>{line.description}</Text>
          </Column>
          <Column style={{ padding: '8px 8px', verticalAlign: 'top' }}>
            <Text style={amount}>{line.quantity}</Text>
            <Text style={{ ...small, textAlign: 'right' }}>at {line.unitPrice}</Text>
          </Column>
          <Column style={{ padding: '8px 0 8px 8px', verticalAlign: 'top', width: 100 }}>
            <Text style={amount}>{line.total}</Text>
          </Column>
        </Row>
      ))}
      {order.discount && (
        <>
          <Sum label="Subtotal" value={order.subtotal} />
          <Sum label={order.discount.name} value={order.discount.amount} />
        </>
      )}
      <Row>
        <Column style={{ padding: '10px 8px 10px 0' }}>
          <Text style={{ ...plain, fontWeight: 600 }}>Total</Text>
        </Column>
        <Column style={{ padding: '10px 0' }}>
          <Text style={{ ...amount, fontWeight: 600 }}>{order.total}</Text>
        </Column>
      </Row>
    </Section>
    {order.billTo.length || order.shipTo.length ? (
      <Section style={{ margin: '14px 0 0' }}>
        <Row>
          {order.billTo.length ? <Address label="Bill to" lines={order.billTo} /> : null}
          {order.shipTo.length ? <Address label="Ship to" lines={order.shipTo} /> : null}
        </Row>
      </Section>
    ) : null}
  </>
);
