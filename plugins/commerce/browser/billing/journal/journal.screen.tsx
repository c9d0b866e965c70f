import { Button } from '@mantine/core';
import {
  DateField,
  DateText,
  FormDialog,
  ListScreen,
  Money,
  toast,
  useEndpoint,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import { useState } from 'react';
import {
  getBillingSettings,
  listJournalEntries,
  updateBillingSettings,
  updateBillingSettingsBody,
} from '../../../contracts/index.ts';

/** Balanced entries by day and document, to look through and to export. */
export function JournalScreen() {
  const { can } = useSession();
  const [isClosing, setClosing] = useState(false);
  const { data: settings } = useEndpoint(getBillingSettings, {});
  return (
    <>
      <ListScreen
        name="journal"
        title="Journal"
        endpoint={listJournalEntries}
        searchPlaceholder="Document"
        columns={[
          { id: 'date', header: 'Date', cell: ({ date }) => <DateText value={date} />, sortable: true, width: 116 },
          { id: 'document', header: 'Document', cell: ({ document }) => document, width: 190 },
          {
            id: 'customer',
            csv: ['customer.name', 'customer.number=Customer number'],
            header: 'Customer',
            cell: ({ customer }) => customer.name,
          },
          {
            id: 'account',
            csv: ['accountCode=Account', 'accountName=Account name'],
            header: 'Account',
            cell: ({ accountCode, accountName }) => `${accountCode} ${accountName}`,
          },
          {
            id: 'debit',
            header: 'Debit',
            cell: ({ debit }) => debit !== 0 && <Money value={debit} />,
            align: 'end',
            width: 112,
          },
          {
            id: 'credit',
            header: 'Credit',
            cell: ({ credit }) => credit !== 0 && <Money value={credit} />,
            align: 'end',
            width: 112,
          },
        ]}
        filters={[{ kind: 'dates', from: 'startDate', to: 'endDate', label: 'Date' }]}
        defaultSort={{ by: 'date', order: 'desc' }}
        rowHref={({ recordID }) =>
          `/dashboard/${recordID.startsWith('inv_') ? 'invoices' : 'transactions'}/${recordID}`
        }
        rowLabel={({ document }) => document}
        actions={
          can('sys_properties:update') && (
            <Button variant="default" onClick={() => setClosing(true)}>
              {settings?.booksClosedThrough ? `Closed through ${settings.booksClosedThrough}` : 'Close books'}
            </Button>
          )
        }
        empty={{ title: 'Nothing is booked yet', text: 'Invoices and payments make entries here.', icon: 'columns' }}
      />
      {isClosing && <CloseBooks day={settings?.booksClosedThrough ?? null} onClose={() => setClosing(false)} />}
    </>
  );
}

function CloseBooks({ day, onClose }: { day: string | null; onClose(): void }) {
  const change = useEndpointMutation(updateBillingSettings, { invalidates: [getBillingSettings] });
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Close books"
      schema={updateBillingSettingsBody}
      values={{ booksClosedThrough: day }}
      onSave={async (_, body) => {
        await change.mutateAsync({ body });
        toast.success(body.booksClosedThrough ? `Closed through ${body.booksClosedThrough}` : 'The books are open');
        onClose();
      }}
    >
      <DateField
        name="booksClosedThrough"
        label="Closed through"
        description="Nothing dated on or before this day can be written, voided or corrected. Empty opens the books."
      />
    </FormDialog>
  );
}
