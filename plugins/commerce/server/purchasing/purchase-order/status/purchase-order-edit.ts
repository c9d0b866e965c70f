import { bulkEdit, editedFields, emit, sql, touched } from '@millwright/core/server';
import { listPurchaseOrders, purchaseOrderChanged, purchaseOrderReferences } from '../../../../contracts/index.ts';
import { referenceTables } from '../../../parties/reference-tables.ts';
import { purchaseOrderIs } from '../../../states/states.ts';
import { purchaseOrderRecord } from '../record/purchase-order-history.ts';
import type { OrderSupply } from './order-supply.ts';

/** Bulk edit of purchase orders; expected supply follows the date. */
export const purchaseOrderEdit = (supply: OrderSupply) =>
  bulkEdit({
    action: 'purchase-orders.edit',
    recordType: 'purchase_order',
    permission: 'purchase_orders:update',
    table: 'commerce.purchase_order',
    label: 'number',
    fields: [
      { name: 'scheduledAt', label: 'Wanted by', column: 'scheduled_at', type: 'date' },
      ...editedFields(purchaseOrderReferences, referenceTables),
    ],
    visible: sql`own.deleted_at is null`,
    // The same rule as for a single order.
    refusal: () => sql`case when ${purchaseOrderIs.closedShort('own.status')} then 'It is closed short'
      when own.completed_at is not null then 'It is fulfilled' end`,
    async written(ctx, ids, fields) {
      const { rows } = await sql<{ id: string; number: string; supplierID: string; isIssued: boolean }>`
        select id, number, supplier_id as "supplierID", ${purchaseOrderIs.open('status')} as "isIssued"
          from commerce.purchase_order
        where account_id = ${ctx.account.id} and id = any(${[...ids]}::text[])`.execute(ctx.em.query());
      if (fields.includes('scheduledAt'))
        await supply.updateSupply(
          ctx,
          rows.flatMap(({ id, isIssued }) => (isIssued ? id : [])),
        );
      for (const { id: orderID, number, supplierID } of rows)
        emit(
          ctx,
          purchaseOrderChanged,
          { orderID, number, supplierID, fields: [...fields] },
          purchaseOrderRecord(orderID),
        );
      await ctx.em.flush();
      touched(ctx, listPurchaseOrders);
    },
  });
