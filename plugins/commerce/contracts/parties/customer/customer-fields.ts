import { declareChoice, declareFlag, declareReference, type FieldValues, fieldTable } from '@millwright/core/contracts';
import { carrierKind, carrierOptionKind } from '../../terms/carrier/carrier.contract.ts';
import { priorityKind } from '../../terms/priority/priority.contract.ts';
import { shippingTermKind } from '../../terms/shipping-term/shipping-term.contract.ts';
import { customerTypeKind } from '../account-group/account-group.contract.ts';
import { partyPaymentTerm } from '../party-payment-term.ts';
import { partyTexts } from '../party-texts.ts';
import { salesRepKind } from '../sales-rep.ts';

/** Hold statuses of a customer (spec commerce section 4); the ids of `/v1/account-statuses`. */
export const customerStatuses = ['hold_all', 'hold_shipment', 'normal', 'preferred'] as const;
export type CustomerStatus = (typeof customerStatuses)[number];

/** People's names of the hold statuses. */
export const customerStatusNames: Record<CustomerStatus, string> = {
  hold_all: 'Hold all',
  hold_shipment: 'Hold shipment',
  normal: 'Normal',
  preferred: 'Preferred',
};

/** What a customer is by itself. Exempt are its own exemptions, those of its groups apart. */
export const plainCustomerFields = fieldTable({
  status: declareChoice({
    label: 'Status',
    names: customerStatusNames,
    initial: 'normal',
    filter: 'statusCodes',
    synonyms: ['customer status', 'account status', 'hold status', 'credit status'],
  }),
  ...partyTexts,
  isParentAccount: declareFlag({
    label: 'Is parent account',
    description: 'Other customers belong to it',
    section: 'hierarchy',
    synonyms: ['is parent'],
  }),
  seesChildren: declareFlag({
    label: 'Sees the customers below it',
    description: 'In the portal: their orders, invoices and prices, without changing anything',
    section: 'hierarchy',
  }),
  isCommissionExempt: declareFlag({
    label: 'Commission exempt',
    description: 'Its customer type or a price group can make it exempt as well',
    section: 'documents',
    synonyms: ['no commission', 'commission exemption'],
  }),
  isFreightExempt: declareFlag({
    label: 'Freight exempt',
    description: 'Its customer type or a price group can make it exempt as well',
    section: 'documents',
    synonyms: ['no freight', 'free freight', 'freight exemption'],
  }),
  acceptsInvoiceEmails: declareFlag({
    label: 'Invoices by email',
    section: 'documents',
    synonyms: ['accepts invoice emails', 'invoice emails', 'email invoices', 'invoice by email'],
  }),
  isEdiEnabled: declareFlag({
    label: 'EDI enabled',
    description: 'Orders and invoices are exchanged electronically',
    section: 'documents',
    synonyms: ['edi', 'is edi', 'edi customer'],
  }),
});

/** What a customer refers to: its type, and what its orders begin with. */
export const customerReferences = fieldTable({
  customerTypeGroup: declareReference(customerTypeKind, {
    label: 'Customer type',
    section: 'groups',
    filter: 'customerGroupIDs',
    synonyms: ['customer type group', 'type', 'account type', 'customer group', 'customer class', 'segment'],
    example: 'Dealer',
  }),
  defaultSalesRep: declareReference(salesRepKind, {
    label: 'Sales rep',
    section: 'defaults',
    filter: 'salesRepIDs',
    synonyms: ['default sales rep', 'salesperson', 'sales person', 'sales representative', 'rep', 'account manager'],
  }),
  ...partyPaymentTerm,
  defaultShippingTerm: declareReference(shippingTermKind, {
    label: 'Shipping term',
    section: 'defaults',
    filter: 'shippingTermIDs',
    synonyms: ['default shipping term', 'shipping terms', 'freight term', 'freight terms', 'default shipping terms'],
  }),
  defaultPriority: declareReference(priorityKind, {
    label: 'Priority',
    section: 'defaults',
    synonyms: ['default priority', 'order priority'],
  }),
  defaultCarrier: declareReference(carrierKind, {
    label: 'Carrier',
    section: 'carriage',
    filter: 'carrierIDs',
    synonyms: ['default carrier', 'ship via', 'shipper', 'freight carrier', 'preferred carrier'],
  }),
  /** Of the default carrier; alone it brings its carrier along. */
  defaultCarrierOption: declareReference(carrierOptionKind, {
    label: 'Carrier option',
    section: 'carriage',
    filter: 'carrierOptionIDs',
    synonyms: ['default carrier option', 'carrier service', 'shipping service', 'service level', 'shipping option'],
  }),
});

/** Fields of a customer; number and name, addresses, price groups and parent are beside them. */
export const customerFields = fieldTable({ ...plainCustomerFields.fields, ...customerReferences.fields });

export type CustomerFieldValues = FieldValues<typeof customerFields>;

/**
 * Those that many customers are given at once: how one is reached is its own, a parent stays one while customers belong
 * to it, and a carrier goes with its service.
 */
export const bulkCustomerFields = customerFields.without(
  'email',
  'phone',
  'url',
  'note',
  'isParentAccount',
  'defaultCarrier',
  'defaultCarrierOption',
);

/** Those that the list shows of each customer as they are. */
export const listedCustomerFields = customerFields.only(
  'status',
  'email',
  'phone',
  'isEdiEnabled',
  'customerTypeGroup',
  'defaultSalesRep',
  'defaultPaymentTerm',
  'defaultShippingTerm',
  'defaultCarrier',
  'defaultCarrierOption',
);
