import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { belongsTo, column, tenantColumns, tenantTable } from '@millwright/core/server';
import { ProductionStep } from '../production-step.entity.ts';

/** A consumption of a step, for the quantity that the step makes at once. */
export const Consumption = defineEntity({
  ...tenantTable('production', 'consumption'),
  name: 'Consumption',
  properties: {
    ...tenantColumns(),
    step: () => belongsTo(ProductionStep, 'step_id'),
    position: column.integer(),
    itemID: column.id(),
    measure: column.quantity(),
    unitID: column.id(),
    baseMeasure: column.quantity(),
    instructions: column.text().nullable(),
  },
  uniques: [{ properties: ['accountID', 'step', 'itemID'] }],
  indexes: [{ properties: ['accountID', 'itemID'] }],
  checks: [{ name: 'consumption_measure', expression: 'measure > 0 and base_measure > 0' }],
});
export type Consumption = InferEntity<typeof Consumption>;
