import type { Option } from '@millwright/core/browser';
import { transactionMethodNames } from '../../../contracts/index.ts';
import { customerSource, customerTypeSource } from '../../sources/record-sources.ts';

/** Options of a select from a record of names by code. */
export const codeOptions = (names: Readonly<Record<string, string>>): Option[] =>
  Object.entries(names).map(([value, label]) => ({ value, label }));

/** Filters that all lists of transactions have. */
export const transactionFilters = [
  'status',
  { name: 'methodCodes', label: 'Method', options: codeOptions(transactionMethodNames) },
  { name: 'customerIDs', options: customerSource },
  { name: 'customerGroupIDs', label: 'Customer type', options: customerTypeSource },
  { name: 'startDate', label: 'Date' },
] as const;
