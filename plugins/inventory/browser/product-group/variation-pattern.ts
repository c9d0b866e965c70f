import type { ProductGroup } from '../../contracts/index.ts';

/** A pattern to begin with: initials of the group, then its properties. `Work glove` in Color and Size: `WG-{Color}-{Size}`. */
export const startingPattern = ({ name, properties }: Pick<ProductGroup, 'name' | 'properties'>): string => {
  const initials = name
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => word.charAt(0).toUpperCase())
    .join('');
  return [initials, ...properties.map((property) => `{${property.name}}`)].filter(Boolean).join('-');
};

/** How many products so many attributes of each property make. */
export const combinationCount = (counts: readonly number[]): number =>
  counts.reduce((product, count) => product * count, counts.length > 0 ? 1 : 0);
