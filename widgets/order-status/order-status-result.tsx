import type {
  OrderStage,
  OrderStatusAnswer,
} from '../../plugins/commerce/contracts/sales/order-status/order-status.contract.ts';
import { amount, dayFormat } from '../sdk/format.ts';

const stages: Record<OrderStage, string> = {
  accepted: 'Accepted',
  in_progress: 'In progress',
  partly_shipped: 'Partly shipped',
  shipped: 'Shipped',
  completed: 'Completed',
  closed: 'Closed',
};

/** How far an order is: dates, lines, shipments. */
export function OrderStatusResult({ order, language }: { order: OrderStatusAnswer; language: string | undefined }) {
  const { number, customerPO, stage, orderedAt, promisedAt, completedAt, lines, shipments } = order;
  const hasShipments = shipments.length > 0;
  // Older orders were shipped without documents here: their lines say so.
  const isWaiting = !hasShipments && (stage === 'accepted' || stage === 'in_progress');
  const facts = [
    ['Ordered', dayFormat(language, orderedAt)],
    ['Promised', promisedAt && dayFormat(language, promisedAt)],
    ['Completed', completedAt && dayFormat(language, completedAt)],
    ['Your reference', customerPO],
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
      {lines.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
        <section class="scroll" tabIndex={0} aria-label="What was ordered">
          <table part="lines">
            <caption>What was ordered</caption>
            <thead>
              <tr>
                <th scope="col">Item</th>
                <th scope="col" class="number">
                  Ordered
                </th>
                <th scope="col" class="number">
                  Shipped
                </th>
              </tr>
            </thead>
            <tbody>
              {lines.map((line) => (
                <tr key={line.lineItemNumber}>
                  <td>
                    {line.description} <span class="muted">{line.sku}</span>
                  </td>
                  <td class="number">
                    {amount(language, line.quantity)} {line.unit}
                  </td>
                  <td class="number">{line.quantityShipped === null ? '–' : amount(language, line.quantityShipped)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
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
