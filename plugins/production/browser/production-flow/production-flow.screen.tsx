import { Button, Stack, Table, Text } from '@mantine/core';
import {
  EmptyState,
  LinkText,
  LoadingState,
  late,
  Money,
  PageHeader,
  Panel,
  PendingState,
  RecordPicker,
  toast,
  useEndpoint,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import { parseAsString, useQueryState } from 'nuqs';
import type { ComponentProps } from 'react';
import {
  deleteProductionFlow,
  type FlowLink,
  getItemProductionFlow,
  type ProductionFlow,
  putProductionFlow,
} from '../../contracts/index.ts';
import { itemSource } from '../record-sources.ts';
import type { FlowGraph as Graph } from './flow-graph.tsx';
import { timeText } from './time-text.ts';

// The graph needs a library of its own, so it is loaded separately.
const FlowGraph = late<ComponentProps<typeof Graph>>(async () => (await import('./flow-graph.tsx')).FlowGraph, {
  name: 'The flow',
  waiting: <LoadingState lines={6} />,
});

/** The steps of the flow with their times and costs. */
function StepTable({ steps }: Pick<ProductionFlow, 'steps'>) {
  return (
    <Table.ScrollContainer minWidth={560} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Step</Table.Th>
            <Table.Th scope="col">Makes</Table.Th>
            <Table.Th scope="col">Time</Table.Th>
            <Table.Th scope="col">Labour and overhead</Table.Th>
            <Table.Th scope="col">Goes</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {steps.map((step) => (
            <Table.Tr key={step.id}>
              <Table.Th scope="row">
                <LinkText to={`/dashboard/production-steps/${step.id}`}>{step.name}</LinkText>
              </Table.Th>
              <Table.Td>
                {step.quantity.measure} {step.quantity.unit} {step.item.sku}
              </Table.Td>
              <Table.Td>{timeText(step.laborSeconds)}</Table.Td>
              <Table.Td>
                {step.labor === null ? 'Not known' : <Money value={step.labor + (step.overhead ?? 0)} />}
              </Table.Td>
              <Table.Td>{step.isStocked ? 'Into stock' : 'On to the next step'}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function LinkTable({ steps, links }: Pick<ProductionFlow, 'steps' | 'links'>) {
  const { can } = useSession();
  const put = useEndpointMutation(putProductionFlow, { onError: ({ message }) => toast.error(message) });
  const remove = useEndpointMutation(deleteProductionFlow, {
    onError: ({ message }) => toast.error(message),
  });
  const nameOf = (id: string): string => steps.find((step) => step.id === id)?.name ?? '';
  const labelOf = ({ isLinked, sourceProductionStepID: source, targetProductionStepID: target }: FlowLink): string =>
    `${isLinked ? 'Unlink' : 'Link'} ${nameOf(source)} and ${nameOf(target)}`;
  const change = (link: FlowLink) => {
    const { sourceProductionStepID, targetProductionStepID } = link;
    (link.isLinked ? remove : put).mutate({ body: { sourceProductionStepID, targetProductionStepID } });
  };
  if (!links.length) return <Text c="dimmed">No step uses up what another one makes.</Text>;
  return (
    <Table.ScrollContainer minWidth={560} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">From</Table.Th>
            <Table.Th scope="col">Item</Table.Th>
            <Table.Th scope="col">To</Table.Th>
            <Table.Th scope="col">Comes</Table.Th>
            <Table.Th scope="col">Change</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {links.map((link) => (
            <Table.Tr key={`${link.sourceProductionStepID} ${link.targetProductionStepID}`}>
              <Table.Th scope="row">{nameOf(link.sourceProductionStepID)}</Table.Th>
              <Table.Td>{link.item.sku}</Table.Td>
              <Table.Td>{nameOf(link.targetProductionStepID)}</Table.Td>
              <Table.Td>
                {!link.isLinked ? 'From stock, not linked' : link.isStocked ? 'Through stock' : 'With the batch'}
              </Table.Td>
              <Table.Td>
                {can('production_steps:update') && (
                  <Button
                    size="compact-sm"
                    variant="default"
                    loading={put.isPending || remove.isPending}
                    aria-label={labelOf(link)}
                    onClick={() => change(link)}
                  >
                    {link.isLinked ? 'Unlink' : 'Link'}
                  </Button>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function Flow({ itemID }: { itemID: string }) {
  const flow = useEndpoint(getItemProductionFlow, { params: { itemID } });
  if (!flow.data) return <PendingState query={flow} what="flow" />;
  const { item, steps, links } = flow.data;
  if (!steps.length)
    return (
      <EmptyState
        icon="layers"
        title={`No step makes or uses up ${item.sku}`}
        text="Production steps that do appear here, with all that leads to them."
      />
    );
  return (
    <Stack gap="md">
      <FlowGraph flow={flow.data} />
      <Panel title="Steps">
        <StepTable steps={steps} />
      </Panel>
      <Panel title="Links">
        <LinkTable steps={steps} links={links} />
      </Panel>
    </Stack>
  );
}

/** How an item is made: a graph, and the same content as lists. */
export function ProductionFlowScreen() {
  const [itemID, setItemID] = useQueryState('itemID', parseAsString);
  return (
    <>
      <PageHeader title="Production flow" />
      <Stack gap="md" p="md">
        <RecordPicker label="Item" source={itemSource} value={itemID} onPick={(next) => void setItemID(next)} />
        {itemID ? (
          <Flow key={itemID} itemID={itemID} />
        ) : (
          <EmptyState icon="layers" title="Choose an item" text="All steps that lead to it and from it are shown." />
        )}
      </Stack>
    </>
  );
}
