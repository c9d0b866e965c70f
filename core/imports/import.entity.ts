import { defineEntity, type InferEntity } from '@mikro-orm/core';
import type { z } from 'zod';
import type { ImportColumn, importFormat, importOptions } from '../contracts/import.contract.ts';
import { accountColumn, column, tenantColumns, tenantTable } from '../database/tenant-entity.ts';
import type { CellStyle } from './cell-styles.ts';

/** A column with what its cells say about how numbers and dates are written. */
export type StoredColumn = ImportColumn & { styles: CellStyle[] };

/** The file and the mapping of an import; its rows, status and effect are the change set of the same id. */
export const Import = defineEntity({
  ...tenantTable('core', 'import'),
  name: 'Import',
  properties: {
    ...tenantColumns(),
    type: column.text(),
    fileName: column.text(),
    fileSize: column.integer(),
    format: column.json<z.output<typeof importFormat>>(),
    columns: column.json<StoredColumn[]>(),
    options: column.json<z.output<typeof importOptions>>(),
    warnings: column.json<string[]>(),
    /** Of the headings, to remember the mapping by. */
    signature: column.text(),
  },
  checks: [{ name: 'import_file_size', expression: 'file_size >= 0' }],
});
export type Import = InferEntity<typeof Import>;

/**
 * What a person chose for files with the same headings, as last applied: the field of each column, null for one that
 * was left out, an empty text for one that nobody decided about.
 */
export const ImportMapping = defineEntity({
  ...tenantTable('core', 'import_mapping'),
  name: 'ImportMapping',
  properties: {
    ...accountColumn(),
    type: column.id().primary(),
    signature: column.id().primary(),
    /** Who applied it: a user or an API key. */
    personID: column.id().primary(),
    fields: column.json<(string | null)[]>(),
    updatedAt: column.timestamp(),
  },
});
export type ImportMapping = InferEntity<typeof ImportMapping>;
