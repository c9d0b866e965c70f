import { defineEntity } from '@mikro-orm/core';
import { accountColumn, belongsTo, column, tenantTable } from '@millwright/core/server';
import { ProductionStep } from '../production-step.entity.ts';

/** A machine for a step; machines belong to inventory. */
export const StepMachine = defineEntity({
  ...tenantTable('production', 'step_machine'),
  name: 'StepMachine',
  properties: {
    ...accountColumn(),
    step: () => belongsTo(ProductionStep, 'step_id').primary(),
    machineID: column.id().primary(),
  },
  indexes: [{ properties: ['accountID', 'machineID'] }],
});
