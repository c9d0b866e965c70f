/** Content of the emails about an order. Numbers and dates are texts in the account's format. */
export interface OrderEmailProps {
  number: string;
  customerPO: string | null;
  customerName: string;
  statusCode: string;
  statusName: string;
  orderedOn: string;
  promisedFor: string | null;
  validUntil: string | null;
  paymentTerm: string | null;
  shippingTerm: string | null;
  carrier: string | null;
  salesRep: string | null;
  /** The note for the customer. */
  note: string | null;
  billTo: string[];
  shipTo: string[];
  lines: {
    number: number;
    sku: string;
    description: string;
    quantity: string;
    unitPrice: string;
    total: string;
  }[];
  /** The subtotal of the lines, and the name and amount of the order discount. Null without a discount. */
  subtotal: string;
  discount: { name: string; amount: string } | null;
  total: string;
  /** Link that opens an estimate without a password, for a limited number of days. */
  link?: string;
  linkDays?: number;
}

/** A sample order for the previews. */
export const sampleOrder: OrderEmailProps = {
  number: '1042',
  customerPO: 'PO-77815',
  customerName: 'Lakeside Outfitters',
  statusCode: 'estimate',
  statusName: 'Estimate',
  orderedOn: 'March 3, 2026',
  promisedFor: 'March 17, 2026',
  validUntil: 'April 2, 2026',
  paymentTerm: 'Net 30',
  shippingTerm: 'Freight Charged',
  carrier: 'UPS, Ground',
  salesRep: 'Renata Ortiz',
  note: 'The socks follow in a box of their own.',
  billTo: ['Lakeside Outfitters', '410 Harbor Street', 'Duluth, MN 55802', 'US'],
  shipTo: ['Lakeside Outfitters, dock 2', '12 Canal Road', 'Duluth, MN 55806', 'US'],
  lines: [
    {
      number: 1,
      sku: 'WG-LTH-L',
      description: 'Leather palm work glove, L',
      quantity: '24 ct12pr',
      unitPrice: '$141.60',
      total: '$3,398.40',
    },
    {
      number: 2,
      sku: 'CS-MER-M',
      description: 'Merino crew sock, M',
      quantity: '60 pair',
      unitPrice: '$12.40',
      total: '$744.00',
    },
  ],
  subtotal: '$4,142.40',
  discount: { name: 'Spring sale', amount: '-$414.24' },
  total: '$3,728.16',
  link: 'https://example.com/document?account=northfield#sample',
  linkDays: 14,
};
