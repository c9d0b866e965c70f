import {
  decimal,
  type EndpointReply,
  type EndpointRequest,
  problems,
  roundHalfUp,
  toWire,
} from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';
import type { DocumentedFigure, FigureDocument, listFigureDocuments } from '../../contracts/index.ts';
import { deliveriesFacts, deliveryConditions, refuseMissingTarget } from '../deliveries/deliveries.queries.ts';
import { receiptFacts } from '../materials/receipts.queries.ts';
import { openBatches, requireProduction, workFacts } from '../production/production.queries.ts';
import { type Fragment, refuseUnknown } from '../query/conditions.ts';
import { type Period, periodOf } from '../query/period.ts';
import { firstOrdersOf } from '../sales/customers.queries.ts';
import { salesFacts } from '../sales/facts.ts';
import { moneyFigure } from '../sales/sums.ts';

type Body = EndpointRequest<typeof listFigureDocuments>['body'];

/** Permissions to read the documents, besides the permission for the figure, because single documents are listed. */
const rights: Readonly<Record<DocumentedFigure, readonly [`${string}:read`, `${string}:read`]>> = {
  sales: ['sales_analytics:read', 'invoices:read'],
  orders: ['sales_analytics:read', 'sales_orders:read'],
  openOrders: ['sales_analytics:read', 'sales_orders:read'],
  deliveries: ['sales_analytics:read', 'sales_orders:read'],
  newCustomers: ['sales_analytics:read', 'sales_orders:read'],
  receipts: ['material_analytics:read', 'inventory:read'],
  openBatches: ['production_analytics:read', 'batches:read'],
  productionCosts: ['production_analytics:read', 'batches:read'],
};

const noTimes = sql`null::numeric as to_first, null::numeric as to_completion, null::date as promised_on`;

/** Documents as `(type, id, number, day, customer_id, name, amount, to_first, to_completion, promised_on)`. */
function documentsOf(ctx: AccountContext, { figure, ...body }: Body, period: Period): Fragment {
  const query = { ...body, period };
  switch (figure) {
    case 'sales':
    case 'orders':
    case 'openOrders':
      return sql`select fact.type, fact.document_id as id, fact.number, fact.day, fact.customer_id, null::text as name,
          sum(fact.amount) as amount, ${noTimes}
        from (${salesFacts(ctx, figure, query)}) fact group by fact.type, fact.document_id, fact.number, fact.day,
          fact.customer_id`;
    case 'deliveries':
      return sql`select 'sales_order' as type, fact.order_id as id, fact.number, fact.day, fact.customer_id,
        null::text as name,
          fact.amount, fact.to_first, fact.to_completion, fact.promised_on
        from (${deliveriesFacts(ctx, query)}) fact where ${deliveryConditions(ctx)[body.deliveryState]}`;
    case 'newCustomers':
      return sql`select 'sales_order' as type, fact.order_id as id, fact.number, fact.day, fact.customer_id,
        null::text as name,
          fact.amount, ${noTimes}
        from (${firstOrdersOf(ctx, period, body)}) fact`;
    case 'receipts':
      return sql`select item.type, fact.item_id || ' ' || fact.id as id, item.sku as number, fact.day,
        null::text as customer_id,
          concat_ws(', ', fact.location_name, fact.lot_number, fact.reference) as name, fact.value as amount, ${noTimes}
        from (${receiptFacts(ctx, period, body)}) fact
        join inventory.v_items item on item.account_id = ${ctx.account.id} and item.id = fact.item_id`;
    case 'openBatches':
      requireProduction(ctx);
      return sql`select 'batch' as type, batch.id, batch.number,
          (coalesce(batch.scanned_at, batch.created_at) at time zone ${ctx.account.timeZone})::date as day,
          null::text as customer_id, concat_ws(', ', item.sku, batch.step_name, batch.station_name) as name,
          batch.value as amount, ${noTimes}
        from production.v_batches batch
        join inventory.v_items item on item.account_id = ${ctx.account.id} and item.id = batch.item_id
        where ${openBatches(ctx, body)}`;
    case 'productionCosts':
      requireProduction(ctx);
      return sql`select 'batch' as type, fact.batch_id || ' ' || fact.event_id as id, coalesce(batch.number,
        '') as number,
          fact.day, null::text as customer_id, concat_ws(', ', item.sku, fact.step_name) as name,
          fact.materials + fact.labor + fact.overhead as amount, ${noTimes}
        from (${workFacts(ctx, period, body)}) fact
        join inventory.v_items item on item.account_id = ${ctx.account.id} and item.id = fact.item_id
        left join production.v_batches batch on batch.account_id = ${ctx.account.id} and batch.id = fact.batch_id
        where fact.firsts <> 0 or fact.materials <> 0 or fact.labor <> 0 or fact.overhead <> 0`;
  }
}

