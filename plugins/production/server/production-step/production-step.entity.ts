import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { column, tenantColumns, tenantTable } from '@millwright/core/server';

/** A production step. The item and its unit belong to inventory, so their ids have no foreign keys. */
export const ProductionStep = defineEntity({
  ...tenantTable('production', 'production_step'),
  name: 'ProductionStep',
  properties: {
    ...tenantColumns(),
    name: column.text(),
    /** Quantity that it makes at once: as entered, and in the item's base unit. */
    itemID: column.id(),
    measure: column.quantity(),
    unitID: column.id(),
    baseMeasure: column.quantity(),
    /** Time for that quantity, in `laborTimeUnit`. */
    laborTime: column.quantity().nullable(),
    laborTimeUnit: column.text().default('hr'),
    /** Per hour. */
    laborRate: column.unitPrice().nullable(),
    overheadRate: column.unitPrice().nullable(),
    levelingFactor: column.ratio().default('0'),
    allowances: column.ratio().default('0'),
    notes: column.text().nullable(),
    /** Preferred among several steps of the item; without a preferred step the first by name is used. */
    isPreferred: column.boolean().default(false),
    /** Whether the product goes into stock, if set; null: see `v_made_items`. */
    isStocked: column.boolean().nullable(),
    /** Item of second-quality pieces; null: they wait in quarantine. */
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
