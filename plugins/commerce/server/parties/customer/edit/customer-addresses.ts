import { type AccountContext, insertAddress, overwriteAddress } from '@millwright/core/server';
import type { UpdateCustomerInput } from '../../../../contracts/index.ts';
import type { Customer } from '../customer.entity.ts';
import { addressReference } from './customer-references.ts';

/**
 * Writes bill-to and ship-to addresses: an id selects one of the customer's addresses; fields change the present one;
 * null removes the role, but the address stays. An address with both roles is replaced by a new one instead of being
 * changed for one role.
 */
export async function writeAddresses(
  ctx: AccountContext,
  customer: Customer,
  input: UpdateCustomerInput,
): Promise<void> {
  const shared = customer.billToAddress && customer.billToAddress.id === customer.shipToAddress?.id;
  for (const name of ['billToAddress', 'shipToAddress'] as const) {
    const [fields, id, current] = [input[name], input[`${name}ID`], customer[name]];
    if (id !== undefined) customer[name] = addressReference(ctx, id);
    else if (fields === null) customer[name] = null;
    else if (fields !== undefined) {
      if (current && !shared) await overwriteAddress(ctx, current.id, fields);
      else customer[name] = await insertAddress(ctx, customer.id, fields);
    }
  }
}
