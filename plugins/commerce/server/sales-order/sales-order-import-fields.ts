import type { ImportFieldDeclaration } from '@millwright/core/server';

/** Parts of an address, by the name that follows `shipTo` or `billTo`. */
export const orderAddressParts = ['name', 'line1', 'line2', 'city', 'state', 'postalCode', 'country'] as const;
export type OrderAddressPart = (typeof orderAddressParts)[number];
export type OrderAddressRole = 'shipTo' | 'billTo';

/** Name of the field of a part: `shipToPostalCode`. */
export const orderAddressField = (role: OrderAddressRole, part: OrderAddressPart): string =>
  `${role}${part.charAt(0).toUpperCase()}${part.slice(1)}`;

const partsOfAddress: Record<
  OrderAddressPart,
  { label: string; longest: number; example: string; headings: readonly string[] }
> = {
  name: { label: 'name', longest: 200, example: 'Dock 2', headings: ['name', 'company', 'company name', 'contact'] },
  line1: {
    label: 'line 1',
    longest: 200,
    example: '12 Canal Road',
    headings: ['address', 'address 1', 'address line 1', 'street', 'street 1'],
  },
  line2: {
    label: 'line 2',
    longest: 200,
    example: 'Suite 4',
    headings: ['address 2', 'address line 2', 'street 2'],
  },
  city: { label: 'city', longest: 100, example: 'Duluth', headings: ['city', 'town'] },
  state: {
    label: 'state',
    longest: 100,
    example: 'MN',
    headings: ['state', 'province', 'state province', 'region'],
  },
  postalCode: { label: 'postal code', longest: 20, example: '55806', headings: ['postal code', 'zip'] },
  country: { label: 'country', longest: 100, example: 'US', headings: ['country', 'country code'] },
};

const addressFields = (
  role: OrderAddressRole,
  label: string,
  words: readonly string[],
  description: string,
): ImportFieldDeclaration[] =>
  orderAddressParts.map((part) => {
    const { label: own, longest, example, headings } = partsOfAddress[part];
    return {
      name: orderAddressField(role, part),
      label: `${label} ${own}`,
      longest,
      example,
      synonyms: words.flatMap((word) => headings.map((heading) => `${word} ${heading}`)),
      ...(part === 'name' ? { description } : {}),
    };
  });

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
    choices: ['estimate', 'bid_request', 'issued'],
    synonyms: ['order status'],
    description: 'estimate for a new order where the row does not say.',
    example: 'estimate',
  },
  ...addressFields(
    'shipTo',
    'Ship to',
    ['ship to', 'shipping', 'shipment', 'delivery', 'deliver to'],
    'An address is taken as a whole. Without one a new order ships to where its customer ships to.',
  ),
  ...addressFields(
    'billTo',
    'Bill to',
    ['bill to', 'billing', 'invoice', 'invoice to'],
    'An address is taken as a whole. Without one a new order is billed to where its customer is billed to.',
  ),
  {
    name: 'carrier',
    label: 'Carrier',
    kind: 'reference',
    longest: 200,
    reference: { recordType: 'carrier', by: ['name', 'code'], canCreate: false },
    synonyms: ['carrier name', 'carrier code', 'shipping carrier', 'ship via'],
    example: 'UPS',
  },
  {
    name: 'carrierOption',
    label: 'Carrier option',
    kind: 'reference',
    longest: 200,
    reference: { recordType: 'carrier_option', by: ['name', 'code'], canCreate: false },
    synonyms: ['carrier service', 'service', 'shipping service', 'service level', 'ship method', 'shipping method'],
    description: 'Of the carrier; alone it brings its carrier along.',
    example: 'Ground',
  },
  {
    name: 'paymentTerm',
    label: 'Payment term',
    kind: 'reference',
    longest: 200,
    reference: { recordType: 'payment_term', by: ['name', 'code'], canCreate: false },
    synonyms: ['payment terms', 'terms'],
    example: '',
  },
  {
    name: 'shippingTerm',
    label: 'Shipping term',
    kind: 'reference',
    longest: 200,
    reference: { recordType: 'shipping_term', by: ['name', 'code'], canCreate: false },
    synonyms: ['shipping terms', 'freight term', 'freight terms', 'delivery terms'],
    example: '',
  },
  {
    name: 'priority',
    label: 'Priority',
    kind: 'reference',
    longest: 100,
    reference: { recordType: 'priority', by: ['name', 'code'], canCreate: false },
    synonyms: ['order priority', 'urgency'],
    example: 'normal',
  },
  {
    name: 'salesRep',
    label: 'Sales rep',
    kind: 'reference',
    longest: 200,
    reference: { recordType: 'member', by: ['name', 'email'], canCreate: false },
    synonyms: ['sales person', 'sales representative', 'rep', 'account manager'],
    description: 'Name or e-mail address of somebody of the team.',
    example: '',
  },
  {
    name: 'note',
    label: 'Notes',
    kind: 'note',
    synonyms: ['note', 'order note', 'order notes', 'comment', 'comments', 'remarks', 'memo'],
    example: '',
  },
  {
    name: 'subtotal',
    label: 'Subtotal',
    kind: 'decimal',
    synonyms: ['order subtotal', 'merchandise total', 'net total'],
    description: 'Not stored: an order is the sum of its lines. Where it says something else a warning names both.',
    example: '',
  },
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
  {
    name: 'quantity',
    label: 'Quantity',
    kind: 'decimal',
    isRequired: true,
    synonyms: ['order quantity', 'quantity ordered', 'ordered quantity', 'line quantity'],
    example: '12',
  },
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
    description: "Net price of one of the unit, after discounts. The product's price where the row does not say.",
    example: '12.50',
  },
  {
    name: 'lineItemNumber',
    label: 'Line item number',
    kind: 'integer',
    synonyms: ['line', 'line number', 'line item', 'order line', 'order line number', 'position', 'pos'],
    description: 'Unique in the order. 1, 2, 3 where the rows do not say.',
    example: '1',
  },
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
export const orderFieldDeclarations = orderFields;
