import {
  type AccountContext,
  audit,
  type BulkAction,
  emit,
  removeParties,
  type SortedRecords,
  sql,
  touched,
  unindexRecords,
} from '@millwright/core/server';
import { customerDeleted } from '../../contracts/index.ts';
import { type RecordUse, reasonOf, usesOf } from '../usage/uses.ts';
import { retireNumbers } from './retired-numbers.ts';

/** Lists whose rows or counts change with a customer; groups show how many customers they have. */
export const customerLists = ['customers', 'account-groups', 'addresses'] as const;

interface RemovableCustomer {
  id: string;
  label: string;
  number: string;
  name: string;
}

interface SortedCustomers extends SortedRecords<RemovableCustomer> {
  /** What refers to a customer; undefined for one that is not there. */
  refused: { id: string; label: string; reason: string; uses: RecordUse[] | undefined }[];
}

/** Tells apart which customers nothing refers to, and locks them and their parties. */
async function sort(ctx: AccountContext, ids: readonly string[]): Promise<SortedCustomers> {
  const wanted = [...new Set(ids)];
  // Documents that are being written hold a key share of their customer; this waits for them and keeps further ones out.
  const { rows: found } = await sql<RemovableCustomer>`
    select id, number, name, number || ' ' || name as label from commerce.customer
    where account_id = ${ctx.account.id} and id = any(${wanted}::text[]) order by id for update`.execute(
    ctx.em.query(),
  );
  const foundIDs = found.map(({ id }) => id);
  // The party too: a child or a portal user in the making refers to it and not to the customer.
  await sql`select id from core.party where account_id = ${ctx.account.id} and id = any(${foundIDs}::text[]) order by id for update`.execute(
    ctx.em.query(),
  );
  const uses = await usesOf(ctx, 'customer', foundIDs);
  const known = new Map(found.map((customer) => [customer.id, customer]));
  return {
    allowed: found.filter(({ id }) => !uses.has(id)),
    refused: wanted
      .filter((id) => !known.has(id) || uses.has(id))
      .map((id) => {
        const own = uses.get(id);
        const reason = own ? reasonOf(own) : 'There is no such customer';
        return { id, label: known.get(id)?.label ?? id, uses: own, reason };
      }),
  };
}

const erase = (ctx: AccountContext, gone: readonly RemovableCustomer[]): Promise<void> =>
  eraseCustomers(ctx, gone, gone);

/** Deletes customers that nothing refers to; the numbers of some of them stay taken. */
export async function eraseCustomers(
  ctx: AccountContext,
  gone: readonly { id: string; number: string; name: string }[],
  retired: readonly { id: string; number: string }[],
): Promise<void> {
  const ids = gone.map(({ id }) => id);
  for (const [table, column] of [
    ['commerce.customer_price_group', 'customer_id'],
    ['commerce.customer', 'id'],
  ] as const)
    await sql`delete from ${sql.table(table)} where account_id = ${ctx.account.id} and ${sql.ref(column)} = any(${ids}::text[])`.execute(
      ctx.em.query(),
    );
  await retireNumbers(ctx, 'customer', retired);
  await removeParties(ctx, ids);
  await unindexRecords(ctx, 'customer', ids);
  for (const { id, number, name } of gone) {
    const record = { type: 'customer', id };
    audit(ctx, { record, action: 'deleted', note: `${number} ${name}` });
    emit(ctx, customerDeleted, { customerID: id, number, name }, record);
  }
  await ctx.em.flush();
  touched(ctx, ...customerLists);
}

/** Deletes customers that nothing refers to. */
export const customerRemoval = {
  action: 'customers.delete',
  recordType: 'customer',
  permission: 'customers:delete',
  effect: 'delete',
  sort,
  apply: erase,
} satisfies BulkAction<RemovableCustomer>;
