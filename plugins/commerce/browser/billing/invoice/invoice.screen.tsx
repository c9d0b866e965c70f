import { Button } from '@mantine/core';
import {
  accountURL,
  DateText,
  DateTimeText,
  type Fact,
  Icon,
  LinkText,
  Money,
  Panel,
  RecordScreen,
  Slot,
  toast,
  useConfirm,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { type Invoice, invoiceStates, invoices, voidInvoice } from '../../../contracts/index.ts';
import { CustomerMailsTo } from '../../document/mail/mails-to.tsx';
import { RecordMailDialog } from '../../document/mail/record-mail-dialog.tsx';
import { useCustomerRecipients } from '../../document/mail/use-recipients.ts';
import { AddressBlock } from '../../document/order-address.tsx';
import { AllocationList } from '../allocation-list.tsx';
import { InvoiceDialog } from './invoice-dialog.tsx';
import { InvoiceLines } from './invoice-lines.tsx';
import { invoicePanels } from './invoice-panels.ts';
import { InvoiceStatusBadge } from './invoice-status-badge.tsx';

const factsOf = (invoice: Invoice): Fact[] =>
  [
    { label: 'Customer number', value: invoice.customer.number },
    {
      label: 'Margin',
      value: !invoice.voidedAt && invoice.margin !== null && invoice.cost !== null && (
        <>
          <Money value={invoice.margin} /> after <Money value={invoice.cost} /> of cost
        </>
      ),
    },
    { label: 'Payment term', value: invoice.paymentTerm?.name },
    { label: 'Sales rep', value: invoice.salesRep?.name },
    {
      label: 'Emails to',
      value: <CustomerMailsTo customer={invoice.customer} paper="invoice" chosen={invoice.invoiceEmailContacts} />,
    },
    { label: 'Sent', value: invoice.sentAt ? <DateTimeText value={invoice.sentAt} /> : 'Not yet' },
    { label: 'Voided', value: invoice.voidedAt && <DateTimeText value={invoice.voidedAt} /> },
    { label: 'Note', value: invoice.note },
    { label: 'Created', value: <DateTimeText value={invoice.createdAt} /> },
  ].filter(({ value }) => value);

/** Mails an invoice to its recipients. */
function InvoiceMailDialog({ invoice, onClose }: { invoice: Invoice; onClose(): void }) {
  const recipients = useCustomerRecipients(invoice.customer, 'invoice', invoice.invoiceEmailContacts);
  return (
    <RecordMailDialog
      record={{ type: 'invoice', id: invoice.id }}
      title={`Email invoice ${invoice.number}`}
      text={`With the PDF.${invoice.hasBeenSent ? ' It has been sent before.' : ''}`}
      recipients={recipients}
      onClose={onClose}
    />
  );
}

export function InvoiceScreen() {
  const { can, isPortal } = useSession();
  const navigate = useNavigate();
  const confirm = useConfirm();
  const [isEdited, setEdited] = useState(false);
  const [isMailing, setMailing] = useState(false);
  const takeBack = useEndpointMutation(voidInvoice);

  const askAndVoid = async ({ id, number, version }: Invoice) => {
    const title = `Void invoice ${number}?`;
    const message = 'It keeps its number. What it billed goes onto the next invoice of the order.';
    if (!(await confirm({ title, message, confirmLabel: 'Void invoice', danger: true }))) return;
    try {
      await takeBack.mutateAsync({ params: { invoiceID: id }, body: { version } });
      toast.success(`Invoice ${number} is void`);
    } catch (error) {
      toast.error(error);
    }
  };

  return (
    <RecordScreen
      record={invoices}
      times={false}
      title={({ number }) => number}
      status={(invoice) => <InvoiceStatusBadge invoice={invoice} />}
      actions={(invoice) => (
        <>
          <Button
            component="a"
            href={accountURL(`/v1/invoices/${invoice.id}/pdf`)}
            target="_blank"
            variant="default"
            leftSection={<Icon name="document" />}
          >
            PDF
          </Button>
          {can('invoices:update') && invoiceStates.is.live(invoice.status.code) && (
            <Button
              variant={invoice.hasBeenSent ? 'default' : 'filled'}
              leftSection={<Icon name="mail" />}
              onClick={() => setMailing(true)}
            >
              Email
            </Button>
          )}
        </>
      )}
      menu={(invoice) => [
        can('invoices:update') && {
          label: invoice.isEditable ? 'Edit' : 'Edit note',
          icon: 'edit' as const,
          onClick: () => setEdited(true),
        },
        can('transactions:create') &&
          !isPortal &&
          invoiceStates.is.live(invoice.status.code) && {
            label: 'Credit, goods come back',
            icon: 'undo' as const,
            onClick: () => void navigate(`/dashboard/invoices/${invoice.id}/credit`),
          },
        can('invoices:delete') && {
          label: invoice.isVoidable || !invoice.shipmentID ? 'Void' : 'Void (with its shipment)',
          icon: 'trash' as const,
          danger: true,
          disabled: !invoice.isVoidable,
          onClick: () => void askAndVoid(invoice),
        },
      ]}
      summary={(invoice) => [
        ...(isPortal
          ? []
          : [
              {
                label: 'Customer',
                value: (
                  <LinkText to={`/dashboard/customers/${invoice.customer.id}`} inherit>
                    {invoice.customer.name}
                  </LinkText>
                ),
              },
            ]),
        {
          label: 'Order',
          value: invoice.orderID && (
            <LinkText to={`/dashboard/sales-orders/${invoice.orderID}`} inherit>
              {invoice.orderNumber}
            </LinkText>
          ),
        },
        { label: 'PO', value: invoice.customerPO },
        { label: 'Date', value: <DateText value={invoice.date} /> },
        { label: 'Due', value: <DateText value={invoice.dueAt} /> },
        { label: 'Total', value: <Money value={invoice.totalInvoiced} /> },
        { label: 'Open', value: <Money value={invoice.open} /> },
      ]}
      tabs={[
        { id: 'lines', label: 'Lines', render: (invoice) => <InvoiceLines invoice={invoice} /> },
        {
          id: 'payments',
          label: 'Payments',
          render: ({ allocations }) => (
            <AllocationList allocations={allocations} from="target" empty="Nothing is paid yet" />
          ),
        },
      ]}
      facts={factsOf}
      aside={(invoice) => (
        <>
          <Panel title="Bill to">{invoice.billTo ? <AddressBlock address={invoice.billTo} /> : 'No address'}</Panel>
          <Slot name={invoicePanels} props={{ invoice }} />
        </>
      )}
    >
      {(invoice) => (
        <>
          {isMailing && <InvoiceMailDialog invoice={invoice} onClose={() => setMailing(false)} />}
          {isEdited && <InvoiceDialog invoice={invoice} onClose={() => setEdited(false)} />}
        </>
      )}
    </RecordScreen>
  );
}
