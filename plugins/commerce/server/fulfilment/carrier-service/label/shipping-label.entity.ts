import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { belongsTo, column, Member, type TableRow, tenantColumns, tenantTable } from '@millwright/core/server';
import type { CarrierLabelFormat, LabelStatus } from '../../../../contracts/index.ts';
import { labelIs } from '../../../states/states.ts';
import { Shipment, ShippingCase } from '../../shipment/shipment.entity.ts';

/**
 * A carrier label of a case. The row is written before the provider is called, so that a bought label is found again
 * whatever happens to the call.
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
    /** The integration that buys the label, and its name at that time. The integration may be deleted since. */
    integrationID: column.id(),
    provider: column.text(),
    format: column.text().$type<CarrierLabelFormat>(),
    /** Id of the provider's quote, where the provider sells labels by quote. */
    quoteID: column.text().nullable(),
    cost: column.money().nullable(),
    /** Number of attempts to buy the label. */
    attempts: column.integer().default(0),
    /** Until then the job of the last attempt has claimed the label. */
    claimedUntil: column.timestamp().nullable(),
    providerID: column.text().nullable(),
    trackingNumber: column.text().nullable(),
    fileID: column.id().nullable(),
    /** The last failure. */
    problemCode: column.text().nullable(),
    problemMessage: column.text().nullable(),
    requestedBy: () => belongsTo(Member, 'requested_by_id').nullable(),
    boughtAt: column.timestamp().nullable(),
    voidedAt: column.timestamp().nullable(),
  },
  uniques: [
    {
      // A case has at most one active label.
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
