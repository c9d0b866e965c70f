import { RecordListScreen } from '@millwright/core/browser';
import { machines } from '../../../contracts/index.ts';
import { plantSources } from '../../record-sources.ts';

export function MachineListScreen() {
  return (
    <RecordListScreen
      record={machines}
      sources={plantSources}
      searchPlaceholder="Name, serial number"
      icon="factory"
      emptyText="Machines are what things are made on."
    />
  );
}
