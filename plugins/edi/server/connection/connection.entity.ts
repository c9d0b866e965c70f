import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { column, tenantColumns, tenantTable } from '@millwright/core/server';
import type { ConnectionKind } from '../../contracts/index.ts';

/** How files come and go. */
export const EdiConnection = defineEntity({
  ...tenantTable('edi', 'connection', {
    isClosedToCustomers: true,
    jobColumns: {
      select: ['account_id', 'is_active', 'kind', 'retry_at'],
      update: [],
      why: 'accounts with connections to ask',
    },
  }),
  name: 'EdiConnection',
  properties: {
    ...tenantColumns(),
    name: column.text(),
    kind: column.text().$type<ConnectionKind>(),
    folder: column.text().nullable(),
    host: column.text().nullable(),
    port: column.integer().nullable(),
    username: column.text().nullable(),
    hostKey: column.text().nullable(),
    /** Sealed by the vault. */
    secret: column.text().nullable(),
    allowsOldAlgorithms: column.boolean().default(false),
    isActive: column.boolean().default(true),
    failures: column.integer().default(0),
    retryAt: column.timestamp().nullable(),
    lastError: column.text().nullable(),
    lastContactAt: column.timestamp().nullable(),
  },
  uniques: [{ properties: ['accountID', 'name'] }],
  indexes: [{ properties: ['retryAt', 'accountID'], where: "is_active and kind <> 'mailbox'" }],
  checks: [
    { name: 'connection_name', expression: "name <> ''" },
    { name: 'connection_kind', expression: "kind in ('directory', 'mailbox', 'simulated', 'sftp')" },
    { name: 'connection_sftp', expression: "kind <> 'sftp' or (host is not null and username is not null)" },
    { name: 'connection_folder', expression: "kind <> 'directory' or folder ~ '^[a-z0-9][a-z0-9-]*$'" },
    { name: 'connection_failures', expression: 'failures >= 0' },
  ],
});
export type EdiConnection = InferEntity<typeof EdiConnection>;

/** A file that waits in a mailbox of ours: what a person put there, or the simulated retailer. */
export const MailboxFile = defineEntity({
  ...tenantTable('edi', 'mailbox_file', { isClosedToCustomers: true }),
  name: 'MailboxFile',
  properties: {
    ...tenantColumns(),
    connectionID: column.id(),
    /** To us, or to the partner. */
    direction: column.text().$type<'in' | 'out'>(),
    name: column.text(),
    bytes: column.bytes(),
    /** Taken by a worker; given back where the worker went away. */
    claimedAt: column.timestamp().nullable(),
    /** Read, and kept as evidence. */
    archivedAt: column.timestamp().nullable(),
  },
  uniques: [{ properties: ['accountID', 'connectionID', 'direction', 'name'] }],
  checks: [{ name: 'mailbox_file_direction', expression: "direction in ('in', 'out') and name <> ''" }],
});
export type MailboxFile = InferEntity<typeof MailboxFile>;
