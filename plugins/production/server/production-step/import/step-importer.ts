import type { ExportedRow, ImportDefinition, ImportFieldDeclaration } from '@millwright/core/server';
import type { CataloguePort } from '@millwright/inventory/contracts';
import { laborTimeUnits, type ProductionStep } from '../../../contracts/index.ts';
import type { ProductionStepService } from '../production-step.service.ts';
import { refuseCircles } from './step-circles.ts';
import {
  amountOf,
  type StepData,
  type StepPlan,
  type StepRows,
  type StepSurroundings,
  type StepVerdict,
  stepChanges,
  stepPlanOf,
  stepsCalled,
  stepTextOf,
  surroundingsOf,
  writtenBy,
} from './step-plan.ts';

const fields: readonly ImportFieldDeclaration[] = [
  {
    name: 'name',
    label: 'Step',
    isRequired: true,
    longest: 100,
    synonyms: ['step name', 'name', 'production step', 'operation', 'routing step', 'work center operation'],
    description: 'Rows of one name are one step.',
    example: 'Knit shells',
  },
  {
    name: 'sku',
    label: 'Makes',
    longest: 100,
    synonyms: ['production sku', 'production', 'output', 'output sku', 'makes sku', 'product', 'assembly'],
    description: 'SKU of the one item that the step makes, in one of its rows.',
    example: 'PT-SHL',
  },
  {
    name: 'measure',
    label: 'Quantity made',
    kind: 'decimal',
    synonyms: ['production measure', 'output quantity', 'makes quantity', 'batch size', 'production quantity'],
    description: '1 where nothing is said.',
    example: '100',
  },
  {
    name: 'unit',
    label: 'Unit made',
    longest: 100,
    synonyms: ['production unit', 'output unit', 'makes unit'],
    description: 'The default unit of the item where the row does not say.',
    example: 'pair',
  },
  {
    name: 'consumption',
    label: 'Uses up',
    longest: 100,
    synonyms: ['consumption sku', 'input', 'input sku', 'component', 'material', 'uses sku'],
    description: 'SKU of something that it uses up; a row for each.',
    example: 'YN-ARA',
  },
  {
    name: 'consumed',
    label: 'Quantity used up',
    kind: 'decimal',
    synonyms: ['consumption measure', 'input quantity', 'component quantity', 'uses quantity', 'quantity per assembly'],
    description: 'For the quantity made.',
    example: '3.1',
  },
  {
    name: 'consumedUnit',
    label: 'Unit used up',
    longest: 100,
    synonyms: ['consumption unit', 'input unit', 'component unit', 'uses unit'],
    description: 'The default unit of the item where the row does not say.',
    example: 'kg',
  },
  {
    name: 'instructions',
    label: 'Instructions',
    kind: 'note',
    synonyms: ['instruction', 'consumption instructions'],
    example: 'Two ends',
  },
  {
    name: 'laborTime',
    label: 'Labour time',
    kind: 'decimal',
    synonyms: ['labor time', 'time', 'run time', 'standard time', 'minutes', 'hours'],
    description: 'For the quantity made.',
    example: '75',
  },
  {
    name: 'laborTimeUnit',
    label: 'Labour time unit',
    longest: 10,
    synonyms: ['labor time unit', 'time unit', 'time uom'],
    description: `${Object.keys(laborTimeUnits).join(', ')}; hr where nothing is said.`,
    example: 'min',
  },
  {
    name: 'laborRate',
    label: 'Labour rate',
    kind: 'decimal',
    synonyms: ['labor rate', 'hourly rate', 'wage', 'rate'],
    description: 'Of an hour.',
    example: '21.5',
  },
  {
    name: 'overheadRate',
    label: 'Overhead rate',
    kind: 'decimal',
    synonyms: ['overhead', 'burden rate'],
    description: 'Of an hour.',
    example: '14',
  },
  {
    name: 'allowances',
    label: 'Allowances',
    kind: 'decimal',
    synonyms: ['allowance'],
    description: 'A share of the time: 0.12 is twelve percent.',
    example: '0.12',
  },
  {
    name: 'levelingFactor',
    label: 'Leveling factor',
    kind: 'decimal',
    synonyms: ['leveling', 'levelling factor'],
    description: 'A share of the time.',
    example: '0.05',
  },
  {
    name: 'station',
    label: 'Station',
    longest: 100,
    synonyms: ['scanning station', 'work center', 'work centre', 'done at'],
    description: 'Name of the scanning station where it is done.',
    example: 'Knitting machines',
  },
];

