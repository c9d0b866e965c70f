import { Button, Table, Text } from '@mantine/core';
import {
  DateTimeText,
  type Fact,
  LinkButton,
  LinkText,
  Money,
  Panel,
  RecordScreen,
  useEndpointMutation,
  useRunIfConfirmed,
  useSession,
} from '@millwright/core/browser';
import { useState } from 'react';
import {
  type ReceivingOrder,
  type ReceivingOrderLine,
  receiveReceivingOrder,
  receivingOrders,
  supplierDeliveryStates,
  voidReceivingOrder,
  voidReceivingOrderLine,
} from '../../../contracts/index.ts';
import { ProgressBar } from '../../document/order-progress.tsx';
import { DeliveryStatusBadge } from '../delivery/delivery-status-badge.tsx';
import { ExpectedDay } from '../purchase-order/purchase-order-status.tsx';
import { CorrectCostDialog } from './dialogs/correct-cost-dialog.tsx';
import { ReceivingLineDialog } from './dialogs/receiving-line-dialog.tsx';
import { ReceivingNoteDialog } from './dialogs/receiving-note-dialog.tsx';
import { ReceivingLineList } from './receiving-line-list.tsx';
import { ReceivingOrderStatusBadge } from './receiving-order-status-badge.tsx';

const dockOf = ({ id }: ReceivingOrder): string => `/dashboard/receiving-orders/${id}/dock`;

const factsOf = (order: ReceivingOrder): Fact[] => [
  { label: 'Supplier number', value: order.supplier.number },
  { label: 'Dock', value: order.dock?.name },
  { label: 'Opened', value: <DateTimeText value={order.createdAt} /> },
  { label: 'Freight', value: order.freight !== null && <Money value={order.freight} /> },
  { label: 'Completed', value: order.completedAt && <DateTimeText value={order.completedAt} /> },
];

/** The deliveries of a receiving order with their contents, newest first. */
function Deliveries({ order }: { order: ReceivingOrder }) {
  if (!order.deliveries.length) return <Text c="dimmed">Nothing has come yet.</Text>;
  return (
    <Table.ScrollContainer minWidth={300}>
      <Table aria-label={`Deliveries of receiving order ${order.number}`}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Number</Table.Th>
            <Table.Th>Status</Table.Th>
            <Table.Th>Received</Table.Th>
            <Table.Th visibleFrom="sm">By</Table.Th>
            <Table.Th visibleFrom="sm">Delivery note</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {order.deliveries.map((delivery) => (
            <Table.Tr key={delivery.id}>
              <Table.Td>
                <LinkText to={`/dashboard/deliveries/${delivery.id}`} size="sm">
                  {delivery.number}
                </LinkText>
              </Table.Td>
              <Table.Td>
                <DeliveryStatusBadge status={delivery.status.code} />
              </Table.Td>
              <Table.Td>
                <DateTimeText value={delivery.receivedAt} />
              </Table.Td>
              <Table.Td visibleFrom="sm">{delivery.receivedBy}</Table.Td>
              <Table.Td visibleFrom="sm">{delivery.reference}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

export function ReceivingOrderScreen() {
  const { can } = useSession();
  const runIfConfirmed = useRunIfConfirmed();
  const receive = useEndpointMutation(receiveReceivingOrder);
  const takeBack = useEndpointMutation(voidReceivingOrder);
  const takeLineBack = useEndpointMutation(voidReceivingOrderLine);
  const [edited, setEdited] = useState<ReceivingOrderLine | null>(null);
  const [isCorrected, setCorrected] = useState(false);
  const [isNoted, setNoted] = useState(false);
  const canUpdate = can('receiving_orders:update');

  const receiveAll = (order: ReceivingOrder) =>
    runIfConfirmed(
      {
        title: `Receive all of ${order.number}?`,
        message:
          'All that is still expected is taken to the dock. Count it at the dock where something is missing or broken.',
        confirmLabel: 'Receive all',
      },
      () => receive.mutateAsync({ params: { receivingOrderID: order.id }, body: { version: order.version } }),
    );
  const voidAll = (order: ReceivingOrder) =>
    runIfConfirmed(
      {
        title: `Take back ${order.number}?`,
        message: order.deliveries.some(({ status }) => supplierDeliveryStates.is.live(status.code))
          ? 'What was received leaves the stock and is expected again.'
          : 'Nothing of it is expected any more.',
        confirmLabel: 'Take back',
        danger: true,
      },
      () => takeBack.mutateAsync({ params: { receivingOrderID: order.id }, body: { version: order.version } }),
    );
  const voidLine = (order: ReceivingOrder, line: ReceivingOrderLine) =>
    runIfConfirmed(
      {
        title: `Take back line ${line.lineItemNumber}?`,
        message: `What was received of ${line.item.sku} leaves the stock and is expected again.`,
        confirmLabel: 'Take back',
        danger: true,
      },
      () =>
        takeLineBack.mutateAsync({
          params: { receivingOrderID: order.id, lineID: line.id },
          body: { version: order.version },
        }),
    );

  return (
    <RecordScreen
      record={receivingOrders}
      times={false}
      title={(order) => order.number}
      status={(order) => <ReceivingOrderStatusBadge status={order.status.code} />}
      actions={(order) =>
        canUpdate && (
          <>
            {order.canReceive && (
              <Button variant="default" onClick={() => void receiveAll(order)}>
                Receive all
              </Button>
            )}
            {order.canStock && (
              <LinkButton to={`${dockOf(order)}?step=stock`} variant={order.canReceive ? 'default' : 'filled'}>
                Put away
              </LinkButton>
            )}
            {order.canReceive && <LinkButton to={dockOf(order)}>Count at the dock</LinkButton>}
          </>
        )
      }
      menu={(order) => [
        canUpdate && { label: order.note ? 'Change the note' : 'Add a note', onClick: () => setNoted(true) },
        canUpdate && order.canCorrectCost && { label: 'Correct cost', onClick: () => setCorrected(true) },
        canUpdate && order.canVoid && { label: 'Take back', danger: true, onClick: () => void voidAll(order) },
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
        {
          label: 'Purchase order',
          value: order.purchaseOrder ? (
            <LinkText to={`/dashboard/purchase-orders/${order.purchaseOrder.id}`} inherit>
              {order.purchaseOrder.number}
            </LinkText>
          ) : (
            'None'
          ),
        },
        { label: 'Expected', value: order.expectedOn && <ExpectedDay day={order.expectedOn} /> },
        { label: 'Lines', value: order.lineCount },
      ]}
      tabs={[
        {
          id: 'lines',
          label: 'Lines',
          render: (order) => (
            <ReceivingLineList order={order} onEdit={setEdited} onVoid={(line) => void voidLine(order, line)} />
          ),
        },
        { id: 'deliveries', label: 'Deliveries', render: (order) => <Deliveries order={order} /> },
      ]}
      facts={factsOf}
      aside={(order) => (
        <>
          <Panel title="Put away">
            <ProgressBar label={`Put away of ${order.number}`} ratio={order.completionPercentage / 100} />
          </Panel>
          {order.note && (
            <Panel title="Note">
              <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
                {order.note}
              </Text>
            </Panel>
          )}
        </>
      )}
    >
      {(order) => (
        <>
          {isCorrected && <CorrectCostDialog order={order} onClose={() => setCorrected(false)} />}
          {isNoted && <ReceivingNoteDialog order={order} onClose={() => setNoted(false)} />}
          {edited && <ReceivingLineDialog order={order} line={edited} onClose={() => setEdited(null)} />}
        </>
      )}
    </RecordScreen>
  );
}
