import { type AccountContext, among, sql } from '@millwright/core/server';

/** Filter on a reference to a priority, by codes. */
export const hasPriority =
  (column: string) =>
  (codes: readonly string[], { account }: AccountContext) =>
    sql<boolean>`${sql.ref(column)} in (select wanted.id from commerce.priority wanted
      where wanted.account_id = ${account.id} and ${among('wanted.code', codes)})`;

/** Filter on a reference to a customer, by customer types. */
export const isOfCustomerGroup =
  (column: string) =>
  (ids: readonly string[], { account }: AccountContext) =>
    sql<boolean>`${sql.ref(column)} in (select grouped.id from commerce.customer grouped
      where grouped.account_id = ${account.id} and ${among('grouped.customer_type_group_id', ids)})`;
