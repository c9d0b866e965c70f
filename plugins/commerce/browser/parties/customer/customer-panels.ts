import { defineSlot } from '@millwright/core/browser';
import type { Customer } from '../../../contracts/index.ts';

/** Panels of other plugins below a customer's facts. */
export const customerPanels = defineSlot<{ customer: Customer }>('commerce.customer.panels');
