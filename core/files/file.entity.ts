import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { accountColumn, belongsTo, column, tenantColumns, tenantTable } from '../database/tenant-entity.ts';

/** A file that a person has uploaded or a service has created; its bytes are in the file store. */
export const StoredFile = defineEntity({
  ...tenantTable('core', 'file', {
    jobColumns: {
      select: ['account_id', 'created_at', 'is_unchecked'],
      update: [],
      why: 'one look finds the accounts with files that wait for the scanner',
    },
  }),
  name: 'StoredFile',
  properties: {
    ...tenantColumns(),
    /** Name for people; never used in a path. */
    name: column.text(),
    /** Detected from the bytes. */
    contentType: column.text(),
    /** Size in bytes. */
    size: column.integer(),
    /** SHA-256 of the bytes in hex. */
    sha256: column.text(),
    /** The record of the file; both null for files of the account itself, such as its logo. */
    recordType: column.id().nullable(),
    recordID: column.id().nullable(),
    note: column.text().default(''),
    /** True for a file that the record's customer sees in the portal. */
    isShared: column.boolean().default(false),
    /** True for an upload that the scanner has not seen: nobody outside gets it, and no mail takes it along. */
    isUnchecked: column.boolean().default(false),
    /** Place among the files of the record, before those without one. */
    position: column.integer().nullable(),
    /** `outside`: added by a person of a customer; `made`: created by the platform, such as a carrier's label. */
    origin: column.text().$type<'inside' | 'outside' | 'made'>().default('inside'),
    /** Name of the person or key that added it; empty for files from before names were kept. */
    addedBy: column.text().default(''),
  },
  indexes: [
    { properties: ['accountID', 'recordType', 'recordID'] },
    { name: 'file_unchecked', properties: ['accountID', 'createdAt'], where: 'is_unchecked' },
  ],
  checks: [
    { name: 'file_size', expression: 'size > 0' },
    { name: 'file_sha256', expression: "sha256 ~ '^[0-9a-f]{64}$'" },
    { name: 'file_origin', expression: "origin in ('inside', 'outside', 'made')" },
    { name: 'file_record', expression: '(record_type is null) = (record_id is null)' },
  ],
});
export type StoredFile = InferEntity<typeof StoredFile>;

/** The bytes of files in PostgreSQL, in a table of their own because lists do not read them. */
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
