import {
  type AccountContext,
  bulkEdit,
  type Changes,
  type EditedField,
  editedFields,
  emit,
  sql,
  touched,
} from '@millwright/core/server';
import { bulkOrderReferences, listSalesOrders, salesOrderChanged } from '../../../../contracts/index.ts';
import { ordersWritten } from '../../../document/offer/offers.ts';
import { referenceTables } from '../../../parties/reference-tables.ts';
import { salesOrderIs } from '../../../states/states.ts';
import { openPicks } from '../../order-picks/open-picks.ts';
import { salesOrderRecord } from '../record/sales-order-history.ts';
import type { OrderPromises } from './order-promises.ts';

const fields: readonly EditedField[] = [
  ...editedFields(bulkOrderReferences, referenceTables),
  { name: 'promisedAt', label: 'Promised date', column: 'promised_at', type: 'date' },
  { name: 'expiredAt', label: 'Expiration date', column: 'expired_at', type: 'date' },
];

const wantedDate = (changes: Changes, name: string, column: string) =>
  name in changes ? sql`${changes[name] ?? null}::text::date` : sql`own.${sql.ref(column)}`;

/**
 * Same rules as for a single order: closed and shipped orders stay, and the promised date is not after the expiration.
 */
const refusal = (changes: Changes) => {
  const areDated = 'promisedAt' in changes || 'expiredAt' in changes;
  const [promised, expired] = [
    wantedDate(changes, 'promisedAt', 'promised_at'),
    wantedDate(changes, 'expiredAt', 'expired_at'),
  ];
  const carrierID = changes['carrierID'] ?? null;
  return sql`case when ${salesOrderIs.fulfilled('own.status')} then 'It is fulfilled'
    when own.completed_at is not null then 'It is closed short'
    when own.quantity_shipped > 0 then 'A shipment of it has left'
    when ${areDated}::boolean and ${expired} < ${promised}
      then 'It would expire before its promised date'
    when ${'carrierID' in changes}::boolean and own.carrier_id is distinct from ${carrierID}::text
      and own.carrier_option_id is not null then 'Its service belongs to its carrier; change both on the order'
    when ${'carrierID' in changes}::boolean and ${salesOrderIs.open('own.status')} and own.ship_to is null
      then 'It has no ship-to address' end`;
};

/** Bulk edit of sales orders. Reservations follow priority and promised date. */
export const salesOrderEdit = (promises: OrderPromises) =>
  bulkEdit({
    action: 'sales-orders.edit',
    recordType: 'sales_order',
    permission: 'sales_orders:update',
    table: 'commerce.sales_order',
    label: 'number',
    fields,
    visible: sql`own.deleted_at is null`,
    refusal,
    async written(ctx, ids, names) {
      if (names.includes('priorityID') || names.includes('promisedAt'))
        await updatePromisesAndPicks(ctx, promises, ids);
      await ordersWritten(ctx, ids);
      const { rows } = await sql<{ id: string; number: string; customerID: string }>`
        select id, number, customer_id as "customerID" from commerce.sales_order
        where account_id = ${ctx.account.id} and id = any(${[...ids]}::text[])`.execute(ctx.em.query());
      for (const { id: orderID, ...order } of rows)
        emit(ctx, salesOrderChanged, { orderID, ...order, fields: [...names] }, salesOrderRecord(orderID));
      await ctx.em.flush();
      touched(ctx, listSalesOrders);
    },
  });

async function updatePromisesAndPicks(
  ctx: AccountContext,
  promises: OrderPromises,
  ids: readonly string[],
): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id from commerce.sales_order where account_id = ${ctx.account.id}
    and id = any(${[...ids]}::text[]) and ${salesOrderIs.open('status')} order by id`.execute(ctx.em.query());
  const issued = rows.map(({ id }) => id);
  await promises.updatePromises(ctx, issued);
  await openPicks(ctx, issued);
}
