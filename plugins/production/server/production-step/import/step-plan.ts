import { type Big, convert, decimal, Problem, toColumn } from '@millwright/core/contracts';
import {
  type AccountContext,
  type ImportDefinition,
  type ImportVerdict,
  type ParsedRow,
  type RowChange,
  sql,
} from '@millwright/core/server';
import type { CataloguePort, CatalogueUnit } from '@millwright/inventory/contracts';
import type { ProductionStep } from '../../../contracts/index.ts';
import { unitNames } from '../consumption/labor-input.ts';
import { stepView } from '../production-step.queries.ts';
import type { ProductionStepService } from '../production-step.service.ts';

/** A step from a file; fields missing in the file are undefined. */
export interface StepPlan {
  name: string;
  production: { itemID: string; measure: number; unitID: string };
  consumptions: { itemID: string; measure: number; unitID: string; instructions: string | null }[];
  laborTime?: { measure: number; unitID: string } | null;
  laborRate?: number | null;
  overheadRate?: number | null;
  levelingFactor?: number;
  allowances?: number;
  notes?: string | null;
  scanningStationID?: string | null;
}

/** Data for writing a step, beside its rows. */
export interface StepData {
  plan: StepPlan;
  before: { id: string; version: number; plan: StepPlan } | null;
}

export type StepVerdict = ImportVerdict<StepData | null>;
export type StepRows = { key: string; rows: readonly ParsedRow[] };

export const stepTextOf = (row: ParsedRow, field: string): string | undefined => {
  const value = row.fields[field];
  return typeof value === 'string' ? value : undefined;
};

interface ImportedItem {
  id: string;
  sku: string;
  isStocked: boolean;
  defaultUnitID: string;
}

/** Data for judging a chunk of rows. */
export interface StepSurroundings {
  items: ReadonlyMap<string, ImportedItem>;
  skus: ReadonlyMap<string, string>;
  units: ReadonlyMap<string, readonly CatalogueUnit[]>;
  /** Ids of time units by name. */
  timeUnits: ReadonlyMap<string, string>;
  /** Ids of scanning stations by name. */
  stations: ReadonlyMap<string, string>;
}

export async function surroundingsOf(
  ctx: AccountContext,
  catalogue: CataloguePort,
  skus: readonly string[],
): Promise<StepSurroundings> {
  const { rows } = await sql<ImportedItem>`select id, sku, coalesce(product_type, 'sale') = 'sale' as "isStocked",
      default_unit_id as "defaultUnitID"
    from inventory.v_items where account_id = ${ctx.account.id} and sku = any(${[...new Set(skus)]}::text[])`.execute(
    ctx.em.query(),
  );
  const ids = rows.map(({ id }) => id);
  return {
    items: new Map(rows.map((row) => [row.sku, row])),
    skus: new Map(rows.map((row) => [row.id, row.sku])),
    units: await catalogue.unitsOf(ctx, ids),
    timeUnits: new Map([...(await unitNames(ctx))].map(([id, name]) => [name, id])),
    stations: await stationsByName(ctx),
  };
}

/** Ids of scanning stations by name. */
export async function stationsByName(ctx: AccountContext): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`select id, name from production.scanning_station
    where account_id = ${ctx.account.id}`.execute(ctx.em.query());
  return new Map(rows.map(({ id, name }) => [name, id]));
}

/** Short unit names in files. */
const aliases: Readonly<Record<string, string>> = { ea: 'each', pr: 'pair', dz: 'dozen', pc: 'each', pcs: 'each' };

/**
 * The unit in a cell; the item's default unit if it is empty.
 * @throws Problem 400
 */
function unitOf(item: ImportedItem, { units }: StepSurroundings, name: string | undefined): CatalogueUnit {
  const itemUnits = units.get(item.id) ?? [];
  const wanted = name === undefined ? undefined : name.trim().toLowerCase();
  const found =
    wanted === undefined
      ? itemUnits.find(({ isDefault }) => isDefault)
      : itemUnits.find(({ unit }) => [wanted, aliases[wanted]].includes(unit.toLowerCase()));
  if (!found)
    throw new TypeError(`${item.sku} can be measured in ${itemUnits.map(({ unit }) => unit).join(', ')} only`);
  return found;
}

/** An item's amount from cells; reports errors. */
export function amountOf(
  surroundings: StepSurroundings,
  cells: { sku: string | undefined; measure: string | undefined; unit?: string | undefined },
  fields: { sku: string; measure: string; unit: string },
  fault: (field: string, message: string) => void,
): { itemID: string; measure: number; unitID: string } | undefined {
  const { sku, measure, unit } = cells;
  const item = sku === undefined ? undefined : surroundings.items.get(sku);
  if (!item) {
    fault(fields.sku, sku === undefined ? 'SKU is required' : `There is no item ${sku}`);
    return undefined;
  }
  if (!item.isStocked) {
    fault(fields.sku, fields.sku === 'sku' ? 'Invalid production type' : 'Invalid consumption type');
    return undefined;
  }
  let value: Big;
  try {
    value = decimal(measure ?? '0');
    if (value.lte('0')) {
      fault(fields.measure, 'Must be above 0');
      return undefined;
    }
    const found = unitOf(item, surroundings, unit);
    toColumn(convert(value, found.factor), 6);
    return { itemID: item.id, measure: Number(value.toString()), unitID: found.unitID };
  } catch (error) {
    if (!(error instanceof Problem || error instanceof TypeError)) throw error;
    fault(error instanceof TypeError ? fields.unit : fields.measure, error.message);
    return undefined;
  }
}

