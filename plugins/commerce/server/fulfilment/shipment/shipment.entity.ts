import { defineEntity, type InferEntity } from '@mikro-orm/core';
import type { AddressSnapshot } from '@millwright/core/contracts';
import {
  accountColumn,
  belongsTo,
  column,
  Member,
  type TableRow,
  tenantColumns,
  tenantTable,
} from '@millwright/core/server';
import type { FreightReason, ShipmentStatus } from '../../../contracts/index.ts';
import { SalesOrderLine } from '../../sales/sales-order/lines/sales-order-line.entity.ts';
import { SalesOrder } from '../../sales/sales-order/sales-order.entity.ts';
import { shipmentIs } from '../../states/states.ts';
import { Carrier, CarrierOption } from '../../terms/carrier/carrier.entity.ts';

/** Portal customers see what was packed for them. */
const own = { customerColumn: 'customer_id' };

/** Packed cases of one order on their way to the customer. */
export const Shipment = defineEntity({
  ...tenantTable('commerce', 'shipment', own),
  name: 'Shipment',
  properties: {
    ...tenantColumns(),
    number: column.text(),
    /** The number as it sorts: digits padded. */
    numberKey: column.id(),
    status: column.text().$type<ShipmentStatus>(),
    order: () => belongsTo(SalesOrder, 'order_id'),
    /** That of the order. */
    customerID: column.id(),
    /** The pick that it was packed from; null for what was brought in from an older system. */
    pickID: column.id().nullable(),
    carrier: () => belongsTo(Carrier, 'carrier_id').nullable(),
    carrierOption: () => belongsTo(CarrierOption, 'carrier_option_id').nullable(),
    /** Who brings it where that is no carrier of the list. */
    carrierName: column.text().nullable(),
    shipTo: column.json<AddressSnapshot>().nullable(),
    note: column.text().nullable(),
    billOfLading: column.text().nullable(),
    masterTrackingNumber: column.text().nullable(),
    /** What the customer is charged, and why, as it was when it shipped. */
    freightAmount: column.money().nullable(),
    freightReason: column.json<FreightReason>().nullable(),
    shippedAt: column.timestamp().nullable(),
    shippedBy: () => belongsTo(Member, 'shipped_by_id').nullable(),
    shippedByName: column.text().nullable(),
    voidedAt: column.timestamp().nullable(),
    deletedAt: column.timestamp().nullable(),
  },
  uniques: [{ properties: ['accountID', 'number'] }],
  indexes: [
    { properties: ['accountID', 'order'] },
    { properties: ['accountID', 'pickID'], where: 'pick_id is not null' },
    { properties: ['accountID', 'customerID', 'createdAt', 'id'] },
    { properties: ['accountID', 'carrier'], where: 'carrier_id is not null' },
    { properties: ['accountID', 'carrierOption'], where: 'carrier_option_id is not null' },
    { properties: ['accountID', 'shippedBy'], where: 'shipped_by_id is not null' },
  ],
  checks: [
    { name: 'shipment_number', expression: "number <> '' and number_key <> ''" },
    { name: 'shipment_status', expression: shipmentIs.check() },
    { name: 'shipment_shipped', expression: `(${shipmentIs.left('status')}) = (shipped_at is not null)` },
    {
      name: 'shipment_shipped_with',
      expression:
        '(shipped_at is not null) = (shipped_by_name is not null) ' +
        'and (shipped_at is not null) = (freight_amount is not null)',
    },
    { name: 'shipment_void', expression: `(${shipmentIs.void('status')}) = (voided_at is not null)` },
    { name: 'shipment_deletable', expression: `deleted_at is null or ${shipmentIs.void('status')}` },
    { name: 'shipment_option_has_carrier', expression: 'carrier_option_id is null or carrier_id is not null' },
    { name: 'shipment_freight', expression: 'freight_amount >= 0' },
  ],
});
export type Shipment = InferEntity<typeof Shipment>;

