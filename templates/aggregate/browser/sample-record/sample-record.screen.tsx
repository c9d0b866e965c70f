import { RecordScreen, Slot, StatusBadge } from '@millwright/core/browser';
import { sampleRecords } from '../../contracts/sample-record.contract.ts';
import { sampleRecordPanels } from './sample-record-panels.ts';

export function SampleRecordScreen() {
  return (
    <RecordScreen
      record={sampleRecords}
      status={({ isDone }) => (isDone ? <StatusBadge tone="success">Done</StatusBadge> : null)}
      aside={(sampleRecord) => <Slot name={sampleRecordPanels} props={{ sampleRecord }} />}
    />
  );
}