/** The first value of a field in the step's rows. */
const valueIn = ({ rows }: StepRows, field: string): string | undefined =>
  rows.map((row) => stepTextOf(row, field)).find((text) => text !== undefined);

function judge(record: StepRows, surroundings: StepSurroundings, before: StepVerdict['data'] | undefined): StepVerdict {
  const errors: StepVerdict['errors'] = [];
  const first = record.rows[0]?.row ?? 0;
  const name = valueIn(record, 'name') ?? record.key;
  const made = record.rows.filter((row) => stepTextOf(row, 'sku') !== undefined);
  const skus = new Set(made.map((row) => stepTextOf(row, 'sku')));
  if (skus.size > 1 || (!skus.size && !before))
    errors.push({ row: first, field: 'sku', message: 'Invalid production type' });
  const amountAt = (row: (typeof made)[number], sku: string, measure: string, unit: string) =>
    amountOf(
      surroundings,
      {
        sku: stepTextOf(row, sku),
        measure: stepTextOf(row, measure) ?? (measure === 'measure' ? '1' : undefined),
        unit: stepTextOf(row, unit),
      },
      { sku, measure, unit },
      (field, message) => void errors.push({ row: row.row, field, message }),
    );
  const production = made[0] ? amountAt(made[0], 'sku', 'measure', 'unit') : before?.before?.plan.production;
  const used = record.rows.filter((row) => stepTextOf(row, 'consumption') !== undefined);
  const consumptions = used.flatMap((row) => {
    const consumed = amountAt(row, 'consumption', 'consumed', 'consumedUnit');
    if (consumed && consumed.itemID === production?.itemID)
      errors.push({ row: row.row, field: 'consumption', message: 'Invalid consumption type' });
    return consumed ? [{ ...consumed, instructions: stepTextOf(row, 'instructions') ?? null }] : [];
  });
  for (const [index, own] of consumptions.entries())
    if (consumptions.findIndex(({ itemID }) => itemID === own.itemID) < index)
      errors.push({
        row: used[index]?.row ?? first,
        field: 'consumption',
        message: 'It is used up by this step already',
      });
  const number = (field: string, isZeroFine: boolean): number | undefined => {
    const text = valueIn(record, field);
    if (text === undefined) return undefined;
    const value = Number(text);
    if (isZeroFine ? value < 0 : value <= 0)
      errors.push({ row: first, field, message: isZeroFine ? 'Must be at least 0' : 'Must be above 0' });
    return value;
  };
  const timeUnit = valueIn(record, 'laborTimeUnit')?.toLowerCase() ?? 'hr';
  const timeUnitID = Object.hasOwn(laborTimeUnits, timeUnit) ? surroundings.timeUnits.get(timeUnit) : undefined;
  const time = number('laborTime', false);
  if (time !== undefined && timeUnitID === undefined)
    errors.push({
      row: first,
      field: 'laborTimeUnit',
      message: `Must be one of ${Object.keys(laborTimeUnits).join(', ')}`,
    });
  const numbers = {
    laborRate: number('laborRate', false),
    overheadRate: number('overheadRate', false),
    levelingFactor: number('levelingFactor', true),
    allowances: number('allowances', true),
  };
  const station = valueIn(record, 'station');
  const scanningStationID = surroundings.stations.get(station ?? '');
  if (station !== undefined && !scanningStationID)
    errors.push({ row: first, field: 'station', message: `There is no scanning station ${station}` });
  const plan: StepPlan | undefined = production && {
    name,
    production,
    consumptions: used.length || !before?.before ? consumptions : before.before.plan.consumptions,
    ...(time !== undefined && timeUnitID ? { laborTime: { measure: time, unitID: timeUnitID } } : {}),
    ...Object.fromEntries(Object.entries(numbers).filter(([, value]) => value !== undefined)),
    ...(scanningStationID ? { scanningStationID } : {}),
  };
  return verdictOf(record.key, name, plan, before?.before ?? null, surroundings, errors);
}

