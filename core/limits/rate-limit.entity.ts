import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { column, globalTable } from '../database/tenant-entity.ts';

/** Attempts per key, shared by all processes. The migration makes the table UNLOGGED, so a crash may lose attempts. */
export const RateLimit = defineEntity({
  ...globalTable('core', 'rate_limit'),
  name: 'RateLimit',
  properties: {
    /** `<rule>:<sha256 of the subject>`. */
    key: column.id().primary(),
    points: column.integer(),
    /** Expiry of the points. */
    windowEndsAt: column.timestamp(),
    /** Until this time everything is refused, whatever the points. */
    blockedUntil: column.timestamp().nullable(),
  },
  indexes: [{ properties: ['windowEndsAt'] }],
});
export type RateLimit = InferEntity<typeof RateLimit>;
