import { type NumberHit, type SearchableRecord, sql } from '@millwright/core/server';
import { purchaseOrderStates } from '../../../../contracts/index.ts';
import { standingIn } from '../../../document/record/record-standing.ts';
import { purchaseOrderEmail } from '../papers/purchase-order-mail.ts';
import { purchaseOrderByID } from '../purchase-order.queries.ts';

/** Purchase orders for generic features (search, references). */
export const purchaseOrderRecords: SearchableRecord = {
  type: 'purchase_order',
  async findByNumber(ctx, number) {
    const { rows } = await sql<NumberHit>`select id, number as label from commerce.purchase_order
      where account_id = ${ctx.account.id} and number = ${number} and deleted_at is null`.execute(ctx.em.query());
    return rows;
  },
  async label(ctx, id) {
    const { number, supplier } = await purchaseOrderByID(ctx, id);
    return `${number} ${supplier.name}`;
  },
  standing: standingIn('commerce.purchase_order', purchaseOrderStates.names),
  email: async (ctx, id, recipients, status) =>
    purchaseOrderEmail(ctx, await purchaseOrderByID(ctx, id), recipients, status),
};
