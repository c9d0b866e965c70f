import { expect, it } from 'vitest';
import { afterStep, returning, walking } from './origin.ts';

const list = { href: '/dashboard/customers?query=ac', title: 'Customers' };
const at = (pathname: string, step: object | null = null) => ({ pathname, step });

it('leads back to where one came from, by whatever way one goes on', () => {
  const opened = afterStep({}, list, at('/dashboard/customers/1'), 'PUSH');
  expect(opened).toEqual({ '/dashboard/customers/1': list });
  const customer = { href: '/dashboard/customers/1', title: 'Acme' };
  const next = afterStep(opened, customer, at('/dashboard/customers/2', walking), 'PUSH');
  expect(next['/dashboard/customers/2']).toEqual(list);
  const order = afterStep(opened, customer, at('/dashboard/sales-orders/7'), 'PUSH');
  expect(order['/dashboard/sales-orders/7']).toEqual(customer);
  // Neither going back nor editing leads to a circle of origins.
  const seven = { href: '/dashboard/sales-orders/7', title: '1007' };
  expect(afterStep(order, seven, at('/dashboard/customers/1', returning), 'PUSH')).toBe(order);
  expect(afterStep(order, seven, at('/dashboard/customers/1'), 'PUSH')).toBe(order);
  expect(afterStep(order, seven, at('/dashboard/customers/1'), 'POP')).toBe(order);
  const edit = { href: '/dashboard/customers/1/edit', title: 'Edit' };
  expect(afterStep(order, edit, at('/dashboard/customers/1'), 'PUSH')).toBe(order);
  const form = { href: '/dashboard/customers/create', title: 'New customer' };
  const made = afterStep({ '/dashboard/customers/create': list }, form, at('/dashboard/customers/9'), 'PUSH');
  expect(made['/dashboard/customers/9']).toEqual(list);
});
