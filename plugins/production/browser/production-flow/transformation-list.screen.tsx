import { ListScreen, Quantity } from '@millwright/core/browser';
import { listProductionStepTransformations } from '../../contracts/index.ts';
import { itemSource } from '../record-sources.ts';

/** Inputs and outputs of steps: one row per consumed item. */
export function TransformationListScreen() {
  return (
    <ListScreen
      name="production-step-transformations"
      title="Transformations"
      endpoint={listProductionStepTransformations}
      searchPlaceholder="Step or SKU"
      columns={[
        'step',
        { id: 'in', csv: 'in.item.sku' },
        { id: 'inQuantity', csv: ['in.quantity.measure', 'in.quantity.unit=In unit'], header: 'Takes' },
        { id: 'out', csv: 'out.item.sku' },
        { id: 'outQuantity', csv: ['out.quantity.measure', 'out.quantity.unit=Out unit'], header: 'Makes' },
        {
          id: 'yield',
          header: 'Yield of one',
          cell: (row) => <Quantity value={row.yield} unit={row.out.quantity.unit} />,
          align: 'end',
          width: 140,
        },
      ]}
      filters={[
        { name: 'inItemIDs', label: 'In', options: itemSource },
        { name: 'outItemIDs', label: 'Out', options: itemSource },
      ]}
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
