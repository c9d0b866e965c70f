import { fieldImportFields, type ImportFieldDeclaration } from '@millwright/core/server';
import { salesOrderReferences, salesOrderStates } from '../../../../../contracts/index.ts';
import {
  lineItemNumberField,
  priorityField,
  quantityField,
  subtotalField,
} from '../../../../document/import/order-fields.ts';
import { type AddressRole, addressImportFields } from '../../../../parties/customer/import/address-import-fields.ts';

const addressDetails = {
  name: { example: 'Dock 2', headings: ['company name', 'contact'] },
  line1: { example: '12 Canal Road' },
  line2: { example: 'Suite 4' },
  city: { example: 'Duluth' },
  state: { example: 'MN' },
  postalCode: { example: '55806' },
  country: { example: 'US' },
};

/** Parts of an address as columns of a file fill them. */
export type OrderAddressPart = keyof typeof addressDetails;
export const orderAddressParts = Object.keys(addressDetails) as readonly OrderAddressPart[];

const addressFields = (role: AddressRole, words: readonly string[], description: string) =>
  addressImportFields(role, words, { ...addressDetails, name: { ...addressDetails.name, description } });

const orderFields: readonly ImportFieldDeclaration[] = [
  {
    name: 'number',
    label: 'Order number',
    isRequired: true,
    longest: 40,
    synonyms: [
      'order',
      'order id',
      'order code',
      'sales order',
      'sales order number',
      'sales order id',
      'so',
      'so number',
      'document number',
    ],
    description: 'Stands in every row; rows of one order share it. It is kept as it is given.',
    example: 'SO-1042',
  },
  {
    name: 'customer',
    label: 'Customer',
    kind: 'reference',
    longest: 200,
    reference: { recordType: 'customer', by: ['number', 'name'], canCreate: false },
    synonyms: [
      'customer number',
      'customer id',
      'customer code',
      'customer account',
      'account number',
      'account',
      'sold to',
      'sold to number',
    ],
    description: 'Number of the customer, or its name where only one has it. The first row of an order is enough.',
    example: '1000',
  },
  {
    name: 'customerName',
    label: 'Customer name',
    longest: 200,
    synonyms: ['sold to name', 'company', 'company name', 'account name', 'client', 'client name'],
    description: 'Says which customer where the file has no number.',
    example: '',
  },
  {
    name: 'customerPO',
    label: 'Customer PO',
    longest: 100,
    synonyms: [
      'po',
      'po number',
      'purchase order',
      'customer po number',
      'customer order number',
      'customer reference',
      'your reference',
    ],
    example: 'PO-77',
  },
  {
    name: 'orderDate',
    label: 'Order date',
    kind: 'date',
    synonyms: ['date', 'ordered', 'ordered on', 'ordered at', 'date ordered', 'entered', 'created', 'document date'],
    description:
      'Day on which a new order was entered and, where it is issued, issued. Today where the row does not say.',
    example: '2026-01-31',
  },
  {
    name: 'promisedAt',
    label: 'Promised date',
    kind: 'date',
    synonyms: [
      'promised',
      'promise date',
      'due date',
      'ship date',
      'ship by',
      'requested date',
      'required date',
      'delivery date',
    ],
    example: '2026-02-14',
  },
  {
    name: 'expiredAt',
    label: 'Expiration date',
    kind: 'date',
    synonyms: ['expires', 'expires on', 'expiry date', 'valid until', 'valid to'],
    description: 'Last day on which an estimate holds.',
    example: '',
  },
  {
    name: 'status',
    label: 'Status',
    kind: 'choice',
    choices: [...salesOrderStates.codes],
    synonyms: ['order status'],
    description: 'estimate for a new order where the row does not say; files out of here name finished orders too.',
    example: 'estimate',
  },
  ...addressFields(
    'shipTo',
    ['ship to', 'ship', 'shipping', 'shipment', 'delivery', 'deliver to'],
    'An address is taken as a whole. Without one a new order ships to where its customer ships to.',
  ),
  ...addressFields(
    'billTo',
    ['bill to', 'bill', 'billing', 'invoice', 'invoice to'],
    'An address is taken as a whole. Without one a new order is billed to where its customer is billed to.',
  ),
  ...fieldImportFields(salesOrderReferences, {
    carrier: { synonyms: ['carrier name', 'carrier code', 'shipping carrier', 'ship via'] },
    carrierOption: {
      synonyms: ['carrier service', 'service', 'shipping service', 'service level', 'ship method', 'shipping method'],
      description: 'Of the carrier; alone it brings its carrier along.',
    },
    paymentTerm: { synonyms: ['payment terms', 'terms'] },
    shippingTerm: { synonyms: ['shipping terms', 'freight term', 'freight terms', 'delivery terms'] },
    priority: priorityField,
    salesRep: {
      synonyms: ['sales person', 'sales representative', 'rep', 'account manager'],
      description: 'Name or email address of somebody of the team.',
    },
  }),
  {
    name: 'note',
    label: 'Internal note',
    kind: 'note',
    synonyms: ['notes', 'order note', 'order notes', 'internal notes', 'comment', 'comments', 'remarks', 'memo'],
    description: 'For the own people; no customer sees it.',
    example: '',
  },
  {
    name: 'customerNote',
    label: 'Note for the customer',
    kind: 'note',
    synonyms: ['customer note', 'customer notes', 'note to customer', 'customer message', 'public note'],
    description: 'Shown to the customer in the portal and in mails.',
    example: '',
  },
  subtotalField,
];

