import { Button, Table, Text } from '@mantine/core';
import {
  accountURL,
  CardTable,
  DateText,
  DateTimeText,
  DetailScreen,
  type Fact,
  Icon,
  LinkText,
  Money,
  Panel,
  Quantity,
  StatusBadge,
  toast,
  useConfirm,
  useEndpointMutation,
  useRecord,
  useSession,
} from '@millwright/core/browser';
import { emailRecord } from '@millwright/core/contracts';
import {
  acceptDelivery,
  type Delivery,
  type DeliveryLine,
  getDelivery,
  returnDelivery,
  voidReceivingOrder,
} from '../../../contracts/index.ts';
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

export function DeliveryScreen() {
  const { can } = useSession();
  const confirm = useConfirm();
  const { id, params, query } = useRecord(getDelivery);
  const accept = useEndpointMutation(acceptDelivery);
  const sendBack = useEndpointMutation(returnDelivery);
  const takeBack = useEndpointMutation(voidReceivingOrder);
  const mail = useEndpointMutation(emailRecord);
  const canUpdate = can('receiving_orders:update');
  const ask = async (title: string, message: string, label: string, act: () => Promise<unknown>, danger = false) => {
    if (!(await confirm({ title, message, confirmLabel: label, danger }))) return;
    try {
      await act();
      toast.success(`${title.replace('?', '')}: done`);
    } catch (error) {
      toast.error(error);
    }
  };
  const isOpen = ({ status }: Delivery): boolean => status.code !== 'void';
  return (
    <DetailScreen
      query={query}
      what="delivery"
      list={{ name: 'deliveries', href: '/dashboard/deliveries', label: 'deliveries' }}
      record={{ type: 'delivery', id }}
      title={(delivery) => delivery.number}
      status={(delivery) => <DeliveryStatusBadge status={delivery.status.code} />}
      actions={(delivery) =>
        canUpdate && (
          <>
            {delivery.acceptedAt === null &&
              (delivery.status.code === 'received' || delivery.status.code === 'partly_rejected') && (
                <Button
                  variant="default"
                  onClick={() =>
                    void ask(
                      `Accept delivery ${delivery.number}?`,
                      'The goods were looked at and are good.',
                      'Accept',
                      () => accept.mutateAsync({ params, body: { version: delivery.version } }),
                    )
                  }
                >
                  Accept
                </Button>
              )}
            {delivery.rejectedAt !== null && (
              <Button
                component="a"
                href={accountURL(`/v1/deliveries/${delivery.id}/return-slip`)}
                target="_blank"
                variant="default"
                leftSection={<Icon name="document" />}
              >
                Return slip
              </Button>
            )}
            {delivery.rejectedAt !== null && (
              <Button
                variant="default"
                onClick={() =>
                  void ask(
                    `Email return slip ${delivery.number}?`,
                    `It goes to ${delivery.supplier.name} and names what goes back, and why.`,
                    'Send email',
                    () => mail.mutateAsync({ body: { id: delivery.id, type: 'delivery' } }),
                  )
                }
              >
                Email slip
              </Button>
            )}
            {delivery.isToReturn && (
              <Button
                onClick={() =>
                  void ask(
                    `Mark as returned: ${delivery.number}?`,
                    'The rejected goods have left for the supplier.',
                    'Returned',
                    () => sendBack.mutateAsync({ params, body: { version: delivery.version } }),
                  )
                }
              >
                Mark as returned
              </Button>
            )}
          </>
        )
      }
      menu={(delivery) => [
        canUpdate &&
          isOpen(delivery) &&
          !delivery.isHistoric && {
            label: 'Take back',
            danger: true,
            onClick: () =>
              void ask(
                `Take back delivery ${delivery.number}?`,
                'What came with it leaves the stock and is expected again.',
                'Take back',
                () =>
                  takeBack.mutateAsync({
                    params: { receivingOrderID: delivery.receivingOrder.id },
                    body: { deliveryID: id },
                  }),
                true,
              ),
          },
      ]}
      summary={(delivery) => [
        {
          label: 'Supplier',
          value: can('suppliers:read') ? (
            <LinkText to={`/dashboard/suppliers/${delivery.supplier.id}`} inherit>
              {delivery.supplier.name}
            </LinkText>
          ) : (
            delivery.supplier.name
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
          value:
            delivery.purchaseOrder && can('purchase_orders:read') ? (
              <LinkText to={`/dashboard/purchase-orders/${delivery.purchaseOrder.id}`} inherit>
                {delivery.purchaseOrder.number}
              </LinkText>
            ) : (
              delivery.purchaseOrder?.number
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
    </DetailScreen>
  );
}
