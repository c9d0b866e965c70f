import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { belongsTo, column, Member, type TableRow, tenantColumns, tenantTable } from '@millwright/core/server';
import type { CarrierLabelFormat, LabelStatus } from '../../../../contracts/index.ts';
import { labelIs } from '../../../states/states.ts';
import { Shipment, ShippingCase } from '../../shipment/shipment.entity.ts';

/**
 * A carrier's label of a case. The row is there before anybody is asked, so that whatever becomes of the call, a label
 * that was bought is found again.
 */
export const ShippingLabel = defineEntity({
  ...tenantTable('commerce', 'shipping_label', { customerColumn: 'customer_id' }),
  name: 'ShippingLabel',
  properties: {
    ...tenantColumns(),
    shipment: () => belongsTo(Shipment, 'shipment_id'),
    shippingCase: () => belongsTo(ShippingCase, 'shipping_case_id'),
    customerID: column.id(),
    status: column.text().$type<LabelStatus>(),
    /** The integration that it is bought with, and its name then. It may be gone since. */
    integrationID: column.id(),
    provider: column.text(),
    format: column.text().$type<CarrierLabelFormat>(),
    /** What the provider quoted, where it sells what it has quoted. */
    quoteID: column.text().nullable(),
    cost: column.money().nullable(),
    /** How often somebody set out to buy it. */
    attempts: column.integer().default(0),
    /** Until then whoever set out last has it to himself. */
    claimedUntil: column.timestamp().nullable(),
    providerID: column.text().nullable(),
    trackingNumber: column.text().nullable(),
    fileID: column.id().nullable(),
    /** What went wrong last. */
    problemCode: column.text().nullable(),
    problemMessage: column.text().nullable(),
    requestedBy: () => belongsTo(Member, 'requested_by_id').nullable(),
    boughtAt: column.timestamp().nullable(),
    voidedAt: column.timestamp().nullable(),
  },
  uniques: [
    {
      // A case has one label that is alive.
      properties: ['accountID', 'shippingCase'],
      where: `${labelIs.live('status')}`,
    },
  ],
  indexes: [
    { properties: ['accountID', 'shipment'] },
    { properties: ['accountID', 'shippingCase'] },
    { properties: ['accountID', 'requestedBy'], where: 'requested_by_id is not null' },
  ],
  checks: [
    {
      name: 'shipping_label_status',
      expression: labelIs.check(),
    },
    { name: 'shipping_label_format', expression: "format in ('pdf', 'zpl')" },
    { name: 'shipping_label_bought', expression: `${labelIs.not.bought('status')} or file_id is not null` },
    {
      name: 'shipping_label_whole',
      expression: 'num_nulls(bought_at, provider_id, tracking_number, file_id) in (0, 4)',
    },
    { name: 'shipping_label_voided', expression: `(${labelIs.voided('status')}) = (voided_at is not null)` },
    { name: 'shipping_label_cost', expression: 'cost >= 0 and attempts >= 0' },
  ],
});
export type ShippingLabel = InferEntity<typeof ShippingLabel>;

declare module '../../../tables.ts' {
  interface Tables {
    'commerce.shipping_label': TableRow<typeof ShippingLabel>;
  }
}
