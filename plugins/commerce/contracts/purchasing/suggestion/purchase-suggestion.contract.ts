import { endpoint, idOf, quantity, quantityInput, repeated } from '@millwright/core/contracts';
import { z } from 'zod';
import { supplierReference } from '../../parties/supplier/supplier.contract.ts';
import { mostPurchaseOrderLines, purchasedItem } from '../purchase-order/purchase-order-line.contract.ts';

const supplier = z.object({ id: z.string(), number: z.string(), name: z.string() });

/** How a supplier could bring what is needed. */
export const purchaseOffer = z.object({
  supplier,
  supplierPartNumber: z.string().nullable(),
  /** What is needed, rounded up to whole units of the supplier and to the least that it sells. */
  quantity,
  /** Of one of the unit; null where the supplier has said none. */
  unitPrice: z.number().nullable(),
  total: z.number().nullable(),
  /** Today plus the lead time. */
  arrivesOn: z.string(),
  /** After the day on which it is needed. */
  isLate: z.boolean(),
});
export type PurchaseOffer = z.output<typeof purchaseOffer>;

/** An item of which something should be bought, and why. */
export const purchaseSuggestion = z.object({
  /** The item's id. */
  id: z.string(),
  item: purchasedItem,
  /** In the item's base unit, as all figures of `why`. */
  need: quantity,
  /** The first day on which a document lacks it; null where only the order point asks for it. */
  neededOn: z.string().nullable(),
  why: z.object({
    /** In places that goods can be used from. */
    onHand: z.number(),
    /** On its way, or at the dock. */
    expected: z.number(),
    /** On drafts and requests for quotation. */
    drafted: z.number(),
    /** What issued documents want. */
    demanded: z.number(),
    orderPoint: z.number().nullable(),
  }),
  /** Active suppliers, the preferred one first: the lowest price that arrives in time. */
  offers: z.array(purchaseOffer),
});
export type PurchaseSuggestion = z.output<typeof purchaseSuggestion>;

/** Most suggestions of one answer. */
export const mostSuggestions = 500;

/**
 * What should be bought: what documents want and the order point asks for, beyond what is there, on its way and on
 * drafts. Items that nobody supplies are named where they are materials or supplies. The most urgent first.
 */
export const getPurchaseSuggestions = endpoint({
  name: 'getPurchaseSuggestions',
  method: 'GET',
  path: '/v1/purchase-orders/suggestions',
  permission: 'purchase_orders:read',
  summary: 'What should be bought, from whom, and why.',
  query: z.object({ supplierIDs: repeated(z.string().max(100)), itemIDs: repeated(z.string().max(100)) }),
  reply: z.object({ items: z.array(purchaseSuggestion), count: z.int() }),
});

/** Body of `orderSuggestions`. */
export const orderSuggestionsBody = z.strictObject({
  /** Absent: every suggestion at its preferred supplier that has a price. */
  lines: z
    .array(
      z.strictObject({
        itemID: idOf('itm', 'Item is required'),
        supplierID: supplierReference,
        quantity: quantityInput,
        /** Measure of the need that was shown, in the item's base unit: refused where it is another one by now. */
        need: z.number().nonnegative().optional(),
      }),
    )
    .min(1, { error: 'Choose at least one item' })
    .max(mostPurchaseOrderLines, { error: `At most ${mostPurchaseOrderLines} lines` })
    .optional(),
});
export type OrderSuggestionsInput = z.output<typeof orderSuggestionsBody>;

/**
 * Makes one draft for each supplier, as a change set that can be undone. 409 `nothing_to_buy` where nothing is; 409
 * `action_changed` with what is needed now where a chosen item is not needed any more, or not as it was shown.
 */
export const orderSuggestions = endpoint({
  name: 'orderSuggestions',
  method: 'POST',
  path: '/v1/purchase-orders/actions/order-suggestions',
  permission: 'purchase_orders:create',
  status: 200,
  isLong: true,
  summary: 'Makes drafts of what should be bought, one for each supplier.',
  body: orderSuggestionsBody,
  reply: z.object({
    orders: z.array(z.object({ id: z.string(), number: z.string(), supplier, lineCount: z.int(), total: z.number() })),
    changeSetID: z.string(),
  }),
});
