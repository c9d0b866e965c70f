import { type ListFilter, ListScreen, selectionBody, useClient, useSession } from '@millwright/core/browser';
import { useMemo } from 'react';
import { bulkEmailInvoices, invoiceStates, listInvoices } from '../../../contracts/index.ts';
import { permittedFilters } from '../../sources/permitted-filters.ts';
import {
  customerSource,
  customerTypeSource,
  itemSource,
  productLineSource,
  salesRepSource,
} from '../../sources/record-sources.ts';
import { invoiceColumns } from './invoice-columns.tsx';

const houseColumns = new Set(['customer', 'hasBeenSent', 'priority', 'salesRep']);
const portalColumns = invoiceColumns.filter(({ id }) => !houseColumns.has(id));
const statusOptions = invoiceStates.options;

export function InvoiceListScreen() {
  const client = useClient();
  const { account, isPortal, can } = useSession();
  const reps = useMemo(() => salesRepSource(account?.id ?? ''), [account?.id]);
  const houseFilters: ListFilter[] = permittedFilters(can, [
    ['customers:read', { kind: 'multi', name: 'customerIDs', label: 'Customer', options: customerSource }],
    [
      'customer_groups:read',
      { kind: 'multi', name: 'customerGroupIDs', label: 'Customer type', options: customerTypeSource },
    ],
    ['team_users:read', { kind: 'multi', name: 'salesRepIDs', label: 'Sales rep', options: reps }],
    ['products:read', { kind: 'multi', name: 'itemIDs', label: 'Product', options: itemSource }],
    [
      'product_lines:read',
      { kind: 'multi', name: 'productLineIDs', label: 'Product line', options: productLineSource },
    ],
  ]);
  return (
    <ListScreen
      name="invoices"
      title="Invoices"
      endpoint={listInvoices}
      searchPlaceholder={isPortal ? 'Number, order, PO' : 'Number, order, PO, customer'}
      columns={isPortal ? portalColumns : invoiceColumns}
      filters={[
        { kind: 'multi', name: 'status', label: 'Status', options: statusOptions },
        { kind: 'boolean', name: 'isOverdue', label: 'Overdue' },
        ...(isPortal ? [] : [...houseFilters, { kind: 'boolean', name: 'hasBeenSent', label: 'Sent' } as const]),
        { kind: 'dates', from: 'startDate', to: 'endDate', label: 'Date' },
      ]}
      views={[
        { id: 'open', name: 'Open', query: 'status=open' },
        { id: 'overdue', name: 'Overdue', query: 'isOverdue=true&sortBy=dueAt&sortOrder=asc' },
        ...(isPortal ? [] : [{ id: 'unsent', name: 'To send', query: 'hasBeenSent=false&status=open' }]),
        { id: 'paid', name: 'Paid', query: 'status=paid' },
      ]}
      defaultSort={{ by: 'date', order: 'desc' }}
      rowHref={({ id }) => `/dashboard/invoices/${id}`}
      rowLabel={({ number }) => number}
      bulkActions={[
        {
          id: 'email',
          label: 'Email',
          icon: 'mail',
          needs: 'invoices:update',
          confirm: (count) => ({
            title: count === 1 ? 'Email this invoice?' : `Email ${count.toLocaleString()} invoices?`,
            message: 'Each goes to its contacts, else to the customer, with the PDF.',
            confirmLabel: 'Send',
          }),
          run: (selection) => client.call(bulkEmailInvoices, { body: selectionBody(selection, 'ids') }),
        },
      ]}
      empty={{
        title: 'No invoices yet',
        text: isPortal
          ? 'What you are billed appears here.'
          : 'Shipping an order writes its invoice; orders with nothing to ship are invoiced from their screen.',
        icon: 'receipt',
      }}
    />
  );
}
