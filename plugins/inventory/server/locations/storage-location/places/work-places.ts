import { newID } from '@millwright/core/contracts';
import { type AccountContext, audit, indexRecord, sql, touched } from '@millwright/core/server';
import { listStorageLocations, type WorkPlaceType } from '../../../../contracts/index.ts';
import { StorageLocation } from '../storage-location.entity.ts';
import { lockTree } from './default-location.ts';

const firstNames: Readonly<Record<WorkPlaceType, string>> = {
  packing: 'Packing',
  dock: 'Dock',
  quarantine: 'Quarantine',
};

async function findPlace(ctx: AccountContext, type: WorkPlaceType): Promise<{ id: string; name: string } | undefined> {
  // Flushed first, so that places created in this transaction are found.
  await ctx.em.flush();
  const { rows } = await sql<{ id: string; name: string }>`select id, name from inventory.storage_location
    where account_id = ${ctx.account.id} and type = ${type} and not is_closed and not is_promisable
    order by id limit 1`.execute(ctx.em.query());
  return rows[0];
}

/** A name that no root place has. */
async function freeName(ctx: AccountContext, name: string): Promise<string> {
  const roots = await ctx.em.find(StorageLocation, { accountID: ctx.account.id, parent: null });
  const taken = new Set(roots.map((place) => place.name));
  let free = name;
  for (let number = 2; taken.has(free); number += 1) free = `${name} ${number}`;
  return free;
}

/**
 * The place for this work: the oldest open one of its type that is not promisable, created if there is none. Called
 * before positions are locked, because places are locked before positions.
 */
export async function defaultPlace(ctx: AccountContext, type: WorkPlaceType): Promise<{ id: string; name: string }> {
  const known = await findPlace(ctx, type);
  if (known) return known;
  await lockTree(ctx);
  const made = await findPlace(ctx, type);
  if (made) return made;
  const name = await freeName(ctx, firstNames[type]);
  const location = ctx.em.create(StorageLocation, {
    id: newID('loc'),
    name,
    type,
    isPromisable: false,
    parent: null,
    holder: null,
    department: null,
    notes: null,
  });
  const record = { type: 'storage_location', id: location.id };
  audit(ctx, { record, action: 'created' });
  await ctx.em.flush();
  await indexRecord(ctx, { ...record, title: name, text: '' });
  touched(ctx, listStorageLocations);
  return { id: location.id, name };
}
