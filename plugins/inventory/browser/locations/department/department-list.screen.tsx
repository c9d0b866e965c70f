import { RecordListScreen } from '@millwright/core/browser';
import { departments } from '../../../contracts/index.ts';

export function DepartmentListScreen() {
  return (
    <RecordListScreen
      record={departments}
      columns={['machineCount']}
      icon="building"
      emptyText="A department is a part of the plant: knitting, sewing, packing."
    />
  );
}
