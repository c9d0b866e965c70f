import { Button, Text } from '@mantine/core';
import {
  DateText,
  DateTimeText,
  type Fact,
  LinkText,
  Money,
  Panel,
  RecordScreen,
  Slot,
  StatusBadge,
  toast,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import {
  createInvoice,
  marginRights,
  type SalesOrder,
  type SalesOrderStatus,
  salesOrderStates,
  salesOrders,
} from '../../../contracts/index.ts';
import { MarginPanel } from '../../billing/margin/margin-panel.tsx';
import { RecordMailDialog } from '../../document/mail/record-mail-dialog.tsx';
import { useCustomerRecipients } from '../../document/mail/use-recipients.ts';
import { AddressBlock } from '../../document/order-address.tsx';
import { CustomerStatusBadge } from '../../parties/customer/customer-status-badge.tsx';
import { OrderInvoices } from './cards/order-invoices.tsx';
import { OrderNotes } from './cards/order-notes.tsx';
import { orderPanels } from './cards/order-panels.ts';
import { OrderShipments } from './cards/order-shipments.tsx';
import { OrderStages } from './cards/order-stages.tsx';
import { PayLinkDialog } from './dialogs/pay-link-dialog.tsx';
import { StatusDialog, statusSteps } from './dialogs/status-dialog.tsx';
import { useOfferMenu } from './dialogs/use-offer-menu.ts';
import { OrderLineList } from './order-line-list.tsx';
import { OrderStatusBadge } from './order-status.tsx';

/** Whether no goods are left to ship and something is left to invoice. */
const isToInvoice = ({ status, lines }: SalesOrder): boolean => {
  const open = lines.filter(
    ({ quantityOrdered, quantityInvoiced }) => quantityInvoiced.measure < quantityOrdered.measure,
  );
  const isWaiting = open.some(({ product }) => product.productType === 'sale');
  return (
    (salesOrderStates.is.open(status.code) && open.length > 0 && !isWaiting) ||
    (salesOrderStates.is.closedShort(status.code) && open.some(({ product }) => product.productType !== 'sale'))
  );
};

/** The most likely next step of an order is a button; all other steps are in the menu. */
const isPrimary = (order: SalesOrder, target: SalesOrderStatus): boolean =>
  target === 'issued' && !salesOrderStates.is.closedShort(order.status.code);

function CustomerLink({ customer }: Pick<SalesOrder, 'customer'>) {
  return (
    <>
      <LinkText to={`/dashboard/customers/${customer.id}`} inherit>
        {customer.name}
      </LinkText>{' '}
      {customer.status.startsWith('hold') && <CustomerStatusBadge status={customer.status} />}
    </>
  );
}

const list = (entries: readonly string[]): string | null => (entries.length ? entries.join('\n') : null);

/** Dates of the steps taken so far. */
const dates = (order: SalesOrder): Fact[] =>
  [
    { label: 'Offered', value: order.offeredAt && <DateTimeText value={order.offeredAt} /> },
    { label: 'Estimate valid until', value: order.expiredAt && <DateText value={order.expiredAt} /> },
    { label: 'Issued', value: order.issuedAt && <DateTimeText value={order.issuedAt} /> },
    { label: 'First shipped', value: order.firstShipAt && <DateTimeText value={order.firstShipAt} /> },
    { label: 'Completed', value: order.completedAt && <DateTimeText value={order.completedAt} /> },
  ].filter(({ value }) => value);

const factsOf = (order: SalesOrder): Fact[] => [
  { label: 'Customer number', value: order.customer.number },
  { label: 'Payment term', value: order.paymentTerm?.name },
  { label: 'Shipping term', value: order.shippingTerm?.name },
  { label: 'Carrier', value: [order.carrier?.name, order.carrierOption?.name].filter(Boolean).join(', ') },
  { label: 'Priority', value: order.priority?.name },
  { label: 'Sales rep', value: order.salesRep?.name },
  { label: 'Confirmations to', value: list(order.acknowledgementEmailContacts) },
  { label: 'Invoices to', value: list(order.invoiceEmailContacts) },
  { label: 'Confirmation', value: order.isAcknowledgmentSent ? 'Sent' : 'Not sent' },
  { label: 'Estimated weight', value: order.estimatedWeight > 0 && `${order.estimatedWeight} lb` },
  ...dates(order),
  { label: 'Entered by', value: order.createdBy.name },
  { label: 'Created', value: <DateTimeText value={order.createdAt} /> },
];

/** Facts of an order without those for internal use. */
const portalFactsOf = (order: SalesOrder): Fact[] => {
  const house = new Set(['Customer number', 'Priority', 'Confirmation', 'Entered by']);
  return factsOf(order).filter(({ label, value }) => value && !house.has(label));
};

/** Mails an order to its recipients. */
function OrderMailDialog({ order, onClose }: { order: SalesOrder; onClose(): void }) {
  const recipients = useCustomerRecipients(order.customer, 'order', order.acknowledgementEmailContacts);
  return (
    <RecordMailDialog
      record={{ type: 'sales_order', id: order.id }}
      title={`Email order ${order.number}`}
      text="The mail is kept in the email log."
      recipients={recipients}
      onClose={onClose}
    />
  );
}

export function SalesOrderScreen() {
  const session = useSession();
  const navigate = useNavigate();
  const invoice = useEndpointMutation(createInvoice);
  const [target, setTarget] = useState<SalesOrderStatus | null>(null);
  const [isMailing, setMailing] = useState(false);
  const [payLinkOf, setPayLinkOf] = useState<SalesOrder | null>(null);
  const canUpdate = session.can('sales_orders:update');
  const invoiceNow = async (order: SalesOrder) => {
    try {
      const { id } = await invoice.mutateAsync({ body: { orderID: order.id } });
      await navigate(`/dashboard/invoices/${id}`);
    } catch (error) {
      toast.error(error);
    }
  };
  const offerMenu = useOfferMenu();
  const stepLabel = (order: SalesOrder, code: SalesOrderStatus) => statusSteps[code].verb(order.status.code);

  return (
    <RecordScreen
      record={salesOrders}
      canEdit={({ isEditable }) => isEditable}
      deletion={({ number, isDeletable }) => ({
        label: isDeletable ? 'Delete' : 'Delete (estimates and bid requests only)',
        name: `Order ${number}`,
        warning: 'Only estimates and bid requests can be deleted. The number stays taken.',
        disabled: !isDeletable,
      })}
      times={false}
      title={(order) => order.number}
      status={(order) => (
        <>
          <OrderStatusBadge status={order.status} /> {order.isPaid && <StatusBadge tone="success">Paid</StatusBadge>}
          {canUpdate && !order.isEditable && (
            <Text span size="xs" c="dimmed" ms="xs">
              Closed: fulfilled, shipped or completed orders cannot be changed
            </Text>
          )}
        </>
      )}
      actions={(order) =>
        canUpdate &&
        order.allowedStatusChanges
          .filter((code) => isPrimary(order, code))
          .map((code) => (
            <Button key={code} onClick={() => setTarget(code)}>
              {stepLabel(order, code)}
            </Button>
          ))
      }
      menu={(order) => [
        ...(canUpdate ? order.allowedStatusChanges : [])
          .filter((code) => !isPrimary(order, code))
          .map((code) => ({ label: stepLabel(order, code), onClick: () => setTarget(code) })),
        session.can('invoices:create') &&
          isToInvoice(order) && {
            label: 'Invoice now',
            icon: 'receipt' as const,
            onClick: () => void invoiceNow(order),
          },
        ...(canUpdate ? offerMenu(order) : []),
        canUpdate && { label: 'Email order', icon: 'mail' as const, onClick: () => setMailing(true) },
        canUpdate &&
          !session.isPortal &&
          !order.isPaid &&
          !salesOrderStates.is.requested(order.status.code) && {
            label: 'Mail a pay link',
            icon: 'mail' as const,
            onClick: () => setPayLinkOf(order),
          },
      ]}
      summary={(order) => [
        ...(session.isPortal ? [] : [{ label: 'Customer', value: <CustomerLink customer={order.customer} /> }]),
        { label: session.isPortal ? 'Your PO' : 'Customer PO', value: order.customerPO },
        { label: 'Promised', value: order.promisedAt && <DateText value={order.promisedAt} /> },
        { label: 'Lines', value: order.lineCount },
        { label: 'Total', value: <Money value={order.total} /> },
      ]}
      tabs={[
        { id: 'lines', label: 'Lines', render: (order) => <OrderLineList order={order} /> },
        { id: 'shipments', label: 'Shipments', render: (order) => <OrderShipments order={order} /> },
        {
          id: 'invoices',
          label: 'Invoices',
          isHidden: (order) => order.invoices.length === 0,
          render: (order) => <OrderInvoices order={order} />,
        },
        {
          id: 'note',
          label: 'Notes',
          isHidden: (order) => !order.note && !order.customerNote,
          render: (order) => <OrderNotes order={order} isPortal={session.isPortal} />,
        },
      ]}
      facts={session.isPortal ? portalFactsOf : factsOf}
      aside={(order) => (
        <>
          <OrderStages order={order} />
          {!session.isPortal && session.canAll(marginRights) && order.invoices.length > 0 && (
            <MarginPanel title="Margin" of={{ orderIDs: [order.id] }} />
          )}
          <Panel title="Ship to">{order.shipTo ? <AddressBlock address={order.shipTo} /> : 'No address'}</Panel>
          <Panel title="Bill to">{order.billTo ? <AddressBlock address={order.billTo} /> : 'No address'}</Panel>
          <Slot name={orderPanels} props={{ order }} />
        </>
      )}
    >
      {(order) => (
        <>
          {payLinkOf && <PayLinkDialog order={payLinkOf} onClose={() => setPayLinkOf(null)} />}
          {isMailing && <OrderMailDialog order={order} onClose={() => setMailing(false)} />}
          <StatusDialog order={order} target={target} onClose={() => setTarget(null)} />
        </>
      )}
    </RecordScreen>
  );
}
