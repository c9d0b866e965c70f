import type { ImportFieldDeclaration } from '@millwright/core/server';
import { adjustmentTypeNames, transactionMethodNames, transactionTypeNames } from '../../../contracts/index.ts';

const customer: ImportFieldDeclaration = {
  name: 'customer',
  label: 'Customer',
  kind: 'reference',
  isRequired: true,
  reference: { recordType: 'customer', by: ['number', 'name'], canCreate: false },
  synonyms: [
    'customer number',
    'customer id',
    'customer code',
    'account',
    'account number',
    'customer name',
    'bill to',
  ],
  description: 'Number of the customer, or its name where only one has it.',
  example: '1004',
};
const note: ImportFieldDeclaration = {
  name: 'note',
  label: 'Note',
  kind: 'note',
  synonyms: ['memo', 'comment', 'remarks', 'description'],
  description: 'The customer reads it.',
  example: 'From the books of last year',
};
const money = (name: string, label: string, synonyms: string[], description: string, isRequired = false) =>
  ({
    name,
    label,
    kind: 'decimal',
    decimals: 2,
    isStrict: true,
    isRequired,
    synonyms,
    description,
    example: '1250.00',
  }) as const;
const day = (name: string, label: string, synonyms: string[], description: string, isRequired = false) =>
  ({ name, label, kind: 'date', isRequired, synonyms, description, example: '2026-03-01' }) as const;
const open = (synonyms: string[]) =>
  money('open', 'Open', synonyms, 'What is left of it; all of it where nothing is said.');
const choice = (name: string, label: string, names: object, synonyms: string[], example: string) =>
  ({ name, label, kind: 'choice', choices: Object.keys(names), synonyms, description: '', example }) as const;

/** Import fields of open invoices. */
export const openInvoiceFields: readonly ImportFieldDeclaration[] = [
  {
    name: 'number',
    label: 'Number',
    isRequired: true,
    longest: 40,
    synonyms: [
      'invoice',
      'invoice number',
      'invoice no',
      'invoice #',
      'document number',
      'doc number',
      'reference number',
    ],
    description: 'As the customer knows it.',
    example: 'A-20417',
  },
  customer,
  day('date', 'Date', ['invoice date', 'document date', 'billed on'], 'It ages from this day.', true),
  day('dueAt', 'Due', ['due date', 'due on', 'payable by'], 'The date where nothing is said.'),
  money('total', 'Total', ['invoice total', 'amount', 'invoice amount', 'original amount'], 'As it was billed.', true),
  open(['balance', 'open amount', 'open balance', 'amount due', 'balance due', 'remaining', 'outstanding']),
  note,
];

/** Import fields of open credits, payments and debits. */
export const openTransactionFields: readonly ImportFieldDeclaration[] = [
  {
    name: 'number',
    label: 'Number',
    isRequired: true,
    longest: 40,
    synonyms: [
      'transaction',
      'transaction number',
      'payment number',
      'credit memo',
      'credit number',
      'document number',
    ],
    description: 'As the older system knows it.',
    example: 'P-881',
  },
  customer,
  { ...choice('type', 'Type', transactionTypeNames, ['transaction type', 'kind'], 'payment'), isRequired: true },
  choice('adjustmentType', 'Adjustment type', adjustmentTypeNames, ['adjustment', 'reason'], ''),
  choice('method', 'Method', transactionMethodNames, ['payment method', 'transaction method', 'paid by'], 'check'),
  day('date', 'Date', ['transaction date', 'payment date', 'document date'], 'It counts from this day.', true),
  money(
    'amount',
    'Amount',
    ['total', 'payment amount', 'credit amount', 'original amount'],
    'As it was entered.',
    true,
  ),
  open(['balance', 'unapplied', 'unallocated', 'open amount', 'open balance', 'remaining', 'left']),
  {
    name: 'reference',
    label: 'Reference',
    longest: 100,
    synonyms: ['check number', 'check no', 'check #', 'payment reference'],
    description: 'Number of the check or transfer.',
    example: '4471',
  },
  note,
];
