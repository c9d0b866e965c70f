import { defineView } from '@millwright/core/contracts';
import { z } from 'zod';
import { placeStates, storageLocationTypes } from '../../locations/storage-location/location-types.ts';
import { movementActions } from './movement-actions.ts';

/** A timestamp as the database answers it. */
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
 * Row of `inventory.v_stock_on_hand`: what lies in one place of an item, by owner and lot. Base units, as decimal
 * texts.
 */
export const stockOnHandViewRow = z.object({
  ...place,
  reservation_state: placeStates.code,
  on_hand: z.string(),
  /** Set aside for picks. */
  allocated: z.string(),
  updated_at: instant,
  /** Of its lot. */
  expires_on: z.string().nullable(),
  /** Whether its lot has expired, and that in words: 'Lot L1 expired Nov 27'. */
  is_blocked: z.boolean(),
  blocked_because: z.string().nullable(),
  /** Own stock in an open place that is promised from, of a lot that is not blocked. */
  is_usable: z.boolean(),
});

/** What lies where. */
export const stockOnHandView = defineView('inventory.v_stock_on_hand', stockOnHandViewRow);

/**
 * Row of `inventory.v_movements`: a change of stock in one place; `quantity` is below 0 for what left. Base units, as
 * decimal texts.
 */
export const movementViewRow = z.object({
  ...place,
  created_at: instant,
  operation_id: z.string(),
  action: z.enum(Object.keys(movementActions) as [keyof typeof movementActions]),
  quantity: z.string(),
  /** `value / quantity`: for looking at, not for summing up. */
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
  /** What it was worth, below 0 for what left. */
  value: z.string(),
  /** What it does to the books, in cents: their sum is the stock. Those of moves add up to nothing. */
  book_amount: z.string(),
});

/** Row of `inventory.v_carried_rounding`: cents between older movements and the stock, on the day of the change. */
export const carriedRoundingViewRow = z.object({
  account_id: z.string(),
  carried_on: z.string(),
  amount: z.string(),
});

/** What the books carried over. */
export const carriedRoundingView = defineView('inventory.v_carried_rounding', carriedRoundingViewRow);

/** Every change of stock. */
export const movementsView = defineView('inventory.v_movements', movementViewRow);

/**
 * Row of `inventory.v_receipts`: what came in together at one cost, and what is left of it. Base units, as decimal
 * texts.
 */
export const receiptViewRow = z.object({
  ...place,
  received_at: instant,
  quantity: z.string(),
  remaining: z.string(),
  /** `value / quantity`: for looking at, not for summing up. */
  unit_cost: z.string(),
  reference: z.string().nullable(),
  created_at: instant,
  /** What all of it cost, and what the rest is worth. */
  value: z.string(),
  remaining_value: z.string(),
  /** The layer that it came in as. */
  origin_id: z.string(),
});

/** Every cost layer. */
export const receiptsView = defineView('inventory.v_receipts', receiptViewRow);

/**
 * Row of `inventory.v_allocations`: stock of a place and lot that is set aside for a line of a document, planned for it
 * or picked and waiting in a packing place. Base units, as decimal texts.
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

/** What is set aside for whom. */
export const allocationsView = defineView('inventory.v_allocations', allocationViewRow);

/** Row of `inventory.v_locations`: places with their path and what they inherit. */
export const locationViewRow = z.object({
  account_id: z.string(),
  id: z.string(),
  name: z.string(),
  /** Names from the root on, its own last: a walk goes in their order. */
  path: z.array(z.string()),
  /** 'Tool Crib / A / 1' */
  full_name: z.string(),
  type: z.enum(Object.keys(storageLocationTypes) as [keyof typeof storageLocationTypes]),
  reservation_state: placeStates.code,
  is_closed: z.boolean(),
  is_promisable: z.boolean(),
  /** Its own, or of the nearest place around it that has one. */
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
