import type { ListFilter, Option } from '@millwright/core/browser';
import { transactionMethodNames, transactionStates } from '../../../contracts/index.ts';
import { permittedFilters } from '../../sources/permitted-filters.ts';
import { customerSource, customerTypeSource } from '../../sources/record-sources.ts';

/** Options of a select from a record of names by code. */
export const codeOptions = (names: Readonly<Record<string, string>>): Option[] =>
  Object.entries(names).map(([value, label]) => ({ value, label }));

/** Filters that all lists of transactions have. */
export const transactionFilters = (can: Parameters<typeof permittedFilters>[0]): ListFilter[] => [
  { kind: 'multi', name: 'status', label: 'Status', options: codeOptions(transactionStates.names) },
  { kind: 'multi', name: 'methodCodes', label: 'Method', options: codeOptions(transactionMethodNames) },
  ...permittedFilters(can, [
    ['customers:read', { kind: 'multi', name: 'customerIDs', label: 'Customer', options: customerSource }],
    [
      'customer_groups:read',
      { kind: 'multi', name: 'customerGroupIDs', label: 'Customer type', options: customerTypeSource },
    ],
  ]),
  { kind: 'dates', from: 'startDate', to: 'endDate', label: 'Date' },
];
