import type { BulkAnswer, BulkPreview } from '@millwright/core/contracts';
import { type AccountContext, previewBulk, runBulk } from '@millwright/core/server';
import {
  type PurchaseOrderFilter,
  type PurchaseOrder as PurchaseOrderReply,
  type PurchaseOrderStatus,
  purchaseOrderStates,
} from '../../../../contracts/index.ts';
import { purchaseOrderView } from '../list/purchase-order-list.queries.ts';
import { mailPurchaseOrder } from '../papers/purchase-order-mail.ts';
import { purchaseOrderByID } from '../purchase-order.queries.ts';
import { lockedPurchaseOrder } from '../purchase-order.service.ts';
import type { OrderSupply } from './order-supply.ts';
import { purchaseOrderEdit } from './purchase-order-edit.ts';
import { purchaseOrderRemoval } from './purchase-order-removal.ts';
import { purchaseOrderStatusChange } from './purchase-order-status-change.ts';

/** Orders of a bulk action. */
interface Selection {
  ids?: string[] | undefined;
  filter?: PurchaseOrderFilter | undefined;
}

/** Status changes of purchase orders. */
export class PurchaseOrderStatusService {
  /** Also used by change sets. */
  readonly statusChange: ReturnType<typeof purchaseOrderStatusChange>;
  readonly edit: ReturnType<typeof purchaseOrderEdit>;

  constructor(supply: OrderSupply) {
    this.statusChange = purchaseOrderStatusChange(supply);
    this.edit = purchaseOrderEdit(supply);
  }

  /** Changes the status of one order, and mails it if requested. */
  async change(
    ctx: AccountContext,
    orderID: string,
    input: {
      statusChange: PurchaseOrderStatus;
      sendEmail?: boolean | undefined;
      recipients?: string[] | undefined;
      fileIDs?: string[] | undefined;
      version?: number | undefined;
    },
  ): Promise<PurchaseOrderReply> {
    ctx.em.expectVersion(await lockedPurchaseOrder(ctx, orderID), input.version);
    const options = { statusChange: input.statusChange };
    const { allowed, refused } = await this.statusChange.sort(ctx, [orderID], options);
    const [only] = refused;
    if (only) throw only.problem;
    await this.statusChange.apply(ctx, allowed, options);
    const order = await purchaseOrderByID(ctx, orderID);
    if (!input.sendEmail) return order;
    await mailPurchaseOrder(ctx, order, input.recipients, input.fileIDs);
    return purchaseOrderByID(ctx, orderID);
  }

  /** Changes the status of many orders and lists those that may not get it; more than 2,000 by a change set. */
  async changeMany(ctx: AccountContext, selection: Selection, statusChange: PurchaseOrderStatus): Promise<BulkAnswer> {
    return runBulk(ctx, this.statusChange, {
      ids: await selected(ctx, selection),
      title: (count) => `Set ${count} purchase orders to ${purchaseOrderStates.names[statusChange].toLowerCase()}`,
      options: { statusChange },
    });
  }

  /** Previews the change. */
  async previewChangeMany(
    ctx: AccountContext,
    selection: Selection,
    statusChange: PurchaseOrderStatus,
  ): Promise<BulkPreview> {
    return previewBulk(ctx, this.statusChange, { ids: await selected(ctx, selection), options: { statusChange } });
  }

  /** Edits many orders; more than 2,000 by a change set. */
  async editMany(ctx: AccountContext, selection: Selection, changes: object): Promise<BulkAnswer> {
    return runBulk(ctx, this.edit, {
      ids: await selected(ctx, selection),
      title: (count) => `Change ${count} purchase orders`,
      options: { changes },
    });
  }

  /** Previews the edit. */
  async previewEditMany(ctx: AccountContext, selection: Selection, changes: object): Promise<BulkPreview> {
    return previewBulk(ctx, this.edit, { ids: await selected(ctx, selection), options: { changes } });
  }

  /** Deletes many orders and lists those that cannot be deleted; more than 2,000 by a change set. */
  async removeMany(ctx: AccountContext, selection: Selection): Promise<BulkAnswer> {
    return runBulk(ctx, purchaseOrderRemoval, {
      ids: await selected(ctx, selection),
      title: (count) => `Delete ${count} purchase orders`,
    });
  }
}

const selected = async (ctx: AccountContext, { ids, filter }: Selection): Promise<string[]> =>
  ids ?? purchaseOrderView.findIDs(ctx, filter ?? {});
