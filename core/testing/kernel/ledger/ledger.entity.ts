import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { belongsTo, column, tenantColumns, tenantTable } from '../../../database/tenant-entity.ts';

export const LedgerEntry = defineEntity({
  ...tenantTable('ledger', 'entry'),
  name: 'LedgerEntry',
  properties: {
    ...tenantColumns(),
    number: column.text(),
    title: column.text(),
    note: column.text().nullable(),
    dueOn: column.date().nullable(),
    lineCount: column.integer().default(0),
  },
  uniques: [{ properties: ['accountID', 'number'] }],
  checks: [{ name: 'entry_title', expression: "title <> ''" }],
});
export type LedgerEntry = InferEntity<typeof LedgerEntry>;

export const LedgerLine = defineEntity({
  ...tenantTable('ledger', 'line'),
  name: 'LedgerLine',
  properties: {
    ...tenantColumns(),
    entry: () => belongsTo(LedgerEntry, 'entry_id'),
    position: column.integer(),
    text: column.text(),
    measure: column.quantity(),
  },
  uniques: [{ properties: ['accountID', 'entry', 'position'] }],
});
export type LedgerLine = InferEntity<typeof LedgerLine>;

export const ledgerEntities = [LedgerEntry, LedgerLine];
