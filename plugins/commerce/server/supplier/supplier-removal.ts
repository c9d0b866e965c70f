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
import { supplierDeleted } from '../../contracts/index.ts';
import { retireNumbers } from '../customer/retired-numbers.ts';

/** Lists whose rows or counts change with a supplier. */
export const supplierLists = ['suppliers', 'supplier-materials', 'addresses'] as const;

interface RemovableSupplier {
  id: string;
  label: string;
  number: string;
  name: string;
}

/** Finds the suppliers, and locks them and their parties. */
async function sort(ctx: AccountContext, ids: readonly string[]): Promise<SortedRecords<RemovableSupplier>> {
  const wanted = [...new Set(ids)];
  const { rows: found } = await sql<RemovableSupplier>`
    select id, number, name, number || ' ' || name as label from commerce.supplier
    where account_id = ${ctx.account.id} and id = any(${wanted}::text[]) order by id for update`.execute(
    ctx.em.query(),
  );
  const known = new Set(found.map(({ id }) => id));
  // The party too: an address in the making refers to it and not to the supplier.
  await sql`select id from core.party where account_id = ${ctx.account.id} and id = any(${[...known]}::text[]) order by id for update`.execute(
    ctx.em.query(),
  );
  return {
    allowed: found,
    refused: wanted
      .filter((id) => !known.has(id))
      .map((id) => ({ id, label: id, reason: 'There is no such supplier' })),
  };
}

/** Deletes suppliers with what they supply; the numbers of some of them stay taken. */
export async function eraseSuppliers(
  ctx: AccountContext,
  gone: readonly { id: string; number: string; name: string }[],
  retired: readonly { id: string; number: string }[],
): Promise<void> {
  if (!gone.length) return;
  const ids = gone.map(({ id }) => id);
  for (const [table, column] of [
    ['commerce.supplier_material', 'supplier_id'],
    ['commerce.supplier', 'id'],
  ] as const)
    await sql`delete from ${sql.table(table)} where account_id = ${ctx.account.id} and ${sql.ref(column)} = any(${ids}::text[])`.execute(
      ctx.em.query(),
    );
  await retireNumbers(ctx, 'supplier', retired);
  await removeParties(ctx, ids);
  await unindexRecords(ctx, 'supplier', ids);
  for (const { id, number, name } of gone) {
    const record = { type: 'supplier', id };
    audit(ctx, { record, action: 'deleted', note: `${number} ${name}` });
    emit(ctx, supplierDeleted, { supplierID: id, number, name }, record);
  }
  await ctx.em.flush();
  touched(ctx, ...supplierLists);
}

/** Deletes suppliers. */
export const supplierRemoval = {
  action: 'suppliers.delete',
  recordType: 'supplier',
  permission: 'suppliers:delete',
  effect: 'delete',
  sort,
  apply: (ctx, gone) => eraseSuppliers(ctx, gone, gone),
} satisfies BulkAction<RemovableSupplier>;
