import { Stack, Title } from '@mantine/core';
import {
  type Fact,
  Facts,
  type ListedColumn,
  ListScreen,
  Money,
  PendingState,
  useEndpoint,
} from '@millwright/core/browser';
import {
  type CostLayer,
  getItemCosts,
  type Item,
  type ItemCosts,
  listCostLayers,
} from '../../../../contracts/index.ts';

const columns: readonly ListedColumn<CostLayer>[] = [
  { id: 'receivedAt', header: 'Received on' },
  { id: 'storageLocation', header: 'Location' },
  { id: 'lot', width: 90 },
  { id: 'reference', width: 130 },
  { id: 'quantity', header: 'Received' },
  { id: 'remaining', header: 'Left' },
  'unitCost',
  { id: 'inventoryValue', header: 'Value' },
];

const rateText = (rate: ItemCosts['materials'] | null) =>
  rate && (
    <>
      <Money value={rate.value} unitPrice /> / {rate.perUnit}
    </>
  );

const materialLabels = {
  steps: 'Materials (what goes into it)',
  layers: 'Materials (average of the layers)',
  item: 'Materials (standard)',
} as const;

const factsOf = (costs: ItemCosts): Fact[] => [
  { label: 'Unit cost', value: rateText(costs.unitCost) },
  { label: materialLabels[costs.source], value: rateText(costs.materials) },
  ...(costs.source === 'steps'
    ? [
        { label: 'Labour', value: rateText(costs.labor) },
        { label: 'Overhead', value: rateText(costs.overhead) },
      ]
    : []),
  { label: 'Standard', value: rateText(costs.standardUnitCost) },
  { label: 'Last receipt', value: rateText(costs.lastUnitCost) },
  { label: 'Inventory value', value: <Money value={costs.inventoryValue} /> },
];

/** The item's cost, and the receipts behind it: the oldest is used up first. */
export function CostPanel({ item }: { item: Item }) {
  const costs = useEndpoint(getItemCosts, { params: { itemID: item.id } });
  return (
    <Stack gap="md">
      {costs.data ? <Facts facts={factsOf(costs.data)} strip /> : <PendingState query={costs} what="costs" lines={2} />}
      <Title order={3} size="h5">
        Cost layers
      </Title>
      <ListScreen
        embedded
        name="item-cost-layers"
        title="Cost layers"
        endpoint={listCostLayers}
        fixedQuery={{ itemID: item.id }}
        searchable={false}
        filters={[{ name: 'isOpen', label: 'Left', yes: 'Something left', no: 'Used up' }]}
        columns={columns}
        rowLabel={(row) => `${row.quantity.measure} ${row.quantity.unit}`}
        empty={{ title: 'No cost layers yet', text: 'Every receipt makes one, with what it cost.', icon: 'layers' }}
      />
    </Stack>
  );
}
