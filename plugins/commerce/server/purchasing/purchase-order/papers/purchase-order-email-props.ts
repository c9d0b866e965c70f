import type { DocumentSummaryProps } from '../../../document/document-summary.tsx';

/** Data of a purchase order's mails and documents; numbers and dates are formatted for the account. */
export interface PurchaseOrderEmailProps extends DocumentSummaryProps {
  number: string;
  supplierName: string;
  /** Whether it asks for prices instead of ordering. */
  isRequest: boolean;
}

/** A sample order for previews. */
export const samplePurchaseOrder: PurchaseOrderEmailProps = {
  number: '1017',
  supplierName: 'Superior Hides & Tannery',
  isRequest: false,
  facts: [
    ['Date', 'March 3, 2026'],
    ['Wanted by', 'March 24, 2026'],
    ['Payment', 'Net 30'],
    ['Note', 'Please send certificates of analysis along.'],
  ],
  lines: [
    {
      number: 1,
      sku: 'K4711-3',
      description: 'Cow hide, grain side (our HIDE-COW)',
      quantity: '240 each',
      unitPrice: '$24.00',
      total: '$5,760.00',
    },
    {
      number: 2,
      sku: 'K2088-1',
      description: 'Elk hide, first quality (our HIDE-ELK)',
      quantity: '30 each',
      unitPrice: '$61.50',
      total: '$1,845.00',
    },
  ],
  total: '$7,605.00',
  addresses: [
    ['Bill to', ['Northfield Glove & Sock', '410 Mill Street', 'Duluth, MN 55802', 'US']],
    ['Ship to', ['Northfield Glove & Sock, dock 2', '12 Canal Road', 'Duluth, MN 55806', 'US']],
  ],
};
