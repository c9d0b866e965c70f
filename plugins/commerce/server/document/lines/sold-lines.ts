import { sql } from '@millwright/core/server';
import { soldProductTypes } from '../../../contracts/index.ts';

/** Whether an invoice line counts as sales; for a row with this alias. */
export const isSold = (line: string) =>
  sql<boolean>`${sql.ref(`${line}.product_type`)} in (${sql.join(soldProductTypes.map((type) => sql.lit(type)))})`;

/** Cost of a line without shipped goods: the cost in its order; deductions cost nothing. */
export const usualCost = (line: string) =>
  sql<string>`case when ${sql.ref(`${line}.product_type`)} in ('credit', 'return') then 0
    else ${sql.ref(`${line}.unit_cost`)} * ${sql.ref(`${line}.quantity`)} end`;
