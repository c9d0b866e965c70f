import { crudEndpoints, filterValue, idOf, requiredLine } from '@millwright/core/contracts';
import { z } from 'zod';

/** Id of a property in requests. */
export const propertyReference = idOf('prp', 'Property is required');

/** A property and its name, as other records show it. */
export const propertySummary = z.object({ id: z.string(), name: z.string() });
export type PropertySummary = z.output<typeof propertySummary>;

/** An attribute as items show it. */
export const attributeSummary = z.object({
  /** `att_...` */
  id: z.string(),
  name: z.string(),
  /** Abbreviation for SKUs: `BLK`, unique in its property; null if the name is used instead. */
  code: z.string().nullable(),
  /** `#rrggbb`; null without a color. */
  color: z.string().nullable(),
  /** Position among the attributes of its property: at least -1, smaller first. */
  order: z.int().min(-1),
  property: propertySummary,
});
export type AttributeSummary = z.output<typeof attributeSummary>;

/** Largest number of attributes in a property's answer; the others are in `listAttributes`. */
export const shownAttributes = 50;

const orderError = 'Order must be a whole number of at least -1';
const order = z
  .number({ error: orderError })
  .int({ error: orderError })
  .min(-1, { error: orderError })
  .max(1_000_000, { error: 'Order must be at most 1,000,000' });
/** Six hexadecimal digits; stored in lower case. An empty text means no color. */
const color = z
  .string({ error: 'Color must be written like #1a2b3c' })
  .trim()
  .toLowerCase()
  .regex(/^(?:#[0-9a-f]{6})?$/, { error: 'Color must be written like #1a2b3c' })
  .transform((text) => text || null);

const codeError = 'Code must be at most 20 letters A to Z, digits and dashes';
/** Stored in capitals. An empty text means no code. */
const code = z
  .string({ error: codeError })
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9-]{0,20}$/, { error: codeError })
  .transform((text) => text || null);

/** Values of properties (spec operations section 3): Black, 9, Leather. 409 `duplicate` within the property only. */
export const attributes = crudEndpoints({
  one: 'Attribute',
  many: 'Attributes',
  words: ['attribute', 'attributes'],
  path: '/v1/properties/{propertyID}/attributes',
  domain: 'categories',
  row: {
    ...attributeSummary.shape,
    /** Number of items with the attribute. */
    itemCount: z.int(),
  },
  sortBy: ['order', 'name', 'itemCount', 'createdAt'],
  body: {
    name: requiredLine(100, 'Attribute name is required'),
    code: code.nullish(),
    color: color.nullish(),
    order: order.default(0),
  },
});

export const {
  list: listAttributes,
  get: getAttribute,
  create: createAttribute,
  update: updateAttribute,
  remove: deleteAttribute,
  createBody: createAttributeBody,
  updateBody: updateAttributeBody,
} = attributes;
export type Attribute = z.output<typeof attributes.row>;

/**
 * Characteristics of items (spec operations section 3): color, size, material. `query` also matches names of
 * attributes.
 */
export const properties = crudEndpoints({
  one: 'Property',
  many: 'Properties',
  words: ['property', 'properties'],
  path: '/v1/properties',
  domain: 'categories',
  prefix: 'prp',
  row: {
    name: z.string(),
    /** The first 50, by order and name. */
    attributes: z.array(attributeSummary.omit({ property: true })),
    attributeCount: z.int(),
    /** Number of items with an attribute of it. */
    itemCount: z.int(),
  },
  sortBy: ['name', 'attributeCount', 'itemCount', 'createdAt'],
  filters: {
    /** Only properties of this category. */
    categoryID: filterValue(z.string()),
    /** Only properties of this product group. */
    productGroupID: filterValue(z.string()),
  },
  body: {
    name: requiredLine(100, 'Property name is required'),
    attributes: z.array(createAttributeBody).max(200, { error: 'At most 200 attributes at a time' }).default([]),
  },
  // Stored attributes have endpoints of their own.
  fixed: ['attributes'],
});

export const {
  list: listProperties,
  get: getProperty,
  create: createProperty,
  update: updateProperty,
  remove: deleteProperty,
  createBody: createPropertyBody,
  updateBody: updatePropertyBody,
} = properties;
export type Property = z.output<typeof properties.row>;
