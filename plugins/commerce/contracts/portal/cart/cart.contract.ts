import {
  address,
  addressInput,
  endpoint,
  idOf,
  nameLine,
  noteText,
  positiveMeasure,
  quantity,
  singleLine,
} from '@millwright/core/contracts';
import { z } from 'zod';
import { priceTrace } from '../../pricing/price/price-trace.ts';
import { carrierOptionReference, carrierReference } from '../../terms/carrier/carrier.contract.ts';
import { asCustomer, portalAvailability, portalUnit } from '../storefront/storefront.contract.ts';

/** Largest number of lines in a cart, as in an order. */
export const mostCartLines = 500;

/** A line of a cart, at the present price of the whole cart. */
export const cartLine = z.object({
  /** `crl_...` */
  id: z.string(),
  product: z.object({ id: z.string(), sku: z.string(), description: z.string() }),
  quantity,
  units: z.array(portalUnit),
  unitPrice: z.number(),
  priceTrace,
  total: z.number(),
  /** The unit price when the line was last seen, if it differs. */
  formerUnitPrice: z.number().nullable(),
  availability: portalAvailability,
  /** Why the line cannot be ordered; null if it can. */
  fault: z.string().nullable(),
});
export type CartLine = z.output<typeof cartLine>;

/** A person's cart. */
export const cart = z.object({
  lines: z.array(cartLine),
  /** Sum of the lines that can be ordered. */
  subtotal: z.number(),
  version: z.int(),
});
export type Cart = z.output<typeof cart>;

const unitID = singleLine(100).nullish();

export const getCart = endpoint({
  name: 'getCart',
  method: 'GET',
  path: '/v1/portal/cart',
  permission: 'customer_portal:read',
  customers: 'own cart',
  summary: 'Reads the own cart at the prices of now.',
  query: z.strictObject(asCustomer),
  reply: cart,
});

/** An entry of a quick order: a product by id, or by SKU as people write it. */
export const cartEntry = z.strictObject({
  productID: idOf('itm').nullish(),
  sku: nameLine(100).nullish(),
  quantity: positiveMeasure,
  /** Name or id of the unit; default: the product's default unit. */
  unitID,
  unit: singleLine(60).nullish(),
});

/**
 * Adds to the cart; a product that is already there in the same unit gets a higher quantity. 400 with one entry per
 * invalid line.
 */
export const addToCart = endpoint({
  name: 'addToCart',
  method: 'POST',
  path: '/v1/portal/cart/lines',
  permission: 'customer_portal:create',
  customers: 'own cart',
  summary: 'Adds products to the own cart.',
  body: z.strictObject({
    lines: z
      .array(cartEntry)
      .min(1, { error: 'There is nothing to add' })
      .max(mostCartLines, { error: `At most ${mostCartLines} lines` }),
  }),
  reply: cart,
  status: 200,
});

export const changeCartLine = endpoint({
  name: 'changeCartLine',
  method: 'PATCH',
  path: '/v1/portal/cart/lines/{cartLineID}',
  permission: 'customer_portal:update',
  customers: 'own cart',
  summary: 'Changes a line of the own cart.',
  body: z.strictObject({ quantity: positiveMeasure.optional(), unitID }),
  reply: cart,
});

export const removeCartLine = endpoint({
  name: 'removeCartLine',
  method: 'DELETE',
  path: '/v1/portal/cart/lines/{cartLineID}',
  permission: 'customer_portal:update',
  customers: 'own cart',
  summary: 'Takes a line out of the own cart.',
  reply: cart,
  status: 200,
});

export const emptyCart = endpoint({
  name: 'emptyCart',
  method: 'DELETE',
  path: '/v1/portal/cart',
  permission: 'customer_portal:update',
  customers: 'own cart',
  summary: 'Empties the own cart.',
  reply: cart,
  status: 200,
});

/** A row of pasted or imported text, whether it was understood or not. */
export const quickOrderRow = z.object({
  /** From 1. */
  row: z.int(),
  text: z.string(),
  product: z.object({ id: z.string(), sku: z.string(), description: z.string() }).nullable(),
  quantity: z.number().nullable(),
  unitID: z.string().nullable(),
  unit: z.string().nullable(),
  fault: z.string().nullable(),
});
export type QuickOrderRow = z.output<typeof quickOrderRow>;

