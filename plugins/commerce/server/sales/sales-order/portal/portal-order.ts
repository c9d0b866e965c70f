import { problems } from '@millwright/core/contracts';
import type { AccountContext } from '@millwright/core/server';
import type { CreateSalesOrderInput } from '../../../../contracts/index.ts';

/** What the account decides about an order, not its customer. */
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
 * Portal customers order for themselves, on the terms that the account keeps for them and at its prices.
 * @throws Problem 400 for a price, 403 for other fields that they may not set, naming each
 */
export function refuseStaffFields(ctx: AccountContext, input: CreateSalesOrderInput): void {
  if (ctx.customerID === undefined) return;
  const message = 'Only the account itself can set this';
  const prices = input.lines.flatMap(({ unitPrice }, index) =>
    unitPrice === undefined || unitPrice === null ? [] : [{ path: `lines.${index}.unitPrice`, message }],
  );
  if (prices.length) throw problems.invalid_input({ message: 'Prices are set by the account', errors: prices });
  const errors = staffFields
    .filter((field) => input[field] !== undefined && input[field] !== null)
    .map((path) => ({ path, message }));
  if (errors.length) throw problems.forbidden({ message: 'Terms are set by the account', errors });
}
