import { recordSource } from '@millwright/core/browser';
import { getItem, getMachine, listItems, listMachines } from '@millwright/inventory/contracts';

/** Items of all types by SKU, with their description. */
export const itemSource = recordSource(listItems, {
  option: (item) => ({ value: item.id, label: item.sku, hint: item.description }),
  one: getItem,
});

/** Machines by name. */
export const machineSource = recordSource(listMachines, {
  option: ({ id, name, department }) => ({ value: id, label: name, ...(department ? { hint: department.name } : {}) }),
  one: getMachine,
});
