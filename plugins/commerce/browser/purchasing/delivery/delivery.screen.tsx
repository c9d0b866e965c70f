import { Button, Table, Text } from '@mantine/core';
import {
  accountURL,
  CardTable,
  DateText,
  DateTimeText,
  type Fact,
  Icon,
  LinkText,
  Money,
  Panel,
  Quantity,
  RecordScreen,
  StatusBadge,
  useEndpointMutation,
  useRunIfConfirmed,
  useSession,
} from '@millwright/core/browser';
import { useState } from 'react';
import {
  acceptDelivery,
  type Delivery,
  type DeliveryLine,
  deliveries,
  returnDelivery,
  supplierDeliveryStates,
  voidReceivingOrder,
} from '../../../contracts/index.ts';
import { RecordMailDialog } from '../../document/mail/record-mail-dialog.tsx';
import { useSupplierRecipients } from '../../document/mail/use-recipients.ts';
import classes from '../../document/order-detail.module.css';
import { itemPath } from '../item-path.ts';
import { DeliveryStatusBadge } from './delivery-status-badge.tsx';

const factsOf = (delivery: Delivery): Fact[] => [
  { label: 'Supplier number', value: delivery.supplier.number },
  { label: 'Received by', value: delivery.receivedBy },
  { label: 'Accepted', value: delivery.acceptedAt && <DateTimeText value={delivery.acceptedAt} /> },
  { label: 'Rejected', value: delivery.rejectedAt && <DateTimeText value={delivery.rejectedAt} /> },
  { label: 'Returned', value: delivery.returnedAt && <DateTimeText value={delivery.returnedAt} /> },
  { label: 'Void since', value: delivery.voidedAt && <DateTimeText value={delivery.voidedAt} /> },
];

const Punctual = ({ line }: { line: DeliveryLine }) =>
  line.isOnTime === null ? null : (
    <StatusBadge tone={line.isOnTime ? 'success' : 'warning'}>{line.isOnTime ? 'On time' : 'Late'}</StatusBadge>
  );

