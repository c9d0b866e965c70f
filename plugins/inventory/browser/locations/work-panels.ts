import { defineSlot } from '@millwright/core/browser';

/** Panels of other plugins beside a machine: what runs there. */
export const machinePanels = defineSlot<{ machineID: string }>('inventory.machine.panels');

/** Panels of other plugins beside a department: what runs there. */
export const departmentPanels = defineSlot<{ departmentID: string }>('inventory.department.panels');
