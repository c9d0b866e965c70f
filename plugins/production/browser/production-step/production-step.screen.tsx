import { Table, Text } from '@mantine/core';
import {
  DateTimeText,
  DetailScreen,
  useDelete,
  useEndpoint,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import { useParams } from 'react-router';
import {
  deleteProductionStep,
  getProductionStep,
  listProductionSteps,
  type ProductionStep,
} from '../../contracts/index.ts';
import { amountText } from './amount-text.ts';

function ConsumptionTable({ consumptions }: Pick<ProductionStep, 'consumptions'>) {
  if (!consumptions.length) return <Text c="dimmed">Nothing: the step makes it from nothing that is counted.</Text>;
  return (
    <Table.ScrollContainer minWidth={480}>
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

export function ProductionStepScreen() {
  const { productionStepID = '' } = useParams();
  const session = useSession();
  const step = useEndpoint(getProductionStep, { params: { productionStepID } });
  const remove = useEndpointMutation(deleteProductionStep, { invalidates: [listProductionSteps] });
  const askAndDelete = useDelete('production step', '/dashboard/production-steps');
  const canEdit = session.can('production_steps:update') && session.can('items:read');
  const hourly = (rate: number | null) => (rate === null ? 'Not known' : `${rate} an hour`);
  return (
    <DetailScreen
      query={step}
      what="production step"
      list={{ name: 'production-steps', href: '/dashboard/production-steps', label: 'production steps' }}
      record={{ type: 'production_step', id: productionStepID }}
      title={({ name }) => name}
      editHref={({ id }) => (canEdit ? `/dashboard/production-steps/${id}/edit` : undefined)}
      menu={({ name }) => [
        session.can('production_steps:delete') && {
          label: 'Delete',
          icon: 'trash',
          danger: true,
          onClick: () => void askAndDelete(name, () => remove.mutateAsync({ params: { productionStepID } })),
        },
      ]}
      summary={(data) => [
        { label: 'Makes', value: amountText(data.production) },
        {
          label: 'Labour time',
          value: data.laborTime === null ? 'Not known' : `${data.laborTime} ${data.laborTimeUnit}`,
        },
        { label: 'Labour rate', value: hourly(data.laborRate) },
        { label: 'Overhead rate', value: hourly(data.overheadRate) },
      ]}
      tabs={[
        { id: 'consumptions', label: 'Uses up', render: (data) => <ConsumptionTable {...data} /> },
        { id: 'notes', label: 'Notes', render: ({ notes }) => <Text>{notes ?? 'No notes'}</Text> },
      ]}
      facts={(data) => [
        { label: 'Leveling factor', value: data.levelingFactor },
        { label: 'Allowances', value: data.allowances },
        { label: 'Created', value: <DateTimeText value={data.createdAt} /> },
        { label: 'Changed', value: <DateTimeText value={data.updatedAt} relative /> },
      ]}
    />
  );
}
