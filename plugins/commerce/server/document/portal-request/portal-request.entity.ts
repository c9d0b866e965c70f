import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { column, type TableRow, tenantColumns, tenantTable } from '@millwright/core/server';
import type { PortalRequestKind } from '../../../contracts/portal/portal-request/portal-request.contract.ts';

/** Goods of an order that come back. Requests of older versions do not name the line of the order. */
export interface ReturnedLine {
  lineID?: string;
  sku: string;
  quantity: number;
  unit: string;
}

/** A request or message of a customer, open until the team closes it. */
export const PortalRequest = defineEntity({
  ...tenantTable('commerce', 'portal_request', { customerColumn: 'customer_id' }),
  name: 'PortalRequest',
  properties: {
    ...tenantColumns(),
    kind: column.text().$type<PortalRequestKind>(),
    customerID: column.id(),
    orderID: column.id().nullable(),
    orderNumber: column.text().nullable(),
    message: column.text().nullable(),
    lines: column.json<ReturnedLine[]>(),
    askedBy: column.text(),
    doneAt: column.timestamp().nullable(),
    doneBy: column.text().nullable(),
    answer: column.text().nullable(),
  },
  indexes: [
    { properties: ['accountID', 'createdAt', 'id'] },
    { properties: ['accountID', 'orderID'], where: 'order_id is not null' },
    { properties: ['accountID', 'customerID', 'createdAt', 'id'] },
  ],
  checks: [
    {
      name: 'portal_request_kind',
      expression: "kind in ('return', 'estimate_accepted', 'estimate_declined', 'payment', 'payment_refused')",
    },
    { name: 'portal_request_done', expression: '(done_at is null) = (done_by is null)' },
  ],
});
export type PortalRequest = InferEntity<typeof PortalRequest>;

declare module '../../tables.ts' {
  interface Tables {
    'commerce.portal_request': TableRow<typeof PortalRequest>;
  }
}
