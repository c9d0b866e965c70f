import { Button, Table } from '@mantine/core';
import {
  DateTimeText,
  EmptyState,
  LinkText,
  StatusBadge,
  toast,
  useConfirm,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import {
  type Pick,
  type PickLine,
  type PickOrderLine,
  pickLineStates,
  voidPickLine,
} from '../../../contracts/index.ts';

/** Picked goods with their locations, and buttons to put them back. */
export function PickLineList({ pick }: { pick: Pick }) {
  const { can, canOpen } = useSession();
  const confirm = useConfirm();
  const back = useEndpointMutation(voidPickLine);
  const fetched = pick.lines.filter(({ state }) => pickLineStates.is.fetched(state));
  const putBack = async (line: PickLine) => {
    const place = line.storageLocation?.fullName;
    const isSure = await confirm({
      title: `Put ${line.quantity.measure} ${line.quantity.unit} of ${line.orderLine.product.sku} back?`,
      message: place
        ? `It goes back to ${place} and stays reserved for the order.`
        : 'It stays reserved for the order.',
      confirmLabel: 'Put back',
    });
    if (!isSure) return;
    try {
      await back.mutateAsync({ params: { pickID: pick.id, pickLineID: line.id }, body: {} });
      toast.success('Put back');
    } catch (error) {
      toast.error(error);
    }
  };
  if (!fetched.length)
    return <EmptyState icon="inbox" title="Nothing picked yet" text="What is fetched for the order appears here." />;
  return (
    <Table.ScrollContainer minWidth={560}>
      <Table aria-label={`Picked for order ${pick.order.number}`}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Product</Table.Th>
            <Table.Th>Quantity</Table.Th>
            <Table.Th>From</Table.Th>
            <Table.Th>State</Table.Th>
            <Table.Th>Picked</Table.Th>
            <Table.Th />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {fetched.map((line) => (
            <Table.Tr key={line.id}>
              <Table.Td>
                {line.orderLine.product.sku}
                {line.lot ? `, lot ${line.lot.lotNumber}` : ''}
              </Table.Td>
              <Table.Td>
                {line.quantity.measure} {line.quantity.unit}
              </Table.Td>
              <Table.Td>{line.storageLocation?.fullName}</Table.Td>
              <Table.Td>
                <StatusBadge tone={pickLineStates.tones[line.state]}>{pickLineStates.names[line.state]}</StatusBadge>
              </Table.Td>
              <Table.Td>
                <DateTimeText value={line.pickedAt} /> {line.pickedBy?.name}
              </Table.Td>
              <Table.Td>
                {line.shipmentID && canOpen(`/dashboard/shipping/${line.shipmentID}`) ? (
                  <LinkText to={`/dashboard/shipping/${line.shipmentID}`} size="sm">
                    Shipment
                  </LinkText>
                ) : (
                  pickLineStates.is.picked(line.state) &&
                  can('picks:update') && (
                    <Button size="compact-sm" variant="default" onClick={() => void putBack(line)}>
                      Put back
                    </Button>
                  )
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

const waiting = ({ short, quantityToPlan, isHeld }: PickOrderLine): string =>
  [
    short.measure > 0 && `${short.measure} short`,
    quantityToPlan.measure > 0 && `${quantityToPlan.measure} ${isHeld ? 'taken off the plan' : 'not planned yet'}`,
  ]
    .filter(Boolean)
    .join(', ');

/** The order lines with the quantities that matter for picking. */
export function PickOrderLines({ pick }: { pick: Pick }) {
  return (
    <Table.ScrollContainer minWidth={560}>
      <Table aria-label={`Lines of order ${pick.order.number}`}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Line</Table.Th>
            <Table.Th>Product</Table.Th>
            <Table.Th ta="end">Ordered</Table.Th>
            <Table.Th ta="end">Planned</Table.Th>
            <Table.Th ta="end">Picked</Table.Th>
            <Table.Th ta="end">Packed</Table.Th>
            <Table.Th>Waiting</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {pick.orderLines.map((line) => (
            <Table.Tr key={line.id}>
              <Table.Td>{line.lineItemNumber}</Table.Td>
              <Table.Td>
                {line.product.sku} {line.product.description}
              </Table.Td>
              <Table.Td ta="end">
                {line.quantityOrdered.measure} {line.quantityOrdered.unit}
              </Table.Td>
              <Table.Td ta="end">{line.quantityPlanned.measure}</Table.Td>
              <Table.Td ta="end">{line.quantityPicked.measure}</Table.Td>
              <Table.Td ta="end">{line.quantityPacked.measure}</Table.Td>
              <Table.Td>{waiting(line) && <StatusBadge tone="warning">{waiting(line)}</StatusBadge>}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
