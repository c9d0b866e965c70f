import { RecordForm } from '@millwright/core/browser';
import { machines } from '../../../contracts/index.ts';
import { plantSources } from '../../record-sources.ts';

export function MachineFormScreen() {
  return <RecordForm record={machines} sources={plantSources} blank={{ name: '' }} />;
}
