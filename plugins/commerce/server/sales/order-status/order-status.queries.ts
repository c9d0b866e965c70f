import type { AddressSnapshot } from '@millwright/core/contracts';
import { type AccountContext, isoText, sql } from '@millwright/core/server';
import {
  type OrderStage,
  type OrderStatusAnswer,
  orderStatusProblems,
  type SalesOrder,
  salesOrderStates,
  trackingLink,
} from '../../../contracts/index.ts';
import { salesOrderIs } from '../../states/states.ts';
import type { OrderTables } from '../sales-order/list/sales-order-tables.ts';
import { fromSalesOrders, salesOrderByID } from '../sales-order/sales-order.queries.ts';
import { orderNumberForm, provesOrder } from './order-proof.ts';
import { type GoodsOfOrder, stageOfGoods } from './stage-of-goods.ts';

/** Statuses that a visitor may see. */
type ShownStatus = (typeof salesOrderStates.those.placed)[number];
const isShown = salesOrderIs.placed('sales_order.status');

/**
 * The order of this number, for a visitor who knows its postcode or email address. The same statement and the same
 * comparisons run for existing and unknown orders.
 * @throws Problem 404 `order_not_found`
 */
export async function orderStatusOf(
  ctx: AccountContext,
  { number, postcodeOrEmail }: { number: string; postcodeOrEmail: string },
  { isNamedLimitReached }: { isNamedLimitReached: boolean },
): Promise<OrderStatusAnswer> {
  const order = await fromSalesOrders(ctx)
    .innerJoin('commerce.customer as customer', (join) =>
      join
        .onRef('customer.account_id', '=', 'sales_order.account_id')
        .onRef('customer.id', '=', 'sales_order.customer_id'),
    )
    .innerJoin('commerce.v_order_progress as progress', (join) =>
      join
        .onRef('progress.account_id', '=', 'sales_order.account_id')
        .onRef('progress.order_id', '=', 'sales_order.id'),
    )
    .select([
      'sales_order.id',
      'sales_order.number',
      sql<ShownStatus>`sales_order.status`.as('status'),
      sql<Date>`sales_order.issued_at`.as('issuedAt'),
      'sales_order.completed_at as completedAt',
      sql<string | null>`sales_order.promised_at::text`.as('promisedAt'),
      sql<AddressSnapshot | null>`sales_order.ship_to`.as('shipTo'),
      sql<AddressSnapshot | null>`sales_order.bill_to`.as('billTo'),
      'sales_order.acknowledgement_emails as emails',
      'customer.email as customerEmail',
      'sales_order.quantity_to_pick as toPick',
      'sales_order.quantity_picked as picked',
      'sales_order.quantity_shipped as shipped',
      'progress.shipments',
    ])
    .where('sales_order.number', '=', orderNumberForm(number))
    .where(isShown)
    .executeTakeFirst();
  const secrets = order && { ...order, emails: [...order.emails, order.customerEmail] };
  if (!provesOrder(secrets, postcodeOrEmail) || !order || isNamedLimitReached)
    throw orderStatusProblems.order_not_found();
  return {
    number: order.number,
    stage: stageOf(order),
    orderedAt: isoText(order.issuedAt),
    promisedAt: order.promisedAt,
    completedAt: order.completedAt && isoText(order.completedAt),
    shipments: await shipmentsOf(ctx, order.shipments),
  };
}

/** The order of a number in a status that visitors may see. Undefined if there is none. */
export async function orderOfNumber(ctx: AccountContext, number: string): Promise<SalesOrder | undefined> {
  const found = await fromSalesOrders(ctx)
    .select('sales_order.id')
    .where('sales_order.number', '=', orderNumberForm(number))
    .where(isShown)
    .executeTakeFirst();
  return found && salesOrderByID(ctx, found.id);
}

function stageOf({ status, ...goods }: GoodsOfOrder & { status: ShownStatus }): OrderStage {
  if (salesOrderStates.is.fulfilled(status)) return 'completed';
  return salesOrderStates.is.closedShort(status) ? 'closed' : stageOfGoods(goods);
}

/** Shipments of an order that have left, with tracking links. */
export async function shipmentsOf(
  ctx: AccountContext,
  shipments: OrderTables['commerce.v_order_progress']['shipments'],
): Promise<OrderStatusAnswer['shipments']> {
  const ids = shipments.flatMap(({ carrierID }) => carrierID ?? []);
  const carriers = ids.length
    ? await ctx.em
        .query<OrderTables>()
        .selectFrom('commerce.carrier')
        .select(['id', 'name', 'tracking_url_template as trackingUrlTemplate'])
        .where('account_id', '=', ctx.account.id)
        .where('id', 'in', ids)
        .execute()
    : [];
  return shipments.flatMap(({ number, trackingNumber, carrierID, shippedAt }) => {
    // A shipment that is only packed is not shown to visitors yet.
    if (!shippedAt) return [];
    const carrier = carriers.find(({ id }) => id === carrierID);
    return {
      number,
      shippedAt: isoText(shippedAt),
      carrier: carrier?.name ?? null,
      trackingNumber,
      trackingURL: (carrier && trackingLink(carrier, trackingNumber)) ?? null,
    };
  });
}
