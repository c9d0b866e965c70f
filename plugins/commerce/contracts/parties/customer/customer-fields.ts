import {
  type AccountStatusCode,
  declareChoice,
  declareFlag,
  declareReference,
  type FieldValues,
  fieldTable,
  holdStates,
} from '@millwright/core/contracts';
import { carrierKind, carrierOptionKind } from '../../terms/carrier/carrier.contract.ts';
import { priorityKind } from '../../terms/priority/priority.contract.ts';
import { shippingTermKind } from '../../terms/shipping-term/shipping-term.contract.ts';
import { customerTypeKind } from '../account-group/account-group.contract.ts';
import { partyPaymentTerm } from '../party-payment-term.ts';
import { partyTexts } from '../party-texts.ts';
import { salesRepKind } from '../sales-rep.ts';

/** Hold status of a customer (spec commerce section 4); the ids of `/v1/account-statuses`. */
export type CustomerStatus = AccountStatusCode;

/** What a customer is by itself. Exempt are its own exemptions, those of its groups apart. */
export const plainCustomerFields = fieldTable({
  status: declareChoice({
    label: 'Status',
    names: holdStates.names,
    initial: 'normal',
    filter: 'statusCodes',
  }),
  ...partyTexts,
  isParentAccount: declareFlag({
    label: 'Is parent account',
    description: 'Other customers belong to it',
    section: 'hierarchy',
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
  }),
  isFreightExempt: declareFlag({
    label: 'Freight exempt',
    description: 'Its customer type or a price group can make it exempt as well',
    section: 'documents',
  }),
  acceptsInvoiceEmails: declareFlag({
    label: 'Invoices by email',
    section: 'documents',
  }),
  isEdiEnabled: declareFlag({
    label: 'EDI enabled',
    description: 'Orders and invoices are exchanged electronically',
    section: 'documents',
  }),
});

/** What a customer refers to: its type, and what its orders begin with. */
export const customerReferences = fieldTable({
  customerTypeGroup: declareReference(customerTypeKind, {
    label: 'Customer type',
    section: 'groups',
    filter: 'customerGroupIDs',
    example: 'Dealer',
  }),
  defaultSalesRep: declareReference(salesRepKind, {
    label: 'Sales rep',
    section: 'defaults',
    filter: 'salesRepIDs',
  }),
  ...partyPaymentTerm,
  defaultShippingTerm: declareReference(shippingTermKind, {
    label: 'Shipping term',
    section: 'defaults',
    filter: 'shippingTermIDs',
  }),
  defaultPriority: declareReference(priorityKind, {
    label: 'Priority',
    section: 'defaults',
  }),
  defaultCarrier: declareReference(carrierKind, {
    label: 'Carrier',
    section: 'carriage',
    filter: 'carrierIDs',
  }),
  /** Of the default carrier; alone it brings its carrier along. */
  defaultCarrierOption: declareReference(carrierOptionKind, {
    label: 'Carrier option',
    section: 'carriage',
    filter: 'carrierOptionIDs',
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
