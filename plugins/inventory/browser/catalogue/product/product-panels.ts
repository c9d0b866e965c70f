import { defineSlot } from '@millwright/core/browser';
import type { Item } from '../../../contracts/index.ts';

/** Panels of other plugins below a product's facts: who orders it, what it is made of. */
export const productPanels = defineSlot<{ product: Item }>('inventory.product.panels');

/** Panels of other plugins beside an item of any type: who supplies it, what it goes into. */
export const itemPanels = defineSlot<{ itemID: string }>('inventory.item.panels');
