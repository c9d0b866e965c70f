import { defineView } from '@millwright/core/contracts';
import { z } from 'zod';
import { shipmentStates } from '../../document/shipment-states.ts';

const instant = z.union([z.date(), z.string()]);
const status = shipmentStates.code;

/** Row of `commerce.v_shipments`: shipments that are not deleted. Numeric columns are decimal texts. */
export const shipmentViewRow = z.object({
  account_id: z.string(),
  id: z.string(),
  number: z.string(),
  status,
  order_id: z.string(),
  customer_id: z.string(),
  pick_id: z.string().nullable(),
  carrier_id: z.string().nullable(),
  carrier_option_id: z.string().nullable(),
  /** Number of the shipment, else of its first case with one. */
  tracking_number: z.string().nullable(),
  bill_of_lading: z.string().nullable(),
  case_count: z.int(),
  /** In pounds, of the weighed cases. */
  freight_weight: z.string(),
  /** The customer's charge; null until shipped. */
  freight_amount: z.string().nullable(),
  shipped_at: instant.nullable(),
  created_at: instant,
});
export type ShipmentViewRow = z.output<typeof shipmentViewRow>;

/** Shipments. */
export const shipmentsView = defineView('commerce.v_shipments', shipmentViewRow);

/** Row of `commerce.v_shipment_lines`: shipped quantities by order line and lot. */
export const shipmentLineViewRow = z.object({
  account_id: z.string(),
  id: z.string(),
  shipment_id: z.string(),
  status,
  order_id: z.string(),
  order_line_id: z.string(),
  customer_id: z.string(),
  item_id: z.string(),
  lot_id: z.string().nullable(),
  lot_number: z.string().nullable(),
  /** Base units, as decimal text. */
  quantity: z.string(),
  shipped_at: instant.nullable(),
});
export type ShipmentLineViewRow = z.output<typeof shipmentLineViewRow>;

/** Lines of shipments that are not deleted. */
export const shipmentLinesView = defineView('commerce.v_shipment_lines', shipmentLineViewRow);
