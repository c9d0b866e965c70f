import { createHmac } from 'node:crypto';
import { createIntegration, type EndpointAnswer } from '@millwright/core/contracts';
import type { TestPerson } from '@millwright/core/testing';
import { Client } from 'pg';
import { createCheckoutSession } from '../../../../contracts/index.ts';
import { type OrderFixture, orderFixture } from '../../../sales/sales-order/record/sales-order-fixture.ts';
import type { CardPayments } from '../card-payment.service.ts';
import { StripeStandIn } from './stripe-stand-in.ts';
import { CardPayment } from './takes-cards.ts';

export const cardSecret = 'whsec_testsecret';

/** An account that takes cards through a stand-in for the provider, for tests. */
export interface CardFixture {
  at: OrderFixture;
  buyer: TestPerson;
  db: Client;
  stripe: StripeStandIn;
  service: CardPayments;
  sign(body: string, key?: string, seconds?: number): string;
  send(body: string, signature: string, accountID?: string): Promise<Response>;
  /** Sends an event and waits until it has been processed. */
  tell(body: string): Promise<void>;
  settle(): Promise<void>;
  open(order: { id: string }, body?: object): Promise<EndpointAnswer<typeof createCheckoutSession>>;
  /** Payments of an order, the oldest first. */
  paidOf(orderID: string): Promise<string[]>;
  stop(): Promise<void>;
}

export async function cardFixture(): Promise<CardFixture> {
  const at = await orderFixture({ why: 'times of the whole database are moved' });
  const stripe = new StripeStandIn();
  await at.admin.call(createIntegration, {
    body: {
      name: 'Cards',
      code: 'stripe',
      credentials: { privateKey: 'sk_test_1', publishableKey: 'pk_test_1', webhookSecret: cardSecret },
    },
  });
  const service = at.kernel.services.get(CardPayment) as CardPayments;
  service.stripe = { fetch: stripe.fetch };
  const buyer = await at.kernel.a.as('customer', { customerID: at.customer.id });
  const db = new Client({ connectionString: at.kernel.db.adminUrl });
  await db.connect();
  const sign = (body: string, key = cardSecret, seconds = at.kernel.clock.now().getTime() / 1000): string => {
    const time = Math.floor(seconds);
    return `t=${time},v1=${createHmac('sha256', key).update(`${time}.${body}`).digest('hex')}`;
  };
  const send = (body: string, signature: string, accountID = at.kernel.a.id) =>
    at.kernel.anonymous().fetch(`/v1/webhooks/stripe/${accountID}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      body,
    });
  const settle = async () => (await at.kernel.jobs()).idle();
  return {
    at,
    buyer,
    db,
    stripe,
    service,
    sign,
    send,
    settle,
    async tell(body) {
      const { status } = await send(body, sign(body));
      if (status !== 200) throw new Error(`The event was answered with ${status}`);
      await settle();
    },
    open: (order, body = {}) => buyer.call(createCheckoutSession, { body: { orderID: order.id, ...body } }),
    paidOf: async (orderID) =>
      (
        await db.query('select amount::text from commerce.transaction where order_id = $1 order by number_key', [
          orderID,
        ])
      ).rows.map(({ amount }) => amount),
    async stop() {
      await db.end();
      await at.kernel.stop();
    },
  };
}
