import { type ListedColumn, StatusBadge } from '@millwright/core/browser';
import { type Batch, batchStates } from '../../contracts/index.ts';

export const BatchStatusBadge = ({ status }: Pick<Batch, 'status'>) => (
  <StatusBadge tone={batchStates.tones[status]}>{batchStates.names[status]}</StatusBadge>
);

/** Batches as every list shows them. */
export const batchColumns: readonly ListedColumn<Batch>[] = [
  { id: 'number', header: 'Batch', width: 120 },
  'status',
  { id: 'productionStep', header: 'At' },
  'item',
  { id: 'quantity', csv: ['quantity.measure', 'quantity.unit=Unit'] },
  { id: 'seconds', cell: (batch) => batch.seconds || null, align: 'end', width: 90 },
  { id: 'waste', cell: (batch) => batch.waste || null, align: 'end', width: 90 },
  { id: 'scanningStation', header: 'Station', width: 130 },
  { id: 'scannedAt', header: 'Last scan', instant: 'relative' },
];
