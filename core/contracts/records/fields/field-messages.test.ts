import { expect, test } from 'vitest';
import { z } from 'zod';
import './field-messages.ts';

const messageOf = (schema: z.ZodType, value: unknown): string | undefined =>
  schema.safeParse(value).error?.issues[0]?.message;
const field = (name: string, schema: z.ZodType, ...value: unknown[]): string | undefined =>
  messageOf(z.strictObject({ [name]: schema }), value.length ? { [name]: value[0] } : {});

test.each([
  [field('itemIDs', z.array(z.string()), 'a'), 'Must be a list'],
  [field('itemIDs', z.array(z.string())), 'Item IDs are required'],
  [field('name', z.string(), 5), 'Must be text'],
  [field('customerPO', z.string()), 'Customer PO is required'],
  [field('customerID', z.string(), null), 'Customer is required'],
  [field('roles', z.array(z.string()), [1]), 'Must be text'],
  [field('roles', z.array(z.string()), [null]), 'This is required'],
  [field('isOpen', z.boolean(), 'yes'), 'Must be true or false'],
  [field('count', z.int(), 1.5), 'Must be a whole number'],
  [field('count', z.number().max(2_000), 5_000), 'Must be at most 2,000'],
  [field('count', z.number().positive(), 0), 'Must be more than 0'],
  [field('kind', z.enum(['a', 'b']), 'c'), 'Must be one of a, b'],
  [field('kind', z.literal('a'), 'c'), 'Must be a'],
  [field('name', z.string().max(3), 'four'), 'Must be at most 3 characters'],
  [field('name', z.string().min(1), ''), 'Name is required'],
  [field('lines', z.array(z.string()).min(1), []), 'Must have at least one entry'],
  [field('lines', z.array(z.string()).max(1), ['a', 'b']), 'Must have at most 1 entry'],
  [field('on', z.iso.date(), '2026-02-30'), 'Must be a date such as 2026-01-31'],
  [field('step', z.number().multipleOf(5), 7), 'Must be a multiple of 5'],
  [field('value', z.union([z.string(), z.number()]), {}), 'Must be text or a number'],
  [
    field('value', z.union([z.number(), z.strictObject({ measure: z.number() })]), { measure: 'x' }),
    'measure: Must be a number',
  ],
  [field('value', z.union([z.literal(''), z.string().max(2)]), 'abc'), 'Must be at most 2 characters'],
  [messageOf(z.strictObject({}), 'text'), 'Must be an object'],
  [messageOf(z.strictObject({}), { more: 1 }), 'Not known here: more'],
])('%s', (message, expected) => {
  expect(message).toBe(expected);
});

test('what a field says itself stays', () => {
  expect(field('payment', z.enum(['cod'], { error: 'Payment term is not a valid enum value' }), 'x')).toBe(
    'Payment term is not a valid enum value',
  );
});
