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

/** Portal users see the shipments of their customer. */
const tableOptions = { customerColumn: 'customer_id' };

/** Packed cases of one order. */
export const Shipment = defineEntity({
  ...tenantTable('commerce', 'shipment', tableOptions),
  name: 'Shipment',
  properties: {
    ...tenantColumns(),
    number: column.text(),
    /** Sort key of the number: digits are padded. */
    numberKey: column.id(),
    status: column.text().$type<ShipmentStatus>(),
    order: () => belongsTo(SalesOrder, 'order_id'),
    /** The order's customer. */
    customerID: column.id(),
    /** The pick that the goods were packed from. Null for imported history. */
    pickID: column.id().nullable(),
    carrier: () => belongsTo(Carrier, 'carrier_id').nullable(),
    carrierOption: () => belongsTo(CarrierOption, 'carrier_option_id').nullable(),
    /** Name of a carrier that is not in the carrier list. */
    carrierName: column.text().nullable(),
    shipTo: column.json<AddressSnapshot>().nullable(),
    note: column.text().nullable(),
    billOfLading: column.text().nullable(),
    masterTrackingNumber: column.text().nullable(),
    /** Freight charged to the customer with its reason, at the time of shipping. */
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

/** The quantity of an order line and lot in a shipment. Its contents in the cases sum up to it. */
export const ShipmentLine = defineEntity({
  ...tenantTable('commerce', 'shipment_line', tableOptions),
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
    /** In base units. */
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

/** A case of a shipment. A removed case keeps its row, because its number and SSCC are not used again. */
export const ShippingCase = defineEntity({
  ...tenantTable('commerce', 'shipping_case', tableOptions),
  name: 'ShippingCase',
  properties: {
    ...tenantColumns(),
    shipment: () => belongsTo(Shipment, 'shipment_id'),
    customerID: column.id(),
    /** Position in the shipment, from 1. */
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
    /** Serial number of the SSCC. Each number of the series belongs to one case. */
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

/** The quantity of a shipment line in a case. */
export const ShippingCaseContent = defineEntity({
  ...tenantTable('commerce', 'shipping_case_content', tableOptions),
  name: 'ShippingCaseContent',
  properties: {
    ...accountColumn(),
    shippingCase: () => belongsTo(ShippingCase, 'shipping_case_id').primary(),
    shipmentLine: () => belongsTo(ShipmentLine, 'shipment_line_id').primary(),
    customerID: column.id(),
    /** In base units. */
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