/** The plan that undoes a plan. It sets the station only if the plan did, because a step may have several stations. */
const undoing = ({ scanningStationID, ...before }: StepPlan, plan: StepPlan): StepPlan =>
  plan.scanningStationID === undefined ? before : { ...before, scanningStationID: scanningStationID ?? null };

/** The verdict on a planned step: its changes to the existing one. */
export function verdictOf(
  key: string,
  name: string,
  plan: StepPlan | undefined,
  before: StepData['before'],
  surroundings: StepSurroundings,
  errors: StepVerdict['errors'],
): StepVerdict {
  const changes = !plan || errors.length ? [] : stepChanges(before?.plan, plan, surroundings);
  const data =
    !plan || errors.length ? null : { plan, before: before && { ...before, plan: undoing(before.plan, plan) } };
  const effect = !data ? 'error' : !before ? 'create' : changes.length ? 'update' : 'unchanged';
  return { key, label: name, effect, recordID: before?.id ?? null, changes, errors, warnings: [], data };
}

/** Import of production steps; rows with the same name form one step. */
export const stepImporter = (
  steps: ProductionStepService,
  catalogue: CataloguePort,
): ImportDefinition<StepData | null> => ({
  name: 'production-steps',
  title: 'Production steps',
  description:
    'Creates production steps, or changes those whose name exists; rows of one name are one step, a row for each ' +
    'thing that it uses up. Empty cells leave what is there.',
  recordType: 'production_step',
  permission: 'production_steps:create',
  keys: ['name'],
  isGrouped: true,
  fields,
  async check(ctx, records) {
    const standing = await stepsCalled(
      ctx,
      records.flatMap((record) => valueIn(record, 'name') ?? []),
    );
    const skus = records.flatMap(({ rows }) =>
      rows.flatMap((row) => ['sku', 'consumption'].map((f) => stepTextOf(row, f))),
    );
    const known = [...standing.values()].flatMap((step) => [step.production, ...step.consumptions]);
    const surroundings = await surroundingsOf(
      ctx,
      catalogue,
      [...skus, ...known.map(({ item }) => item.sku)].flatMap((sku) => sku ?? []),
    );
    const verdicts = records.map((record) => {
      const step = standing.get(valueIn(record, 'name') ?? '');
      const plan = step && stepPlanOf(step);
      const before = step && plan ? { plan, before: { id: step.id, version: step.version, plan } } : undefined;
      return judge(record, surroundings, before);
    });
    return refuseCircles(ctx, records, verdicts, { items: surroundings.items, field: 'consumption' });
  },
  exported: async (_ctx, items) => (items as ProductionStep[]).flatMap(rowsOf),
  ...writtenBy(steps),
});

/** A step as import rows: its fields in the first row, its consumptions in all rows. */
function rowsOf(step: ProductionStep): ExportedRow[] {
  const { name, production, consumptions, laborTime } = step;
  const own = {
    sku: production.item.sku,
    measure: production.quantity.measure,
    unit: production.quantity.unit,
    laborTime: laborTime?.measure ?? null,
    laborTimeUnit: laborTime?.unit ?? null,
    laborRate: step.laborRate?.value ?? null,
    overheadRate: step.overheadRate?.value ?? null,
    allowances: step.allowances,
    levelingFactor: step.levelingFactor,
    station: step.scanningStation?.name ?? null,
  };
  const used = consumptions.map(({ item, quantity, instructions }) => ({
    consumption: item.sku,
    consumed: quantity.measure,
    consumedUnit: quantity.unit,
    instructions,
  }));
  return (used.length ? used : [{}]).map((row, index) => ({ fields: { name, ...(index ? {} : own), ...row } }));
}
