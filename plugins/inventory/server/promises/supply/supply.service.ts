import { decimal, newID, problems } from '@millwright/core/contracts';
import { type AccountContext, emit, plannedOnce, sql } from '@millwright/core/server';
import {
  type CataloguePort,
  type DemandSource,
  type SupplyLine,
  SupplyPort,
  supplyChanged,
} from '../../../contracts/index.ts';
import { applyStock } from '../../stock/ledger/stock-ledger.ts';
import { lotKey, lotsOf } from '../../stock/lot/lots-of.ts';

type Receipts = Parameters<SupplyPort['receive']>[2];

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
}

/** Takes in what documents of other domains will bring, inside their transaction. */
export class SupplyService extends SupplyPort {
  readonly #catalogue: CataloguePort;

  constructor(catalogue: CataloguePort) {
    super();
    this.#catalogue = catalogue;
  }

  override async expect(ctx: AccountContext, source: DemandSource, lines: readonly SupplyLine[]): Promise<void> {
    const amounts = await this.#catalogue.convertToBase(
      ctx,
      lines.map(({ lineID, itemID, measure, unitID }) => ({ itemID, measure, unitID, path: lineID })),
    );
    const now = ctx.clock.now();
    tellSupply(ctx, source, lines);
    // What something has come of stays as history, closed; the rest of what is expected no more goes.
    await ctx.em.send(sql`delete from inventory.supply
      where account_id = ${ctx.account.id} and source_type = ${source.type} and source_id = ${source.id}
        and line_id <> all(${lines.map(({ lineID }) => lineID)}::text[]) and received = 0`);
    await ctx.em.send(sql`update inventory.supply set closed_at = ${now}, updated_at = ${now}, version = version + 1
      where account_id = ${ctx.account.id} and source_type = ${source.type} and source_id = ${source.id}
        and line_id <> all(${lines.map(({ lineID }) => lineID)}::text[]) and closed_at is null`);
    if (lines.length === 0) return;
    const column = <Value>(value: (line: SupplyLine, index: number) => Value): Value[] => lines.map(value);
    await sql`insert ${plannedOnce} into inventory.supply as supply (account_id, id, created_at, updated_at, version, item_id,
        source_type, source_id, source_number, line_id, measure, unit_id, quantity, due_on, unit_cost, cost_numerator,
        cost_denominator, note)
      select ${ctx.account.id}, line.id, ${now}, ${now}, 1, line.item_id, ${source.type}, ${source.id}, ${source.number},
        line.line_id, line.measure, line.unit_id, line.quantity, line.due_on, line.unit_cost, line.quantity,
        line.measure, line.note
      from unnest(${column(() => newID('sup'))}::text[], ${column(({ itemID }) => itemID)}::text[],
        ${column(({ lineID }) => lineID)}::text[], ${column((_, index) => amounts[index]?.measure)}::numeric[],
        ${column(({ unitID }) => unitID)}::text[], ${column((_, index) => amounts[index]?.baseMeasure)}::numeric[],
        ${column(({ dueOn }) => dueOn)}::date[], ${column(({ unitCost }) => unitCost ?? null)}::numeric[],
        ${column(({ note }) => note ?? null)}::text[])
        as line (id, item_id, line_id, measure, unit_id, quantity, due_on, unit_cost, note)
      on conflict (account_id, source_type, source_id, line_id) do update
      set item_id = excluded.item_id, source_number = excluded.source_number, measure = excluded.measure,
        unit_id = excluded.unit_id, quantity = excluded.quantity, due_on = excluded.due_on, unit_cost = excluded.unit_cost,
        cost_numerator = excluded.cost_numerator, cost_denominator = excluded.cost_denominator,
        note = excluded.note, updated_at = excluded.updated_at, version = supply.version + 1,
        closed_at = case when supply.received >= excluded.quantity then coalesce(supply.closed_at, excluded.updated_at) end`.execute(
      ctx.em.query(),
    );
  }

  override async receive(ctx: AccountContext, source: DemandSource, receipts: Receipts): Promise<void> {
    if (receipts.length === 0) return;
    const amounts = await this.#catalogue.convertToBase(
      ctx,
      receipts.map(({ lineID, itemID, measure, unitID }) => ({ itemID, measure, unitID, path: lineID })),
    );
    const now = ctx.clock.now();
    tellSupply(ctx, source, receipts);
    await sql`update ${plannedOnce} inventory.supply supply
      set received = supply.received + came.quantity, updated_at = ${now}, version = supply.version + 1,
        closed_at = case when supply.received + came.quantity >= supply.quantity then coalesce(supply.closed_at, ${now}) end
      from (select line_id, sum(quantity) as quantity from unnest(${receipts.map(({ lineID }) => lineID)}::text[],
        ${amounts.map(({ baseMeasure }) => baseMeasure)}::numeric[]) as line (line_id, quantity) group by line_id) came
      where supply.account_id = ${ctx.account.id} and supply.source_type = ${source.type} and supply.source_id = ${source.id}
        and supply.line_id = came.line_id`.execute(ctx.em.query());
    const lots = await lotsOf(
      ctx,
      receipts.flatMap(({ itemID, lotNumber }) => (lotNumber ? { itemID, lotNumber } : [])),
      { create: true },
    );
    await applyStock(ctx, {
      action: 'receive',
      source,
      changes: receipts.map((receipt, index) => {
        const amount = amounts[index];
        const { lotNumber } = receipt;
        if (!amount) throw problems.invalid_input({ message: 'There is no such item' });
        return {
          path: receipt.lineID,
          itemID: receipt.itemID,
          locationID: receipt.locationID,
          lotID: (lotNumber && lots.get(lotKey({ itemID: receipt.itemID, lotNumber }))) || null,
          quantity: decimal(amount.baseMeasure),
          measure: decimal(amount.measure),
          unitID: amount.unitID,
          unitCost: decimal(receipt.unitCost),
          costUnit: { numerator: decimal(amount.baseMeasure), denominator: decimal(amount.measure) },
          receivedAt: receipt.receivedAt,
          reference: source.number,
          lineID: receipt.lineID,
        };
      }),
    });
  }
}
