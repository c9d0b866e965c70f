import { definePart, outsideRoute, type Reference, route } from '@millwright/core/server';
import {
  acceptDelivery,
  deliveryDeclarations,
  deliveryProblems,
  getDelivery,
  getReturnSlip,
  getSupplierReliability,
  listDeliveries,
  returnDelivery,
} from '../../../contracts/index.ts';
import { CostCorrection } from './cost-correction.entity.ts';
import { Delivery, DeliveryLine } from './delivery.entity.ts';
import { deliveryByID, deliveryView } from './delivery.queries.ts';
import { acceptDeliveredGoods as accept, returnDeliveredGoods as sendBack } from './delivery.service.ts';
import { deliveryRecords } from './delivery-record.ts';
import { deliverySamples } from './delivery-samples.ts';
import { deliveryEmails } from './emails/delivery-emails.ts';
import { returnSlipPDF } from './return-slip.ts';
import { returnSlipMail } from './return-slip-mail.ts';
import { reliabilityOf } from './supplier-reliability.queries.ts';

const what = ['delivery', 'deliveries'] as const;

const line: Omit<Reference, 'to' | 'column'> = {
  what,
  table: 'commerce.delivery_line',
  once: 'delivery_id',
  label: `(select delivery.number from commerce.delivery delivery
    where delivery.account_id = {account} and delivery.id = referrer.delivery_id)`,
};

export const deliveryPart = definePart({
  problems: deliveryProblems,
  ...deliveryDeclarations,
  entities: [Delivery, DeliveryLine, CostCorrection],
  references: [
    { to: 'supplier', what, table: 'commerce.delivery', column: 'supplier_id', label: 'referrer.number' },
    { ...line, to: 'item', column: 'item_id' },
    { ...line, to: 'unit', column: 'unit_id', item: 'item_id' },
  ],
  routes: () => [
    route(listDeliveries, (ctx, { query }) => deliveryView.find(ctx, query)),
    route(getDelivery, (ctx, { params }) => deliveryByID(ctx, params.deliveryID)),
    route(getSupplierReliability, (ctx, { params }) => reliabilityOf(ctx, params.supplierID)),
    outsideRoute(getReturnSlip, (ctx, { params }) => returnSlipPDF(ctx, params.deliveryID)),
    route(acceptDelivery, (ctx, { params, body }) => accept(ctx, params.deliveryID, body)),
    route(returnDelivery, (ctx, { params, body }) => sendBack(ctx, params.deliveryID, body)),
  ],
  recordSources: () => [{ ...deliveryRecords, email: returnSlipMail }],
  emails: deliveryEmails,
  numbering: [{ kind: 'delivery', label: 'Deliveries', first: 1000 }],
  samples: deliverySamples,
});
