/** Kinds of categories: for products, or for parts, materials and supplies. */
export const categoryTypes = ['product', 'material'] as const;
export type CategoryType = (typeof categoryTypes)[number];
