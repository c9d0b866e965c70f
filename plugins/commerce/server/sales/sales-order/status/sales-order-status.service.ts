import type { BulkAnswer, BulkPreview } from '@millwright/core/contracts';
import { type AccountContext, previewBulk, runBulk } from '@millwright/core/server';
import {
  type SalesOrderFilter,
  type SalesOrder as SalesOrderReply,
  type SalesOrderStatus,
  salesOrderStates,
} from '../../../../contracts/index.ts';
import { salesOrderView } from '../list/sales-order-list.queries.ts';
import { mailSalesOrder } from '../record/sales-order-mail.ts';
import { salesOrderByID } from '../sales-order.queries.ts';
import { lockedSalesOrder } from '../sales-order.service.ts';
import type { OrderPromises } from './order-promises.ts';
import { salesOrderEdit } from './sales-order-edit.ts';
import { salesOrderRemoval } from './sales-order-removal.ts';
import { salesOrderStatusChange } from './sales-order-status-change.ts';

/** Selection of orders for a bulk action. */
export interface SalesOrderSelection {
  ids?: string[] | undefined;
  filter?: SalesOrderFilter | undefined;
}

/** Status changes of orders. */
export class SalesOrderStatusService {
  /** Change sets also use it. */
  readonly statusChange: ReturnType<typeof salesOrderStatusChange>;
  readonly edit: ReturnType<typeof salesOrderEdit>;

  constructor(promises: OrderPromises) {
    this.statusChange = salesOrderStatusChange(promises);
    this.edit = salesOrderEdit(promises);
  }

  /** Changes the status of one order and emails it if requested. */
  async change(
    ctx: AccountContext,
    orderID: string,
    input: {
      statusChange: SalesOrderStatus;
      sendEmail?: boolean | undefined;
      recipients?: string[] | undefined;
      fileIDs?: string[] | undefined;
      holdID?: string | null | undefined;
      version?: number | undefined;
    },
  ): Promise<SalesOrderReply> {
    ctx.em.expectVersion(await lockedSalesOrder(ctx, orderID), input.version);
    const options = { statusChange: input.statusChange, ...(input.holdID ? { holdID: input.holdID } : {}) };
    const { allowed, refused } = await this.statusChange.sort(ctx, [orderID], options);
    const [only] = refused;
    if (only) throw only.problem;
    await this.statusChange.apply(ctx, allowed, options);
    const order = await salesOrderByID(ctx, orderID);
    if (!input.sendEmail) return order;
    await mailSalesOrder(ctx, order, input.recipients, input.fileIDs);
    return salesOrderByID(ctx, orderID);
  }

  /** Changes the status of many orders and lists the refused ones; more than 2,000 by a change set. */
  async changeMany(
    ctx: AccountContext,
    selection: SalesOrderSelection,
    statusChange: SalesOrderStatus,
  ): Promise<BulkAnswer> {
    return runBulk(ctx, this.statusChange, {
      ids: await selected(ctx, selection),
      title: (count) => `Set ${count} orders to ${salesOrderStates.names[statusChange].toLowerCase()}`,
      options: { statusChange },
    });
  }

  /** Previews the status change. */
  async previewChangeMany(
    ctx: AccountContext,
    selection: SalesOrderSelection,
    statusChange: SalesOrderStatus,
  ): Promise<BulkPreview> {
    return previewBulk(ctx, this.statusChange, { ids: await selected(ctx, selection), options: { statusChange } });
  }

  /** Edits fields of many orders; more than 2,000 by a change set. */
  async editMany(ctx: AccountContext, selection: SalesOrderSelection, changes: object): Promise<BulkAnswer> {
    return runBulk(ctx, this.edit, {
      ids: await selected(ctx, selection),
      title: (count) => `Change ${count} orders`,
      options: { changes },
    });
  }

  /** Previews the edit. */
  async previewEditMany(ctx: AccountContext, selection: SalesOrderSelection, changes: object): Promise<BulkPreview> {
    return previewBulk(ctx, this.edit, { ids: await selected(ctx, selection), options: { changes } });
  }

  /** Deletes many orders and lists the refused ones; more than 2,000 by a change set. */
  async removeMany(ctx: AccountContext, selection: SalesOrderSelection): Promise<BulkAnswer> {
    return runBulk(ctx, salesOrderRemoval, {
      ids: await selected(ctx, selection),
      title: (count) => `Delete ${count} orders`,
    });
  }
}

const selected = async (ctx: AccountContext, { ids, filter }: SalesOrderSelection): Promise<string[]> =>
  ids ?? salesOrderView.findIDs(ctx, filter ?? {});
