import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { column, globalTable } from '../database/tenant-entity.ts';

/**
 * Attempts per key; shared by all processes. Made UNLOGGED by the migration: a crash may forget attempts, nothing else.
 */
export const RateLimit = defineEntity({
  ...globalTable('core', 'rate_limit'),
  name: 'RateLimit',
  properties: {
    /** `<rule>:<sha256 of what is limited>`. */
    key: column.id().primary(),
    points: column.integer(),
    /** The points count until then. */
    windowEndsAt: column.timestamp(),
    /** Refused until then, whatever the points. */
    blockedUntil: column.timestamp().nullable(),
  },
  indexes: [{ properties: ['windowEndsAt'] }],
});
export type RateLimit = InferEntity<typeof RateLimit>;
