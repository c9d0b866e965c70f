/** What a category sorts: products, or parts, materials and supplies. */
export const categoryTypes = ['product', 'material'] as const;
export type CategoryType = (typeof categoryTypes)[number];
