import { type AccountContext, sql } from '@millwright/core/server';
import { type BulkStepResult, productionStepProblems, type StepImportRow } from '../../../contracts/index.ts';
import { unitNames } from '../consumption/labor-input.ts';
import type { ProductionStepService } from '../production-step.service.ts';
import { stationsByName } from './step-plan.ts';

interface ItemRow {
  id: string;
  sku: string;
  isStocked: boolean;
}

const { invalid_production_type: badProduction, invalid_consumption_type: badConsumption } =
  productionStepProblems.declarations;

/** A step from its rows: rows with the same name form one step, and the first has times and rates. */
function joined(rows: readonly StepImportRow[]): StepImportRow {
  const [first] = rows as [StepImportRow, ...StepImportRow[]];
  return {
    ...first,
    consumptions: rows.flatMap((row) => row.consumptions),
    productions: rows.flatMap((row) => row.productions),
  };
}

/** Why the rows do not form a valid step; undefined if they do. */
function refusalOf({ productions, consumptions }: StepImportRow, items: ReadonlyMap<string, ItemRow>) {
  const [made] = productions;
  if (!made || productions.some(({ sku }) => sku !== made.sku) || productions.length > 1) return badProduction.message;
  const unknown = [made, ...consumptions].find(({ sku }) => !items.has(sku));
  if (unknown) return `There is no item ${unknown.sku}`;
  if (!items.get(made.sku)?.isStocked) return badProduction.message;
  const skus = consumptions.map(({ sku }) => sku);
  if (skus.some((sku) => sku === made.sku || !items.get(sku)?.isStocked)) return badConsumption.message;
  const twice = skus.find((sku, index) => skus.indexOf(sku) < index);
  return twice === undefined ? undefined : `${twice} is used up twice`;
}

/**
 * Creates steps, or changes existing ones by name; an invalid step is skipped, with the reason.
 * @throws Problem 409 `flow_cycle` if an item would be made of itself; nothing is written then
 */
export const importSteps = (
  ctx: AccountContext,
  steps: ProductionStepService,
  rows: readonly StepImportRow[],
): Promise<BulkStepResult> => steps.together(ctx, () => writeSteps(ctx, steps, rows));

async function writeSteps(
  ctx: AccountContext,
  steps: ProductionStepService,
  rows: readonly StepImportRow[],
): Promise<BulkStepResult> {
  const wanted = [...Map.groupBy(rows, ({ name }) => name).values()].map(joined);
  const skus = wanted.flatMap(({ productions, consumptions }) => [...productions, ...consumptions]);
  const items = await itemsBySKU(ctx, [...new Set(skus.map(({ sku }) => sku))]);
  const known = await stepsByName(
    ctx,
    wanted.map(({ name }) => name),
  );
  const stations = await stationsByName(ctx);
  const timeUnits = new Map([...(await unitNames(ctx))].map(([id, name]) => [name, id]));
  const result: BulkStepResult = { createdItems: [], skippedItems: [], updatedItems: [] };
  for (const step of wanted) {
    const { name, productions, consumptions, laborTime, laborTimeUnit, station, ...fields } = step;
    const scanningStationID = stations.get(station);
    const isLost = station !== '' && !scanningStationID;
    const reason = refusalOf(step, items) ?? (isLost ? `There is no scanning station ${station}` : undefined);
    if (reason !== undefined) {
      result.skippedItems.push({ name, reason });
      continue;
    }
    const amount = ({ sku, measure }: { sku: string; measure: number }) => ({
      itemID: (items.get(sku) as ItemRow).id,
      measure,
    });
    const body = {
      ...fields,
      ...(scanningStationID ? { scanningStationID } : {}),
      laborTime: { measure: laborTime, unitID: timeUnits.get(laborTimeUnit) ?? '' },
      name,
      production: amount(productions[0] as { sku: string; measure: number }),
      consumptions: consumptions.map((own) => ({ ...amount(own), instructions: own.instructions ?? null })),
    };
    const id = known.get(name);
    const written = id === undefined ? await steps.create(ctx, body) : await steps.update(ctx, id, body);
    (id === undefined ? result.createdItems : result.updatedItems).push({ id: written.id, name });
  }
  return result;
}

async function itemsBySKU(ctx: AccountContext, skus: readonly string[]): Promise<Map<string, ItemRow>> {
  const { rows } = await sql<ItemRow>`select id, sku, coalesce(product_type, 'sale') = 'sale' as "isStocked"
    from inventory.v_items where account_id = ${ctx.account.id} and sku = any(${[...skus]}::text[])`.execute(
    ctx.em.query(),
  );
  return new Map(rows.map((row) => [row.sku, row]));
}

async function stepsByName(ctx: AccountContext, names: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`select id, name from production.production_step
    where account_id = ${ctx.account.id} and name = any(${[...names]}::text[])`.execute(ctx.em.query());
  return new Map(rows.map(({ id, name }) => [name, id]));
}
