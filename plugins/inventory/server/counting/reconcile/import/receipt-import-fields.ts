import type { ImportFieldDeclaration } from '@millwright/core/server';
import { lotField, ownerField, placeField, skuField, unitField } from './count-import-fields.ts';

/** Fields of receipts. */
export const receiptFields: readonly ImportFieldDeclaration[] = [
  {
    name: 'reference',
    label: 'Reference',
    isRequired: true,
    longest: 200,
    synonyms: ['purchase order', 'purchase order number', 'po', 'po number', 'receipt number', 'delivery note'],
    description: 'What it came with. With line and SKU it tells whether a receipt is in the books already.',
    example: 'PO-4001',
  },
  {
    name: 'line',
    label: 'Line',
    longest: 100,
    synonyms: ['line number', 'line #', 'purchase order line', 'receipt line'],
    description: 'Tells receipts of one reference and SKU apart.',
    example: '1',
  },
  skuField,
  {
    name: 'quantity',
    label: 'Quantity',
    kind: 'decimal',
    isRequired: true,
    synonyms: ['qty', 'received quantity', 'quantity received', 'stocked quantity'],
    description: 'Rows of 0 are left out.',
    example: '100',
  },
  unitField,
  {
    name: 'unitCost',
    label: 'Unit cost',
    kind: 'decimal',
    synonyms: ['cost', 'unit price', 'price', 'cost per unit'],
    description:
      'Of one unit of the row; the average of the stock, else the cost of the item, where the row does not say.',
    example: '4.25',
  },
  {
    name: 'receivedAt',
    label: 'Received date',
    kind: 'date',
    synonyms: ['received at', 'received on', 'receipt date', 'date received', 'date'],
    description: 'Today where the row does not say.',
    example: '2026-03-14',
  },
  placeField('Absent: the default place.'),
  lotField('Absent: stock without lot.'),
  ownerField,
];
