import { hidden, ListScreen, StatusBadge } from '@millwright/core/browser';
import { listUnits } from '../../../contracts/index.ts';
import { unitGroupSource } from '../../record-sources.ts';

export function UnitListScreen() {
  return (
    <ListScreen
      name="units"
      title="Units"
      endpoint={listUnits}
      importType="units"
      columns={[
        { id: 'name', header: 'Unit', width: 140 },
        'description',
        'unitGroups',
        {
          id: 'isBuiltIn',
          header: 'Origin',
          cell: (unit) =>
            unit.isBuiltIn ? <StatusBadge>Built in</StatusBadge> : <StatusBadge tone="info">Own</StatusBadge>,
          width: 110,
        },
        ...hidden('createdAt'),
      ]}
      filters={[
        { name: 'unitGroupID', options: unitGroupSource },
        { name: 'isBuiltIn', label: 'Origin', yes: 'Built in', no: 'Own' },
      ]}
      defaultSort={{ by: 'name', order: 'asc' }}
      rowHref={(unit) => `/dashboard/units-of-measure/units/${unit.id}`}
      rowLabel={(unit) => unit.name}
      primaryAction={{ label: 'New unit', href: '/dashboard/units-of-measure/units/create', needs: 'units:create' }}
      empty={{
        title: 'No units yet',
        text: 'Units are what quantities are counted in.',
        icon: 'layers',
        action: { label: 'New unit', href: '/dashboard/units-of-measure/units/create' },
      }}
    />
  );
}
