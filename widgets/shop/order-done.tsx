import { useState } from 'preact/hooks';
import { moneyFormat } from '../sdk/format.ts';
import { goToPayment, PaymentLink } from '../sdk/payment-link.tsx';
import { Arrival, Message, useTask } from '../sdk/task.tsx';
import { openPayment } from './addresses.ts';
import type { Shop } from './use-shop.ts';

export interface Ordered {
  orderID: string;
  orderNumber: string;
  total: number;
  isPaymentDue: boolean;
}

/** The order that was made, and a payment link if it is due now. */
export function OrderDone({ shop, ordered, onDone }: { shop: Shop; ordered: Ordered; onDone: () => void }) {
  const { orderID, orderNumber, total, isPaymentDue } = ordered;
  const task = useTask(shop.tell);
  const [url, setURL] = useState('');
  const currency = shop.profile?.account.currency ?? 'USD';
  const pay = () =>
    task.run(async (signal) => {
      const { url } = await shop.call(openPayment, { params: { orderID } }, signal);
      shop.tell('payment-opened', { number: orderNumber });
      setURL(url);
      goToPayment(url);
    });
  return (
    <Arrival class="stack" part="result">
      <h3>{isPaymentDue ? `Order ${orderNumber} waits for your payment` : `Thank you: order ${orderNumber}`}</h3>
      <p>
        {isPaymentDue
          ? `${moneyFormat(shop.language, total, currency)} by card. It is ours to send once it is paid.`
          : `${moneyFormat(shop.language, total, currency)}. We have mailed you a confirmation.`}
      </p>
      <Message text={task.failure?.message} />
      <div class="row">
        {url ? (
          <PaymentLink url={url} />
        ) : (
          isPaymentDue && (
            <button type="button" part="button" aria-disabled={task.isBusy} onClick={() => !task.isBusy && void pay()}>
              {task.isBusy ? 'One moment …' : 'Pay by card'}
            </button>
          )
        )}
        <button type="button" class="link" onClick={onDone}>
          Order something else
        </button>
      </div>
    </Arrival>
  );
}
