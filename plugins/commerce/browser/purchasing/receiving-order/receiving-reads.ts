import { getTimeline } from '@millwright/core/contracts';
import {
  getDelivery,
  getPurchaseOrder,
  getReceivingOrder,
  listDeliveries,
  listExpectedPurchases,
  listPurchaseOrders,
  listReceivingOrders,
} from '../../../contracts/index.ts';

/** What is read anew once goods came, were put away or taken back. */
export const receivingReads = [
  getReceivingOrder,
  listReceivingOrders,
  getDelivery,
  listDeliveries,
  getPurchaseOrder,
  listPurchaseOrders,
  listExpectedPurchases,
  getTimeline,
] as const;