interface Row {
  type: string;
  id: string;
  number: string;
  day: string;
  customer_id: string | null;
  name: string | null;
  amount: string;
  to_first: string | null;
  to_completion: string | null;
  promised_on: string | null;
}

const days = (value: string | null): number | null =>
  value === null ? null : toWire(roundHalfUp(decimal(String(value)), 2));

/** The record's id: receipts have the item's id before their own. */
const recordID = (id: string): string => id.split(' ')[0] as string;

/**
 * Day and id of the row after which a page begins.
 * @throws Problem 400 `invalid_input`
 */
function positionOf(after: string): { day: string; id: string } {
  const found = /^(\d{4}-\d{2}-\d{2})\|(.{1,150})$/.exec(after);
  if (!found || Number.isNaN(Date.parse(found[1] as string)))
    throw problems.invalid_input({
      errors: [{ path: 'after', message: 'Must be what the page before answered as next' }],
    });
  return { day: found[1] as string, id: found[2] as string };
}

/**
 * The documents behind a figure, newest first, with the sum of all of them.
 * @throws Problem 403 without the permissions for the figure and its documents
 */
export async function figureDocumentsOf(
  ctx: AccountContext,
  body: Body,
): Promise<EndpointReply<typeof listFigureDocuments>> {
  for (const right of rights[body.figure]) ctx.require(right);
  const period = periodOf(ctx, body);
  if (body.figure === 'deliveries') refuseMissingTarget(body);
  await refuseUnknown(ctx, body);
  const after = body.after ? positionOf(body.after) : undefined;
  const { rows } = await sql<{ items: Row[]; count: number; total: string }>`
    with document as materialized (${documentsOf(ctx, body, period)})
    select (select coalesce(json_agg(page order by page.day desc, page.id desc), '[]') from (
        select document.type, document.id, document.number, document.day::text as day, document.customer_id,
          coalesce(customer.name, document.name, '') as name, document.amount::text as amount,
          document.to_first::text as to_first, document.to_completion::text as to_completion,
          document.promised_on::text as promised_on
        from (select * from document
          where ${after ? sql`(document.day, document.id) < (${after.day}::date, ${after.id}::text)` : sql`true`}
          order by document.day desc, document.id desc limit ${body.take + 1}) document
        left join commerce.v_customers customer
          on customer.account_id = ${ctx.account.id} and customer.id = document.customer_id) page) as items,
      (select count(*)::int from document) as count,
      (select coalesce(sum(document.amount), 0)::text from document) as total`.execute(ctx.em.query());
  const { items = [], count = 0, total = '0' } = rows[0] ?? {};
  const shown = items.slice(0, body.take);
  const last = items.length > body.take ? shown.at(-1) : undefined;
  return {
    items: shown.map(
      (row): FigureDocument => ({
        type: row.type,
        id: recordID(row.id),
        number: row.number,
        date: row.day,
        name: row.name ?? '',
        customerID: row.customer_id,
        amount: moneyFigure(row.amount),
        daysToFirstShipment: days(row.to_first),
        daysToCompletion: days(row.to_completion),
        promisedOn: row.promised_on,
      }),
    ),
    count,
    total: moneyFigure(total),
    next: last ? `${last.day}|${last.id}` : null,
  };
}
