import type { BulkAnswer, BulkPreview } from '@millwright/core/contracts';
import { type AccountContext, bulkEdit, previewBulk, runBulk, sql, touched } from '@millwright/core/server';
import {
  type LocationFilter,
  listStorageLocations,
  placeStates,
  storageLocationTypes,
} from '../../../contracts/index.ts';
import type { ClosedPlacesPort } from './places/closed-places.port.ts';
import { lockTree } from './places/default-location.ts';
import { findStorageLocationIDs } from './storage-location.queries.ts';

/** Whether `own` is one of these places or contains one. */
const isAround = (places: ReturnType<typeof sql>) => sql`own.id in (with recursive above as (
    select place.id, place.parent_id from inventory.storage_location place
    where place.account_id = own.account_id and ${places}
    union select parent.id, parent.parent_id from above
    join inventory.storage_location parent on parent.account_id = own.account_id and parent.id = above.parent_id)
  select id from above)`;

const capital = (code: string): string => code.charAt(0).toUpperCase() + code.slice(1);

/** Bulk edit of places, with the effects on stock and promises as for a single place. */
export const storageLocationEdit = (closed: ClosedPlacesPort) =>
  bulkEdit({
    action: 'storage-locations.edit',
    recordType: 'storage_location',
    permission: 'storage_locations:update',
    table: 'inventory.storage_location',
    label: 'name',
    fields: [
      { name: 'reservationState', label: 'State', column: 'reservation_state', type: 'text', shown: capital },
      {
        name: 'isPromisable',
        label: 'Promised',
        column: 'is_promisable',
        type: 'boolean',
        shown: (value) => (value === 'true' ? 'Yes' : 'No'),
      },
      {
        name: 'type',
        label: 'Type',
        column: 'type',
        type: 'text',
        shown: (code) => storageLocationTypes[code as keyof typeof storageLocationTypes],
      },
      {
        name: 'departmentID',
        label: 'Department',
        column: 'department_id',
        type: 'text',
        names: { table: 'inventory.department', column: 'name' },
      },
    ],
    lock: lockTree,
    refusal({ reservationState, isPromisable = null }) {
      const state = typeof reservationState === 'string' ? reservationState : null;
      const isClosing = sql`${placeStates.is.closed(state)}::boolean`;
      const isShutting = state !== null && !placeStates.is.open(state);
      const hasPicked = sql`place.type = 'packing' and exists (select from inventory.allocation allocation
      where allocation.account_id = place.account_id and allocation.location_id = place.id)`;
      return sql`case
      when own.is_default and (${isShutting}::boolean or not ${isPromisable}::boolean)
        then 'The default place has to be open and promised from'
      when ${isClosing} and ${isAround(sql`place.is_default`)} then 'The default place lies inside'
      when ${isClosing} and ${isAround(hasPicked)} then 'Picked goods wait here; ship them or put them back first' end`;
    },
    async written(ctx, ids, names) {
      if (names.includes('reservationState') || names.includes('isPromisable')) await closed.settle(ctx, ids);
      await ctx.em.flush();
      touched(ctx, listStorageLocations);
    },
  });

/** The change that both ask for. */
export type StorageLocationEdit = ReturnType<typeof storageLocationEdit>;

interface Selection {
  locationIDs?: string[] | undefined;
  filter?: LocationFilter | undefined;
}

const selected = async (ctx: AccountContext, { locationIDs, filter }: Selection): Promise<string[]> =>
  locationIDs ?? findStorageLocationIDs(ctx, filter ?? {});

/** Edits many places; more than 2,000 by a change set. */
export const editStorageLocations = async (
  ctx: AccountContext,
  edit: StorageLocationEdit,
  { changes, ...selection }: Selection & { changes: object },
): Promise<BulkAnswer> =>
  runBulk(ctx, edit, {
    ids: await selected(ctx, selection),
    title: (count) => `Change ${count} storage locations`,
    options: { changes },
  });

/** Previews the edit. */
export const previewEditStorageLocations = async (
  ctx: AccountContext,
  edit: StorageLocationEdit,
  { changes, ...selection }: Selection & { changes: object },
): Promise<BulkPreview> => previewBulk(ctx, edit, { ids: await selected(ctx, selection), options: { changes } });
