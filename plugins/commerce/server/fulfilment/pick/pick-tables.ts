import type { allocationViewRow, locationViewRow } from '@millwright/inventory/contracts';
import type { z } from 'zod';
import type { OrderTables } from '../../sales/sales-order/sales-order-tables.ts';

/** Tables that picks are read from. */
export type PickTables = OrderTables & {
  'inventory.v_allocations': z.output<typeof allocationViewRow>;
  'inventory.v_locations': z.output<typeof locationViewRow>;
};
