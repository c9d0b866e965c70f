import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { accountColumn, column, tenantTable } from '../database/tenant-entity.ts';
import type { Actor } from '../kernel/context/context.ts';

/** A changed field with its old and new value as JSON. */
export interface FieldChange {
  field: string;
  from: unknown;
  to: unknown;
}

/** An event in the history of a record. Append-only: the run-time roles may neither change nor delete a row. */
export const AuditEvent = defineEntity({
  ...tenantTable('core', 'audit_event', { tenant: 'cr', auth: 'c' }),
  name: 'AuditEvent',
  properties: {
    ...accountColumn(),
    id: column.id().primary(),
    recordType: column.id(),
    recordID: column.id(),
    /** Past-tense code: `created`, `updated`, `status_changed`. */
    action: column.text(),
    actorType: column.text().$type<Actor['type']>(),
    actorID: column.id(),
    /** Stored as it was, because people may be renamed or leave. */
    actorName: column.text(),
    ip: column.text(),
    requestID: column.text(),
    changes: column.json<FieldChange[]>(),
    note: column.text().nullable(),
    occurredAt: column.timestamp(),
  },
  indexes: [
    { properties: ['accountID', 'recordType', 'recordID', 'occurredAt', 'id'] },
    // For the newest entries of a type, over all records.
    { properties: ['accountID', 'recordType', 'occurredAt', 'id'] },
  ],
  checks: [
    { name: 'audit_event_actor', expression: "actor_type in ('user', 'api_key', 'system', 'anonymous')" },
    { name: 'audit_event_action', expression: "action ~ '^[a-z][a-z_]*$'" },
  ],
});
export type AuditEvent = InferEntity<typeof AuditEvent>;
