import { defineEntity } from '@mikro-orm/core';
import { accountColumn, belongsTo, tenantTable } from '@millwright/core/server';
import { ProductionStep } from '../production-step/production-step.entity.ts';

/** What the source makes goes into the target. There are no circles: the service sees to it, one writer at a time. */
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
