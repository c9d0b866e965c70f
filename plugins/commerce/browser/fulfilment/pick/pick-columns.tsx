import { DateText, type ListColumn, StatusBadge } from '@millwright/core/browser';
import type { PickRow } from '../../../contracts/index.ts';
import { addressText } from '../../document/order-address.tsx';
import { ProgressBar } from '../../document/order-progress.tsx';
import { CustomerStatusBadge } from '../../parties/customer/customer-status-badge.tsx';
import { PickStageBadge } from './pick-stage-badge.tsx';

/** Columns for all fields of a pick. */
export const pickColumns: readonly ListColumn<PickRow>[] = [
  { id: 'number', header: 'Pick', cell: (pick) => pick.number, sortable: true, width: 90 },
  { id: 'order', csv: 'order.number', header: 'Order', cell: (pick) => pick.order.number, width: 90 },
  {
    id: 'customer',
    csv: 'customer.name',
    header: 'Customer',
    cell: ({ customer }) => (
      <>
        {customer.name} {customer.status.startsWith('hold') && <CustomerStatusBadge status={customer.status} />}
      </>
    ),
    sortable: true,
  },
  {
    id: 'stage',
    csv: 'stage.name',
    header: 'Stage',
    cell: ({ stage }) => <PickStageBadge stage={stage} />,
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
    id: 'promisedAt',
    csv: 'order.promisedAt',
    header: 'Promised',
    cell: ({ order }) => <DateText value={order.promisedAt} />,
    sortable: true,
    width: 112,
  },
  {
    id: 'isShort',
    header: 'Stock',
    cell: ({ isShort }) => isShort && <StatusBadge tone="warning">Short</StatusBadge>,
    width: 84,
  },
  {
    id: 'pickProgress',
    header: 'Picked',
    cell: (pick) => <ProgressBar label={`Picked of ${pick.number}`} ratio={pick.pickProgress} />,
    width: 116,
  },
  { id: 'plannedCount', header: 'Stops', cell: (pick) => pick.plannedCount, align: 'end', width: 70 },
  {
    id: 'departments',
    csv: false,
    header: 'Departments',
    cell: ({ departments }) => departments.map(({ name }) => name).join(', '),
    width: 150,
  },
  {
    id: 'assignee',
    csv: 'assignee.name',
    header: 'Picker',
    cell: ({ assignee }) => assignee?.name,
    width: 120,
    defaultHidden: true,
  },
  { id: 'lineCount', header: 'Lines', cell: (pick) => pick.lineCount, align: 'end', width: 70, defaultHidden: true },
  {
    id: 'packProgress',
    header: 'Packed',
    cell: (pick) => <ProgressBar label={`Packed of ${pick.number}`} ratio={pick.packProgress} />,
    width: 116,
    defaultHidden: true,
  },
  {
    id: 'carrier',
    csv: 'carrier.name',
    header: 'Carrier',
    cell: ({ carrier }) => carrier?.name,
    width: 120,
    defaultHidden: true,
  },
  {
    id: 'shipTo',
    csv: 'shipTo.name',
    header: 'Ship to',
    cell: ({ shipTo }) => shipTo && addressText(shipTo),
    width: 220,
    defaultHidden: true,
  },
  {
    id: 'customerPO',
    csv: 'order.customerPO',
    header: 'PO',
    cell: ({ order }) => order.customerPO,
    width: 120,
    defaultHidden: true,
  },
  {
    id: 'releasedAt',
    header: 'Released',
    cell: (pick) => <DateText value={pick.releasedAt} />,
    width: 112,
    defaultHidden: true,
  },
  {
    id: 'finishedAt',
    header: 'Finished',
    cell: (pick) => <DateText value={pick.finishedAt} />,
    sortable: true,
    width: 112,
    defaultHidden: true,
  },
  {
    id: 'lastShippedAt',
    header: 'Last shipped',
    cell: (pick) => <DateText value={pick.lastShippedAt} />,
    width: 112,
    defaultHidden: true,
  },
  {
    id: 'createdAt',
    header: 'Opened',
    cell: (pick) => <DateText value={pick.createdAt} />,
    sortable: true,
    width: 112,
    defaultHidden: true,
  },
];
