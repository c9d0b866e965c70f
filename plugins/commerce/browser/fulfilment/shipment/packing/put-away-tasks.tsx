import { List } from '@mantine/core';
import { LinkText, Panel, useSession } from '@millwright/core/browser';
import type { Shipment } from '../../../../contracts/index.ts';

/** Returned goods without an order. They cannot be promised until they are put away. */
export function PutAwayTasks({ shipment: { putAwayTasks: tasks } }: { shipment: Shipment }) {
  const { can } = useSession();
  const [first] = tasks;
  if (!first) return null;
  return (
    <Panel
      title="To put away"
      actions={
        can('inventory:update') && (
          <LinkText to={`/dashboard/move-stock?from=${first.storageLocation.id}`} size="sm">
            Move stock
          </LinkText>
        )
      }
    >
      <List size="sm">
        {tasks.map(({ itemID, lotNumber, sku, quantity: { measure, unit }, storageLocation }) => (
          <List.Item key={`${itemID} ${lotNumber} ${storageLocation.id}`}>
            {measure} {unit} of {lotNumber ? `${sku}, lot ${lotNumber}` : sku} in {storageLocation.name}
          </List.Item>
        ))}
      </List>
    </Panel>
  );
}
