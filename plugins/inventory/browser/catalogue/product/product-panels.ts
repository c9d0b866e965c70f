import { defineSlot } from '@millwright/core/browser';
import type { Item } from '../../../contracts/index.ts';

/** Panels of other plugins below a product's facts: its orders, its components. */
export const productPanels = defineSlot<{ product: Item }>('inventory.product.panels');

/** Panels of other plugins on the screen of an item of any type: its suppliers, its uses in production. */
export const itemPanels = defineSlot<{ itemID: string }>('inventory.item.panels');
