import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { column, tenantColumns, tenantTable } from '../database/tenant-entity.ts';

/**
 * A key that is readable in pages of other sites; its id is the key. A rotation creates a new row, and the old one
 * expires later. The old row's last use then shows whether the pages have changed to the new key.
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
    /** Name of the creator, as in the audit trail. */
    createdByName: column.text(),
  },
  indexes: [{ properties: ['id'] }],
  checks: [
    { name: 'publishable_key_replaced', expression: '(replaced_by_id is null) = (expires_at is null)' },
    { name: 'publishable_key_lists', expression: 'cardinality(origins) > 0 and cardinality(widgets) > 0' },
  ],
});
export type PublishableKey = InferEntity<typeof PublishableKey>;
