import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { column, globalTable } from '../../database/tenant-entity.ts';

/** Time of the last look of each scheduled job over all accounts. The next look continues from there. */
export const JobLook = defineEntity({
  ...globalTable('core', 'job_look', { auth: '', job: 'cru' }),
  name: 'JobLook',
  properties: {
    /** Name of the job. */
    name: column.id().primary(),
    lookedAt: column.timestamp(),
  },
});
export type JobLook = InferEntity<typeof JobLook>;
