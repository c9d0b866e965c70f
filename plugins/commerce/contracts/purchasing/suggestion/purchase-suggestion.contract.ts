import { endpoint, idOf, quantity, quantityInput, repeated } from '@millwright/core/contracts';
import { z } from 'zod';
import { supplierReference } from '../../parties/supplier/supplier.contract.ts';
import { mostPurchaseOrderLines, purchasedItem } from '../purchase-order/purchase-order-line.contract.ts';

const supplier = z.object({ id: z.string(), number: z.string(), name: z.string() });

/** An offer of a supplier for a needed item. */
export const purchaseOffer = z.object({
  supplier,
  supplierPartNumber: z.string().nullable(),
  /** The need, rounded up to whole units of sale and to the supplier's minimum. */
  quantity,
  /** Per unit; null without a price of the supplier. */
  unitPrice: z.number().nullable(),
  total: z.number().nullable(),
  /** Today plus the lead time. */
  arrivesOn: z.string(),
  /** Whether it arrives after the needed date. */
  isLate: z.boolean(),
});
export type PurchaseOffer = z.output<typeof purchaseOffer>;

/** An item to buy, with the reason. */
export const purchaseSuggestion = z.object({
  /** The item's id. */
  id: z.string(),
  item: purchasedItem,
  /** In the item's base unit, like all figures in `why`. */
  need: quantity,
  /** The first day on which a document lacks it; null if only the order point requires it. */
  neededOn: z.string().nullable(),
  why: z.object({
    /** Stock in usable places. */
    onHand: z.number(),
    /** On order, or at the dock. */
    expected: z.number(),
    /** In drafts and requests for quotation. */
    drafted: z.number(),
    /** Demand of issued documents. */
    demanded: z.number(),
    orderPoint: z.number().nullable(),
  }),
  /** Active suppliers, the preferred one first: the lowest price that arrives in time. */
  offers: z.array(purchaseOffer),
});
export type PurchaseSuggestion = z.output<typeof purchaseSuggestion>;

/** Largest number of suggestions in one answer. */
export const mostSuggestions = 500;

/**
 * Items to buy: demand and order point beyond stock, expected supply and drafts. Items without suppliers are listed if
 * they are materials or supplies. The most urgent first.
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
  /** Absent: every suggestion whose preferred supplier has a price. */
  lines: z
    .array(
      z.strictObject({
        itemID: idOf('itm', 'Item is required'),
        supplierID: supplierReference,
        quantity: quantityInput,
        /** The shown need in the item's base unit: refused if it has changed. */
        need: z.number().nonnegative().optional(),
      }),
    )
    .min(1, { error: 'Choose at least one item' })
    .max(mostPurchaseOrderLines, { error: `At most ${mostPurchaseOrderLines} lines` })
    .optional(),
});
export type OrderSuggestionsInput = z.output<typeof orderSuggestionsBody>;

/**
 * Creates one draft per supplier, as a change set that can be undone. 409 `nothing_to_buy` without any; 409
 * `action_changed` with the present need if a chosen item is no longer needed, or its need has changed.
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
