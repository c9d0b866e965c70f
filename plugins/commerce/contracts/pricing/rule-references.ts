import { idOf } from '@millwright/core/contracts';

/*
 * Ids of the catalogue in requests. They belong to inventory, whose contracts know nothing of ours, nor ours of them.
 */

export const pricedItem = idOf('itm', 'Item is required');
export const pricedProductLine = idOf('pln', 'Product line is required');
export const pricedCategory = idOf('cat', 'Category is required');
export const pricedAttribute = idOf('att', 'Attribute is required');
export const pricedUnit = idOf('unit', 'Unit is required');
