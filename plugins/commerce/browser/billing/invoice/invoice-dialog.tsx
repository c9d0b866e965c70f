import { DateField, FormDialog, NoteField, toast, useEndpointMutation } from '@millwright/core/browser';
import { type Invoice, updateInvoice, updateInvoiceBody } from '../../../contracts/index.ts';
import { EmailListField } from '../../document/mail/email-list-field.tsx';
import { useCustomerRecipients } from '../../document/mail/use-recipients.ts';

/** Edits the fields of an invoice that can still change. */
export function InvoiceDialog({ invoice, onClose }: { invoice: Invoice; onClose(): void }) {
  const change = useEndpointMutation(updateInvoice);
  const { known } = useCustomerRecipients(invoice.customer, 'invoice', invoice.invoiceEmailContacts);
  const { note, dueAt, invoiceEmailContacts, isEditable, version } = invoice;
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={`Edit invoice ${invoice.number}`}
      schema={updateInvoiceBody}
      values={isEditable ? { dueAt, invoiceEmailContacts, note } : { note }}
      onSave={async (_, changes) => {
        await change.mutateAsync({ params: { invoiceID: invoice.id }, body: { ...changes, version } });
        toast.success(`Invoice ${invoice.number} saved`);
        onClose();
      }}
    >
      {isEditable && (
        <>
          <DateField name="dueAt" label="Due" required />
          <EmailListField
            name="invoiceEmailContacts"
            label="Emails to"
            description="Where it is empty, the contacts that get invoices, else the customer's own address"
            known={known}
          />
        </>
      )}
      <NoteField name="note" label="Note" description="The customer reads it on the invoice" />
    </FormDialog>
  );
}