/** Parses lines of SKU, quantity and unit, as pasted from a sheet or a mail; writes nothing. */
export const readQuickOrder = endpoint({
  name: 'readQuickOrder',
  method: 'POST',
  path: '/v1/portal/quick-order/actions/read',
  reads: true,
  permission: 'customer_portal:read',
  customers: 'products open to them',
  summary: 'Understands pasted lines of a quick order.',
  body: z.strictObject({ text: z.string().min(1, { error: 'Paste some lines' }).max(60_000, { error: 'Too long' }) }),
  reply: z.object({ rows: z.array(quickOrderRow) }),
});

/** Choices for lines with too little stock. */
export const shortageChoices = ['refuse', 'part', 'wait'] as const;

const chosen = {
  shipToID: idOf('adr').nullish(),
  shipTo: addressInput.nullish(),
  carrierID: carrierReference.nullish(),
  carrierOptionID: carrierOptionReference.nullish(),
  discountCode: nameLine(60).nullish(),
  shortages: z.enum(shortageChoices).default('refuse'),
};

/** Preview of an order, with its choices. */
export const checkoutPreview = z.object({
  cart,
  /** Lines that would be ordered, at the prices of exactly these lines: with `part`, less than the cart. */
  lines: z.array(cartLine),
  /** Digest of these lines, prices and sums; an order with this digest gets exactly them. */
  digest: z.string(),
  addresses: z.array(address.extend({ isDefault: z.boolean() })),
  shipping: z.array(
    z.object({
      carrierID: z.string(),
      carrierOptionID: z.string().nullable(),
      name: z.string(),
      isDefault: z.boolean(),
    }),
  ),
  /** Null if the carrier's charge is only known on shipping. */
  estimatedFreight: z.number().nullable(),
  freightReason: z.string(),
  discount: z.object({ name: z.string(), amount: z.number() }).nullable(),
  /** Why the discount code does not apply. If these lines are below its minimum, the order has no discount. */
  discountFault: z.string().nullable(),
  subtotal: z.number(),
  /** Without freight, which is billed on shipping. */
  total: z.number(),
  paymentTerm: z.string().nullable(),
  canPayOnTerms: z.boolean(),
  canPayByCard: z.boolean(),
  /** Lines with less stock than ordered. */
  shortages: z.array(
    z.object({
      cartLineID: z.string(),
      sku: z.string(),
      /** Quantity that can ship at once, in the line's unit. */
      available: z.number(),
      unit: z.string(),
      firstDate: z.string().nullable(),
    }),
  ),
});
export type CheckoutPreview = z.output<typeof checkoutPreview>;

export const previewCheckout = endpoint({
  name: 'previewCheckout',
  method: 'POST',
  path: '/v1/portal/checkout/actions/preview',
  reads: true,
  permission: 'customer_portal:read',
  customers: 'own cart',
  summary: 'Says what the own cart will come to.',
  body: z.strictObject(chosen),
  reply: checkoutPreview,
});

/**
 * Orders the cart. 409 `cart_changed` if lines, prices or sums differ from `version`, `total` and `digest`; 409
 * `insufficient_stock` with one entry per short line if `shortages` is `refuse`; 409 `customer_on_hold`. `part` orders
 * the available quantities, `wait` orders everything for the first day of full availability.
 */
export const checkOut = endpoint({
  name: 'checkOut',
  method: 'POST',
  path: '/v1/portal/checkout',
  permission: 'customer_portal:create',
  customers: 'own cart',
  summary: 'Orders what is in the own cart.',
  body: z.strictObject({
    ...chosen,
    customerPO: nameLine(100).nullish(),
    note: noteText.nullish(),
    payment: z.enum(['terms', 'card'], { error: 'Pay on terms or by card' }).default('terms'),
    /** Values of the preview. */
    version: z.int(),
    total: z.number(),
    digest: singleLine(60).nullish(),
  }),
  reply: z.object({
    orderID: z.string(),
    orderNumber: z.string(),
    total: z.number(),
    /** True for an estimate that becomes an order when it is paid. */
    isPaymentDue: z.boolean(),
  }),
});

/** Puts the lines of an order into the cart; lines that can no longer be ordered are named. */
export const reorder = endpoint({
  name: 'reorder',
  method: 'POST',
  path: '/v1/portal/orders/{orderID}/actions/reorder',
  permission: 'customer_portal:create',
  customers: 'own orders',
  summary: 'Puts the lines of an order into the own cart.',
  reply: z.object({ cart, left: z.array(z.object({ sku: z.string(), reason: z.string() })) }),
  status: 200,
});
