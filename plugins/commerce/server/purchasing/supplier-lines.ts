import type { AccountContext } from '@millwright/core/server';
import { snapshotLines } from '../document/addresses/address-text.ts';
import { supplierByID } from '../parties/supplier/supplier.queries.ts';

/** A supplier on documents: with its name at that time and its present address. */
export async function supplierLines(
  ctx: AccountContext,
  { id, name }: { id: string; name: string },
): Promise<string[]> {
  const { address } = await supplierByID(ctx, id);
  return [name, ...snapshotLines(address).filter((line) => line !== name)];
}
