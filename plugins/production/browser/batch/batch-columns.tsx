import { DateTimeText, type ListColumn, Quantity, StatusBadge } from '@millwright/core/browser';
import { type Batch, batchStates } from '../../contracts/index.ts';

export const BatchStatusBadge = ({ status }: Pick<Batch, 'status'>) => (
  <StatusBadge tone={batchStates.tones[status]}>{batchStates.names[status]}</StatusBadge>
);

/** Batches as every list shows them. */
export const batchColumns: readonly ListColumn<Batch>[] = [
  { id: 'number', header: 'Batch', cell: (batch) => batch.number, sortable: true, width: 120 },
  {
    id: 'status',
    header: 'Status',
    cell: (batch) => <BatchStatusBadge status={batch.status} />,
    width: 110,
  },
  { id: 'productionStep', csv: 'productionStep.name', header: 'At', cell: (batch) => batch.productionStep.name },
  { id: 'item', csv: 'item.sku', header: 'Item', cell: (batch) => batch.item.sku },
  {
    id: 'quantity',
    csv: ['quantity.measure', 'quantity.unit=Unit'],
    header: 'Quantity',
    cell: (batch) => <Quantity value={batch.quantity} />,
    align: 'end',
    width: 130,
  },
  { id: 'seconds', header: 'Seconds', cell: (batch) => batch.seconds || null, align: 'end', width: 90 },
  { id: 'waste', header: 'Waste', cell: (batch) => batch.waste || null, align: 'end', width: 90 },
  {
    id: 'scanningStation',
    csv: 'scanningStation.name',
    header: 'Station',
    cell: (batch) => batch.scanningStation?.name,
    width: 130,
  },
  {
    id: 'scannedAt',
    header: 'Last scan',
    cell: (batch) => batch.scannedAt && <DateTimeText value={batch.scannedAt} relative />,
    sortable: true,
    width: 140,
  },
];

export const batchStatusFilter = {
  kind: 'multi',
  name: 'status',
  label: 'Status',
  options: batchStates.options,
} as const;
