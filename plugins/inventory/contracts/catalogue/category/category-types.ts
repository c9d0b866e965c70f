/** Kinds of categories by what they sort. */
export const categoryTypeNames = { product: 'Products', material: 'Parts, materials, supplies' } as const;
export type CategoryType = keyof typeof categoryTypeNames;
