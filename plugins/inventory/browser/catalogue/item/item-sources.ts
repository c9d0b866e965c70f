import { type Option, type RecordSource, type ReferenceSources, recordSource } from '@millwright/core/browser';
import {
  type CategoryType,
  getCategory,
  getProductGroup,
  getProperty,
  getStorageLocation,
  listAttributes,
  listCategories,
  listProductGroups,
  listProducts,
  listProperties,
  listStorageLocations,
  type Property,
} from '../../../contracts/index.ts';
import { productLineSource } from '../../record-sources.ts';

const categorySource = (type: 'product' | 'material'): RecordSource =>
  recordSource(listCategories, {
    option: (category) => ({ value: category.id, label: category.name }),
    one: getCategory,
    query: { type },
  });

/** Categories of one type by name: product categories for products, material categories for all other items. */
export const categorySources = { product: categorySource('product'), material: categorySource('material') } as const;

/** Sources of an item's references, by the type of its category. */
export const itemReferenceSources = (categoryType: CategoryType): ReferenceSources => ({
  product_line: productLineSource,
  product_group: productGroupSource,
  category: categorySources[categoryType],
});

/** Categories of either type by name. */
export const allCategorySource = recordSource(listCategories, {
  option: (category) => ({ value: category.id, label: category.name, hint: category.type }),
  one: getCategory,
});

/** Properties by name. */
export const propertySource = recordSource(listProperties, {
  option: (property) => ({ value: property.id, label: property.name }),
  one: getProperty,
});

/** Product groups by name, with their properties. */
export const productGroupSource = recordSource(listProductGroups, {
  option: (group) => ({
    value: group.id,
    label: group.name,
    hint: group.properties.map(({ name }) => name).join(', '),
  }),
  one: getProductGroup,
});

/** Products by SKU. */
export const productBySkuSource = recordSource(listProducts, {
  option: (product) => ({ value: product.id, label: product.sku, hint: product.description }),
});

/** Places by the names of their path. */
export const placeSource = recordSource(listStorageLocations, {
  option: (place) => ({ value: place.id, label: place.fullName }),
  one: getStorageLocation,
});

const optionsOf = ({ name, attributes }: Property): Option[] =>
  attributes.map((attribute) => ({ value: attribute.id, label: `${name}: ${attribute.name}` }));

/** Attributes of all properties: `Color: Black`. */
export const attributeOfPropertySource: RecordSource = {
  name: 'attributes of all properties',
  needs: ['categories:read'],
  async search(client, text, signal) {
    const query = { query: text || undefined, take: 50 };
    const { items } = await client.call(listProperties, { query }, { signal });
    const options = items.flatMap(optionsOf);
    const needle = text.trim().toLowerCase();
    return (needle ? options.filter(({ label }) => label.toLowerCase().includes(needle)) : options).slice(0, 100);
  },
  async one(client, id) {
    const { items } = await client.call(listProperties, { query: { take: 500 } });
    return items.flatMap(optionsOf).find(({ value }) => value === id) ?? { value: id, label: 'Attribute' };
  },
};

/**
 * The attributes of one property, in their order; for properties with more attributes than their own answer contains.
 */
export const attributesOf = (propertyID: string): RecordSource => ({
  name: `attributes of ${propertyID}`,
  needs: ['categories:read'],
  async search(client, text, signal) {
    const query = { query: text || undefined, take: 50 };
    const { items } = await client.call(listAttributes, { params: { propertyID }, query }, { signal });
    return items.map(({ id, name }) => ({ value: id, label: name }));
  },
});
