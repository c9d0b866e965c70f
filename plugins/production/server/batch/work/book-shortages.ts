import {
  compareFractions,
  type Fraction,
  fractionOf,
  lesserFraction,
  newID,
  noFraction,
  roundFraction,
  subtractFractions,
  toColumn,
} from '@millwright/core/contracts';
import { type AccountContext, sql, touched } from '@millwright/core/server';
import type { StockPort } from '@millwright/inventory/contracts';
import { listBatches } from '../../../contracts/index.ts';
import { holdStockOf } from '../../production-run/lock-pass.ts';
import type { RunPromises } from '../../production-run/orders/run-promises.ts';
import type { ProductionRun } from '../../production-run/production-run.entity.ts';
import { writeEvent } from '../scan/scan.ts';
import { holdRuns } from '../scan/scan-desk.ts';

const type = 'production_run';
const text = (amount: Fraction): string => toColumn(roundFraction(amount), 6);

interface Shortage {
  id: string;
  runID: string;
  itemID: string;
  open: string;
  /** Station where the material was missing. */
  scanningStation: { id: string; name: string } | null;
}

const openShortages = async (ctx: AccountContext, where: { itemIDs: readonly string[]; runID?: string }) =>
  (
    await sql<Shortage>`select material.id, material.run_id as "runID", material.item_id as "itemID",
        (material.short - material.booked)::text as open,
        (select json_build_object('id', station.id, 'name', station.name) from production.batch_event event
          join production.scanning_station station on station.account_id = event.account_id
            and station.id = event.station_id
          where event.account_id = material.account_id and event.id = material.event_id) as "scanningStation"
      from production.batch_material material
      where material.account_id = ${ctx.account.id} and material.item_id = any(${[...where.itemIDs]}::text[])
        and material.short > material.booked and not material.is_undone
        and ${where.runID === undefined ? sql`true` : sql`material.run_id = ${where.runID}`}
      order by material.id`.execute(ctx.em.query())
  ).rows;

/**
 * Books material that was missing during work and has come now: the stock reserved for the runs is consumed. Its cost
 * is a variance, because the batches were valued without it.
 */
export async function bookShortages(
  ctx: AccountContext,
  ports: { stock: StockPort; promises: RunPromises },
  itemIDs: readonly string[],
): Promise<void> {
  const runIDs = [...new Set((await openShortages(ctx, { itemIDs })).map(({ runID }) => runID))];
  if (!runIDs.length) return;
  const runs = [...(await holdRuns(ctx, runIDs)).values()];
  await holdStockOf(ctx, ports.stock, runs, { itemIDs });
  for (const run of runs) await bookForRun(ctx, ports, run, itemIDs);
}

async function bookForRun(
  ctx: AccountContext,
  { stock, promises }: { stock: StockPort; promises: RunPromises },
  run: ProductionRun,
  itemIDs: readonly string[],
): Promise<void> {
  const reserved = await stock.promisesOf(ctx, type, [run.id]);
  const left = new Map([...reserved].map(([lineID, promise]) => [lineID, fractionOf(promise.reserved)]));
  const lines = (await openShortages(ctx, { itemIDs, runID: run.id })).flatMap(
    ({ id, itemID, open, scanningStation }) => {
      const there = left.get(itemID) ?? noFraction;
      const quantity = lesserFraction(fractionOf(open), there);
      left.set(itemID, subtractFractions(there, quantity));
      return compareFractions(quantity, noFraction) > 0 ? [{ id, itemID, quantity, scanningStation }] : [];
    },
  );
  if (!lines.length) return;
  const source = { type, id: run.id, number: run.number };
  const issued = await stock.issue(
    ctx,
    'consume',
    source,
    lines.map(({ id, itemID, quantity, scanningStation }) => ({
      itemID,
      quantity: text(quantity),
      lineID: id,
      path: id,
      demand: { type, id: run.id, lineID: itemID },
      scanningStation: scanningStation ?? undefined,
    })),
  );
  const booked = lines.map(({ id, quantity }, index) => ({
    id,
    booked: text(quantity),
    variance: issued[index]?.value ?? '0',
    lots: [...new Set((issued[index]?.lots ?? []).flatMap(({ lotNumber }) => lotNumber ?? []))],
  }));
  await sql`update production.batch_material material
    set booked = material.booked + own.booked, variance = material.variance + own.variance,
      lots = material.lots || array(select lot from unnest(own.lots) lot where lot <> all(material.lots))
    from jsonb_to_recordset(${JSON.stringify(booked)}::jsonb)
      own (id text, booked numeric, variance numeric, lots text[])
    where material.account_id = ${ctx.account.id} and material.id = own.id`.execute(ctx.em.query());
  const note = `${lines.length} rows of material that was missing`;
  await writeEvent(ctx, newID('bev'), ctx.clock.now(), { kind: 'consume', note, requestHash: '' });
  await promises.updateRunPromises(ctx, run);
  touched(ctx, listBatches);
}
