import { DateText, formats, hidden, LinkText, type ListedColumn, Money, StatusBadge } from '@millwright/core/browser';
import type { SalesOrderRow } from '../../../contracts/index.ts';
import { salesOrderStates } from '../../../contracts/index.ts';
import { addressText } from '../../document/order-address.tsx';
import { ProgressBar } from '../../document/order-progress.tsx';
import { CustomerStatusBadge } from '../../parties/customer/customer-status-badge.tsx';

function PromisedDate({ order }: { order: SalesOrderRow }) {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: formats().settings.timeZone }).format(new Date());
  const isLate =
    order.promisedAt !== null &&
    order.promisedAt < today &&
    salesOrderStates.is.open(order.status.code) &&
    !order.completedAt;
  return isLate ? (
    <StatusBadge tone="danger">
      <DateText value={order.promisedAt} />
    </StatusBadge>
  ) : (
    <DateText value={order.promisedAt} />
  );
}

/** Columns for all fields of an order. */
export const orderColumns: readonly ListedColumn<SalesOrderRow>[] = [
  { id: 'number', width: 90 },
  {
    id: 'customer',
    cell: (order) => (
      <>
        {order.customer.name}{' '}
        {order.customer.status.startsWith('hold') && <CustomerStatusBadge status={order.customer.status} />}
      </>
    ),
  },
  { id: 'customerPO', header: 'PO', width: 120 },
  'status',
  {
    id: 'priority',
    cell: ({ priority }) =>
      priority?.code === 'high' ? <StatusBadge tone="warning">{priority.name}</StatusBadge> : priority?.name,
    width: 90,
  },
  'issuedAt',
  { id: 'promisedAt', cell: (order) => <PromisedDate order={order} />, width: 122 },
  {
    id: 'isShort',
    header: 'Stock',
    cell: ({ isShort }) => isShort && <StatusBadge tone="warning">Short</StatusBadge>,
    width: 84,
  },
  {
    id: 'fulfillmentProgress',
    header: 'Progress',
    // Estimates have no progress.
    cell: (order) =>
      salesOrderStates.is.placed(order.status.code) && (
        <ProgressBar label={`Invoiced of ${order.number}`} ratio={order.fulfillmentProgress} />
      ),
    width: 116,
  },
  'total',
  {
    id: 'discount',
    cell: (order) => order.discount > 0 && <Money value={order.discount} />,
    align: 'end',
    width: 100,
    defaultHidden: true,
  },
  ...hidden({ id: 'customerNumber', csv: 'customer.number', width: 130 }),
  {
    id: 'customerStatus',
    csv: 'customer.status',
    cell: (order) => <CustomerStatusBadge status={order.customer.status} />,
    width: 130,
    defaultHidden: true,
  },
  ...hidden(
    { id: 'paymentTerm', width: 120 },
    { id: 'lineCount', width: 70 },
    { id: 'pickProgress', header: 'Picked' },
    { id: 'packProgress', header: 'Packed' },
    { id: 'shipProgress', header: 'Shipped' },
    { id: 'shipments', csv: false, width: 140 },
  ),
  { id: 'shipTo', cell: (order) => order.shipTo && addressText(order.shipTo), width: 220, defaultHidden: true },
  ...hidden({ id: 'salesRep', width: 130 }, { id: 'email', width: 180 }),
  {
    id: 'isPaid',
    cell: (order) => (order.isPaid ? <StatusBadge tone="success">Paid</StatusBadge> : 'No'),
    width: 80,
    defaultHidden: true,
  },
  ...hidden({ id: 'pickID', width: 120 }),
  {
    id: 'productionRunID',
    cell: (order) =>
      order.productionRunID && (
        <LinkText to={`/dashboard/production-runs/${order.productionRunID}`} size="sm">
          Open
        </LinkText>
      ),
    width: 130,
    defaultHidden: true,
  },
  ...hidden('completedAt', { id: 'expiredAt', header: 'Expires' }, 'createdAt', 'updatedAt'),
];
