/** Record type of purchase orders in the stock ledger. */
export const purchaseSource = 'purchase_order';
