import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { column, tenantColumns, tenantTable } from '../database/tenant-entity.ts';

/**
 * A key that stands readable in pages of other sites; its id is the key. A rotation makes a new row and lets the old
 * one end later, so that its last use tells whether the pages have followed.
 */
export const PublishableKey = defineEntity({
  ...tenantTable('core', 'publishable_key', { authReadsAll: true, auth: 'ru' }),
  name: 'PublishableKey',
  properties: {
    ...tenantColumns(),
    name: column.text(),
    /** Exactly as browsers send them. */
    origins: column.textArray(),
    /** Names of widgets. */
    widgets: column.textArray(),
    expiresAt: column.timestamp().nullable(),
    replacedByID: column.id().nullable(),
    lastUsedAt: column.timestamp().nullable(),
    revokedAt: column.timestamp().nullable(),
    /** Who made it, as in the audit trail. */
    createdByName: column.text(),
  },
  indexes: [{ properties: ['id'] }],
  checks: [
    { name: 'publishable_key_replaced', expression: '(replaced_by_id is null) = (expires_at is null)' },
    { name: 'publishable_key_lists', expression: 'cardinality(origins) > 0 and cardinality(widgets) > 0' },
  ],
});
export type PublishableKey = InferEntity<typeof PublishableKey>;
