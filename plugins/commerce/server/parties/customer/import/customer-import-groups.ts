import type { NamedReference } from '@millwright/core/contracts';
import type { AccountContext } from '@millwright/core/server';
import { accountGroupRecord } from '../../account-group/account-group.part.ts';
import type { CustomerImportData } from './customer-import-record.ts';

/** Creates the missing groups that rows name, each once; recorded for undo with the first row that names it. */
export async function createGroups<Wanted extends CustomerImportData>(
  ctx: AccountContext,
  rows: readonly Wanted[],
): Promise<(Wanted & { groupIDs?: string[] | undefined })[]> {
  const known = new Map<string, string>();
  const found: (Wanted & { groupIDs?: string[] | undefined })[] = [];
  for (const row of rows) {
    const { customerTypeGroup, customerPriceGroups } = row.customer;
    if (customerTypeGroup?.id !== null && customerPriceGroups.every(({ id }) => id !== null)) {
      found.push(row);
      continue;
    }
    const groupIDs: string[] = [];
    const resolve = async (
      typeCode: 'customer_type' | 'price_group',
      { id, name }: NamedReference,
    ): Promise<NamedReference> => {
      const key = `${typeCode} ${name.toLowerCase()}`;
      let groupID = id ?? known.get(key);
      if (groupID === undefined) {
        groupID = (await accountGroupRecord.create(ctx, { name, typeCode })).id;
        known.set(key, groupID);
        groupIDs.push(groupID);
      }
      return { id: groupID, name };
    };
    const priced: NamedReference[] = [];
    const type = customerTypeGroup && (await resolve('customer_type', customerTypeGroup));
    for (const group of customerPriceGroups) priced.push(await resolve('price_group', group));
    found.push({
      ...row,
      customer: { ...row.customer, customerTypeGroup: type, customerPriceGroups: priced },
      ...(groupIDs.length ? { groupIDs } : {}),
    });
  }
  return found;
}
