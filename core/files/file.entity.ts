import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { accountColumn, belongsTo, column, tenantColumns, tenantTable } from '../database/tenant-entity.ts';

/** A file that somebody uploaded or a service made; its bytes are in the file store. */
export const StoredFile = defineEntity({
  ...tenantTable('core', 'file'),
  name: 'StoredFile',
  properties: {
    ...tenantColumns(),
    /** As people see it; never part of a path. */
    name: column.text(),
    /** What the bytes are, found in the bytes themselves. */
    contentType: column.text(),
    /** Bytes. */
    size: column.integer(),
    /** Hex of the SHA-256 of the bytes. */
    sha256: column.text(),
    /** The record it belongs to; both null for files of the account itself, such as its logo. */
    recordType: column.id().nullable(),
    recordID: column.id().nullable(),
  },
  indexes: [{ properties: ['accountID', 'recordType', 'recordID'] }],
  checks: [
    { name: 'file_size', expression: 'size > 0' },
    { name: 'file_sha256', expression: "sha256 ~ '^[0-9a-f]{64}$'" },
    { name: 'file_record', expression: '(record_type is null) = (record_id is null)' },
  ],
});
export type StoredFile = InferEntity<typeof StoredFile>;

/** The bytes of files kept in PostgreSQL, apart from what lists read. */
export const FileContent = defineEntity({
  ...tenantTable('core', 'file_content'),
  name: 'FileContent',
  properties: {
    ...accountColumn(),
    file: () => belongsTo(StoredFile, 'file_id').primary(),
    bytes: column.bytes(),
  },
});
export type FileContent = InferEntity<typeof FileContent>;
