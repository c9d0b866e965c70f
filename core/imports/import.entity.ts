import { defineEntity, type InferEntity } from '@mikro-orm/core';
import type { z } from 'zod';
import type { ImportColumn, importFormat, importOptions } from '../contracts/work/import.contract.ts';
import { accountColumn, column, tenantColumns, tenantTable } from '../database/tenant-entity.ts';
import type { CellStyle } from './xlsx/cell-styles.ts';

/** A column with the styles of its cells. */
export type StoredColumn = ImportColumn & { styles: CellStyle[] };

/** The file and the mapping of an import. Its rows, status and effect are in the change set with the same id. */
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
    /** Hash of the headings, under which the mapping is remembered. */
    signature: column.text(),
  },
  checks: [{ name: 'import_file_size', expression: 'file_size >= 0' }],
});
export type Import = InferEntity<typeof Import>;

/**
 * A person's last applied mapping for files with the same headings: the field of each column, null for a column left
 * out, an empty text for an undecided one.
 */
export const ImportMapping = defineEntity({
  ...tenantTable('core', 'import_mapping'),
  name: 'ImportMapping',
  properties: {
    ...accountColumn(),
    type: column.id().primary(),
    signature: column.id().primary(),
    /** The user or API key that applied it. */
    personID: column.id().primary(),
    fields: column.json<(string | null)[]>(),
    updatedAt: column.timestamp(),
  },
});
export type ImportMapping = InferEntity<typeof ImportMapping>;
