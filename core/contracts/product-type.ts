/**
 * What a product does on an order line (spec commerce section 9); only `sale` lines weigh, hold stock and count as
 * picked.
 */
export const productTypes = ['sale', 'service', 'shipping', 'credit', 'return', 'tax'] as const;
export type ProductType = (typeof productTypes)[number];
