import { decimal, Problem, zero } from '@millwright/core/contracts';
import { type AccountContext, listed, sql } from '@millwright/core/server';
import {
  type DemandSource,
  type DocumentDemand,
  type DoneAt,
  type MovementAction,
  movementActions,
  type StockOfLine,
  stockProblems,
} from '../../../contracts/index.ts';
import { stockOfLine } from '../../stock/ledger/operation/stock-of-line.ts';
import { voidMovements } from '../../stock/ledger/operation/void-movements.ts';
import type { LinePart } from '../../stock/ledger/plan/stock-book.ts';

type Source = Pick<DemandSource, 'type' | 'id'>;

/** Movements of these lines of a document that nobody has mended, all lines where none are named. */
async function standingMovements(
  ctx: AccountContext,
  { type, id }: Source,
  actions: readonly MovementAction[],
  lineIDs: readonly string[] | undefined,
): Promise<string[]> {
  const ofLines = lineIDs ? sql`and movement.source_line_id = any(${listed(lineIDs)})` : sql``;
  const { rows } = await sql<{ id: string }>`select movement.id from inventory.movement movement
    where movement.account_id = ${ctx.account.id} and movement.source_type = ${type} and movement.source_id = ${id}
      and movement.action = any(${listed(actions)}) ${ofLines}
      and not exists (select from inventory.movement mended where mended.account_id = movement.account_id
        and mended.reverses_id = movement.id)`.execute(ctx.em.query());
  return rows.map(({ id: movementID }) => movementID);
}

/** What each line got back, or gave. */
const answers = (byLine: ReadonlyMap<string, readonly LinePart[]>): StockOfLine[] =>
  [...byLine].map(([lineID, parts]) =>
    stockOfLine(
      lineID,
      parts.map(({ layer, quantity, value }) => ({ layer, quantity: quantity.abs(), value: value.abs() })),
    ),
  );

/** Takes back what left for a document; see `StockPort.returnIssued`. */
export async function returnIssuedStock(
  ctx: AccountContext,
  source: Source,
  lineIDs: readonly string[] | undefined,
  demands: readonly DocumentDemand[],
  doneAt: DoneAt = {},
): Promise<StockOfLine[]> {
  const ids = await standingMovements(ctx, source, ['ship', 'consume'], lineIDs);
  if (ids.length === 0 && demands.length === 0) return [];
  const { byLine } = await voidMovements(ctx, ids, doneAt, demands);
  return answers(byLine);
}

/** What is in the way: the document that it is promised to by its number, or what was done by its name. */
interface Use {
  type: string;
  id: string;
  number: string | null;
  action: MovementAction | null;
  itemID: string;
  sku: string;
  quantity: string;
  unit: string;
}

/** '5 pair BS-THM-L reserved for 1093' */
const useText = ({ quantity, unit, sku, number, action }: Use): string =>
  [
    ...[decimal(quantity).toString(), unit, sku],
    action ? movementActions[action].toLowerCase() : `reserved for ${number}`,
  ].join(' ');

/** What took from the stock that these movements brought, itself or where it was moved to. */
async function usesOf(ctx: AccountContext, source: Source, movementIDs: readonly string[]): Promise<Use[]> {
  const { rows } = await sql<Use>`
    with own as (
      select distinct layer.origin_id from inventory.movement_layer part
      join inventory.cost_layer layer on layer.account_id = part.account_id and layer.id = part.layer_id
      where part.account_id = ${ctx.account.id} and part.movement_id = any(${listed(movementIDs)})
        and part.quantity > 0)
    select coalesce(movement.source_type, movement.action) as type, coalesce(movement.source_id, movement.id) as id,
      null as number, movement.action, movement.item_id as "itemID", item.sku, sum(-part.quantity)::text as quantity,
      item.base_unit_name as unit
    from own
    join inventory.cost_layer layer on layer.account_id = ${ctx.account.id} and layer.origin_id = own.origin_id
    join inventory.movement_layer part on part.account_id = layer.account_id and part.layer_id = layer.id
      and part.quantity < 0
    join inventory.movement movement on movement.account_id = part.account_id and movement.id = part.movement_id
    join inventory.v_items item on item.account_id = movement.account_id and item.id = movement.item_id
    where movement.action <> 'void' and (movement.source_type, movement.source_id) is distinct from (${source.type},
      ${source.id})
      and not exists (select from inventory.movement mended where mended.account_id = movement.account_id
        and mended.reverses_id = movement.id)
    group by 1, 2, 3, 4, 5, 6, 8 order by 1, 2, 5, 4 limit 50`.execute(ctx.em.query());
  return rows;
}

/** Who has these items reserved, the last that are served first. */
async function promisesOf(ctx: AccountContext, movementIDs: readonly string[]): Promise<Use[]> {
  const { rows } = await sql<Use>`
    select demand.source_type as type, demand.source_id as id, demand.source_number as number,
      null as action, demand.item_id as "itemID", item.sku, demand.reserved::text as quantity,
      item.base_unit_name as unit
    from inventory.demand demand
    join inventory.v_items item on item.account_id = demand.account_id and item.id = demand.item_id
    where demand.account_id = ${ctx.account.id} and demand.reserved > 0 and demand.item_id in (
      select movement.item_id from inventory.movement movement
      where movement.account_id = ${ctx.account.id} and movement.id = any(${listed(movementIDs)}))
    order by demand.priority_rank, demand.promised_on desc nulls first, demand.issued_at desc,
      demand.id limit 50`.execute(ctx.em.query());
  return rows;
}

/** Of what was taken back, what went for good: what a move took from one place it gave to another. */
const inFull = (byLine: ReadonlyMap<string, readonly LinePart[]>): Map<string, LinePart[]> =>
  new Map(
    [...byLine].map(([lineID, parts]) => {
      const net = new Map<string, LinePart>();
      for (const { layer, quantity, value } of parts) {
        const known = net.get(layer.lotID ?? '');
        net.set(layer.lotID ?? '', {
          layer: known?.layer ?? layer,
          quantity: quantity.plus(known?.quantity ?? zero),
          value: value.plus(known?.value ?? zero),
        });
      }
      return [lineID, [...net.values()]];
    }),
  );

/** Takes back what came in by a document; see `SupplyPort.unreceive`. */
export async function unreceiveStock(
  ctx: AccountContext,
  source: Source,
  lineIDs: readonly string[] | undefined,
  doneAt: DoneAt = {},
): Promise<StockOfLine[]> {
  const ids = await standingMovements(ctx, source, ['receive', 'produce', 'return', 'move'], lineIDs);
  if (ids.length === 0) return [];
  try {
    const { byLine } = await voidMovements(ctx, ids, doneAt);
    // Goods that were stocked left one place and another: what came in went as often as it came.
    return answers(inFull(byLine));
  } catch (error) {
    if (!(error instanceof Problem) || (error.code !== 'stock_used' && error.code !== 'insufficient_stock'))
      throw error;
    const used = await usesOf(ctx, source, ids);
    const uses = used.length ? used : await promisesOf(ctx, ids);
    const [first] = uses.map(useText);
    const more = uses.length > 1 ? ` and ${uses.length - 1} more` : '';
    throw stockProblems.receipt_in_use({
      ...(first ? { message: `In use: ${first}${more}. Take that back first` } : {}),
      details: { uses },
    });
  }
}
