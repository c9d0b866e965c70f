import { Group, Stack, Text } from '@mantine/core';
import { DateTimeText, LinkText, Panel, useEndpoint, useSession } from '@millwright/core/browser';
import { listBatches } from '../../contracts/index.ts';

/** Number of batches in the panel; the list has all of them. */
const most = 8;

/** Open batches of a machine or a department, the last scanned first. */
export function RunningBatchesSlot(props: { machineID: string } | { departmentID: string }) {
  const { can, canOpen, isPortal } = useSession();
  const isAllowed = can('batches:read') && !isPortal;
  const where = 'machineID' in props ? { machineIDs: [props.machineID] } : { departmentIDs: [props.departmentID] };
  const batches = useEndpoint(
    listBatches,
    { query: { ...where, status: ['open'], sortBy: 'scannedAt', sortOrder: 'desc', take: most } },
    { enabled: isAllowed },
  );
  if (!isAllowed || !batches.data) return null;
  const { items, count } = batches.data;
  const filter = 'machineID' in props ? `machineIDs=${props.machineID}` : `departmentIDs=${props.departmentID}`;
  return (
    <Panel title="What runs here">
      <Stack gap="xs">
        {items.map((batch) => (
          <div key={batch.id}>
            <Group justify="space-between" gap="xs">
              {canOpen('/dashboard/batch-flow') ? (
                <LinkText to={`/dashboard/batch-flow/${batch.id}`} size="sm">
                  {batch.number}
                </LinkText>
              ) : (
                <Text size="sm">{batch.number}</Text>
              )}
              <Text size="sm">
                {batch.quantity.measure} {batch.quantity.unit} {batch.item.sku}
              </Text>
            </Group>
            <Text size="sm" c="dimmed">
              {batch.productionStep.name}
              {batch.scannedAt && (
                <>
                  , <DateTimeText value={batch.scannedAt} relative />
                </>
              )}
            </Text>
          </div>
        ))}
        {!items.length && (
          <Text size="sm" c="dimmed">
            No open batch.
          </Text>
        )}
        {count > items.length && canOpen('/dashboard/batch-flow') && (
          <LinkText to={`/dashboard/batch-flow?status=open&${filter}`} size="sm">
            All {count}
          </LinkText>
        )}
      </Stack>
    </Panel>
  );
}
