import { recordSource } from '@millwright/core/browser';
import { getItem, listItems } from '@millwright/inventory/contracts';

/** Items of all types by SKU, with their description. */
export const itemSource = recordSource(listItems, {
  option: (item) => ({ value: item.id, label: item.sku, hint: item.description }),
  one: getItem,
});