const lineFields: readonly ImportFieldDeclaration[] = [
  {
    name: 'sku',
    label: 'SKU',
    kind: 'reference',
    isRequired: true,
    longest: 100,
    reference: { recordType: 'product', by: ['sku'], canCreate: false },
    synonyms: [
      'item',
      'item number',
      'item code',
      'item id',
      'product',
      'product number',
      'product code',
      'product id',
      'part',
      'part number',
      'stock code',
      'article',
      'article number',
    ],
    example: 'GLV-100',
  },
  quantityField,
  {
    name: 'unit',
    label: 'Unit',
    kind: 'reference',
    longest: 40,
    reference: { recordType: 'unit', by: ['name'], canCreate: false },
    synonyms: ['unit of measure', 'order unit', 'sales unit', 'quantity unit'],
    description: "Of the product's unit group. The product's default unit where the row does not say.",
    example: '',
  },
  {
    name: 'unitPrice',
    label: 'Unit price',
    kind: 'decimal',
    synonyms: ['price', 'net price', 'net unit price', 'unit net price', 'sales price', 'selling price'],
    description:
      "Net price of one of the unit, after discounts; before the row's own where it has one. " +
      "The product's price where the row does not say.",
    example: '12.50',
  },
  {
    name: 'discount',
    label: 'Discount',
    kind: 'decimal',
    synonyms: ['discounts', 'line discount', 'unit price discount', 'rebate', 'allowance'],
    description: 'Share of the price that is taken off: 15% or 0.15. 0 for none.',
    caution: 'Discounts are shares of the price: 0.15 and 15% take 15 % off the unit price',
    example: '',
  },
  {
    name: 'discountPercent',
    label: 'Discount percent',
    kind: 'decimal',
    synonyms: ['discount %', 'discount pct', 'discount percentage', 'discount rate', 'disc %', 'disc pct'],
    description: 'The same in percent: 15 takes 15 % off.',
    example: '',
  },
  {
    name: 'discountAmount',
    label: 'Discount amount',
    kind: 'decimal',
    synonyms: ['line discount amount', 'discount value', 'discount total', 'discount money'],
    description: 'Money off the whole line; the unit price becomes what is left for one.',
    example: '',
  },
  lineItemNumberField,
  {
    name: 'ediLineItemID',
    label: 'EDI line item ID',
    longest: 100,
    synonyms: ['po line', 'po line number', 'customer line number', 'customer line'],
    description: "The customer's own number of the line.",
    example: '',
  },
];

/** Columns of a sales order import: fields of the order, which its first row may have alone, and fields of the line. */
export const salesOrderImportFields: readonly ImportFieldDeclaration[] = [...orderFields, ...lineFields];

/** Fields that are the same in every row of an order. */
export const salesOrderFieldDeclarations = orderFields;
