import { type AccountContext, insertAddress, overwriteAddress } from '@millwright/core/server';
import type { UpdateCustomerInput } from '../../../contracts/index.ts';
import type { Customer } from './customer.entity.ts';
import { addressReference } from './customer-references.ts';

/**
 * Writes bill-to and ship-to: an id picks one of the customer's addresses, fields change the one that is there, null
 * takes it away and leaves it among the addresses. An address that serves as both is not changed through one of them.
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
