import { RecordForm } from '@millwright/core/browser';
import { departments, listMachines } from '../../../contracts/index.ts';

export function DepartmentFormScreen() {
  return <RecordForm record={departments} blank={{ name: '' }} invalidates={[listMachines]} />;
}
