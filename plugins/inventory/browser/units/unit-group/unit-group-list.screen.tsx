import { ListScreen } from '@millwright/core/browser';
import { listUnitGroups } from '../../../contracts/index.ts';
import { unitSource } from '../../record-sources.ts';

export function UnitGroupListScreen() {
  return (
    <ListScreen
      name="unit-groups"
      title="Unit groups"
      endpoint={listUnitGroups}
      importType="unit-groups"
      columns={[
        { id: 'name', header: 'Name', cell: (group) => group.name, sortable: true, width: 200 },
        { id: 'baseUnit', csv: 'baseUnit.name', header: 'Base unit', cell: (group) => group.baseUnit.name, width: 120 },
        {
          id: 'conversions',
          header: 'Units',
          csv: 'conversions.unit.name',
          cell: (group) => group.conversions.map(({ unit }) => unit.name).join(', '),
        },
        {
          id: 'factors',
          header: 'Factors',
          csv: 'conversions.factorText',
          cell: (group) => group.conversions.map(({ factorText }) => factorText).join(', '),
        },
        { id: 'itemCount', header: 'Items', cell: (group) => group.itemCount, align: 'end', width: 100 },
      ]}
      filters={[{ kind: 'select', name: 'unitID', label: 'Unit', options: unitSource }]}
      defaultSort={{ by: 'name', order: 'asc' }}
      rowHref={(group) => `/dashboard/units-of-measure/groups/${group.id}`}
      rowLabel={(group) => group.name}
      primaryAction={{
        label: 'New unit group',
        href: '/dashboard/units-of-measure/groups/create',
        needs: 'unit_groups:create',
      }}
      empty={{
        title: 'No unit groups yet',
        text: 'A unit group says how units convert into one another: a dozen is 12 each.',
        icon: 'layers',
        action: { label: 'New unit group', href: '/dashboard/units-of-measure/groups/create' },
      }}
    />
  );
}
