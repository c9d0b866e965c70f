import { defineSlot } from '@millwright/core/browser';

/** Panels of other plugins on a machine's screen: its work. */
export const machinePanels = defineSlot<{ machineID: string }>('inventory.machine.panels');

/** Panels of other plugins on a department's screen: its work. */
export const departmentPanels = defineSlot<{ departmentID: string }>('inventory.department.panels');
