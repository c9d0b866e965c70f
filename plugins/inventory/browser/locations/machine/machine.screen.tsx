import { RecordScreen, Slot } from '@millwright/core/browser';
import { machines } from '../../../contracts/index.ts';
import { machinePanels } from '../work-panels.ts';

export function MachineScreen() {
  return <RecordScreen record={machines} aside={({ id }) => <Slot name={machinePanels} props={{ machineID: id }} />} />;
}
