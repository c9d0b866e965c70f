import { DateText, formats, LinkText, type ListColumn, Money, StatusBadge } from '@millwright/core/browser';
import type { SalesOrderRow } from '../../../contracts/index.ts';
import { salesOrderStates } from '../../../contracts/index.ts';
import { addressText } from '../../document/order-address.tsx';
import { ProgressBar } from '../../document/order-progress.tsx';
import { CustomerStatusBadge } from '../../parties/customer/customer-status-badge.tsx';
import { OrderStatusBadge } from './order-status.tsx';

const percentOf = (ratio: number) => formats().percent(ratio);

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
export const orderColumns: readonly ListColumn<SalesOrderRow>[] = [
  { id: 'number', header: 'Number', cell: (order) => order.number, sortable: true, width: 90 },
  {
    id: 'customer',
    csv: 'customer.name',
    header: 'Customer',
    cell: (order) => (
      <>
        {order.customer.name}{' '}
        {order.customer.status.startsWith('hold') && <CustomerStatusBadge status={order.customer.status} />}
      </>
    ),
    sortable: true,
  },
  { id: 'customerPO', header: 'PO', cell: (order) => order.customerPO, width: 120 },
  {
    id: 'status',
    csv: 'status.name',
    header: 'Status',
    cell: (order) => <OrderStatusBadge status={order.status} />,
    width: 116,
  },
  {
    id: 'priority',
    csv: 'priority.name',
    header: 'Priority',
    cell: ({ priority }) =>
      priority?.code === 'high' ? <StatusBadge tone="warning">{priority.name}</StatusBadge> : priority?.name,
    width: 90,
  },
  {
    id: 'issuedAt',
    header: 'Issued',
    cell: (order) => <DateText value={order.issuedAt} />,
    sortable: true,
    width: 112,
  },
  { id: 'promisedAt', header: 'Promised', cell: (order) => <PromisedDate order={order} />, sortable: true, width: 122 },
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
  {
    id: 'total',
    header: 'Total',
    cell: (order) => <Money value={order.total} />,
    sortable: true,
    align: 'end',
    width: 112,
  },
  {
    id: 'discount',
    header: 'Discount',
    cell: (order) => order.discount > 0 && <Money value={order.discount} />,
    align: 'end',
    width: 100,
    defaultHidden: true,
  },
  {
    id: 'customerNumber',
    csv: 'customer.number',
    header: 'Customer number',
    cell: (order) => order.customer.number,
    width: 130,
    defaultHidden: true,
  },
  {
    id: 'customerStatus',
    csv: 'customer.status',
    header: 'Customer status',
    cell: (order) => <CustomerStatusBadge status={order.customer.status} />,
    width: 130,
    defaultHidden: true,
  },
  {
    id: 'paymentTerm',
    csv: 'paymentTerm.name',
    header: 'Payment term',
    cell: (order) => order.paymentTerm?.name,
    width: 120,
    defaultHidden: true,
  },
  { id: 'lineCount', header: 'Lines', cell: (order) => order.lineCount, align: 'end', width: 70, defaultHidden: true },
  {
    id: 'pickProgress',
    header: 'Picked',
    cell: (order) => percentOf(order.pickProgress),
    align: 'end',
    width: 80,
    defaultHidden: true,
  },
  {
    id: 'packProgress',
    header: 'Packed',
    cell: (order) => percentOf(order.packProgress),
    align: 'end',
    width: 80,
    defaultHidden: true,
  },
  {
    id: 'shipProgress',
    header: 'Shipped',
    cell: (order) => percentOf(order.shipProgress),
    align: 'end',
    width: 80,
    defaultHidden: true,
  },
  {
    id: 'shipments',
    csv: false,
    header: 'Shipments',
    cell: (order) => order.shipments.map(({ number }) => number).join(', '),
    width: 140,
    defaultHidden: true,
  },
  {
    id: 'shipTo',
    csv: 'shipTo.name',
    header: 'Ship to',
    cell: (order) => order.shipTo && addressText(order.shipTo),
    width: 220,
    defaultHidden: true,
  },
  {
    id: 'salesRep',
    csv: 'salesRep.name',
    header: 'Sales rep',
    cell: (order) => order.salesRep?.name,
    width: 130,
    defaultHidden: true,
  },
  { id: 'email', header: 'Email', cell: (order) => order.email, width: 180, defaultHidden: true },
  {
    id: 'isPaid',
    header: 'Paid',
    cell: (order) => (order.isPaid ? <StatusBadge tone="success">Paid</StatusBadge> : 'No'),
    width: 80,
    defaultHidden: true,
  },
  { id: 'pickID', header: 'Pick', cell: (order) => order.pickID, width: 120, defaultHidden: true },
  {
    id: 'productionRunID',
    header: 'Production run',
    cell: (order) =>
      order.productionRunID && (
        <LinkText to={`/dashboard/production-runs/${order.productionRunID}`} size="sm">
          Open
        </LinkText>
      ),
    width: 130,
    defaultHidden: true,
  },
  {
    id: 'completedAt',
    header: 'Completed',
    cell: (order) => <DateText value={order.completedAt} />,
    width: 112,
    defaultHidden: true,
  },
  {
    id: 'expiredAt',
    header: 'Expires',
    cell: (order) => <DateText value={order.expiredAt} />,
    width: 112,
    defaultHidden: true,
  },
  {
    id: 'createdAt',
    header: 'Created',
    cell: (order) => <DateText value={order.createdAt} />,
    sortable: true,
    width: 112,
    defaultHidden: true,
  },
  {
    id: 'updatedAt',
    header: 'Changed',
    cell: (order) => <DateText value={order.updatedAt} />,
    width: 112,
    defaultHidden: true,
  },
];
