import { problems } from '@millwright/core/contracts';
import {
  type AccountContext,
  type IndexedRecord,
  type SearchableRecord,
  sql,
  touched,
  touchedRows,
} from '@millwright/core/server';
import { listDeliveries, listPurchaseOrders, listReceivingOrders } from '../../../../contracts/index.ts';

/** Type of receiving orders in history, events, search and, as source, in the stock ledger. */
export const receivingOrderType = 'receiving_order';
export const receivingRecord = (id: string) => ({ type: receivingOrderType, id });

/** Marks receiving as changed by this transaction, including purchase orders, which show it. */
export function touchedReceiving(ctx: AccountContext): void {
  touched(ctx, listReceivingOrders, listDeliveries);
  touchedRows(ctx, listPurchaseOrders);
}

/** The columns that search uses. */
export interface FoundReceivingOrder {
  id: string;
  number: string;
  supplierName: string;
  supplierNumber: string;
  /** Number of the purchase order. */
  orderNumber: string | null;
}

/** Search entry. */
export const receivingDocument = (order: FoundReceivingOrder): IndexedRecord => ({
  type: receivingOrderType,
  id: order.id,
  title: order.number,
  subtitle: order.supplierName,
  text: [order.orderNumber, order.supplierNumber].filter(Boolean).join(' '),
});

/** Receiving orders for generic features (search, references). */
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
