/** The record type under which the promise ledger knows purchase orders. */
export const purchaseSource = 'purchase_order';
