import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { accountColumn, belongsTo, column, Member, Party, tenantTable } from '@millwright/core/server';
import type { MovementAction } from '../../../../contracts/index.ts';
import { Item } from '../../../catalogue/item/item.entity.ts';
import { StorageLocation } from '../../../locations/storage-location/storage-location.entity.ts';
import { Unit } from '../../../units/unit/unit.entity.ts';
import { Lot } from '../../lot/lot.entity.ts';
import { CostLayer } from './cost-layer.entity.ts';

/** A change of stock in one place. Movements are only ever added; a mistake is corrected by one mirror movement. */
export const Movement = defineEntity({
  ...tenantTable('inventory', 'movement', { tenant: 'cr' }),
  name: 'Movement',
  properties: {
    ...accountColumn(),
    id: column.id().primary(),
    createdAt: column.timestamp(),
    /** Shared by the movements of one operation: both halves of a move, the lines of a count. `op_...` */
    operationID: column.id(),
    action: column.text().$type<MovementAction>(),
    item: () => belongsTo(Item, 'item_id'),
    owner: () => belongsTo(Party, 'owner_id'),
    location: () => belongsTo(StorageLocation, 'location_id'),
    lot: () => belongsTo(Lot, 'lot_id').nullable(),
    /** Base units, negative for issued stock. */
    quantity: column.quantity(),
    /** The amount as it was entered. */
    measure: column.quantity(),
    unit: () => belongsTo(Unit, 'unit_id'),
    /** The sum of the values of its layer parts, negative for issued stock. */
    value: column.stockValue(),
    /** The change of the position's book value, in cents; the two halves of a move add up to 0. */
    bookAmount: column.money(),
    /** The record that caused the movement: `{type: 'sales_order', id, lineID}`; null for changes entered by people. */
    sourceType: column.text().nullable(),
    sourceID: column.id().nullable(),
    sourceLineID: column.id().nullable(),
    /** The line of demand or supply whose figures the movement changed: for a shipment, the line of its order. */
    servedType: column.text().nullable(),
    servedID: column.id().nullable(),
    servedLineID: column.id().nullable(),
    reason: column.text().nullable(),
    /**
     * The person: a member, or only a name for API keys and the system; and the shop floor station, if one was used.
     */
    member: () => belongsTo(Member, 'member_id').nullable(),
    actorName: column.text(),
    scanningStationID: column.id().nullable(),
    scanningStationName: column.text().nullable(),
    reverses: () => belongsTo(Movement, 'reverses_id').nullable(),
  },
  uniques: [
    { name: 'movement_reversed_once', properties: ['accountID', 'reverses'], where: 'reverses_id is not null' },
  ],
  indexes: [
    { properties: ['accountID', 'createdAt', 'id'] },
    { properties: ['accountID', 'item', 'createdAt', 'id'] },
    { properties: ['accountID', 'operationID'] },
    { properties: ['accountID', 'sourceType', 'sourceID'], where: 'source_type is not null' },
    { properties: ['accountID', 'location'] },
    { properties: ['accountID', 'lot'], where: 'lot_id is not null' },
    { properties: ['accountID', 'owner'] },
    { properties: ['accountID', 'unit'] },
    { properties: ['accountID', 'member'], where: 'member_id is not null' },
    { properties: ['accountID', 'scanningStationID', 'createdAt'], where: 'scanning_station_id is not null' },
  ],
  checks: [
    { name: 'movement_quantity', expression: 'quantity <> 0 and sign(quantity) = sign(measure)' },
    {
      name: 'movement_action',
      expression: `action in ('receive', 'adjust', 'count', 'move', 'consume', 'produce', 'ship', 'return', 'revalue',
        'void')`,
    },
    { name: 'movement_void', expression: "(action = 'void') = (reverses_id is not null)" },
    { name: 'movement_value', expression: 'value = 0 or sign(value) = sign(quantity)' },
  ],
});
export type Movement = InferEntity<typeof Movement>;

/**
 * The part of a movement that came from a cost layer (negative) or went into it, with its value at that time; never
 * changed.
 */
export const MovementLayer = defineEntity({
  ...tenantTable('inventory', 'movement_layer', { tenant: 'cr' }),
  name: 'MovementLayer',
  properties: {
    ...accountColumn(),
    movement: () => belongsTo(Movement, 'movement_id').primary(),
    layer: () => belongsTo(CostLayer, 'layer_id').primary(),
    quantity: column.quantity(),
    value: column.stockValue(),
  },
  indexes: [{ properties: ['accountID', 'layer'] }],
  checks: [{ name: 'movement_layer_quantity', expression: 'quantity <> 0' }],
});
export type MovementLayer = InferEntity<typeof MovementLayer>;
