import { RecordListScreen } from '@millwright/core/browser';
import { unitGroups } from '../../../contracts/index.ts';
import { unitSource } from '../../record-sources.ts';

export function UnitGroupListScreen() {
  return (
    <RecordListScreen
      record={unitGroups}
      columns={[
        { id: 'baseUnit', width: 120 },
        {
          id: 'conversions',
          header: 'Units',
          csv: 'conversions.unit.name',
          cell: (group) => group.conversions.map(({ unit }) => unit.name).join(', '),
        },
        { id: 'factors', csv: 'conversions.factorText' },
        'itemCount',
      ]}
      filters={[{ name: 'unitID', options: unitSource }]}
      icon="layers"
      emptyText="A unit group says how units convert into one another: a dozen is 12 each."
    />
  );
}
