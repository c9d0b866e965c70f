import type { SearchableRecord } from '@millwright/core/server';
import { purchaseOrderStates } from '../../../contracts/index.ts';
import { standingIn } from '../../document/record-standing.ts';
import { fromPurchaseOrders, purchaseOrderByID } from './purchase-order.queries.ts';
import { purchaseOrderEmail } from './purchase-order-mail.ts';

/** What generic parts ask about purchase orders. */
export const purchaseOrderRecords: SearchableRecord = {
  type: 'purchase_order',
  findByNumber: (ctx, number) =>
    fromPurchaseOrders(ctx)
      .select(['purchase_order.id', 'purchase_order.number as label'])
      .where('purchase_order.number', '=', number)
      .execute(),
  async label(ctx, id) {
    const { number, supplier } = await purchaseOrderByID(ctx, id);
    return `${number} ${supplier.name}`;
  },
  standing: standingIn('commerce.purchase_order', purchaseOrderStates.names),
  email: async (ctx, id) => purchaseOrderEmail(ctx, await purchaseOrderByID(ctx, id)),
};
