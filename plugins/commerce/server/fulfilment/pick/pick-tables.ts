import type { AllocationViewRow, LocationViewRow } from '@millwright/inventory/contracts';
import type { OrderTables } from '../../sales/sales-order/sales-order-tables.ts';

/** Tables that picks are read from. */
export type PickTables = OrderTables & {
  'inventory.v_allocations': AllocationViewRow;
  'inventory.v_locations': LocationViewRow;
};
