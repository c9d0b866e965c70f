import { RecordListScreen } from '@millwright/core/browser';
import { unitGroups } from '../../../contracts/index.ts';
import { unitSource } from '../../record-sources.ts';

export function UnitGroupListScreen() {
  return (
    <RecordListScreen
      record={unitGroups}
      columns={[
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
      icon="layers"
      emptyText="A unit group says how units convert into one another: a dozen is 12 each."
    />
  );
}
