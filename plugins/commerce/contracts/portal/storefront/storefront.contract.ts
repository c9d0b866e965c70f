import { endpoint, filterValue, idOf, listOf, listQuery, pageQuery, singleLine } from '@millwright/core/contracts';
import { z } from 'zod';
import { priceTrace } from '../../pricing/price/price-trace.ts';

/** The customer as whom the team, or people of a parent customer, view the portal; absent for others. */
export const asCustomer = { asCustomerID: filterValue(singleLine(100)) };

const named = z.object({ id: z.string(), name: z.string() });

/** Availability as a code, because quantities are not shown to customers. */
export const availabilityCodes = ['in_stock', 'low', 'expected', 'on_request'] as const;
export const portalAvailability = z.object({
  code: z.enum(availabilityCodes),
  /** First day on which the whole quantity can be promised; null if none is expected. */
  firstDate: z.string().nullable(),
});
export type PortalAvailability = z.output<typeof portalAvailability>;

/** A unit of sale, with the customer's price per unit. */
export const portalUnit = z.object({
  unitID: z.string(),
  unit: z.string(),
  unitPrice: z.number(),
  isDefault: z.boolean(),
});

/** The product group of a variation, and its attributes. */
export const shopVariation = z.object({
  groupID: z.string(),
  /** `Color: Black, Size: L` */
  attributes: z.string(),
});

/** A product for its customer. */
export const portalProduct = z.object({
  id: z.string(),
  sku: z.string(),
  description: z.string(),
  category: named.nullable(),
  productLine: z.string().nullable(),
  manufacturer: z.string().nullable(),
  /** Null for a product without variations. */
  variation: shopVariation.nullable(),
  /** The customer's price of one default unit, with its explanation. */
  unitPrice: z.number(),
  priceTrace,
  unit: named,
  units: z.array(portalUnit),
  availability: portalAvailability,
});
export type PortalProduct = z.output<typeof portalProduct>;

/** The customer, the caller, and the look of the portal. */
export const portalProfile = z.object({
  customer: named.extend({ number: z.string() }),
  account: z.object({
    id: z.string(),
    name: z.string(),
    logoUrl: z.string().nullable(),
    /** A color that is dark enough for white text. */
    accentColor: z.string().nullable(),
    currency: z.string(),
  }),
  /** Whether nothing can be ordered now. */
  isOnHold: z.boolean(),
  paymentTerm: z.string().nullable(),
  canPayByCard: z.boolean(),
  cartLineCount: z.int(),
  /** Whether the caller views the portal of another customer: as the team, or from a parent customer. */
  isVisit: z.boolean(),
  /** The own customer and its children that may be viewed; empty without children. */
  family: z.array(named.extend({ number: z.string() })),
});
export type PortalProfile = z.output<typeof portalProfile>;

export const getPortalProfile = endpoint({
  name: 'getPortalProfile',
  method: 'GET',
  path: '/v1/portal/profile',
  permission: 'customer_portal:read',
  customers: 'who they are, and the name of the house',
  summary: 'Reads who shops in the portal.',
  query: z.strictObject(asCustomer),
  reply: portalProfile,
});

/** Products that the customer may order, at its own prices. `query` matches parts of SKU and description. */
export const listPortalProducts = endpoint({
  name: 'listPortalProducts',
  method: 'GET',
  path: '/v1/portal/products',
  permission: 'customer_portal:read',
  customers: 'products open to them',
  summary: 'Lists what a customer may order, at its prices.',
  query: listQuery({
    sortBy: ['sku', 'description'],
    filters: {
      categoryID: filterValue(singleLine(100)),
      productLineID: filterValue(singleLine(100)),
      ...asCustomer,
    },
  }),
  reply: listOf(portalProduct),
});

export const getPortalProduct = endpoint({
  name: 'getPortalProduct',
  method: 'GET',
  path: '/v1/portal/products/{productID}',
  permission: 'customer_portal:read',
  customers: 'products open to them',
  summary: 'Reads a product at the prices of a customer.',
  query: z.strictObject(asCustomer),
  reply: portalProduct,
});

/** Categories with the number of orderable products. */
export const listPortalCategories = endpoint({
  name: 'listPortalCategories',
  method: 'GET',
  path: '/v1/portal/categories',
  permission: 'customer_portal:read',
  customers: 'categories of products open to them',
  summary: 'Lists the categories of what a customer may order.',
  query: z.strictObject(asCustomer),
  reply: listOf(named.extend({ productCount: z.int() })),
});

/** Products that the customer orders most often and may order now. */
export const listPortalFrequentProducts = endpoint({
  name: 'listPortalFrequentProducts',
  method: 'GET',
  path: '/v1/portal/frequent-products',
  permission: 'customer_portal:read',
  customers: 'what they order most often',
  summary: 'Lists what a customer orders most often.',
  query: pageQuery.extend(asCustomer),
  reply: listOf(
    z.object({
      product: z.object({ id: z.string(), sku: z.string(), description: z.string() }),
      orderCount: z.int(),
      quantity: z.number(),
      unitID: z.string(),
      unit: z.string(),
      lastOrderedAt: z.iso.datetime(),
    }),
  ),
});

/** Notes in the customer's history that a team member views its portal. */
export const visitPortal = endpoint({
  name: 'visitPortal',
  method: 'POST',
  path: '/v1/portal/visits',
  permission: 'customers:read',
  summary: 'Begins to look at the portal as a customer sees it.',
  body: z.strictObject({ customerID: idOf('cus', 'Customer is required') }),
  reply: z.object({ customer: named.extend({ number: z.string() }) }),
});
