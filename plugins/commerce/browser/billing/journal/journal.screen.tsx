import { Button, Group } from '@mantine/core';
import { ListScreen, Money, useEndpoint, useSession } from '@millwright/core/browser';
import { useState } from 'react';
import { getBillingSettings, listJournalEntries } from '../../../contracts/index.ts';
import { AccountsDialog, BooksDialog } from './books-dialog.tsx';

const listOf = (recordID: string): string =>
  recordID.startsWith('inv_') ? 'invoices' : recordID.startsWith('trx_') ? 'transactions' : 'shipping';

/** Balanced journal entries by day and document, with export. */
export function JournalScreen() {
  const { can } = useSession();
  const [open, setOpen] = useState<'books' | 'accounts' | null>(null);
  const { data: settings } = useEndpoint(getBillingSettings, {});
  return (
    <>
      <ListScreen
        name="journal"
        title="Journal"
        endpoint={listJournalEntries}
        searchPlaceholder="Document"
        columns={[
          'date',
          { id: 'document', width: 190 },
          { id: 'customer', csv: ['customer.name', 'customer.number=Customer number'] },
          {
            id: 'account',
            csv: ['accountCode=Account', 'accountName=Account name'],
            cell: ({ accountCode, accountName }) => `${accountCode} ${accountName}`,
          },
          { id: 'debit', cell: ({ debit }) => debit !== 0 && <Money value={debit} />, align: 'end', width: 112 },
          { id: 'credit', cell: ({ credit }) => credit !== 0 && <Money value={credit} />, align: 'end', width: 112 },
        ]}
        filters={[{ name: 'startDate', label: 'Date' }]}
        defaultSort={{ by: 'date', order: 'desc' }}
        rowHref={({ recordID }) => (recordID ? `/dashboard/${listOf(recordID)}/${recordID}` : undefined)}
        rowLabel={({ document }) => document}
        actions={
          can('sys_properties:update') &&
          settings && (
            <Group gap="xs">
              <Button variant="default" onClick={() => setOpen('accounts')}>
                Accounts
              </Button>
              <Button variant="default" onClick={() => setOpen('books')}>
                {settings.booksClosedThrough ? `Closed through ${settings.booksClosedThrough}` : 'Books'}
              </Button>
            </Group>
          )
        }
        empty={{ title: 'Nothing is booked yet', text: 'Invoices and payments make entries here.', icon: 'columns' }}
      />
      {open === 'books' && settings && <BooksDialog settings={settings} onClose={() => setOpen(null)} />}
      {open === 'accounts' && settings && <AccountsDialog settings={settings} onClose={() => setOpen(null)} />}
    </>
  );
}
