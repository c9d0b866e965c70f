import { Button, Group, Table, Text } from '@mantine/core';
import { CardTable, LinkText, Money, Quantity, StatusBadge, useSession } from '@millwright/core/browser';
import type { ReceivingOrder, ReceivingOrderLine } from '../../../contracts/index.ts';
import { receivingOrderStates } from '../../../contracts/index.ts';
import classes from '../../document/order-detail.module.css';
import { itemPath } from '../item-path.ts';

function Item({ line: { item, supplierPartNumber } }: { line: ReceivingOrderLine }) {
  const { can } = useSession();
  return (
    <>
      <span className={classes['sku']}>
        {can('items:read') ? (
          <LinkText to={itemPath(item)} size="sm">
            {item.sku}
          </LinkText>
        ) : (
          item.sku
        )}
      </span>
      <Text size="xs" c="dimmed">
        {[supplierPartNumber, item.description].filter(Boolean).join(' · ')}
      </Text>
    </>
  );
}

/** Quantities of a line at the dock, by lot. */
const Waiting = ({ line }: { line: ReceivingOrderLine }) =>
  line.atDock.length ? (
    <>
      <StatusBadge tone="progress">
        <Quantity value={line.quantityAtDock} />
      </StatusBadge>
      {line.atDock.map(
        ({ deliveryLineID, lotNumber, quantity }) =>
          lotNumber && (
            <Text key={deliveryLineID} size="xs" c="dimmed">
              {quantity.measure} of lot {lotNumber}
            </Text>
          ),
      )}
    </>
  ) : (
    '–'
  );

/** The lines of a receiving order: expected quantities, received quantities and their present locations. */
export function ReceivingLineList({
  order,
  onEdit,
  onVoid,
}: {
  order: ReceivingOrder;
  onEdit(line: ReceivingOrderLine): void;
  onVoid(line: ReceivingOrderLine): void;
}) {
  const { can } = useSession();
  const canUpdate = can('receiving_orders:update') && receivingOrderStates.is.live(order.status.code);
  return (
    <div className={classes['lines']}>
      <CardTable minWidth={560} aria-label={`Lines of receiving order ${order.number}`}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th visibleFrom="sm">#</Table.Th>
            <Table.Th>Item</Table.Th>
            <Table.Th ta="end">To come</Table.Th>
            <Table.Th ta="end">Received</Table.Th>
            <Table.Th ta="end">At the dock</Table.Th>
            <Table.Th ta="end">Put away</Table.Th>
            <Table.Th ta="end">Unit cost</Table.Th>
            {canUpdate && <Table.Th aria-label="Actions" />}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {order.lines.map((line) => (
            <Table.Tr key={line.id}>
              <Table.Td c="dimmed" visibleFrom="sm">
                {line.lineItemNumber}
              </Table.Td>
              <Table.Td>
                <Item line={line} />
                {line.note && <Text size="xs">{line.note}</Text>}
              </Table.Td>
              <Table.Td ta="end" data-label="To come" style={{ whiteSpace: 'nowrap' }}>
                <Quantity value={line.quantity} />
                {line.quantityExpected.measure > 0 && line.quantityReceived.measure > 0 && (
                  <Text size="xs" c="dimmed">
                    {line.quantityExpected.measure} open
                  </Text>
                )}
              </Table.Td>
              <Table.Td ta="end" data-label="Received">
                <Quantity value={line.quantityReceived.measure} />
                {line.quantityRejected.measure > 0 && (
                  <div>
                    <StatusBadge tone="danger">
                      <Quantity value={line.quantityRejected.measure} /> rejected
                    </StatusBadge>
                  </div>
                )}
              </Table.Td>
              <Table.Td ta="end" data-label="At the dock">
                <Waiting line={line} />
              </Table.Td>
              <Table.Td ta="end" data-label="Put away">
                <Quantity value={line.quantityStocked.measure} />
              </Table.Td>
              <Table.Td ta="end" data-label="Unit cost">
                <Money value={line.correctedCost ?? line.unitCost} unitPrice />
              </Table.Td>
              {canUpdate && (
                <Table.Td>
                  <Group gap={4} justify="flex-end" wrap="nowrap">
                    <Button
                      size="compact-sm"
                      variant="subtle"
                      aria-label={`Edit line ${line.lineItemNumber}`}
                      onClick={() => onEdit(line)}
                    >
                      Edit
                    </Button>
                    {line.quantityReceived.measure > 0 && (
                      <Button
                        size="compact-sm"
                        variant="subtle"
                        color="red"
                        aria-label={`Take back line ${line.lineItemNumber}`}
                        onClick={() => onVoid(line)}
                      >
                        Take back
                      </Button>
                    )}
                  </Group>
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </CardTable>
    </div>
  );
}
