import { decimal, newID } from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';
import {
  type BaseQuantity,
  type CataloguePort,
  type DemandSource,
  type DoneAt,
  type ExpectedDocument,
  type NewWorth,
  type ProducedStock,
  type ReturnedStock,
  type StockLeft,
  type StockOfLine,
  SupplyPort,
  type SupplyReceipt,
} from '../../../contracts/index.ts';
import { revalueStock } from '../../stock/ledger/operation/revalue-stock.ts';
import { bringStock } from './bring-stock.ts';
import { tellSupply } from './supply-rows.ts';
import { unreceiveStock } from './take-back.ts';

/** Takes in what documents of other domains will bring, inside their transaction. */
export class SupplyService extends SupplyPort {
  readonly #catalogue: CataloguePort;

  constructor(catalogue: CataloguePort) {
    super();
    this.#catalogue = catalogue;
  }

  override async expectAll(ctx: AccountContext, documents: readonly ExpectedDocument[]): Promise<void> {
    if (!documents.length) return;
    const lines = documents.flatMap(({ source, lines: own }) => own.map((line) => ({ ...line, source })));
    const amounts = await this.#catalogue.convertToBase(
      ctx,
      lines.map(({ lineID, itemID, measure, unitID }) => ({ itemID, measure, unitID, path: lineID })),
    );
    const now = ctx.clock.now();
    for (const { source, lines: own } of documents) tellSupply(ctx, source, own);
    const types = documents.map(({ source }) => source.type);
    const ids = documents.map(({ source }) => source.id);
    const gone = sql`supply.account_id = ${ctx.account.id}
      and (supply.source_type, supply.source_id) in (select * from unnest(${types}::text[], ${ids}::text[]))
      and (supply.source_id, supply.line_id) not in (
        select * from unnest(${lines.map(({ source }) => source.id)}::text[],
          ${lines.map(({ lineID }) => lineID)}::text[]))`;
    // What something has come of stays as history, closed; the rest of what is expected no more goes.
    await sql`delete from inventory.supply supply where ${gone} and received = 0`.execute(ctx.em.query());
    await sql`update inventory.supply supply set closed_at = ${now}, updated_at = ${now}, version = version + 1
      where ${gone} and closed_at is null`.execute(ctx.em.query());
    if (lines.length === 0) return;
    const column = <Value>(value: (line: (typeof lines)[number], index: number) => Value): Value[] => lines.map(value);
    await sql`insert into inventory.supply as supply (account_id, id, created_at,
        updated_at, version, item_id, source_type, source_id, source_number, line_id, measure, unit_id, quantity,
        received, due_on, unit_cost, cost_numerator, cost_denominator, note, closed_at)
      select ${ctx.account.id}, line.id, ${now}, ${now}, 1, line.item_id, line.source_type, line.source_id,
        line.source_number, line.line_id, line.measure, line.unit_id, line.quantity, line.came, line.due_on,
        line.unit_cost, line.quantity, line.measure, line.note,
        case when line.came >= line.quantity then ${now}::timestamptz end
      from unnest(${column(() => newID('sup'))}::text[], ${column(({ itemID }) => itemID)}::text[],
        ${column(({ source }) => source.type)}::text[], ${column(({ source }) => source.id)}::text[],
        ${column(({ source }) => source.number)}::text[],
        ${column(({ lineID }) => lineID)}::text[], ${column((_, index) => amounts[index]?.measure)}::numeric[],
        ${column(({ unitID }) => unitID)}::text[], ${column((_, index) => amounts[index]?.baseMeasure)}::numeric[],
        ${column(({ dueOn }) => dueOn)}::date[], ${column(({ unitCost }) => unitCost ?? null)}::numeric[],
        ${column(({ note }) => note ?? null)}::text[], ${column(({ came }) => came ?? '0')}::numeric[])
        as line (id, item_id, source_type, source_id, source_number, line_id, measure, unit_id, quantity, due_on,
          unit_cost, note, came)
      on conflict (account_id, source_type, source_id, line_id) do update
      set item_id = excluded.item_id, source_number = excluded.source_number, measure = excluded.measure,
        unit_id = excluded.unit_id, quantity = excluded.quantity, due_on = excluded.due_on,
        unit_cost = excluded.unit_cost, cost_numerator = excluded.cost_numerator,
        cost_denominator = excluded.cost_denominator, note = excluded.note, updated_at = excluded.updated_at,
        version = supply.version + 1,
        closed_at = case when supply.received >= excluded.quantity
          then coalesce(supply.closed_at, excluded.updated_at) end`.execute(ctx.em.query());
  }

  override async receive(
    ctx: AccountContext,
    source: DemandSource,
    receipts: readonly SupplyReceipt[],
  ): Promise<StockOfLine[]> {
    const amounts = await this.#catalogue.convertToBase(
      ctx,
      receipts.map(({ lineID, itemID, measure, unitID, path = lineID }) => ({ itemID, measure, unitID, path })),
    );
    return bringStock(
      ctx,
      'receive',
      source,
      receipts.map(({ value, unitCost, ...receipt }, index) => {
        const { measure, baseMeasure } = amounts[index] as BaseQuantity;
        return {
          ...receipt,
          quantity: decimal(baseMeasure),
          measure: decimal(measure),
          value: value === undefined ? undefined : decimal(value),
          unitCost: unitCost === undefined ? undefined : decimal(unitCost),
          costUnit: { numerator: decimal(baseMeasure), denominator: decimal(measure) },
        };
      }),
    );
  }

  override produce(
    ctx: AccountContext,
    source: DemandSource,
    outputs: readonly ProducedStock[],
  ): Promise<StockOfLine[]> {
    return bringStock(
      ctx,
      'produce',
      source,
      outputs.map(({ quantity, value, ...output }) => ({
        ...output,
        quantity: decimal(quantity),
        value: decimal(value),
      })),
    );
  }

  override takeReturn(
    ctx: AccountContext,
    source: DemandSource,
    returns: readonly ReturnedStock[],
  ): Promise<StockOfLine[]> {
    return bringStock(
      ctx,
      'return',
      source,
      returns.map(({ quantity, value, ...goods }) => ({
        ...goods,
        quantity: decimal(quantity),
        value: decimal(value),
      })),
    );
  }

  override revalue(
    ctx: AccountContext,
    source: DemandSource,
    lines: readonly NewWorth[],
    reason?: string,
  ): Promise<StockLeft[]> {
    return lines.length ? revalueStock(ctx, source, lines, reason) : Promise.resolve([]);
  }

  override unreceive(
    ctx: AccountContext,
    source: Pick<DemandSource, 'type' | 'id'>,
    lineIDs?: readonly string[],
    doneAt?: DoneAt,
  ): Promise<StockOfLine[]> {
    return unreceiveStock(ctx, source, lineIDs, doneAt);
  }
}
