import { declareReference, fieldTable } from '@millwright/core/contracts';
import { salesRepKind } from '../../parties/sales-rep.ts';
import { carrierKind, carrierOptionKind } from '../../terms/carrier/carrier.contract.ts';
import { paymentTermKind } from '../../terms/payment-term/payment-term.contract.ts';
import { priorityKind } from '../../terms/priority/priority.contract.ts';
import { shippingTermKind } from '../../terms/shipping-term/shipping-term.contract.ts';

/** References of an order; a new order takes them from its customer. */
export const salesOrderReferences = fieldTable({
  carrier: declareReference(carrierKind, {
    label: 'Carrier',
    section: 'carriage',
    filter: 'carrierIDs',
    example: 'UPS',
  }),
  /** A service of the carrier; without a carrier it sets the service's carrier too. */
  carrierOption: declareReference(carrierOptionKind, {
    label: 'Carrier option',
    section: 'carriage',
    example: 'Ground',
  }),
  paymentTerm: declareReference(paymentTermKind, {
    label: 'Payment term',
    section: 'terms',
    filter: 'paymentTermIDs',
  }),
  shippingTerm: declareReference(shippingTermKind, {
    label: 'Shipping term',
    section: 'terms',
  }),
  priority: declareReference(priorityKind, { label: 'Priority', section: 'terms' }),
  salesRep: declareReference(salesRepKind, {
    label: 'Sales rep',
    section: 'terms',
    filter: 'salesRepIDs',
  }),
});

/** References in a bulk edit, without the service, which depends on the carrier. */
export const bulkOrderReferences = salesOrderReferences.without('carrierOption');
