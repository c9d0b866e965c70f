import { describe, expect, it } from 'vitest';
import type { PermissionCode } from '../contracts/plugins/permission.ts';
import type { RecordType } from '../contracts/records/record.ts';
import type { AccountContext } from '../kernel/context/context.ts';
import { recordPath } from './record-registry.ts';

const inPortal: PermissionCode = 'customer_portal:read';
const order: RecordType = {
  type: 'sales_order',
  prefix: 'so',
  label: 'Sales order',
  permission: 'sales_orders:read',
  path: '/dashboard/sales-orders/{id}',
  portal: { path: '/dashboard/my-orders/{id}', permission: inPortal },
};
const { portal: _, ...withoutOwn } = order;

/** A person of the team or of a customer with these rights, the only parts that `recordPath` reads. */
const person = (customerID: string | undefined, ...rights: PermissionCode[]) =>
  ({ customerID, can: (code: PermissionCode) => rights.includes(code) }) as AccountContext;

describe('the screen of a record', () => {
  it.each([
    ["the team's for the team, whatever it may", person(undefined, inPortal), order, '/dashboard/sales-orders/so_1'],
    ["the portal's for customers", person('cus_1', inPortal), order, '/dashboard/my-orders/so_1'],
    ["the team's for customers without the portal", person('cus_1'), order, '/dashboard/sales-orders/so_1'],
    ["the team's where the portal has none", person('cus_1', inPortal), withoutOwn, '/dashboard/sales-orders/so_1'],
  ])('is %s', (_name, ctx, type, path) => {
    expect(recordPath(ctx, type, 'so_1')).toBe(path);
  });
});
