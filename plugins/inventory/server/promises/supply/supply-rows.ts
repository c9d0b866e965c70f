import { type AccountContext, emit, listed, sql, touchedRows } from '@millwright/core/server';
import { type DemandLine, type DemandSource, supplyChanged } from '../../../contracts/index.ts';
import { positionReads } from '../../stock/ledger/plan/positions.ts';

/** Tells that items can be promised for other days. */
export function tellSupply(
  ctx: AccountContext,
  source: Pick<DemandSource, 'type' | 'id'>,
  lines: readonly { itemID: string }[],
): void {
  emit(ctx, supplyChanged, {
    sourceType: source.type,
    sourceID: source.id,
    itemIDs: [...new Set(lines.map(({ itemID }) => itemID))],
  });
  touchedRows(ctx, ...positionReads);
}

/** Stock of lines of supply that has come to where it can be promised: base units. */
export interface SupplyCome extends DemandLine {
  itemID: string;
  quantity: string;
}

const keysOf = (come: readonly SupplyCome[]) => sql`(select type, id, line_id, sum(quantity) as quantity
  from unnest(${listed(come.map(({ type }) => type))}, ${listed(come.map(({ id }) => id))},
    ${listed(come.map(({ lineID }) => lineID))}, ${listed(
      come.map(({ quantity }) => quantity),
      'numeric',
    )}) as line (type, id, line_id, quantity) group by 1, 2, 3)`;

/** Raises what was received of lines of supply; what has all come is closed. Before positions are locked. */
export async function fulfilSupply(
  ctx: AccountContext,
  source: Pick<DemandSource, 'type' | 'id'>,
  come: readonly SupplyCome[],
): Promise<void> {
  if (come.length === 0) return;
  const now = ctx.clock.now();
  tellSupply(ctx, source, come);
  await sql`update inventory.supply supply
    set received = supply.received + came.quantity, updated_at = ${now}, version = supply.version + 1,
      closed_at = case when supply.received + came.quantity >= supply.quantity then coalesce(supply.closed_at,
        ${now}) else supply.closed_at end
    from ${keysOf(come)} came
    where supply.account_id = ${ctx.account.id} and supply.source_type = came.type and supply.source_id = came.id
      and supply.line_id = came.line_id`.execute(ctx.em.query());
}

/** All that is open of these lines waits at the dock: it can be there today. Before positions are locked. */
export async function supplyIsHere(ctx: AccountContext, today: string, come: readonly SupplyCome[]): Promise<void> {
  if (come.length === 0) return;
  await sql`update inventory.supply supply
    set due_on = ${today}::date, updated_at = ${ctx.clock.now()}, version = supply.version + 1
    from ${keysOf(come)} came
    where supply.account_id = ${ctx.account.id} and supply.source_type = came.type and supply.source_id = came.id
      and supply.line_id = came.line_id and supply.closed_at is null
      and came.quantity >= supply.quantity - supply.received`.execute(ctx.em.query());
}
