import { type AccountContext, touched, touchedRows } from '@millwright/core/server';
import { listSalesOrders, listShipments } from '../../../contracts/index.ts';

/** The shipment as history, events and search name it. */
export const shipmentRecord = (id: string) => ({ type: 'shipment', id });

/** Says that this transaction changes shipments, which their orders show as well. */
export function touchedShipments(ctx: AccountContext): void {
  touched(ctx, listShipments);
  touchedRows(ctx, listSalesOrders);
}
