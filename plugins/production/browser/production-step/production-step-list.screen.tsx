import { hidden, ListScreen, useSession } from '@millwright/core/browser';
import { listProductionSteps } from '../../contracts/index.ts';
import { itemSource } from '../record-sources.ts';
import { productionText } from './amount-text.ts';

export function ProductionStepListScreen() {
  const { can } = useSession();
  const create = { label: 'New production step', href: '/dashboard/production-steps/create' };
  const isCreator = can('production_steps:create') && can('items:read');
  return (
    <ListScreen
      name="production-steps"
      title="Production steps"
      endpoint={listProductionSteps}
      searchPlaceholder="Name"
      columns={[
        'name',
        {
          id: 'production',
          csv: 'production.item.sku',
          header: 'Makes',
          cell: (step) => productionText(step.production),
          width: 220,
        },
        {
          id: 'consumptions',
          header: 'Uses up',
          cell: (step) => step.consumptions.map(productionText).join(', '),
          width: 320,
        },
        { id: 'laborTime', header: 'Labour time', csv: ['laborTime.measure', 'laborTime.unit=Labour time unit'] },
        ...hidden('machines'),
        { id: 'isStocked', header: 'Into stock', cell: (step) => (step.isStocked ? 'Yes' : 'Flows on'), width: 110 },
        ...hidden('notes'),
        'createdAt',
      ]}
      filters={[
        { name: 'itemIDs', label: 'Makes', options: itemSource },
        { name: 'consumedItemIDs', label: 'Uses up', options: itemSource },
      ]}
      importType="production-steps"
      defaultSort={{ by: 'name', order: 'asc' }}
      rowHref={(step) => `/dashboard/production-steps/${step.id}`}
      rowLabel={(step) => step.name}
      {...(isCreator ? { primaryAction: { ...create, needs: 'production_steps:create' } } : {})}
      empty={{
        title: 'No production steps yet',
        text: 'A step says what is made of what, how long it takes and what an hour costs.',
        icon: 'layers',
        ...(isCreator ? { action: create } : {}),
      }}
    />
  );
}
