import { getSalesOrder, listSalesOrders } from '../../../contracts/index.ts';

/** What a step of a pick puts out of date. */
export const pickReads = [getSalesOrder, listSalesOrders];

/** The walk through several picks. */
export const walkPath = (pickIDs: readonly string[]): string =>
  `/dashboard/picking/walk?${pickIDs.map((id) => `pickID=${encodeURIComponent(id)}`).join('&')}`;
