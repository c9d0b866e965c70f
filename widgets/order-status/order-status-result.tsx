import type {
  OrderStage,
  OrderStatusAnswer,
} from '../../plugins/commerce/contracts/sales/order-status/order-status.contract.ts';
import { dayFormat } from '../sdk/format.ts';

const stages: Record<OrderStage, string> = {
  accepted: 'Accepted',
  in_progress: 'In progress',
  partly_shipped: 'Partly shipped',
  shipped: 'Shipped',
  completed: 'Completed',
  closed: 'Closed',
};

/** Progress of an order: dates and shipments. */
export function OrderStatusResult({ order, language }: { order: OrderStatusAnswer; language: string | undefined }) {
  const { number, stage, orderedAt, promisedAt, completedAt, shipments } = order;
  const hasShipments = shipments.length > 0;
  // Older orders have no shipment records; only their stage says that they were shipped.
  const isWaiting = !hasShipments && (stage === 'accepted' || stage === 'in_progress');
  const facts = [
    ['Ordered', dayFormat(language, orderedAt)],
    ['Promised', promisedAt && dayFormat(language, promisedAt)],
    ['Completed', completedAt && dayFormat(language, completedAt)],
  ];
  return (
    <>
      <div class="head">
        <h3>Order {number}</h3>
        <span class="stage" part="stage">
          {stages[stage]}
        </span>
      </div>
      <dl>
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name}>
                <dt class="muted">{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      {hasShipments && (
        <div>
          <h3>Shipments</h3>

          <ul part="shipments">
            {shipments.map(({ number: shipment, shippedAt, carrier, trackingNumber, trackingURL }) => (
              <li key={shipment}>
                {dayFormat(language, shippedAt)}
                {carrier && `, ${carrier}`}
                {trackingNumber && ', '}
                {trackingURL && /^https?:/.test(trackingURL) ? (
                  <a href={trackingURL} target="_blank" rel="noopener noreferrer" part="tracking">
                    track {trackingNumber}
                  </a>
                ) : (
                  trackingNumber
                )}
              </li>
            ))}
          </ul>
        </div>
      )}
      {isWaiting && <p class="muted">Nothing has been shipped yet.</p>}
    </>
  );
}