/** The existing steps of these names. */
export async function stepsCalled(ctx: AccountContext, names: readonly string[]): Promise<Map<string, ProductionStep>> {
  const { rows } = await sql<{ id: string }>`select id from production.production_step
    where account_id = ${ctx.account.id} and name = any(${[...names]}::text[])`.execute(ctx.em.query());
  const steps = new Map<string, ProductionStep>();
  for (const { id } of rows) {
    const step = await stepView.byID(ctx, id);
    steps.set(step.name, step);
  }
  return steps;
}

const amount = ({ item, quantity }: Pick<ProductionStep['production'], 'item' | 'quantity'>) => ({
  itemID: item.id,
  measure: quantity.measure,
  unitID: quantity.unitID,
});

/** A plan that equals the existing step. */
export const stepPlanOf = (step: ProductionStep): StepPlan => ({
  name: step.name,
  production: amount(step.production),
  consumptions: step.consumptions.map((own) => ({ ...amount(own), instructions: own.instructions })),
  laborTime: step.laborTime && { measure: step.laborTime.measure, unitID: step.laborTime.unitID },
  laborRate: step.laborRate?.value ?? null,
  overheadRate: step.overheadRate?.value ?? null,
  levelingFactor: step.levelingFactor,
  allowances: step.allowances,
  notes: step.notes,
  scanningStationID: step.scanningStationID,
});

const labels = {
  production: 'Makes',
  consumptions: 'Uses up',
  laborTime: 'Labour time',
  laborRate: 'Labour rate',
  overheadRate: 'Overhead rate',
  levelingFactor: 'Leveling factor',
  allowances: 'Allowances',
  notes: 'Notes',
  scanningStationID: 'Station',
} as const;

/** Changes of a plan to the existing step; undefined fields stay. */
export function stepChanges(
  before: StepPlan | undefined,
  after: StepPlan,
  { skus, units, timeUnits, stations }: StepSurroundings,
): RowChange[] {
  const times = new Map([...timeUnits].map(([name, id]) => [id, name]));
  const unitName = (itemID: string, unitID: string) =>
    units.get(itemID)?.find((unit) => unit.unitID === unitID)?.unit ?? unitID;
  const text = (field: keyof typeof labels, plan: StepPlan): string | number | null | undefined => {
    if (field === 'laborTime') return plan.laborTime && `${plan.laborTime.measure} ${times.get(plan.laborTime.unitID)}`;
    if (field === 'scanningStationID') {
      const id = plan.scanningStationID;
      return id && ([...stations].find(([, own]) => own === id)?.[0] ?? id);
    }
    if (field !== 'production' && field !== 'consumptions') return plan[field];
    const all = field === 'production' ? [{ ...plan.production, instructions: null }] : plan.consumptions;
    return all
      .map(({ itemID, measure, unitID, instructions }) =>
        [`${measure} ${unitName(itemID, unitID)} ${skus.get(itemID) ?? itemID}`, instructions]
          .filter(Boolean)
          .join(': '),
      )
      .join('; ');
  };
  return (Object.keys(labels) as (keyof typeof labels)[]).flatMap((field) => {
    const [from, to] = [before ? (text(field, before) ?? null) : null, text(field, after)];
    return to === undefined || to === from ? [] : [{ field, label: labels[field], from, to }];
  });
}

/** Writing and undoing, shared by all imports of steps. */
export const writtenBy = (steps: ProductionStepService): Pick<ImportDefinition<StepData | null>, 'apply' | 'undo'> => ({
  apply: (ctx, records) =>
    steps.together(ctx, async () => {
      const applied = [];
      for (const { key, data } of records) {
        if (!data) continue;
        const { plan, before } = data;
        const written = before
          ? await steps.update(ctx, before.id, { ...plan, version: before.version })
          : await steps.create(ctx, plan);
        applied.push({
          key,
          recordID: written.id,
          undo: { label: plan.name, before: before?.plan ?? null },
          versions: { [written.id]: { found: before?.version ?? null, left: written.version } },
        });
      }
      return applied;
    }),
  undo: {
    async refusals(ctx, rows) {
      const ids = rows.flatMap(({ recordID }) => recordID ?? []);
      const { rows: found } = await sql<{ id: string; version: number }>`select id, version
        from production.production_step where account_id = ${ctx.account.id} and id = any(${ids}::text[])
        order by id for update`.execute(ctx.em.query());
      const versions = new Map(found.map(({ id, version }) => [id, version]));
      return rows.flatMap(({ row, recordID, undo, versions: written }) => {
        if (!recordID) return [];
        const { label, before } = undo as { label: string; before: StepPlan | null };
        const version = versions.get(recordID);
        if (version === undefined) return before ? [{ row, label, reason: 'it was deleted since' }] : [];
        return version === written[recordID]?.left ? [] : [{ row, label, reason: 'it was changed since' }];
      });
    },
    apply: (ctx, rows) =>
      steps.together(ctx, async () => {
        const versions = new Map<string, number>();
        for (const { recordID, undo } of rows) {
          if (!recordID) continue;
          const { before } = undo as { before: StepPlan | null };
          if (!before) await steps.removeIfThere(ctx, recordID);
          else versions.set(recordID, (await steps.update(ctx, recordID, before)).version);
        }
        return versions;
      }),
  },
});
