import { Column, EmailLayout, EmailText, Row, Section, Text } from '@millwright/core/email';
import type { EmailFrame } from '@millwright/core/server';

/** Orders that lost reserved stock. */
export interface StockTakenBackProps {
  orders: readonly {
    number: string;
    customerName: string;
    /** One text per item, for example '3 each of HAT'. */
    released: readonly string[];
  }[];
}

const titleOf = ({ orders }: StockTakenBackProps): string =>
  orders.length === 1
    ? `Order ${orders[0]?.number} lost stock that was reserved`
    : `${orders.length} orders lost stock that was reserved`;

/** Tells the sales rep which orders lost reserved stock. */
export const StockTakenBackEmail = ({ accountName, baseURL: _baseURL, orders }: StockTakenBackProps & EmailFrame) => (
  <EmailLayout accountName={accountName} preview={titleOf({ orders })} title={titleOf({ orders })}>
    <EmailText>
      Less is in open places than was promised: something was counted, or a place was closed. The orders stay issued and
      get stock again as it comes; the day they were promised for may be too early now.
    </EmailText>
    <Section>
      {orders.map(({ number, customerName, released }) => (
        <Row key={number}>
          <Column style={{ padding: '8px 0' }}>
            <Text style={{ margin: 0, fontSize: 14, fontWeight: 600 }}>
              {number}, {customerName}
            </Text>
            {released.map((text) => (
              <Text key={text} style={{ margin: 0, fontSize: 14 }}>
                {text} taken back
              </Text>
            ))}
          </Column>
        </Row>
      ))}
    </Section>
  </EmailLayout>
);
