import { expect, test } from 'vitest';
import { loginPathFor, newAddressAfter, returnPath } from './sign-in-path.ts';

test.each(['/dashboard/sales-orders?query=a%20b&statusCodes=issued', '/dashboard/customers/cus_1#notes'])(
  'comes back to %s',
  (path) => {
    const login = new URL(loginPathFor(path), 'https://here.invalid');
    expect(login.pathname).toBe('/auth/login');
    expect(returnPath(login.searchParams.get('return'))).toBe(path);
  },
);

test.each(['/', '/dashboard', '/auth/verify-code'])('%s is not worth coming back to', (path) => {
  expect(loginPathFor(path)).toBe('/auth/login');
});

test.each([
  null,
  '',
  'https://evil.test/',
  '//evil.test',
  '/\\evil.test',
  '/\n/evil.test',
  'dashboard',
  '/auth/login?return=/auth/login',
])('never leads elsewhere: %j', (wanted) => {
  expect(returnPath(wanted)).toBe('/dashboard');
});

test('leads to the new address of an account that has moved, and nowhere else', () => {
  const moved = (address: unknown) => ({ code: 'account_moved', details: { address } });
  expect(newAddressAfter(moved('https://new.example'), '/dashboard/items?account=acme#notes')).toBe(
    'https://new.example/dashboard/items?account=acme#notes',
  );
  for (const error of [moved('javascript:alert(1)'), moved(undefined), { code: 'account_moving' }, undefined])
    expect(newAddressAfter(error, '/dashboard')).toBeUndefined();
});
