import { RecordScreen, Slot } from '@millwright/core/browser';
import { sampleRecords } from '../../contracts/sample-record.contract.ts';
import { sampleRecordPanels } from './sample-record-panels.ts';

export function SampleRecordScreen() {
  return (
    <RecordScreen
      record={sampleRecords}
      aside={(sampleRecord) => <Slot name={sampleRecordPanels} props={{ sampleRecord }} />}
    />
  );
}
