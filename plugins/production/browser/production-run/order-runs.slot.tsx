import { Button, Group, Stack, Text } from '@mantine/core';
import type { SalesOrder } from '@millwright/commerce/contracts';
import { salesOrderStates } from '@millwright/commerce/contracts';
import { LinkText, Panel, toast, useEndpoint, useEndpointMutation, useSession } from '@millwright/core/browser';
import { createProductionRunOfOrder, listProductionRuns } from '../../contracts/index.ts';
import { RunStatus } from './production-run-list.screen.tsx';

/** Below an order's facts: what is made for it. */
export function OrderRunsSlot({ order }: { order: SalesOrder }) {
  const { can, isPortal } = useSession();
  const isAllowed = can('production_runs:read') && !isPortal;
  const runs = useEndpoint(listProductionRuns, { query: { orderIDs: [order.id] } }, { enabled: isAllowed });
  const make = useEndpointMutation(createProductionRunOfOrder);
  if (!isAllowed || !runs.data) return null;
  const canMake = can('production_runs:create') && salesOrderStates.is.open(order.status.code);
  if (!runs.data.items.length && !canMake) return null;
  const makeRun = async () => {
    try {
      const { productionRun } = await make.mutateAsync({ params: { orderID: order.id } });
      toast.success(`Run ${productionRun.number} made`);
    } catch (error) {
      toast.error(error);
    }
  };
  return (
    <Panel title="Production">
      <Stack gap="xs">
        {runs.data.items.map((run) => (
          <Group key={run.id} gap="sm">
            <LinkText to={`/dashboard/production-runs/${run.id}`} size="sm">
              Run {run.number}
            </LinkText>
            <RunStatus {...run} />
            <Text size="sm" c="dimmed">
              {run.closedBatchCount} of {run.batchCount} batches
            </Text>
          </Group>
        ))}
        {!runs.data.items.length && (
          <Text size="sm" c="dimmed">
            Nothing is made for this order yet.
          </Text>
        )}
        {canMake && (
          <Group>
            <Button size="compact-sm" variant="default" loading={make.isPending} onClick={() => void makeRun()}>
              Make what is short
            </Button>
          </Group>
        )}
      </Stack>
    </Panel>
  );
}
