import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { accountColumn, belongsTo, column, Party, tenantColumns, tenantTable } from '@millwright/core/server';
import type { PartnerSettings } from '../../contracts/index.ts';
import { EdiConnection } from '../connection/connection.entity.ts';

/** A business for exchanging documents. */
export const EdiPartner = defineEntity({
  ...tenantTable('edi', 'partner', { isClosedToCustomers: true }),
  name: 'EdiPartner',
  properties: {
    ...tenantColumns(),
    name: column.text(),
    customer: () => belongsTo(Party, 'customer_id'),
    connection: () => belongsTo(EdiConnection, 'connection_id').nullable(),
    isTest: column.boolean().default(false),
    isActive: column.boolean().default(true),
    ourQualifier: column.text(),
    ourID: column.text(),
    ourGroupID: column.text(),
    theirQualifier: column.text(),
    theirID: column.text(),
    theirGroupID: column.text(),
    settings: column.json<PartnerSettings>(),
  },
  uniques: [
    { properties: ['accountID', 'name'] },
    {
      name: 'partner_account_id_is_test_their_id_unique',
      properties: ['accountID', 'isTest', 'theirQualifier', 'theirGroupID', 'theirID'],
    },
  ],
  indexes: [
    { properties: ['accountID', 'customer'] },
    { properties: ['accountID', 'connection'], where: 'connection_id is not null' },
  ],
  checks: [
    {
      name: 'partner_named',
      expression: "name <> '' and our_id <> '' and their_id <> '' and our_group_id <> '' and their_group_id <> ''",
    },
  ],
});
export type EdiPartner = InferEntity<typeof EdiPartner>;

/** A partner's number of an item. */
export const EdiPartnerItem = defineEntity({
  ...tenantTable('edi', 'partner_item', { isClosedToCustomers: true }),
  name: 'EdiPartnerItem',
  properties: {
    ...tenantColumns(),
    partner: () => belongsTo(EdiPartner, 'partner_id'),
    qualifier: column.id(),
    /** The partner's item number. */
    name: column.id(),
    itemID: column.id(),
  },
  uniques: [{ properties: ['accountID', 'partner', 'qualifier', 'name'] }],
  indexes: [{ properties: ['accountID', 'itemID'] }, { properties: ['accountID', 'name', 'id'] }],
  checks: [{ name: 'partner_item_name', expression: "name <> '' and qualifier <> ''" }],
});
export type EdiPartnerItem = InferEntity<typeof EdiPartnerItem>;

/** Next control number for a partner, for each level of an interchange. */
export const ControlNumber = defineEntity({
  ...tenantTable('edi', 'control_number', { isClosedToCustomers: true }),
  name: 'EdiControlNumber',
  properties: {
    ...accountColumn(),
    partner: () => belongsTo(EdiPartner, 'partner_id').primary(),
    level: column.id().primary(),
    next: column.bigint(),
  },
  checks: [
    { name: 'control_number_level', expression: "level in ('interchange', 'group', 'set')" },
    { name: 'control_number_next', expression: 'next between 1 and 999999999' },
  ],
});
