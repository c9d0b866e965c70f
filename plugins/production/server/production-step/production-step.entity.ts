import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { column, tenantColumns, tenantTable } from '@millwright/core/server';

/** A step of making something. The item and its unit belong to inventory: their ids are kept without foreign keys. */
export const ProductionStep = defineEntity({
  ...tenantTable('production', 'production_step'),
  name: 'ProductionStep',
  properties: {
    ...tenantColumns(),
    name: column.text(),
    /** What it makes at once: as entered, and in the item's base unit. */
    itemID: column.id(),
    measure: column.quantity(),
    unitID: column.id(),
    baseMeasure: column.quantity(),
    /** For that much, in `laborTimeUnit`. */
    laborTime: column.quantity().nullable(),
    laborTimeUnit: column.text().default('hr'),
    /** Of an hour. */
    laborRate: column.unitPrice().nullable(),
    overheadRate: column.unitPrice().nullable(),
    levelingFactor: column.ratio().default('0'),
    allowances: column.ratio().default('0'),
    notes: column.text().nullable(),
    /** Of several steps that make the item; where none is, the first by name counts. */
    isPreferred: column.boolean().default(false),
    /** Whether what it makes goes into stock, where somebody has said so; null: see `v_made_items`. */
    isStocked: column.boolean().nullable(),
    /** The item that pieces of second quality become; null: they wait in quarantine. */
    secondsItemID: column.id().nullable(),
  },
  uniques: [{ properties: ['accountID', 'name'] }],
  indexes: [{ properties: ['accountID', 'itemID'] }, { properties: ['accountID', 'createdAt', 'id'] }],
  checks: [
    { name: 'production_step_name', expression: "name <> ''" },
    { name: 'production_step_measure', expression: 'measure > 0 and base_measure > 0' },
    { name: 'production_step_time_unit', expression: "labor_time_unit in ('sec', 'min', 'hr', 'day')" },
    { name: 'production_step_rates', expression: 'labor_time > 0 and labor_rate > 0 and overhead_rate > 0' },
    { name: 'production_step_factor', expression: 'leveling_factor >= 0 and allowances >= 0' },
  ],
});
export type ProductionStep = InferEntity<typeof ProductionStep>;
