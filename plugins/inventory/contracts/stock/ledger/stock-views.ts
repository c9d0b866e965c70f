import { defineView, namedCode } from '@millwright/core/contracts';
import { z } from 'zod';
import { placeStates, storageLocationTypes } from '../../locations/storage-location/location-types.ts';
import { movementActions } from './movement-actions.ts';

/** A timestamp as the database driver returns it. */
const instant = z.union([z.date(), z.string()]);

const place = {
  account_id: z.string(),
  id: z.string(),
  item_id: z.string(),
  /** The account's own id for its own stock. */
  owner_id: z.string(),
  location_id: z.string(),
  location_name: z.string(),
  lot_id: z.string().nullable(),
  lot_number: z.string().nullable(),
};

/**
 * Row of `inventory.v_stock_on_hand`: stock of an item in one place, by owner and lot. Base units, as decimal texts.
 */
export const stockOnHandViewRow = z.object({
  ...place,
  reservation_state: placeStates.code,
  on_hand: z.string(),
  /** Allocated to documents. */
  allocated: z.string(),
  updated_at: instant,
  /** Expiry of its lot. */
  expires_on: z.string().nullable(),
  /** Whether its lot has expired, and the message for people: 'Lot L1 expired Nov 27'. */
  is_blocked: z.boolean(),
  blocked_because: z.string().nullable(),
  /** The account's own stock in an open, promisable place, and not of a blocked lot. */
  is_usable: z.boolean(),
});

/** Stock by item, place, owner and lot. */
export const stockOnHandView = defineView('inventory.v_stock_on_hand', stockOnHandViewRow);

/**
 * Row of `inventory.v_movements`: a change of stock in one place; `quantity` is below 0 for issued stock. Base units,
 * as decimal texts.
 */
export const movementViewRow = z.object({
  ...place,
  created_at: instant,
  operation_id: z.string(),
  action: z.enum(Object.keys(movementActions) as [keyof typeof movementActions]),
  quantity: z.string(),
  /** `value / quantity`, for display only; do not sum it up. */
  unit_cost: z.string(),
  source_type: z.string().nullable(),
  source_id: z.string().nullable(),
  source_line_id: z.string().nullable(),
  reason: z.string().nullable(),
  member_id: z.string().nullable(),
  actor_name: z.string(),
  scanning_station_id: z.string().nullable(),
  /** The movement that it voids. */
  reverses_id: z.string().nullable(),
  /** Value, below 0 for issued stock. */
  value: z.string(),
  /** Effect on the books, in cents; the sum of all equals the stock's book value. The halves of a move add up to 0. */
  book_amount: z.string(),
});

/**
 * Row of `inventory.v_carried_rounding`: cents between the older movements and the stock's book value, on the day of
 * the change.
 */
export const carriedRoundingViewRow = z.object({
  account_id: z.string(),
  carried_on: z.string(),
  amount: z.string(),
});

/** Rounding differences carried over into the books. */
export const carriedRoundingView = defineView('inventory.v_carried_rounding', carriedRoundingViewRow);

/** Every change of stock. */
export const movementsView = defineView('inventory.v_movements', movementViewRow);

/**
 * Row of `inventory.v_receipts`: stock received together at one cost, and its remainder. Base units, as decimal texts.
 */
export const receiptViewRow = z.object({
  ...place,
  received_at: instant,
  quantity: z.string(),
  remaining: z.string(),
  /** `value / quantity`, for display only; do not sum it up. */
  unit_cost: z.string(),
  reference: z.string().nullable(),
  created_at: instant,
  /** Value of everything, and of the remainder. */
  value: z.string(),
  remaining_value: z.string(),
  /** The layer of the first receipt. */
  origin_id: z.string(),
});

/** Every cost layer. */
export const receiptsView = defineView('inventory.v_receipts', receiptViewRow);

/**
 * Row of `inventory.v_allocations`: stock of a place and lot that is allocated to a document line, planned for it or
 * picked and waiting in a packing place. Base units, as decimal texts.
 */
export const allocationViewRow = z.object({
  account_id: z.string(),
  id: z.string(),
  /** Record type of the document: `sales_order`. */
  source_type: z.string(),
  source_id: z.string(),
  line_id: z.string(),
  item_id: z.string(),
  location_id: z.string(),
  location_name: z.string(),
  lot_id: z.string().nullable(),
  lot_number: z.string().nullable(),
  quantity: z.string(),
  created_at: instant,
});

/** Allocations of documents. */
export const allocationsView = defineView('inventory.v_allocations', allocationViewRow);

/** Row of `inventory.v_locations`: places with their path and inherited fields. */
export const locationViewRow = z.object({
  account_id: z.string(),
  id: z.string(),
  name: z.string(),
  /** Names from the root on, the place's own last; pick routes follow their order. */
  path: z.array(z.string()),
  /** 'Tool Crib / A / 1' */
  full_name: z.string(),
  type: namedCode(storageLocationTypes),
  reservation_state: placeStates.code,
  is_closed: z.boolean(),
  is_promisable: z.boolean(),
  /** Its own, or that of the nearest place around it with one. */
  department_id: z.string().nullable(),
  department_name: z.string().nullable(),
});

/** Storage locations. */
export const locationsView = defineView('inventory.v_locations', locationViewRow);

/** Lots of items. */
export const lotsView = defineView(
  'inventory.v_lots',
  z.object({ account_id: z.string(), id: z.string(), item_id: z.string(), lot_number: z.string() }),
);

/** Views of the stock ledger. */
export const stockViews = [
  stockOnHandView,
  movementsView,
  carriedRoundingView,
  receiptsView,
  allocationsView,
  locationsView,
  lotsView,
] as const;
