import { decimal, type EndpointRequest, roundUnitPrice, sumOf, toWire } from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';
import { type analyzeInventoryReceipts, type InventoryReceiptsAnswer, trendOf } from '../../contracts/index.ts';
import { and, type Fragment, refuseUnknown } from '../query/conditions.ts';
import { type Period, periodOf } from '../query/period.ts';
import { bucketOf, moneyFigure, periodAnswerOf } from '../sales/sums.ts';

type Body = EndpointRequest<typeof analyzeInventoryReceipts>['body'];
const mostItems = 200;

/** Receipts of the account's own stock: original layers only, not those that moves created. */
export function receiptFacts(
  ctx: AccountContext,
  period: Period,
  { itemIDs = [], storageLocationIDs = [], lotIDs = [] }: Pick<Body, 'itemIDs' | 'storageLocationIDs' | 'lotIDs'>,
): Fragment {
  const account = ctx.account.id;
  const chosen = (column: string, ids: readonly string[]): Fragment[] =>
    ids.length ? [sql`${sql.ref(column)} = any(${ids}::text[])`] : [];
  return sql`select receipt.id, receipt.item_id, receipt.quantity, receipt.value, receipt.reference,
    receipt.location_name,
      receipt.lot_number, (receipt.received_at at time zone ${ctx.account.timeZone})::date as day
    from inventory.v_receipts receipt
    where ${and([
      sql`receipt.account_id = ${account} and receipt.owner_id = ${account} and receipt.origin_id = receipt.id
        and receipt.received_at >= ${period.begin.toISOString()}::timestamptz
        and receipt.received_at < ${period.end.toISOString()}::timestamptz`,
      ...chosen('receipt.item_id', itemIDs),
      ...chosen('receipt.location_id', storageLocationIDs),
      ...chosen('receipt.lot_id', lotIDs),
    ])}`;
}

export async function inventoryReceiptsOf(ctx: AccountContext, body: Body): Promise<InventoryReceiptsAnswer> {
  const period = periodOf(ctx, body);
  await refuseUnknown(ctx, body);
  type Row = {
    itemID: string;
    sku: string;
    description: string;
    unit: string;
    quantity: string;
    count: number;
    value: string;
  };
  const { rows } = await sql<{ buckets: { bucket: string; value: string }[]; items: Row[] }>`
    with fact as materialized (${receiptFacts(ctx, period, body)})
    select (select coalesce(json_agg(part), '[]') from (select ${bucketOf(period.step, sql`fact.day`)}::text as bucket,
        sum(fact.value)::text as value from fact group by 1) part) as buckets,
      (select coalesce(json_agg(json_build_object('itemID', item.id, 'sku', item.sku, 'description', item.description,
          'unit', item.default_unit_name, 'count', part.count, 'value', part.value::text,
          'quantity', (part.quantity * cost.unit_denominator / cost.unit_numerator)::numeric(24,6)::text)
          order by part.value desc, item.sku), '[]')
        from (select fact.item_id, count(*)::int as count, sum(fact.quantity) as quantity, sum(fact.value) as value
          from fact group by 1) part
        join inventory.v_items item on item.account_id = ${ctx.account.id} and item.id = part.item_id
        join inventory.v_item_costs cost on cost.account_id = ${ctx.account.id} and cost.id = part.item_id)
          as items`.execute(ctx.em.query());
  const { buckets = [], items = [] } = rows[0] ?? {};
  const shown = items.slice(0, mostItems).map(({ quantity, count, value, ...item }) => ({
    ...item,
    quantity: toWire(roundUnitPrice(decimal(quantity))),
    receiptCount: count,
    value: moneyFigure(value),
  }));
  const rest = items.slice(mostItems);
  return {
    ...periodAnswerOf(ctx, period),
    value: moneyFigure(sumOf(items.map(({ value }) => value))),
    receiptCount: items.reduce((sum, { count }) => sum + count, 0),
    trend: trendOf(period, new Map(buckets.map(({ bucket, value }) => [bucket, moneyFigure(value)]))),
    items: rest.length
      ? [
          ...shown,
          {
            itemID: null,
            sku: `${rest.length} others`,
            description: '',
            quantity: null,
            unit: '',
            receiptCount: rest.reduce((sum, { count }) => sum + count, 0),
            value: moneyFigure(sumOf(rest.map(({ value }) => value))),
          },
        ]
      : shown,
  };
}
