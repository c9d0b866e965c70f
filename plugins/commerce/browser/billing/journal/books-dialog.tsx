import { SimpleGrid } from '@mantine/core';
import {
  DateField,
  FormDialog,
  NumberField,
  SwitchField,
  TextField,
  toast,
  useEndpointMutation,
} from '@millwright/core/browser';
import {
  type BillingSettings,
  journalAccountNames,
  updateBillingSettings,
  updateBillingSettingsBody,
} from '../../../contracts/index.ts';

interface DialogProps {
  settings: BillingSettings;
  onClose(): void;
}

/** Closes the books up to a day, and sets which mails are sent automatically. */
export function BooksDialog({ settings, onClose }: DialogProps) {
  const change = useEndpointMutation(updateBillingSettings);
  const { booksClosedThrough, mailsInvoicesNightly, statementDay } = settings;
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Books"
      schema={updateBillingSettingsBody}
      values={{ booksClosedThrough, mailsInvoicesNightly, statementDay }}
      onSave={async (body) => {
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
      <SwitchField
        name="mailsInvoicesNightly"
        label="Mail invoices at night"
        description="Those of the day that nobody has sent, to customers that accept invoices by mail."
      />
      <NumberField
        name="statementDay"
        label="Statements on day of month"
        description="From 1 to 28, to customers that accept mails and owe something. Empty: when a person sends them."
        min={1}
        max={28}
      />
    </FormDialog>
  );
}

/** Codes of the ledger accounts that journal entries use. */
export function AccountsDialog({ settings: { journalAccounts }, onClose }: DialogProps) {
  const change = useEndpointMutation(updateBillingSettings);
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Accounts of the journal"
      schema={updateBillingSettingsBody}
      values={{ journalAccounts }}
      onSave={async (body) => {
        await change.mutateAsync({ body });
        toast.success('Accounts saved');
        onClose();
      }}
    >
      <SimpleGrid cols={2} spacing="xs">
        {Object.entries(journalAccountNames).map(([key, { name }]) => (
          <TextField key={key} name={`journalAccounts.${key}`} label={name} />
        ))}
      </SimpleGrid>
    </FormDialog>
  );
}
