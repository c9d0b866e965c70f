import { Stack, Table, Text } from '@mantine/core';
import { LinkText, Money, noteTab, Quantity, RecordScreen, useEndpoint, useSession } from '@millwright/core/browser';
import { getProductionStepCosts, type ProductionStep, productionSteps } from '../../contracts/index.ts';
import { productionText } from './amount-text.ts';

function ConsumptionTable({ consumptions }: Pick<ProductionStep, 'consumptions'>) {
  if (!consumptions.length) return <Text c="dimmed">Nothing: the step makes it from nothing that is counted.</Text>;
  return (
    <Table.ScrollContainer minWidth={480} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Item</Table.Th>
            <Table.Th scope="col">Quantity</Table.Th>
            <Table.Th scope="col">Instructions</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {consumptions.map(({ id, item, quantity, instructions }) => (
            <Table.Tr key={id}>
              <Table.Th scope="row" title={item.description}>
                {item.sku}
              </Table.Th>
              <Table.Td>
                {quantity.measure} {quantity.unit}
              </Table.Td>
              <Table.Td>{instructions}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

/** Costs of a step, for the quantity that it makes at once. */
function StepCosts({ id }: { id: string }) {
  const costs = useEndpoint(getProductionStepCosts, { params: { productionStepID: id } });
  if (!costs.data) return costs.error ? <Text c="dimmed">{costs.error.message}</Text> : null;
  const { quantity, labor, overhead, timeFactor } = costs.data;
  return (
    <Text>
      <Quantity value={quantity} /> cost <Money value={labor} /> of labour and <Money value={overhead} /> of overhead,
      with a time factor of {timeFactor}.
    </Text>
  );
}

function Steps({ title, steps, none }: { title: string; steps: ProductionStep['in']; none: string }) {
  return (
    <Stack gap={4}>
      <Text fw={600}>{title}</Text>
      {steps.map(({ id, name }) => (
        <LinkText key={id} to={`/dashboard/production-steps/${id}`}>
          {name}
        </LinkText>
      ))}
      {!steps.length && <Text c="dimmed">{none}</Text>}
    </Stack>
  );
}

/** The step's place in the flow, and its labor costs. */
function FlowTab(step: ProductionStep) {
  const { canOpen } = useSession();
  return (
    <Stack gap="md">
      <StepCosts id={step.id} />
      <Steps title="Comes from" steps={step.in} none="Everything it uses up comes from stock." />
      <Steps title="Goes to" steps={step.out} none="No step takes what it makes." />
      {canOpen('/dashboard/production-flow') && (
        <LinkText to={`/dashboard/production-flow?itemID=${step.production.item.id}`}>
          How {step.production.item.sku} is made
        </LinkText>
      )}
    </Stack>
  );
}

export function ProductionStepScreen() {
  const hourly = (rate: ProductionStep['laborRate']) =>
    rate ? (
      <>
        <Money value={rate.value} unitPrice /> an hour
      </>
    ) : (
      'Not known'
    );
  return (
    <RecordScreen
      record={productionSteps}
      summary={(data) => [
        { label: 'Makes', value: productionText(data.production) },
        {
          label: 'Labour time',
          value: data.laborTime ? <Quantity value={data.laborTime} /> : 'Not known',
        },
        { label: 'Labour rate', value: hourly(data.laborRate) },
        { label: 'Overhead rate', value: hourly(data.overheadRate) },
      ]}
      tabs={[
        { id: 'consumptions', label: 'Uses up', render: (data) => <ConsumptionTable {...data} /> },
        { id: 'flow', label: 'Flow', render: (data) => <FlowTab {...data} /> },
        noteTab('notes', 'Notes'),
      ]}
      facts={(data) => [
        { label: 'Machines', value: data.machines.map(({ name }) => name).join(', ') || null },
        { label: 'What it makes', value: data.isStocked ? 'Goes into stock' : 'Flows on with its batch' },
        { label: 'Preferred', value: data.isPreferred ? 'Yes' : 'The first by name' },
        { label: 'Leveling factor', value: data.levelingFactor },
        { label: 'Allowances', value: data.allowances },
      ]}
    />
  );
}
