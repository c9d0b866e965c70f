import { problems } from '@millwright/core/contracts';
import type { AccountContext } from '@millwright/core/server';
import type { CreateSalesOrderInput } from '../../../../contracts/index.ts';

/** Fields that only the account sets, not its customers. */
const staffFields = [
  'number',
  'billTo',
  'paymentTermID',
  'shippingTermID',
  'priorityID',
  'salesRepID',
  'expiredAt',
  'note',
] as const;

/**
 * The request for an order, restricted for portal users: they order for themselves, on the terms and prices that the
 * account keeps for them. They can neither set nor clear fields that only the account sets.
 * @throws Problem 400 for a price, 403 for other restricted fields, naming each
 */
export function askedOrder(ctx: AccountContext, input: CreateSalesOrderInput): CreateSalesOrderInput {
  if (ctx.customerID === undefined) return input;
  const message = 'Only the account itself can set this';
  const prices = input.lines.flatMap(({ unitPrice }, index) =>
    unitPrice === undefined || unitPrice === null ? [] : [{ path: `lines.${index}.unitPrice`, message }],
  );
  if (prices.length) throw problems.invalid_input({ message: 'Prices are set by the account', errors: prices });
  const errors = staffFields
    .filter((field) => input[field] !== undefined && input[field] !== null)
    .map((path) => ({ path, message }));
  if (errors.length) throw problems.forbidden({ message: 'Terms are set by the account', errors });
  return { ...input, ...Object.fromEntries(staffFields.map((field) => [field, undefined])) };
}
