import type { TableRow } from '@millwright/core/server';
import type { DemandViewRow, ItemViewRow } from '@millwright/inventory/contracts';
import type { SalesOrderInvoice, SalesOrderShipment } from '../../../../contracts/index.ts';
import type { Tables } from '../../../tables.ts';
import type { SalesOrderLine } from '../lines/sales-order-line.entity.ts';
import type { SalesOrder } from '../sales-order.entity.ts';

/**
 * Row of the internal view `commerce.v_order_progress`: progress of an order, computed from its picks, shipments and
 * invoices.
 */
interface OrderProgressRow {
  account_id: string;
  order_id: string;
  /** Ratios of two decimals. */
  pick_completion: string;
  pack_completion: string;
  ship_completion: string;
  invoice_completion: string;
  shipments: SalesOrderShipment[];
  has_shipped: boolean;
  first_ship_at: Date | null;
  pick_id: string | null;
  invoices: SalesOrderInvoice[];
  is_paid: boolean;
  payment_intent_ids: string[];
  production_run_id: string | null;
}

/** Tables for projections: sales orders and the records that they refer to. */
export type OrderTables = Tables & {
  'commerce.sales_order': TableRow<typeof SalesOrder>;
  'commerce.sales_order_line': TableRow<typeof SalesOrderLine>;
  'commerce.v_order_progress': OrderProgressRow;
  'inventory.v_items': ItemViewRow;
  'inventory.v_demands': DemandViewRow;
};
