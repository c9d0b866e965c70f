import { hidden, type ListedColumn, StatusBadge } from '@millwright/core/browser';
import type { PickRow } from '../../../contracts/index.ts';
import { addressText } from '../../document/order-address.tsx';
import { ProgressBar } from '../../document/order-progress.tsx';
import { CustomerStatusBadge } from '../../parties/customer/customer-status-badge.tsx';

/** Columns for all fields of a pick. */
export const pickColumns: readonly ListedColumn<PickRow>[] = [
  { id: 'number', header: 'Pick', width: 90 },
  { id: 'order', width: 90 },
  {
    id: 'customer',
    cell: ({ customer }) => (
      <>
        {customer.name} {customer.status.startsWith('hold') && <CustomerStatusBadge status={customer.status} />}
      </>
    ),
  },
  'stage',
  {
    id: 'priority',
    cell: ({ priority }) =>
      priority?.code === 'high' ? <StatusBadge tone="warning">{priority.name}</StatusBadge> : priority?.name,
    width: 90,
  },
  { id: 'promisedAt', csv: 'order.promisedAt' },
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
  { id: 'plannedCount', header: 'Stops', width: 70 },
  { id: 'departments', csv: false, width: 150 },
  ...hidden({ id: 'assignee', header: 'Picker', width: 120 }, { id: 'lineCount', width: 70 }),
  {
    id: 'packProgress',
    header: 'Packed',
    cell: (pick) => <ProgressBar label={`Packed of ${pick.number}`} ratio={pick.packProgress} />,
    width: 116,
    defaultHidden: true,
  },
  ...hidden({ id: 'carrier', width: 120 }),
  { id: 'shipTo', cell: ({ shipTo }) => shipTo && addressText(shipTo), width: 220, defaultHidden: true },
  ...hidden({ id: 'customerPO', csv: 'order.customerPO', header: 'PO', width: 120 }, 'releasedAt', 'finishedAt'),
  ...hidden({ id: 'lastShippedAt', instant: 'day', width: 112 }, { id: 'createdAt', header: 'Opened' }),
];
