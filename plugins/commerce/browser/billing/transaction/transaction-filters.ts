import { customerSource, customerTypeSource } from '../../sources/record-sources.ts';

/** Filters that all lists of transactions have. */
export const transactionFilters = [
  'status',
  { name: 'methodCodes', label: 'Method' },
  { name: 'customerIDs', options: customerSource },
  { name: 'customerGroupIDs', label: 'Customer type', options: customerTypeSource },
  { name: 'startDate', label: 'Date' },
] as const;
