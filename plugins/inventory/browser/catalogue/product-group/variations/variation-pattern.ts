import type { ProductGroup, ProductVariation } from '../../../../contracts/index.ts';

/**
 * A suggested pattern: initials of the group's name, then its properties. `Work glove` in Color and Size:
 * `WG-{Color}-{Size}`.
 */
export const startingPattern = ({ name, properties }: Pick<ProductGroup, 'name' | 'properties'>): string => {
  const initials = name
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => word.charAt(0).toUpperCase())
    .join('');
  return [initials, ...properties.map((property) => `{${property.name}}`)].filter(Boolean).join('-');
};

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

// The last matching part is used, because attributes usually follow the product's name in a SKU.
/**
 * The SKU with attribute texts replaced by their property: `GLV-100-M` gives `GLV-100-{Size}`; null unless every
 * attribute is found.
 */
function patternOfSKU(sku: string, { attributes }: Pick<ProductVariation, 'attributes'>): string | null {
  let pattern = sku;
  for (const { property, attribute } of attributes) {
    if (!attribute) return null;
    const spellings = [attribute.code, attribute.name.trim().replaceAll(/\s+/g, '-')].filter((text) => text !== null);
    const filled = pattern.replace(
      new RegExp(`^(.*-|)(?:${spellings.map(escaped).join('|')})(?=-|$)`, 'i'),
      (_, before) => `${before}{${property.name}}`,
    );
    if (filled === pattern) return null;
    pattern = filled;
  }
  return pattern;
}

/** The pattern that the group's SKUs follow, if they follow one. */
export const knownPattern = (
  variations: readonly Pick<ProductVariation, 'attributes' | 'products'>[],
): string | undefined => {
  const counts = new Map<string, number>();
  for (const variation of variations)
    for (const { sku } of variation.products) {
      const pattern = patternOfSKU(sku, variation);
      if (pattern) counts.set(pattern, (counts.get(pattern) ?? 0) + 1);
    }
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
};

/** The number of combinations. */
export const combinationCount = (counts: readonly number[]): number =>
  counts.reduce((product, count) => product * count, counts.length > 0 ? 1 : 0);
