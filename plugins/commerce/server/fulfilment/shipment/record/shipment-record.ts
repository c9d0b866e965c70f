import { type AccountContext, touched, touchedRows } from '@millwright/core/server';
import { listSalesOrders, listShipments } from '../../../../contracts/index.ts';

/** Key of the shipment in history, events and search. */
export const shipmentRecord = (id: string) => ({ type: 'shipment', id });

/** Marks shipments and their orders as changed by this transaction, because orders show their shipments. */
export function touchedShipments(ctx: AccountContext): void {
  touched(ctx, listShipments);
  touchedRows(ctx, listSalesOrders);
}
