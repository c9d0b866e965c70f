import { idOf } from '@millwright/core/contracts';

/* Ids of catalogue records in requests. They belong to inventory, whose contracts cannot be imported here. */

export const pricedItem = idOf('itm', 'Item is required');
export const pricedProductLine = idOf('pln', 'Product line is required');
export const pricedCategory = idOf('cat', 'Category is required');
export const pricedAttribute = idOf('att', 'Attribute is required');
export const pricedUnit = idOf('unit', 'Unit is required');
