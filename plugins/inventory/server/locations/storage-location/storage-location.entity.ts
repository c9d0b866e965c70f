import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { belongsTo, column, Party, tenantColumns, tenantTable } from '@millwright/core/server';
import type { ReservationState, StorageLocationType } from '../../../contracts/index.ts';
import { placeIs } from '../../states/states.ts';
import { Department } from '../department/department.entity.ts';

/**
 * A place for stock; places form trees. Unique indexes, written in SQL, keep names unique among the children of a
 * place, and one default place per account.
 */
export const StorageLocation = defineEntity({
  ...tenantTable('inventory', 'storage_location'),
  name: 'StorageLocation',
  properties: {
    ...tenantColumns(),
    name: column.text(),
    type: column.text().$type<StorageLocationType>(),
    parent: () => belongsTo(StorageLocation, 'parent_id').nullable(),
    /** `open`: used everywhere. `reserved`: used only if it is named. `closed`: not used. */
    reservationState: column.text().$type<ReservationState>().default('open'),
    /** Whether no stock moves in or out: the place or a place around it is closed. Maintained by `settleClosed`. */
    isClosed: column.boolean().default(false),
    /**
     * Whether stock of the place is promised. False for dock, packing and quarantine, whose stock moves only if the
     * place is named.
     */
    isPromisable: column.boolean().default(true),
    /** The department that works here; inherited by places inside without one. */
    department: () => belongsTo(Department, 'department_id').nullable(),
    /** The holder of the stock, if not the account itself: a customer (its shelf), a subcontractor. */
    holder: () => belongsTo(Party, 'holder_id').nullable(),
    notes: column.text().nullable(),
    /** Place for stock without a named place. */
    isDefault: column.boolean().default(false),
  },
  indexes: [
    { properties: ['accountID', 'parent', 'name', 'id'] },
    { properties: ['accountID', 'holder'] },
    { properties: ['accountID', 'department'], where: 'department_id is not null' },
  ],
  checks: [
    { name: 'storage_location_name', expression: "name <> ''" },
    { name: 'storage_location_parent', expression: 'parent_id <> id' },
    { name: 'storage_location_state', expression: placeIs.check('reservation_state') },
    {
      name: 'storage_location_default',
      expression: `not is_default or (${placeIs.open('reservation_state')} and is_promisable and not is_closed)`,
    },
  ],
});
export type StorageLocation = InferEntity<typeof StorageLocation>;
