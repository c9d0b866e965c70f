import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { column, type TableRow, tenantColumns, tenantTable } from '@millwright/core/server';
import type { PriorityCode } from '../../../contracts/terms/priority/priority.contract.ts';

/** Urgency of an order; seeded, never changed. */
export const Priority = defineEntity({
  ...tenantTable('commerce', 'priority'),
  name: 'Priority',
  properties: {
    ...tenantColumns(),
    code: column.text().$type<PriorityCode>(),
    name: column.text(),
    /** 1 is the least urgent. */
    rank: column.integer(),
  },
  uniques: [{ properties: ['accountID', 'code'] }],
  checks: [{ name: 'priority_code', expression: "(code, rank) in (('low', 1), ('normal', 2), ('high', 3))" }],
});
export type Priority = InferEntity<typeof Priority>;

declare module '../../tables.ts' {
  interface Tables {
    'commerce.priority': TableRow<typeof Priority>;
  }
}
