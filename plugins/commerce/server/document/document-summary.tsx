import { Column, Row, Section, Text } from '@millwright/core/email';

const ink = '#1f2933';
const quiet = '#52606d';
const rule = '1px solid #e1e5ea';
const small = { color: quiet, fontSize: 12, lineHeight: '18px', margin: 0 } as const;
const plain = { color: ink, fontSize: 14, lineHeight: '20px', margin: 0 } as const;
const amount = { ...plain, textAlign: 'right', whiteSpace: 'nowrap' } as const;

/** Content of a mail about a document; numbers and dates are formatted for the account. */
export interface DocumentSummaryProps {
  /** Facts without a value are left out. */
  facts: readonly (readonly [string, string | null])[];
  lines: readonly {
    number: number;
    sku: string;
    description: string;
    quantity: string;
    /** Null without a price. */
    unitPrice: string | null;
    total: string | null;
  }[];
  /** Discount on the whole document, with the subtotal of its lines. */
  discount?: { name: string; amount: string; subtotal: string } | null;
  total: string | null;
  /** Label and lines of each address. */
  addresses: readonly (readonly [string, readonly string[]])[];
}

const Facts = ({ facts }: Pick<DocumentSummaryProps, 'facts'>) => (
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

/** Facts, lines, total and addresses of a document, shared by all mails about documents. */
export function DocumentSummary({ facts, lines, discount, total, addresses }: DocumentSummaryProps) {
  const shown = addresses.filter(([, address]) => address.length);
  return (
    <>
      <Facts facts={facts} />
      <Section style={{ borderTop: rule }}>
        {lines.map((line) => (
          <Row key={line.number} style={{ borderBottom: rule }}>
            <Column style={{ padding: '8px 8px 8px 0', verticalAlign: 'top' }}>
              <Text style={{ ...plain, fontWeight: 600 }}>{line.sku}</Text>
              <Text style={small}>{line.description}</Text>
            </Column>
            <Column style={{ padding: '8px 8px', verticalAlign: 'top' }}>
              <Text style={amount}>{line.quantity}</Text>
              {line.unitPrice && <Text style={{ ...small, textAlign: 'right' }}>at {line.unitPrice}</Text>}
            </Column>
            {line.total && (
              <Column style={{ padding: '8px 0 8px 8px', verticalAlign: 'top', width: 100 }}>
                <Text style={amount}>{line.total}</Text>
              </Column>
            )}
          </Row>
        ))}
        {discount && (
          <>
            <Sum label="Subtotal" value={discount.subtotal} />
            <Sum label={discount.name} value={discount.amount} />
          </>
        )}
        {total && (
          <Row>
            <Column style={{ padding: '10px 8px 10px 0' }}>
              <Text style={{ ...plain, fontWeight: 600 }}>Total</Text>
            </Column>
            <Column style={{ padding: '10px 0' }}>
              <Text style={{ ...amount, fontWeight: 600 }}>{total}</Text>
            </Column>
          </Row>
        )}
      </Section>
      {shown.length ? (
        <Section style={{ margin: '14px 0 0' }}>
          <Row>
            {shown.map(([label, address]) => (
              <Address key={label} label={label} lines={address} />
            ))}
          </Row>
        </Section>
      ) : null}
    </>
  );
}