/** So much of an order line, of one lot, that leaves with a shipment; its contents in cases sum to it. */
export const ShipmentLine = defineEntity({
  ...tenantTable('commerce', 'shipment_line', own),
  name: 'ShipmentLine',
  properties: {
    ...accountColumn(),
    id: column.id().primary(),
    shipment: () => belongsTo(Shipment, 'shipment_id'),
    customerID: column.id(),
    orderLine: () => belongsTo(SalesOrderLine, 'order_line_id'),
    itemID: column.id(),
    lotID: column.id().nullable(),
    lotNumber: column.text().nullable(),
    /** Base units. */
    quantity: column.quantity(),
  },
  indexes: [
    { properties: ['accountID', 'shipment'] },
    { properties: ['accountID', 'orderLine'] },
    { properties: ['accountID', 'itemID', 'shipment'] },
  ],
  checks: [{ name: 'shipment_line_quantity', expression: 'quantity > 0' }],
});
export type ShipmentLine = InferEntity<typeof ShipmentLine>;

/** A case of a shipment. One that was taken away stays as a row: its number and SSCC are not given again. */
export const ShippingCase = defineEntity({
  ...tenantTable('commerce', 'shipping_case', own),
  name: 'ShippingCase',
  properties: {
    ...tenantColumns(),
    shipment: () => belongsTo(Shipment, 'shipment_id'),
    customerID: column.id(),
    /** In the shipment, from 1 on. */
    position: column.integer(),
    /** Pounds; null until weighed. */
    freightWeight: column.quantity().nullable(),
    freightAmount: column.money().nullable(),
    /** Inches. */
    length: column.quantity().nullable(),
    width: column.quantity().nullable(),
    height: column.quantity().nullable(),
    carrier: () => belongsTo(Carrier, 'carrier_id').nullable(),
    trackingNumber: column.text().nullable(),
    sscc: column.id().nullable(),
    /** What the serial of the SSCC was: each number of the series is that of one case. */
    ssccSerial: column.text().nullable(),
    deletedAt: column.timestamp().nullable(),
  },
  uniques: [{ properties: ['accountID', 'shipment', 'position'] }, { properties: ['accountID', 'sscc'] }],
  indexes: [{ properties: ['accountID', 'carrier'], where: 'carrier_id is not null' }],
  checks: [
    { name: 'shipping_case_position', expression: 'position > 0' },
    {
      name: 'shipping_case_measures',
      expression: 'freight_weight > 0 and freight_amount >= 0 and length > 0 and width > 0 and height > 0',
    },
    { name: 'shipping_case_sscc', expression: "sscc ~ '^[0-9]{18}$' and (sscc is null) = (sscc_serial is null)" },
  ],
});
export type ShippingCase = InferEntity<typeof ShippingCase>;

/** What lies in a case. */
export const ShippingCaseContent = defineEntity({
  ...tenantTable('commerce', 'shipping_case_content', own),
  name: 'ShippingCaseContent',
  properties: {
    ...accountColumn(),
    shippingCase: () => belongsTo(ShippingCase, 'shipping_case_id').primary(),
    shipmentLine: () => belongsTo(ShipmentLine, 'shipment_line_id').primary(),
    customerID: column.id(),
    /** Base units. */
    quantity: column.quantity(),
  },
  indexes: [{ properties: ['accountID', 'shipmentLine'] }],
  checks: [{ name: 'shipping_case_content_quantity', expression: 'quantity > 0' }],
});

declare module '../../tables.ts' {
  interface Tables {
    'commerce.shipment': TableRow<typeof Shipment>;
    'commerce.shipment_line': TableRow<typeof ShipmentLine>;
    'commerce.shipping_case': TableRow<typeof ShippingCase>;
    'commerce.shipping_case_content': TableRow<typeof ShippingCaseContent>;
  }
}
