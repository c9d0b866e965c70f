import type { CategoryType } from '../../../contracts/index.ts';

const names: Record<CategoryType, string> = { product: 'Products', material: 'Parts, materials, supplies' };

/** The name of a category type. */
export const categoryTypeName = (type: CategoryType): string => names[type];

/** Types of categories to choose from. */
export const categoryTypeOptions = Object.entries(names).map(([value, label]) => ({ value, label }));
