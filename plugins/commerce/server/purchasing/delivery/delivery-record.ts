import { problems } from '@millwright/core/contracts';
import { type IndexedRecord, type SearchableRecord, sql } from '@millwright/core/server';

/** A delivery in history and search. */
export const deliveryRecord = (id: string) => ({ type: 'delivery', id });

/** The columns that search uses. */
export interface FoundDelivery {
  id: string;
  number: string;
  reference: string | null;
  receivingNumber: string;
  orderNumber: string | null;
  supplierName: string;
  supplierNumber: string;
}

/** Search entry. */
export const deliveryDocument = (delivery: FoundDelivery): IndexedRecord => ({
  ...deliveryRecord(delivery.id),
  title: delivery.number,
  subtitle: delivery.supplierName,
  text: [delivery.reference, delivery.receivingNumber, delivery.orderNumber, delivery.supplierNumber]
    .filter(Boolean)
    .join(' '),
});

/** Deliveries for generic features (search, references). */
export const deliveryRecords: SearchableRecord = {
  type: 'delivery',
  async findByNumber(ctx, number) {
    const { rows } = await sql<{ id: string; label: string }>`select id, number as label from commerce.delivery
      where account_id = ${ctx.account.id} and number = ${number}`.execute(ctx.em.query());
    return rows;
  },
  async label(ctx, id) {
    const { rows } = await sql<{ label: string }>`select delivery.number || ' ' || supplier.name as label
      from commerce.delivery delivery
      join commerce.supplier supplier on supplier.account_id = delivery.account_id
        and supplier.id = delivery.supplier_id
      where delivery.account_id = ${ctx.account.id} and delivery.id = ${id}`.execute(ctx.em.query());
    if (!rows[0]) throw problems.not_found();
    return rows[0].label;
  },
};
