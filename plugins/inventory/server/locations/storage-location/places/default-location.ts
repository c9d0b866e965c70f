import { newID } from '@millwright/core/contracts';
import { type AccountContext, audit, indexRecord, Party, sql, touched } from '@millwright/core/server';
import { listStorageLocations } from '../../../../contracts/index.ts';
import { StorageLocation } from '../storage-location.entity.ts';
import type { ClosedPlacesPort } from './closed-places.port.ts';

const firstName = 'Main warehouse';

/** Serializes changes of the tree's shape: two concurrent moves could create a cycle that neither creates alone. */
export const lockTree = (ctx: AccountContext): Promise<string[]> => ctx.em.lockRows(Party, [ctx.account.id]);

/** Removes the mark from the present default place; the next flush sets it on another one. */
export async function unmarkDefault(ctx: AccountContext): Promise<void> {
  const { rows } = await sql<{ id: string }>`update inventory.storage_location
    set is_default = false, updated_at = ${ctx.clock.now()}, version = version + 1
    where account_id = ${ctx.account.id} and is_default returning id`.execute(ctx.em.query());
  for (const { id } of rows)
    audit(ctx, {
      record: { type: 'storage_location', id },
      action: 'updated',
      changes: [{ field: 'isDefault', from: true, to: false }],
    });
}

const findDefault = (ctx: AccountContext) =>
  ctx.em.findOne(StorageLocation, { accountID: ctx.account.id, isDefault: true }, { refresh: true });

/** The default place. An account without one, because it is older than storage locations, gets one. */
export async function defaultLocationID(ctx: AccountContext, closed: ClosedPlacesPort): Promise<string> {
  const known = await findDefault(ctx);
  if (known) return known.id;
  await lockTree(ctx);
  const made = await findDefault(ctx);
  if (made) return made.id;
  const root = await ctx.em.findOne(StorageLocation, { accountID: ctx.account.id, parent: null, name: firstName });
  if (root) {
    ctx.em.assign(await ctx.em.getForUpdate(StorageLocation, root.id), { reservationState: 'open' });
    await ctx.em.flush();
    await closed.settle(ctx, [root.id]);
  }
  const location =
    root ??
    ctx.em.create(StorageLocation, {
      id: newID('loc'),
      name: firstName,
      type: 'warehouse',
      parent: null,
      holder: null,
      notes: null,
    });
  ctx.em.assign(location, { isDefault: true });
  const record = { type: 'storage_location', id: location.id };
  audit(ctx, { record, action: root ? 'updated' : 'created' });
  await ctx.em.flush();
  await indexRecord(ctx, { ...record, title: location.name, text: '' });
  touched(ctx, listStorageLocations);
  return location.id;
}
