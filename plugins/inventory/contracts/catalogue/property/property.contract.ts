import { endpoint, filterValue, idOf, listOf, listQuery, noContent, requiredLine } from '@millwright/core/contracts';
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

/** A value of a property (spec operations section 3): Black, 9, Leather. */
export const attribute = attributeSummary.extend({
  /** Number of items with the attribute. */
  itemCount: z.int(),
  version: z.int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type Attribute = z.output<typeof attribute>;

/** Largest number of attributes in a property's answer; the others are in `listAttributes`. */
export const shownAttributes = 50;

/** A characteristic of items (spec operations section 3): color, size, material. */
export const property = z.object({
  /** `prp_...` */
  id: z.string(),
  name: z.string(),
  /** The first 50, by order and name. */
  attributes: z.array(attributeSummary.omit({ property: true })),
  attributeCount: z.int(),
  /** Number of items with an attribute of it. */
  itemCount: z.int(),
  version: z.int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type Property = z.output<typeof property>;

const propertyName = requiredLine(100, 'Property name is required');
const attributeName = requiredLine(100, 'Attribute name is required');
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

/** Body of `createAttribute`. */
export const createAttributeBody = z.strictObject({
  name: attributeName,
  code: code.nullish(),
  color: color.nullish(),
  order: order.default(0),
});

/** Body of `updateAttribute`. */
export const updateAttributeBody = z.strictObject({
  name: attributeName.optional(),
  code: code.nullish(),
  color: color.nullish(),
  order: order.optional(),
  version: z.int().optional(),
});

/** Body of `createProperty`; attributes can come with it. */
export const createPropertyBody = z.strictObject({
  name: propertyName,
  attributes: z.array(createAttributeBody).max(200, { error: 'At most 200 attributes at a time' }).default([]),
});

/** Body of `updateProperty`. */
export const updatePropertyBody = z.strictObject({ name: propertyName.optional(), version: z.int().optional() });

/** Properties with their first attributes, by name; `query` matches names of properties and attributes. */
export const listProperties = endpoint({
  name: 'listProperties',
  method: 'GET',
  path: '/v1/properties',
  permission: 'categories:read',
  summary: 'Lists properties.',
  query: listQuery({
    sortBy: ['name', 'attributeCount', 'itemCount', 'createdAt'],
    filters: {
      /** Only properties of this category. */
      categoryID: filterValue(z.string()),
      /** Only properties of this product group. */
      productGroupID: filterValue(z.string()),
    },
  }),
  reply: listOf(property),
});

/** One property. */
export const getProperty = endpoint({
  name: 'getProperty',
  method: 'GET',
  path: '/v1/properties/{propertyID}',
  permission: 'categories:read',
  summary: 'Reads a property.',
  reply: property,
});

/** Adds a property; 409 `duplicate` for a name in use. */
export const createProperty = endpoint({
  name: 'createProperty',
  method: 'POST',
  path: '/v1/properties',
  permission: 'categories:create',
  summary: 'Creates a property.',
  body: createPropertyBody,
  reply: property,
});

/** Renames a property. */
export const updateProperty = endpoint({
  name: 'updateProperty',
  method: 'PATCH',
  path: '/v1/properties/{propertyID}',
  permission: 'categories:update',
  summary: 'Changes a property.',
  body: updatePropertyBody,
  reply: property,
});

/** Deletes a property with its attributes; 409 `in_use` if an item, a category or a product group has it. */
export const deleteProperty = endpoint({
  name: 'deleteProperty',
  method: 'DELETE',
  path: '/v1/properties/{propertyID}',
  permission: 'categories:delete',
  summary: 'Deletes a property.',
  reply: noContent,
});

/** The attributes of a property, by order and name. */
export const listAttributes = endpoint({
  name: 'listAttributes',
  method: 'GET',
  path: '/v1/properties/{propertyID}/attributes',
  permission: 'categories:read',
  summary: 'Lists the attributes of a property.',
  query: listQuery({ sortBy: ['order', 'name', 'itemCount', 'createdAt'] }),
  reply: listOf(attribute),
});

/** One attribute. */
export const getAttribute = endpoint({
  name: 'getAttribute',
  method: 'GET',
  path: '/v1/properties/{propertyID}/attributes/{attributeID}',
  permission: 'categories:read',
  summary: 'Reads an attribute.',
  reply: attribute,
});

/** Adds an attribute; 409 `duplicate` if the property has an attribute of that name. */
export const createAttribute = endpoint({
  name: 'createAttribute',
  method: 'POST',
  path: '/v1/properties/{propertyID}/attributes',
  permission: 'categories:create',
  summary: 'Adds an attribute to a property.',
  body: createAttributeBody,
  reply: attribute,
});

/** Changes an attribute. */
export const updateAttribute = endpoint({
  name: 'updateAttribute',
  method: 'PATCH',
  path: '/v1/properties/{propertyID}/attributes/{attributeID}',
  permission: 'categories:update',
  summary: 'Changes an attribute.',
  body: updateAttributeBody,
  reply: attribute,
});

/** Deletes an attribute without items; else 409 `in_use`. */
export const deleteAttribute = endpoint({
  name: 'deleteAttribute',
  method: 'DELETE',
  path: '/v1/properties/{propertyID}/attributes/{attributeID}',
  permission: 'categories:delete',
  summary: 'Deletes an attribute.',
  reply: noContent,
});

/** Words and endpoints of properties. */
export const properties = {
  type: 'property',
  prefix: 'prp',
  words: ['property', 'properties'],
  list: listProperties,
  get: getProperty,
  create: createProperty,
  update: updateProperty,
  remove: deleteProperty,
} as const;
