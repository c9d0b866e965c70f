import { money } from '../sdk/format.ts';
import { Arrival } from '../sdk/task.tsx';
import type { Shop } from './use-shop.ts';

export interface Ordered {
  orderNumber: string;
  total: number;
}

/** What was ordered. */
export const OrderDone = ({ shop, ordered, onDone }: { shop: Shop; ordered: Ordered; onDone: () => void }) => (
  <Arrival class="stack" part="result">
    <h3>{`Thank you: order ${ordered.orderNumber}`}</h3>
    <p>
      {money(shop.language, ordered.total, shop.profile?.account.currency ?? 'USD')}. We have mailed you a confirmation.
    </p>
    <div class="row">
      <button type="button" class="link" onClick={onDone}>
        Order something else
      </button>
    </div>
  </Arrival>
);
