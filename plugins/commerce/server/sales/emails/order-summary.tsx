import { salesOrderStates } from '../../../contracts/index.ts';
import { DocumentSummary } from '../../document/document-summary.tsx';
import type { OrderEmailProps } from './order-email-props.ts';

/** Facts, lines, total and addresses of an order, the same in every email about it. */
export const OrderSummary = (order: OrderEmailProps) => (
  <DocumentSummary
    facts={[
      ['Your order number', order.customerPO],
      ['Date', order.orderedOn],
      ['Promised for', order.promisedFor],
      ['Valid until', salesOrderStates.is.open(order.statusCode) ? null : order.validUntil],
      ['Payment', order.paymentTerm],
      ['Shipping', [order.shippingTerm, order.carrier].filter(Boolean).join(' · ') || null],
      ['Your contact', order.salesRep],
      ['Note', order.note],
    ]}
    lines={order.lines}
    discount={order.discount && { ...order.discount, subtotal: order.subtotal }}
    total={order.total}
    addresses={[
      ['Bill to', order.billTo],
      ['Ship to', order.shipTo],
    ]}
  />
);
