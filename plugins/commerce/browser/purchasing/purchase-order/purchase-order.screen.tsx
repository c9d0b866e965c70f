import { Button, Stack, Text } from '@mantine/core';
import {
  accountURL,
  DateText,
  DateTimeText,
  type Fact,
  Icon,
  LinkButton,
  LinkText,
  Money,
  Panel,
  RecordScreen,
  Slot,
  useSession,
} from '@millwright/core/browser';
import { useState } from 'react';
import {
  type PurchaseOrder,
  type PurchaseOrderStatus,
  purchaseOrderStates,
  purchaseOrders,
} from '../../../contracts/index.ts';
import { SupplierMailsTo } from '../../document/mail/mails-to.tsx';
import { RecordMailDialog } from '../../document/mail/record-mail-dialog.tsx';
import { useSupplierRecipients } from '../../document/mail/use-recipients.ts';
import { AddressBlock } from '../../document/order-address.tsx';
import { ProgressBar } from '../../document/order-progress.tsx';
import { PurchaseLineList } from './purchase-line-list.tsx';
import { purchaseOrderPanels } from './purchase-order-panels.ts';
import { ExpectedDay, PurchaseOrderStatusBadge } from './purchase-order-status.tsx';
import { PurchaseStatusDialog, purchaseSteps } from './purchase-status-dialog.tsx';

/** The most likely next step of an order is a button; all other steps are in the menu. */
const isPrimary = (order: PurchaseOrder, target: PurchaseOrderStatus): boolean =>
  target === 'issued' && !purchaseOrderStates.is.closedShort(order.status.code);

const factsOf = (order: PurchaseOrder): Fact[] => [
  { label: 'Supplier number', value: order.supplier.number },
  { label: 'Payment term', value: order.paymentTerm?.name },
  { label: 'Priority', value: order.priority?.name },
  {
    label: 'Mails to',
    value: <SupplierMailsTo supplier={order.supplier} paper="purchase_order" chosen={order.contacts} />,
  },
  { label: 'Mailed', value: order.emailSent ? 'Sent' : 'Not sent' },
  { label: 'Issued', value: order.issuedAt && <DateTimeText value={order.issuedAt} /> },
  { label: 'Completed', value: order.completedAt && <DateTimeText value={order.completedAt} /> },
  { label: 'Entered by', value: order.createdBy.name },
  { label: 'Created', value: <DateTimeText value={order.createdAt} /> },
];

function Notes({ order }: { order: PurchaseOrder }) {
  const notes = [
    ['For the supplier', order.supplierNote],
    ['Internal', order.note],
  ] as const;
  return (
    <Stack>
      {notes.map(
        ([title, text]) =>
          text && (
            <Panel key={title} title={title}>
              <Text style={{ whiteSpace: 'pre-wrap' }}>{text}</Text>
            </Panel>
          ),
      )}
    </Stack>
  );
}

/** Mails a purchase order to its recipients. */
function PurchaseMailDialog({ order, onClose }: { order: PurchaseOrder; onClose(): void }) {
  const recipients = useSupplierRecipients(order.supplier, 'purchase_order', order.contacts);
  return (
    <RecordMailDialog
      record={{ type: 'purchase_order', id: order.id }}
      title={`Email order ${order.number}`}
      text="The mail is kept in the email log."
      recipients={recipients}
      onClose={onClose}
    />
  );
}

export function PurchaseOrderScreen() {
  const session = useSession();
  const [isMailing, setMailing] = useState(false);
  const [target, setTarget] = useState<PurchaseOrderStatus | null>(null);
  const canUpdate = session.can('purchase_orders:update');
  const stepLabel = (order: PurchaseOrder, code: PurchaseOrderStatus) => purchaseSteps[code].verb(order.status.code);
  return (
    <RecordScreen
      record={purchaseOrders}
      canEdit={({ isEditable }) => isEditable}
      deletion={({ isDeletable }) => ({
        label: isDeletable ? 'Delete' : 'Delete (drafts and requests only)',
        disabled: !isDeletable,
      })}
      times={false}
      title={(order) => order.number}
      status={(order) => <PurchaseOrderStatusBadge status={order.status} />}
      actions={(order) => (
        <>
          <Button
            component="a"
            href={accountURL(`/v1/purchase-orders/${order.id}/pdf`)}
            target="_blank"
            variant="default"
            leftSection={<Icon name="document" />}
          >
            PDF
          </Button>
          {order.receivingOrder && session.can('receiving_orders:read') && (
            <LinkButton to={`/dashboard/receiving-orders/${order.receivingOrder.id}`} variant="default">
              Receiving
            </LinkButton>
          )}
          {canUpdate &&
            order.allowedStatusChanges
              .filter((code) => isPrimary(order, code))
              .map((code) => (
                <Button key={code} onClick={() => setTarget(code)}>
                  {stepLabel(order, code)}
                </Button>
              ))}
        </>
      )}
      menu={(order) => [
        ...(canUpdate ? order.allowedStatusChanges : [])
          .filter((code) => !isPrimary(order, code))
          .map((code) => ({ label: stepLabel(order, code), onClick: () => setTarget(code) })),
        canUpdate && { label: 'Email order', icon: 'mail' as const, onClick: () => setMailing(true) },
      ]}
      summary={(order) => [
        {
          label: 'Supplier',
          value: (
            <LinkText to={`/dashboard/suppliers/${order.supplier.id}`} inherit>
              {order.supplier.name}
            </LinkText>
          ),
        },
        { label: 'Wanted by', value: order.scheduledAt && <DateText value={order.scheduledAt} /> },
        { label: 'Expected', value: order.expectedOn && <ExpectedDay day={order.expectedOn} /> },
        { label: 'Lines', value: order.lineCount },
        { label: 'Total', value: <Money value={order.total} /> },
      ]}
      tabs={[
        { id: 'lines', label: 'Lines', render: (order) => <PurchaseLineList order={order} /> },
        {
          id: 'note',
          label: 'Notes',
          isHidden: (order) => !order.note && !order.supplierNote,
          render: (order) => <Notes order={order} />,
        },
      ]}
      facts={factsOf}
      aside={(order) => (
        <>
          {order.issuedAt !== null && (
            <Panel title="Stocked">
              <ProgressBar label={`Stocked of ${order.number}`} ratio={order.deliveryProgress} />
            </Panel>
          )}
          <Panel title="Ship to">{order.shipTo ? <AddressBlock address={order.shipTo} /> : 'No address'}</Panel>
          <Panel title="Bill to">{order.billTo ? <AddressBlock address={order.billTo} /> : 'No address'}</Panel>
          <Slot name={purchaseOrderPanels} props={{ order }} />
        </>
      )}
    >
      {(order) => (
        <>
          {isMailing && <PurchaseMailDialog order={order} onClose={() => setMailing(false)} />}
          <PurchaseStatusDialog order={order} target={target} onClose={() => setTarget(null)} />
        </>
      )}
    </RecordScreen>
  );
}
