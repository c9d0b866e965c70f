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

/**
 * Fields of a customer that refer to no other record. Exemption flags are its own; those of its groups are separate.
 */
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

/** References of a customer: its type, and defaults of its orders. */
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
  /** A service of the default carrier; without a carrier it sets the service's carrier too. */
  defaultCarrierOption: declareReference(carrierOptionKind, {
    label: 'Carrier option',
    section: 'carriage',
    filter: 'carrierOptionIDs',
  }),
});

/** Fields of a customer; number, name, addresses, price groups and parent are declared separately. */
export const customerFields = fieldTable({ ...plainCustomerFields.fields, ...customerReferences.fields });

export type CustomerFieldValues = FieldValues<typeof customerFields>;

/**
 * Fields of a bulk edit. Left out are contact data, the parent flag, and the carrier service, which depends on the
 * carrier.
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

/** Fields shown in the list unchanged. */
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
