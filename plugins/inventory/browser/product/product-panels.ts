import { defineSlot } from '@millwright/core/browser';
import type { Product } from '../../contracts/index.ts';

/** Panels of other plugins below a product's facts: who orders it, what it is made of. */
export const productPanels = defineSlot<{ product: Product }>('inventory.product.panels');
