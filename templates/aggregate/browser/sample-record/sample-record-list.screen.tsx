import { RecordListScreen } from '@millwright/core/browser';
import { sampleRecords } from '../../contracts/sample-record.contract.ts';

export function SampleRecordListScreen() {
  return <RecordListScreen record={sampleRecords} icon="document" emptyText="What you add appears here." />;
}
