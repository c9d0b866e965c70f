import { Anchor, Button, Group, Stack, Table, Text } from '@mantine/core';
import type { SalesOrder } from '@millwright/commerce/contracts';
import {
  accountURL,
  Panel,
  PendingState,
  toast,
  useEndpoint,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import { useState } from 'react';
import { getPalletPlan, mostLabels, type PalletPlan, preparePalletLabels } from '../../contracts/index.ts';
import { type PalletChoice, PalletQuantityDialog } from '../pallet-quantity/pallet-quantity-dialog.tsx';

const pallets = (count: number): string => (count === 1 ? '1 pallet' : `${count} pallets`);

const labelsText = ({ labels, pallets: needed }: PalletPlan): string => {
  if (needed > mostLabels) return `No labels are made for more than ${mostLabels}: check the quantities.`;
  if (labels.length === 0) return needed ? 'No labels yet.' : 'Nothing of it stands on pallets.';
  const printed = labels.filter(({ printedAt }) => printedAt).length;
  const count = labels.length === 1 ? '1 label' : `${labels.length} labels`;
  return printed ? `${count}, ${printed} printed.` : `${count}, none printed.`;
};

function PlanTable({ plan, onChoose }: { plan: PalletPlan; onChoose: ((choice: PalletChoice) => void) | undefined }) {
  return (
    <Table aria-label="Products on pallets">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Product</Table.Th>
          <Table.Th ta="end">Per pallet</Table.Th>
          <Table.Th ta="end">Pallets</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {plan.lines.map((line) => {
          const amount = `${line.perPallet} ${line.unit}`;
          return (
            <Table.Tr key={line.itemID}>
              <Table.Td>{line.sku}</Table.Td>
              <Table.Td ta="end">
                {onChoose ? (
                  <Anchor
                    component="button"
                    type="button"
                    size="sm"
                    aria-label={`Set what fits on a pallet of ${line.sku}, now ${amount}`}
                    onClick={() => onChoose({ productID: line.itemID, label: line.sku, perPallet: line.perPallet })}
                  >
                    {amount}
                  </Anchor>
                ) : (
                  amount
                )}
                {line.isDefault && (
                  <Text span size="xs" c="dimmed">
                    {' '}
                    (default)
                  </Text>
                )}
              </Table.Td>
              <Table.Td ta="end">{line.pallets.toFixed(2)}</Table.Td>
            </Table.Tr>
          );
        })}
      </Table.Tbody>
    </Table>
  );
}

/** Below an order's facts: the number of pallets, and their labels. */
export function OrderPalletsSlot({ order }: { order: SalesOrder }) {
  const session = useSession();
  const isAllowed = session.can('pallet_labels:read');
  const canUpdate = session.can('pallet_labels:update');
  // The order's version is part of the cache key only, because the answer changes with it.
  const plan = useEndpoint(
    getPalletPlan,
    { params: { orderID: order.id } },
    { enabled: isAllowed, staleTime: 0, refetchInterval: 30_000 },
  );
  const prepare = useEndpointMutation(preparePalletLabels);
  const [choice, setChoice] = useState<PalletChoice | null>(null);
  if (!isAllowed) return null;

  const makeLabels = async () => {
    try {
      const { labels } = await prepare.mutateAsync({ params: { orderID: order.id } });
      toast.success(labels.length === 1 ? '1 label prepared' : `${labels.length} labels prepared`);
    } catch (error) {
      toast.error(error);
    }
  };

  return (
    <Panel title="Pallets">
      {!plan.data ? (
        <PendingState query={plan} what="pallets" lines={3} />
      ) : (
        <Stack gap="xs">
          <Text size="sm">
            <b>{pallets(plan.data.pallets)}</b>
            {plan.data.mixesProducts ? '' : ', one product each'}. {labelsText(plan.data)}
          </Text>
          {plan.data.lines.length > 0 && <PlanTable plan={plan.data} onChoose={canUpdate ? setChoice : undefined} />}
          <Group gap="xs">
            {canUpdate && plan.data.pallets <= mostLabels && plan.data.labels.length !== plan.data.pallets && (
              <Button size="compact-sm" loading={prepare.isPending} onClick={() => void makeLabels()}>
                Prepare labels
              </Button>
            )}
            {plan.data.labels.length > 0 && (
              <Anchor
                size="sm"
                href={accountURL(`/v1/x/acme-pallet-labels/orders/${order.id}/sheet`)}
                target="_blank"
                rel="noopener"
              >
                Print sheet
              </Anchor>
            )}
          </Group>
          <PalletQuantityDialog choice={choice} onClose={() => setChoice(null)} />
        </Stack>
      )}
    </Panel>
  );
}
