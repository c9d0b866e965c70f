import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { column, tenantColumns, tenantTable } from '@millwright/core/server';
import type { DashboardPin } from '../../contracts/index.ts';

/** A member's dashboard; the member belongs to core, so the id has no foreign key. */
export const Dashboard = defineEntity({
  ...tenantTable('analytics', 'dashboard', { isClosedToCustomers: true }),
  name: 'Dashboard',
  properties: {
    ...tenantColumns(),
    memberID: column.id(),
    pins: column.json<DashboardPin[]>(),
  },
  uniques: [{ properties: ['accountID', 'memberID'] }],
});
export type Dashboard = InferEntity<typeof Dashboard>;
