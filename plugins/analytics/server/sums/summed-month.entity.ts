import { defineEntity } from '@mikro-orm/core';
import { accountColumn, column, tenantTable } from '@millwright/core/server';

const tableOptions = { isClosedToCustomers: true };

/** A month with stored sums. The sums are used only while their sources give the same proof. */
export const SummedMonth = defineEntity({
  ...tenantTable('analytics', 'summed_month', {
    ...tableOptions,
    jobColumns: { select: ['account_id'], update: [], why: 'accounts with sums to compare with their documents' },
  }),
  name: 'SummedMonth',
  properties: {
    ...accountColumn(),
    kind: column.text().$type<'sales' | 'work'>().primary(),
    /** First day of the month. */
    month: column.date().primary(),
    proof: column.text(),
    summedAt: column.timestamp(),
    /** The nightly comparison found other sums: the month is read from the documents, and doctor reports it. */
    isWrong: column.boolean().default(false),
  },
  checks: [{ name: 'summed_month_kind', expression: "kind in ('sales', 'work')" }],
});

/** Invoiced and credited amounts per product and month; the item is empty for lines and credits without one. */
export const SoldInMonth = defineEntity({
  ...tenantTable('analytics', 'sold_in_month', tableOptions),
  name: 'SoldInMonth',
  properties: {
    ...accountColumn(),
    month: column.date().primary(),
    itemID: column.id().primary(),
    amount: column.stockValue(),
  },
});

/** Completed work and its cost, per item and day. */
export const WorkOfDay = defineEntity({
  ...tenantTable('analytics', 'work_of_day', tableOptions),
  name: 'WorkOfDay',
  properties: {
    ...accountColumn(),
    day: column.date().primary(),
    itemID: column.id().primary(),
    firsts: column.quantity(),
    materials: column.stockValue(),
    labor: column.stockValue(),
    overhead: column.stockValue(),
  },
});
