import type { EdiPurchaseOrderLine } from '../../contracts/index.ts';

/** What an 860 says: which order, and what becomes of each line. */
export interface OrderChange {
  purpose: 'change' | 'cancel' | 'other';
  number: string;
  /** BCH05: the partner counts the changes of an order. */
  sequence: string;
  orderedOn: string | null;
  changes: { code: string; line: EdiPurchaseOrderLine; priceOnly: boolean }[];
}
