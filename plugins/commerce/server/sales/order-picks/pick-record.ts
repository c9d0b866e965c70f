import { problems } from '@millwright/core/contracts';
import type { IndexedRecord, SearchableRecord } from '@millwright/core/server';
import { sql } from '@millwright/core/server';

/** Key of the pick in history, events and search. */
export const pickRecord = (id: string) => ({ type: 'pick', id });

/** Texts by which a pick is found. */
export interface FoundPick {
  id: string;
  number: string;
  orderNumber: string;
  customerID: string;
  customerName: string;
  customerNumber: string;
}

/** Search document of a pick. */
export const pickDocument = (pick: FoundPick): IndexedRecord => ({
  type: 'pick',
  id: pick.id,
  title: pick.number,
  subtitle: pick.customerName,
  text: `${pick.orderNumber} ${pick.customerNumber}`,
  customerID: pick.customerID,
});

/** Picks for generic features (search, references). */
export const pickRecords: SearchableRecord = {
  type: 'pick',
  async findByNumber(ctx, number) {
    const { rows } = await sql<{ id: string; label: string }>`select id, number as label from commerce.pick
      where account_id = ${ctx.account.id} and number = ${number} and deleted_at is null`.execute(ctx.em.query());
    return rows;
  },
  async label(ctx, id) {
    const { rows } = await sql<{ label: string }>`select pick.number || ' ' || sold.customer_name as label
      from commerce.pick pick
      join commerce.sales_order sold on sold.account_id = pick.account_id and sold.id = pick.order_id
      where pick.account_id = ${ctx.account.id} and pick.id = ${id} and pick.deleted_at is null`.execute(
      ctx.em.query(),
    );
    if (!rows[0]) throw problems.not_found();
    return rows[0].label;
  },
};
