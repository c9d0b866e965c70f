import { Anchor, Table } from '@mantine/core';
import { DateText, EmptyState, LinkText, StatusBadge, useSession } from '@millwright/core/browser';
import { type SalesOrder, salesOrderStates, shipmentStates, trackingLink } from '../../../../contracts/index.ts';

const names: Record<string, string> = { packed: 'Packed', shipped: 'Shipped' };

export function OrderShipments({ order }: { order: SalesOrder }) {
  const { can } = useSession();
  if (order.shipments.length === 0)
    return (
      <EmptyState
        title="Nothing shipped yet"
        icon="truck"
        text={
          salesOrderStates.is.open(order.status.code)
            ? 'Packed cases and their tracking numbers appear here.'
            : 'Shipping begins once the order is issued.'
        }
      />
    );
  return (
    <Table aria-label={`Shipments of order ${order.number}`}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Number</Table.Th>
          <Table.Th>Status</Table.Th>
          <Table.Th>Tracking</Table.Th>
          <Table.Th>Packed</Table.Th>
          <Table.Th>Shipped</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {order.shipments.map(({ id, number, statusCode, trackingNumber, createdAt, shippedAt, carrierID }) => {
          const link =
            order.carrier && carrierID === order.carrier.id ? trackingLink(order.carrier, trackingNumber) : undefined;
          return (
            <Table.Tr key={id}>
              <Table.Td>
                {can('shipments:read') ? <LinkText to={`/dashboard/shipping/${id}`}>{number}</LinkText> : number}
              </Table.Td>
              <Table.Td>
                <StatusBadge tone={shipmentStates.tones[statusCode]}>{names[statusCode] ?? statusCode}</StatusBadge>
              </Table.Td>
              <Table.Td>
                {link ? (
                  <Anchor href={link} target="_blank" rel="noreferrer" size="sm">
                    {trackingNumber}
                  </Anchor>
                ) : (
                  trackingNumber
                )}
              </Table.Td>
              <Table.Td>
                <DateText value={createdAt} />
              </Table.Td>
              <Table.Td>{shippedAt && <DateText value={shippedAt} />}</Table.Td>
            </Table.Tr>
          );
        })}
      </Table.Tbody>
    </Table>
  );
}
