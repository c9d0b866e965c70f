/**
 * Kinds of order lines (spec commerce section 9). Only `sale` lines have a weight, reserve stock and count as picked.
 */
export const productTypes = ['sale', 'service', 'shipping', 'credit', 'return', 'tax'] as const;
export type ProductType = (typeof productTypes)[number];
