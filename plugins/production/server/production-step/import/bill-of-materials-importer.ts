import { decimal, roundUnitPrice, zero } from '@millwright/core/contracts';
import { type ImportDefinition, type ImportFieldDeclaration, sql, todayOf } from '@millwright/core/server';
import type { CataloguePort } from '@millwright/inventory/contracts';
import { stepView } from '../production-step.queries.ts';
import type { ProductionStepService } from '../production-step.service.ts';
import { refuseCircles } from './step-circles.ts';
import { verdictOf } from './step-importer.ts';
import {
  amountOf,
  type StepData,
  type StepPlan,
  type StepVerdict,
  stepPlanOf,
  stepTextOf,
  surroundingsOf,
  writtenBy,
} from './step-plan.ts';

const fields: readonly ImportFieldDeclaration[] = [
  {
    name: 'assembly',
    label: 'Assembly',
    isRequired: true,
    longest: 100,
    synonyms: ['assembly sku', 'product assembly id', 'parent', 'parent sku', 'product', 'finished good', 'makes'],
    description: 'SKU of what is made; rows of one assembly are one production step.',
    example: 'WG-LTH-M',
  },
  {
    name: 'component',
    label: 'Component',
    isRequired: true,
    longest: 100,
    synonyms: ['component sku', 'component id', 'child', 'child sku', 'material', 'part', 'item'],
    description: 'SKU of what goes into it.',
    example: 'PT-PLM',
  },
  {
    name: 'quantity',
    label: 'Quantity',
    kind: 'decimal',
    isRequired: true,
    synonyms: ['per assembly qty', 'quantity per assembly', 'qty', 'qty per', 'amount'],
    description: 'For one default unit of the assembly.',
    example: '1',
  },
  {
    name: 'unit',
    label: 'Unit',
    longest: 100,
    synonyms: ['unit measure code', 'unit of measure', 'uom'],
    description: 'A unit of the component; its default unit where the row does not say.',
    example: 'pair',
  },
  {
    name: 'from',
    label: 'Valid from',
    kind: 'date',
    synonyms: ['start date', 'from', 'effective from', 'effective date', 'valid since'],
    example: '2026-01-01',
  },
  {
    name: 'to',
    label: 'Valid until',
    kind: 'date',
    synonyms: ['end date', 'valid to', 'to', 'effective to', 'effective until', 'obsolete date'],
    description: 'Rows that are not valid on the day of the import are passed over.',
    example: '2026-12-31',
  },
];

/**
 * Import of bills of materials: one production step per assembly. An existing step of the assembly gets the file's
 * components; times, rates and instructions stay.
 */
export const billOfMaterialsImporter = (
  steps: ProductionStepService,
  catalogue: CataloguePort,
): ImportDefinition<StepData | null> => ({
  name: 'bill-of-materials',
  title: 'Bill of materials',
  description:
    'Says what assemblies are made of: one production step for each, with what is valid on the day of the import.',
  recordType: 'production_step',
  permission: 'production_steps:create',
  keys: ['assembly'],
  isGrouped: true,
  fields,
  async check(ctx, records) {
    const today = todayOf(ctx);
    const cells = records.flatMap(({ rows }) =>
      rows.flatMap((row) => [stepTextOf(row, 'assembly'), stepTextOf(row, 'component')]),
    );
    const surroundings = await surroundingsOf(
      ctx,
      catalogue,
      cells.flatMap((sku) => sku ?? []),
    );
    const { rows: found } = await sql<{ id: string; itemID: string }>`select distinct on (step.item_id)
        step.id, step.item_id as "itemID" from production.production_step step
      where step.account_id = ${ctx.account.id} and step.item_id = any(${[...surroundings.skus.keys()]}::text[])
      order by step.item_id, step.is_preferred desc, step.name`.execute(ctx.em.query());
    const standing = new Map(found.map(({ id, itemID }) => [itemID, id]));
    const verdicts: StepVerdict[] = [];
    for (const { key, rows } of records) {
      const errors: StepVerdict['errors'] = [];
      const first = rows[0];
      const sku = first && stepTextOf(first, 'assembly');
      const fault = (row: number) => (field: string, message: string) => void errors.push({ row, field, message });
      const made = amountOf(
        surroundings,
        { sku, measure: '1' },
        { sku: 'assembly', measure: 'assembly', unit: 'assembly' },
        fault(first?.row ?? 0),
      );
      const valid = rows.filter((row) => {
        const [from, to] = [stepTextOf(row, 'from'), stepTextOf(row, 'to')];
        return (from === undefined || from <= today) && (to === undefined || to >= today);
      });
      const components = new Map<string, StepPlan['consumptions'][number]>();
      const rowOf = new Map<string, number>();
      for (const row of valid) {
        const unit = stepTextOf(row, 'unit');
        const rowAmount = amountOf(
          surroundings,
          {
            sku: stepTextOf(row, 'component'),
            measure: stepTextOf(row, 'quantity'),
            ...(unit === undefined ? {} : { unit }),
          },
          { sku: 'component', measure: 'quantity', unit: 'unit' },
          fault(row.row),
        );
        if (!rowAmount) continue;
        if (rowAmount.itemID === made?.itemID) fault(row.row)('component', 'Invalid consumption type');
        if (components.has(rowAmount.itemID)) fault(row.row)('component', 'It goes into this assembly already');
        components.set(rowAmount.itemID, { ...rowAmount, instructions: null });
        rowOf.set(rowAmount.itemID, row.row);
      }
      const stepID = made && standing.get(made.itemID);
      const step = stepID === undefined ? undefined : await stepView.byID(ctx, stepID);
      const before = step ? { id: step.id, version: step.version, plan: stepPlanOf(step) } : null;
      const name = step?.name ?? `Make ${sku ?? key}`;
      const kept = new Map(before?.plan.consumptions.map((own) => [own.itemID, own.instructions]));
      // The step may make several at once; the file's quantities are per piece.
      const plannedProduction = before?.plan.production;
      const production = plannedProduction && plannedProduction.unitID === made?.unitID ? plannedProduction : made;
      const atOnce = [...components].map(([itemID, used]) => {
        const exact = decimal(used.measure).times(decimal(production?.measure ?? 1));
        const measure = roundUnitPrice(exact);
        if (measure.eq(zero)) fault(rowOf.get(itemID) ?? 0)('quantity', 'Too little of what the step makes at once');
        return { ...used, measure: Number(measure.toString()), instructions: kept.get(itemID) ?? null };
      });
      const plan = production && { name, production, consumptions: atOnce };
      const verdict = verdictOf(key, name, plan, before, surroundings, errors);
      const isOver = !errors.length && !valid.length && rows.length > 0;
      verdicts.push(
        isOver
          ? { ...verdict, effect: 'skip', changes: [], data: null, errors: passedOver(rows[0]?.row ?? 0) }
          : verdict,
      );
    }
    return refuseCircles(ctx, records, verdicts, { items: surroundings.items, field: 'component' });
  },
  ...writtenBy(steps),
});

const passedOver = (row: number): StepVerdict['errors'] => [
  { row, field: 'to', message: 'Nothing of this assembly is valid on the day of the import' },
];
