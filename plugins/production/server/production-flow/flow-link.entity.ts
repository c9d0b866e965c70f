import { defineEntity } from '@mikro-orm/core';
import { accountColumn, belongsTo, tenantTable } from '@millwright/core/server';
import { ProductionStep } from '../production-step/production-step.entity.ts';

/** The source's product flows into the target. The service prevents cycles by writing one change at a time. */
export const FlowLink = defineEntity({
  ...tenantTable('production', 'flow_link'),
  name: 'FlowLink',
  properties: {
    ...accountColumn(),
    source: () => belongsTo(ProductionStep, 'source_step_id').primary(),
    target: () => belongsTo(ProductionStep, 'target_step_id').primary(),
  },
  indexes: [{ properties: ['accountID', 'target'] }],
});
