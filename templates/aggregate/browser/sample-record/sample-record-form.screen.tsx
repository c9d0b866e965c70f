import { RecordForm } from '@millwright/core/browser';
import { sampleRecords } from '../../contracts/sample-record.contract.ts';

export function SampleRecordFormScreen() {
  return <RecordForm record={sampleRecords} blank={{ name: '' }} />;
}
