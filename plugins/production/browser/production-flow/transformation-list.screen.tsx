import { ListScreen, Quantity, useSession } from '@millwright/core/browser';
import { listProductionStepTransformations } from '../../contracts/index.ts';
import { itemSource } from '../record-sources.ts';

/** Inputs and outputs of steps: one row per consumed item. */
export function TransformationListScreen() {
  const { can } = useSession();
  return (
    <ListScreen
      name="production-step-transformations"
      title="Transformations"
      endpoint={listProductionStepTransformations}
      searchPlaceholder="Step or SKU"
      columns={[
        { id: 'step', csv: 'step.name', header: 'Step', cell: (row) => row.step.name, sortable: true },
        { id: 'in', csv: 'in.item.sku', header: 'In', cell: (row) => row.in.item.sku, sortable: true },
        {
          id: 'inQuantity',
          csv: ['in.quantity.measure', 'in.quantity.unit=In unit'],
          header: 'Takes',
          cell: (row) => <Quantity value={row.in.quantity} />,
          align: 'end',
          width: 120,
        },
        { id: 'out', csv: 'out.item.sku', header: 'Out', cell: (row) => row.out.item.sku, sortable: true },
        {
          id: 'outQuantity',
          csv: ['out.quantity.measure', 'out.quantity.unit=Out unit'],
          header: 'Makes',
          cell: (row) => <Quantity value={row.out.quantity} />,
          align: 'end',
          width: 120,
        },
        {
          id: 'yield',
          header: 'Yield of one',
          cell: (row) => <Quantity value={row.yield} unit={row.out.quantity.unit} />,
          align: 'end',
          sortable: true,
          width: 140,
        },
      ]}
      filters={
        can('items:read')
          ? [
              { kind: 'multi', name: 'inItemIDs', label: 'In', options: itemSource },
              { kind: 'multi', name: 'outItemIDs', label: 'Out', options: itemSource },
            ]
          : []
      }
      defaultSort={{ by: 'step', order: 'asc' }}
      rowHref={(row) => `/dashboard/production-steps/${row.step.id}`}
      rowLabel={(row) => `${row.step.name}, ${row.in.item.sku}`}
      empty={{
        title: 'No transformations yet',
        text: 'Production steps that use something up appear here.',
        icon: 'refresh',
      }}
    />
  );
}
