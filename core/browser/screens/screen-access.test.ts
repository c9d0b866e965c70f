import { expect, test } from 'vitest';
import { screenAccess } from './screen-access.ts';

const canOpen = screenAccess([
  { path: '/dashboard', isAllowed: true },
  { path: '/dashboard/customers/:customerID', isAllowed: true },
  { path: '/dashboard/customers/create', isAllowed: false },
  { path: '/dashboard/customers/:customerID/edit', isAllowed: false },
  { path: '/dashboard/groups/:groupID', isAllowed: false },
  { path: '/dashboard/groups/create', isAllowed: true },
]);

test.each([
  ['/dashboard', true],
  ['/dashboard?view=open', true],
  ['/dashboard/customers/cus_1', true],
  ['/dashboard/customers/cus_1/', true],
  ['/dashboard/customers/cus_1?tab=orders#top', true],
  ['/dashboard/customers/cus_1/edit', false],
  ['/dashboard/customers/create?parentID=cus_1', false],
  ['/dashboard/groups/agr_1', false],
  ['/dashboard/groups/create', true],
  ['/dashboard/groups/create', true],
])('the screen with the most of an address of its own decides: %s', (href, expected) => {
  expect(canOpen(href)).toBe(expected);
});

test.each([
  ['/dashboard/elsewhere', false],
  ['/dashboard/customers', false],
  ['/dashboard/customers/cus_1/edit/more', false],
  ['/auth/login', true],
  ['/', true],
  ['https://elsewhere.test/dashboard/groups/agr_1', true],
])('an address without a screen of the account: %s', (href, expected) => {
  expect(canOpen(href)).toBe(expected);
});
