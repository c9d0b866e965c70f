import { defineSlot } from '@millwright/core/browser';
import type { Invoice } from '../../../contracts/index.ts';

/** Panels of other plugins below an invoice's facts, such as its EDI documents. */
export const invoicePanels = defineSlot<{ invoice: Invoice }>('commerce.invoice.panels');
