import { defineEntity } from '@mikro-orm/core';
import { accountColumn, column, tenantTable } from '@millwright/core/server';

const own = { isClosedToCustomers: true };

/** A month that is summed up. Its sums count only as long as what they were made of gives the same proof. */
export const SummedMonth = defineEntity({
  ...tenantTable('analytics', 'summed_month', own),
  name: 'SummedMonth',
  properties: {
    ...accountColumn(),
    kind: column.text().$type<'sales' | 'work'>().primary(),
    /** Its first day. */
    month: column.date().primary(),
    proof: column.text(),
    summedAt: column.timestamp(),
    /** The nightly comparison found other sums: it is read from the documents, and doctor says so. */
    isWrong: column.boolean().default(false),
  },
  checks: [{ name: 'summed_month_kind', expression: "kind in ('sales', 'work')" }],
});

/** What was invoiced and credited of a product in a month; the item is empty where a line or a credit has none. */
export const SoldInMonth = defineEntity({
  ...tenantTable('analytics', 'sold_in_month', own),
  name: 'SoldInMonth',
  properties: {
    ...accountColumn(),
    month: column.date().primary(),
    itemID: column.id().primary(),
    amount: column.stockValue(),
  },
});

/** What work on an item completed on a day, and what that cost. */
export const WorkOfDay = defineEntity({
  ...tenantTable('analytics', 'work_of_day', own),
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
