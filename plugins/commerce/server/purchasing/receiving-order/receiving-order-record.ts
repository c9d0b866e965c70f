import { problems } from '@millwright/core/contracts';
import {
  type AccountContext,
  type IndexedRecord,
  type SearchableRecord,
  sql,
  touched,
  touchedRows,
} from '@millwright/core/server';
import { listDeliveries, listPurchaseOrders, listReceivingOrders } from '../../../contracts/index.ts';

/** The receiving order as history, events and search name it, and the stock ledger, as source. */
export const receivingOrderType = 'receiving_order';
export const receivingRecord = (id: string) => ({ type: receivingOrderType, id });

/** Says that this transaction changes what comes or came, which purchase orders show as well. */
export function touchedReceiving(ctx: AccountContext): void {
  touched(ctx, listReceivingOrders, listDeliveries);
  touchedRows(ctx, listPurchaseOrders);
}

/** What a receiving order is found by. */
export interface FoundReceivingOrder {
  id: string;
  number: string;
  supplierName: string;
  supplierNumber: string;
  /** Number of the purchase order. */
  orderNumber: string | null;
}

/** What the search keeps of it. */
export const receivingDocument = (order: FoundReceivingOrder): IndexedRecord => ({
  type: receivingOrderType,
  id: order.id,
  title: order.number,
  subtitle: order.supplierName,
  text: [order.orderNumber, order.supplierNumber].filter(Boolean).join(' '),
});

/** What generic parts ask about receiving orders. */
export const receivingOrderRecords: SearchableRecord = {
  type: receivingOrderType,
  async findByNumber(ctx, number) {
    const { rows } = await sql<{ id: string; label: string }>`select id, number as label from commerce.receiving_order
      where account_id = ${ctx.account.id} and number = ${number} and deleted_at is null`.execute(ctx.em.query());
    return rows;
  },
  async label(ctx, id) {
    const { rows } = await sql<{ label: string }>`select number || ' ' || supplier_name as label
      from commerce.receiving_order
      where account_id = ${ctx.account.id} and id = ${id} and deleted_at is null`.execute(ctx.em.query());
    if (!rows[0]) throw problems.not_found();
    return rows[0].label;
  },
};
