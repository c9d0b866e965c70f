import type { Invariant } from '@millwright/core/server';
import { labelIs, shipmentIs } from '../../../states/states.ts';

/** Invariants of carrier labels. */
export const labelInvariants: readonly Invariant[] = [
  {
    name: 'commerce.labels-are-of-their-shipments',
    sql: `select label.id from commerce.shipping_label label
      join commerce.shipping_case held on held.account_id = label.account_id and held.id = label.shipping_case_id
      where label.account_id = $1 and held.shipment_id <> label.shipment_id`,
  },
  {
    name: 'commerce.bought-labels-are-of-live-cases',
    sql: `select label.id from commerce.shipping_label label
      join commerce.shipping_case held on held.account_id = label.account_id and held.id = label.shipping_case_id
      join commerce.shipment shipment on shipment.account_id = label.account_id and shipment.id = label.shipment_id
      where label.account_id = $1 and ${labelIs.bought('label.status')}
        and (held.deleted_at is not null or ${shipmentIs.void('shipment.status')})`,
  },
];
