import { RecordForm } from '@millwright/core/browser';
import { departments } from '../../../contracts/index.ts';

export function DepartmentFormScreen() {
  return <RecordForm record={departments} blank={{ name: '' }} />;
}
