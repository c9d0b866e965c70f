import { columnsWithout, ListScreen, selectionBody, useClient, useSession } from '@millwright/core/browser';
import { useMemo } from 'react';
import { bulkEmailInvoices, listInvoices } from '../../../contracts/index.ts';
import {
  customerSource,
  customerTypeSource,
  productLineSource,
  productSource,
  salesRepSource,
} from '../../sources/record-sources.ts';
import { invoiceColumns } from './invoice-columns.tsx';

const portalColumns = columnsWithout(invoiceColumns, ['customer', 'hasBeenSent', 'priority', 'salesRep']);

export function InvoiceListScreen() {
  const client = useClient();
  const { account, isPortal } = useSession();
  const reps = useMemo(() => salesRepSource(account?.id ?? ''), [account?.id]);
  return (
    <ListScreen
      name="invoices"
      title="Invoices"
      endpoint={listInvoices}
      searchPlaceholder={isPortal ? 'Number, order, PO' : 'Number, order, PO, customer'}
      columns={isPortal ? portalColumns : invoiceColumns}
      filters={[
        'status',
        'isOverdue',
        ...(isPortal
          ? []
          : ([
              { name: 'customerIDs', options: customerSource },
              { name: 'customerGroupIDs', label: 'Customer type', options: customerTypeSource },
              { name: 'salesRepIDs', options: reps },
              { name: 'itemIDs', label: 'Product', options: productSource },
              { name: 'productLineIDs', options: productLineSource },
              { name: 'hasBeenSent', label: 'Sent' } as const,
            ] as const)),
        { name: 'startDate', label: 'Date' },
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
