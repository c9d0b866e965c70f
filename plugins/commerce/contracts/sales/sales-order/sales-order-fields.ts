import { declareReference, fieldTable } from '@millwright/core/contracts';
import { salesRepKind } from '../../parties/sales-rep.ts';
import { carrierKind, carrierOptionKind } from '../../terms/carrier/carrier.contract.ts';
import { paymentTermKind } from '../../terms/payment-term/payment-term.contract.ts';
import { priorityKind } from '../../terms/priority/priority.contract.ts';
import { shippingTermKind } from '../../terms/shipping-term/shipping-term.contract.ts';

/** What an order refers to; a new one has what its customer has. */
export const salesOrderReferences = fieldTable({
  carrier: declareReference(carrierKind, {
    label: 'Carrier',
    section: 'carriage',
    filter: 'carrierIDs',
    example: 'UPS',
  }),
  /** Of the carrier; alone it brings its carrier along. */
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

/** Those that many orders are given at once: a service goes with its carrier. */
export const bulkOrderReferences = salesOrderReferences.without('carrierOption');