function Lines({ delivery }: { delivery: Delivery }) {
  const { can } = useSession();
  return (
    <Panel title="Goods">
      <CardTable minWidth={560} aria-label={`Lines of delivery ${delivery.number}`}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Item</Table.Th>
            <Table.Th ta="end">Came</Table.Th>
            <Table.Th ta="end">Rejected</Table.Th>
            <Table.Th ta="end">Put away</Table.Th>
            <Table.Th>Lot</Table.Th>
            <Table.Th>Expected</Table.Th>
            <Table.Th ta="end">Value</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {delivery.lines.map((line) => (
            <Table.Tr key={line.id}>
              <Table.Td>
                <span className={classes['sku']}>
                  {can('items:read') ? (
                    <LinkText to={itemPath(line.item)} size="sm">
                      {line.item.sku}
                    </LinkText>
                  ) : (
                    line.item.sku
                  )}
                </span>
                <Text size="xs" c="dimmed">
                  {line.item.description}
                </Text>
              </Table.Td>
              <Table.Td ta="end" data-label="Came" style={{ whiteSpace: 'nowrap' }}>
                <Quantity value={line.quantity} />
                {line.voidedAt && (
                  <div>
                    <StatusBadge>Void</StatusBadge>
                  </div>
                )}
              </Table.Td>
              <Table.Td ta="end" data-label="Rejected">
                {line.quantityRejected.measure > 0 && (
                  <StatusBadge tone="danger">
                    <Quantity value={line.quantityRejected.measure} />
                  </StatusBadge>
                )}
                {line.reason && (
                  <Text size="xs" c="dimmed">
                    {line.reason}
                  </Text>
                )}
              </Table.Td>
              <Table.Td ta="end" data-label="Put away">
                <Quantity value={line.quantityStocked.measure} />
              </Table.Td>
              <Table.Td data-label="Lot">
                {line.lotNumber}
                {line.expiresOn && (
                  <Text size="xs" c="dimmed">
                    until <DateText value={line.expiresOn} />
                  </Text>
                )}
              </Table.Td>
              <Table.Td data-label="Expected">
                {line.dueOn && (
                  <>
                    <DateText value={line.dueOn} /> <Punctual line={line} />
                  </>
                )}
              </Table.Td>
              <Table.Td ta="end" data-label="Value">
                <Money value={line.value} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </CardTable>
    </Panel>
  );
}

/** Mails the return slip to the supplier. */
function SlipMailDialog({ delivery, onClose }: { delivery: Delivery; onClose(): void }) {
  const recipients = useSupplierRecipients(delivery.supplier, 'purchase_order');
  return (
    <RecordMailDialog
      record={{ type: 'delivery', id: delivery.id }}
      title={`Email return slip ${delivery.number}`}
      text="It names what goes back, and why."
      recipients={recipients}
      onClose={onClose}
    />
  );
}

/** Buttons for the next steps of a delivery. */
function NextSteps({ delivery }: { delivery: Delivery }) {
  const runIfConfirmed = useRunIfConfirmed();
  const accept = useEndpointMutation(acceptDelivery);
  const sendBack = useEndpointMutation(returnDelivery);
  const [isMailing, setMailing] = useState(false);
  const { id, number, status, version } = delivery;
  const params = { deliveryID: id };
  const canAccept = delivery.acceptedAt === null && supplierDeliveryStates.is.acceptable(status.code);
  const askAndAccept = () =>
    runIfConfirmed(
      {
        title: `Accept delivery ${number}?`,
        message: 'The goods were looked at and are good.',
        confirmLabel: 'Accept',
      },
      () => accept.mutateAsync({ params, body: { version } }),
    );
  const askAndSendBack = () =>
    runIfConfirmed(
      {
        title: `Mark as returned: ${number}?`,
        message: 'The rejected goods have left for the supplier.',
        confirmLabel: 'Returned',
      },
      () => sendBack.mutateAsync({ params, body: { version } }),
    );
  return (
    <>
      {canAccept && (
        <Button variant="default" onClick={() => void askAndAccept()}>
          Accept
        </Button>
      )}
      {delivery.rejectedAt !== null && (
        <>
          <Button
            component="a"
            href={accountURL(`/v1/deliveries/${id}/return-slip`)}
            target="_blank"
            variant="default"
            leftSection={<Icon name="document" />}
          >
            Return slip
          </Button>
          <Button variant="default" onClick={() => setMailing(true)}>
            Email slip
          </Button>
          {isMailing && <SlipMailDialog delivery={delivery} onClose={() => setMailing(false)} />}
        </>
      )}
      {delivery.isToReturn && <Button onClick={() => void askAndSendBack()}>Mark as returned</Button>}
    </>
  );
}

export function DeliveryScreen() {
  const { can } = useSession();
  const runIfConfirmed = useRunIfConfirmed();
  const takeBack = useEndpointMutation(voidReceivingOrder);
  const canUpdate = can('receiving_orders:update');
  const askAndTakeBack = ({ id, number, receivingOrder }: Delivery) =>
    runIfConfirmed(
      {
        title: `Take back delivery ${number}?`,
        message: 'What came with it leaves the stock and is expected again.',
        confirmLabel: 'Take back',
        danger: true,
      },
      () => takeBack.mutateAsync({ params: { receivingOrderID: receivingOrder.id }, body: { deliveryID: id } }),
    );
  return (
    <RecordScreen
      record={deliveries}
      times={false}
      title={(delivery) => delivery.number}
      status={(delivery) => <DeliveryStatusBadge status={delivery.status.code} />}
      actions={(delivery) => canUpdate && <NextSteps delivery={delivery} />}
      menu={(delivery) => [
        canUpdate &&
          supplierDeliveryStates.is.live(delivery.status.code) &&
          !delivery.isHistoric && {
            label: 'Take back',
            danger: true,
            onClick: () => void askAndTakeBack(delivery),
          },
      ]}
      summary={(delivery) => [
        {
          label: 'Supplier',
          value: (
            <LinkText to={`/dashboard/suppliers/${delivery.supplier.id}`} inherit>
              {delivery.supplier.name}
            </LinkText>
          ),
        },
        {
          label: 'Receiving order',
          value: (
            <LinkText to={`/dashboard/receiving-orders/${delivery.receivingOrder.id}`} inherit>
              {delivery.receivingOrder.number}
            </LinkText>
          ),
        },
        {
          label: 'Purchase order',
          value: delivery.purchaseOrder && (
            <LinkText to={`/dashboard/purchase-orders/${delivery.purchaseOrder.id}`} inherit>
              {delivery.purchaseOrder.number}
            </LinkText>
          ),
        },
        { label: 'Delivery note', value: delivery.reference },
        { label: 'Received', value: <DateTimeText value={delivery.receivedAt} /> },
      ]}
      facts={factsOf}
      aside={(delivery) => (
        <>
          {delivery.isToReturn && (
            <Panel title="To return">
              <Text size="sm">Rejected goods wait to be returned to {delivery.supplier.name}.</Text>
            </Panel>
          )}
          {delivery.isHistoric && (
            <Panel title="Before our time">
              <Text size="sm">It came before its stock was kept here.</Text>
            </Panel>
          )}
          {delivery.note && (
            <Panel title="Note">
              <Text size="sm">{delivery.note}</Text>
            </Panel>
          )}
        </>
      )}
    >
      {(delivery) => <Lines delivery={delivery} />}
    </RecordScreen>
  );
}
