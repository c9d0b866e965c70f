import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { belongsTo, column, Party, tenantColumns, tenantTable } from '@millwright/core/server';
import type { ReservationState, StorageLocationType } from '../../../contracts/index.ts';
import { placeIs } from '../../states/states.ts';
import { Department } from '../department/department.entity.ts';

/**
 * A place where stock lies; places form trees. That names are unique among the children of one place, and that an
 * account has one default place, are unique indexes written in SQL.
 */
export const StorageLocation = defineEntity({
  ...tenantTable('inventory', 'storage_location'),
  name: 'StorageLocation',
  properties: {
    ...tenantColumns(),
    name: column.text(),
    type: column.text().$type<StorageLocationType>(),
    parent: () => belongsTo(StorageLocation, 'parent_id').nullable(),
    /** `open` takes part in everything, `reserved` only where somebody names it, `closed` in nothing. */
    reservationState: column.text().$type<ReservationState>().default('open'),
    /** Whether nothing goes in or out: it is closed itself, or lies inside a place that is. Kept by `settleClosed`. */
    isClosed: column.boolean().default(false),
    /**
     * Whether what lies here is promised to anybody. Not so at the dock, in packing and in quarantine: such places give
     * and take where they are named.
     */
    isPromisable: column.boolean().default(true),
    /** Who works here; places inside it have the same where they name none. */
    department: () => belongsTo(Department, 'department_id').nullable(),
    /** Who has the stock that lies here, where that is not the account itself: a customer's shelf, a subcontractor. */
    holder: () => belongsTo(Party, 'holder_id').nullable(),
    notes: column.text().nullable(),
    /** Where stock goes that comes without a place. */
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
