import type { ImportFieldDeclaration } from '@millwright/core/server';

// Columns shared by sales orders and purchase orders.

export const priorityField: ImportFieldDeclaration = {
  name: 'priority',
  label: 'Priority',
  kind: 'reference',
  longest: 100,
  reference: { recordType: 'priority', by: ['name', 'code'], canCreate: false },
  synonyms: ['order priority', 'urgency'],
  example: 'normal',
};

export const subtotalField: ImportFieldDeclaration = {
  name: 'subtotal',
  label: 'Subtotal',
  kind: 'decimal',
  synonyms: ['order subtotal', 'merchandise total', 'net total'],
  description: 'Not stored: an order is the sum of its lines. Where it says something else a warning names both.',
  example: '',
};

export const quantityField: ImportFieldDeclaration = {
  name: 'quantity',
  label: 'Quantity',
  kind: 'decimal',
  isRequired: true,
  synonyms: ['order quantity', 'quantity ordered', 'ordered quantity', 'line quantity'],
  example: '12',
};

export const lineItemNumberField: ImportFieldDeclaration = {
  name: 'lineItemNumber',
  label: 'Line item number',
  kind: 'integer',
  synonyms: ['line', 'line number', 'line item', 'order line', 'order line number', 'position', 'pos'],
  description: 'Unique in the order. 1, 2, 3 where the rows do not say.',
  example: '1',
};
